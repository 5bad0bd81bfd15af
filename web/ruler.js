// The ruler: from one place to another by the shortest way, counted in places.

import { n, svg } from './dom.js';
import { between } from './routes.js';

/** @typedef {import('./wire.d.ts').Place} Place */

/** As far as any board goes. */
const ANYWHERE = 400;

export class Ruler {
    /** Whether it is in the hand. */ on = false;
    /** Where it begins. @type {string | null} */ from = null;
    /** Where it ends, once that is chosen. @type {string | null} */ to = null;

    /**
     * @param {SVGGElement} layer
     * @param {import('./places.js').Places} places
     * @param {boolean} areas
     */
    constructor(layer, places, areas) {
        this.layer = layer;
        this.places = places;
        this.one = areas ? 'area' : 'hex';
        this.many = areas ? 'areas' : 'hexes';
    }

    /** Takes it up, or puts it down. */
    toggle() {
        this.on = !this.on;
        this.from = this.to = null;
        this.layer.replaceChildren();
        return this.on;
    }

    /**
     * A place is chosen: the beginning, then the end, then a new beginning.
     * @param {string} place
     * @returns {string} what it says
     */
    choose(place) {
        if (this.from === null || this.to !== null) {
            [this.from, this.to] = [place, null];
            this.#draw(place);
            return 'Now the other end.';
        }
        this.to = place;
        return this.#draw(place);
    }

    /** The pointer or the cursor is at a place. @param {string | null} place */
    follow(place) {
        if (this.on && this.from !== null && this.to === null && place !== null) this.#draw(place);
    }

    /** @param {string} to */
    #draw(to) {
        const from = this.from ?? to;
        const way = between(id => this.places.get(id)?.next ?? [], from, to, ANYWHERE).map(id => this.places.get(id)).filter(p => p !== undefined);
        const last = way.at(-1);
        if (!last) return '';
        const apart = way.length === 2 && !this.places.get(from)?.next.includes(to) ? null : way.length - 1;
        const text = apart === null ? 'no way over the board' : `${apart} ${apart === 1 ? this.one : this.many}`;
        const d = way.map((p, i) => `${i ? 'L' : 'M'}${n(p.x)} ${n(p.y)}`).join('');
        const half = 6 + text.length * 3.1;
        this.layer.replaceChildren(svg('g', { class: 'ruler', data: { far: apart ?? '' } },
            svg('path', { class: 'case', d }), svg('path', { class: 'edge', d }),
            way.map(p => svg('circle', { cx: n(p.x), cy: n(p.y), r: 4.4 })),
            svg('g', { transform: `translate(${n(last.x)} ${n(last.y - 30)})` }, svg('g', { class: 'plate' },
                svg('rect', { x: -half, y: -8.5, width: 2 * half, height: 17, rx: 8.5 }), svg('text', { y: 4, 'text-anchor': 'middle' }, text)))));
        return text;
    }
}
