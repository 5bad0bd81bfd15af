// Layers of the one piece that is looked at: where its supply comes from, how far it reaches.

import { n, svg } from './dom.js';
import { field } from './switches.js';
import { capital } from './view.js';

/** @typedef {import('./wire.d.ts').Layer} Layer */
/** @typedef {import('./wire.d.ts').Place} Place */

/** What is a line from the piece to its last place. */
const LINES = new Set(['supply line']);
/** What tells that there is no such line. */
const LACKS = new Set(['out of supply']);

export class Traces {
    /** @type {readonly Layer[]} */ #layers = [];

    /**
     * @param {SVGGElement} ground  fields go here, below the counters
     * @param {SVGGElement} over    lines go here, above them
     * @param {import('./places.js').Places} places
     * @param {(side: string) => string} sideName
     */
    constructor(ground, over, places, sideName) {
        this.ground = ground;
        this.over = over;
        this.places = places;
        this.sideName = sideName;
    }

    /** @param {readonly Layer[]} layers */
    draw(layers) {
        if (layers === this.#layers || (!layers.length && !this.#layers.length)) return;
        this.#layers = layers;
        const lines = layers.filter((l) => LINES.has(l.what) || LACKS.has(l.what));
        this.ground.replaceChildren(...layers.filter((l) => !lines.includes(l)).map((l) => field(l, this.#found(l), this.sideName)));
        this.over.replaceChildren(...lines.map((l) => this.#line(l)));
    }

    /** @param {Layer} layer */
    #found(layer) {
        return layer.places.map((id) => this.places.get(id)).filter((p) => p !== undefined);
    }

    /** A line with its source at the end; a crossed ring where there is none. @param {Layer} layer */
    #line(layer) {
        const places = this.#found(layer);
        const [first] = places;
        const last = places[places.length - 1];
        const d = places.map((p, i) => `${i ? 'L' : 'M'}${n(p.x)} ${n(p.y)}`).join('');
        const cut = LACKS.has(layer.what);
        return svg('g', { class: `trace ${cut ? 'lacks' : 'line'}`, data: { what: layer.what, from: first?.id ?? '', to: last?.id ?? '' } },
            svg('title', null, [capital(layer.what), layer.name ?? ''].filter(Boolean).join(': ')),
            svg('path', { class: 'case', d }), svg('path', { class: 'edge', d }),
            last && svg('g', { transform: `translate(${n(last.x)} ${n(last.y)})` },
                svg('circle', { class: 'case', r: 15 }), svg('circle', { class: 'edge', r: 15 }),
                svg('path', { class: 'sign', d: cut ? 'M-8 -8L8 8M8 -8L-8 8' : 'M-7 5V-2L0 -8L7 -2V5Z' })));
    }
}
