// Marks beside and below the counters: sieges, forts, what a game tells of a place or of the side between two.

import { markSign } from './overlays.js';

/** @typedef {import('./wire.d.ts').Mark} Mark */

export class Marks {
    /** @type {readonly Mark[]} */ all = [];

    /**
     * @param {SVGGElement} rings  those that lie below the counters
     * @param {SVGGElement} signs
     * @param {import('./places.js').Places} places
     * @param {(side: string) => string} sideName
     */
    constructor(rings, signs, places, sideName) {
        this.rings = rings;
        this.signs = signs;
        this.places = places;
        this.sideName = sideName;
    }

    /** @param {readonly Mark[]} marks @param {ReadonlyMap<string, import('./palette.js').Paint>} paints */
    draw(marks, paints) {
        this.all = marks;
        /** @type {Map<string, number>} */
        const seen = new Map();
        this.rings.replaceChildren();
        this.signs.replaceChildren();
        for (const mark of marks) {
            const place = this.places.get(mark.place) ?? this.#side(mark.place);
            if (!place) continue;
            // A ring lies below the counters and takes no corner from other marks.
            const ring = /^(siege|to be attacked)$/.test(mark.what);
            const index = seen.get(mark.place) ?? 0;
            if (!ring) seen.set(mark.place, index + 1);
            (ring ? this.rings : this.signs).append(markSign(mark, place, paints.get(mark.side), this.sideName(mark.side), index));
        }
    }

    /** The marks of a place. @param {string} place */
    at(place) {
        return this.all.filter((m) => m.place.split('/').includes(place));
    }

    /** Places that are marked for an attack. */
    attacked() {
        return this.all.filter((m) => /attack/.test(m.what)).flatMap((m) => m.place.split('/'));
    }

    /** The side between two places, written `2016/2017`. @param {string} id */
    #side(id) {
        const [a, b] = id.split('/').map((place) => this.places.get(place));
        return a && b && { ...a, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }
}
