// The names of names.js drawn over the board.

import { n, svg } from './dom.js';
import { NEAR, namesOf, shownNames } from './names.js';

/** Names are set anew so long after the last counter has come to rest. */
const REST_MS = 400;

export class NameLayer {
    #scale = 1;
    #late = 0;

    /**
     * @param {SVGGElement} layer
     * @param {import('./wire.d.ts').Kit} kit
     * @param {boolean} areas
     * @param {() => import('./names.js').Box[]} taken  where counters lie
     */
    constructor(layer, kit, areas, taken) {
        this.layer = layer;
        this.sheet = { width: kit.width, height: kit.height };
        this.names = namesOf(kit, areas);
        this.taken = taken;
    }

    /** The board has come to rest at a scale. @param {number} scale */
    settle(scale) {
        if (scale === this.#scale) return;
        this.#scale = scale;
        this.#draw();
    }

    /** Counters have moved. */
    moved() {
        clearTimeout(this.#late);
        if (this.#scale < NEAR) this.#late = setTimeout(() => this.#draw(), REST_MS);
    }

    #draw() {
        this.layer.replaceChildren(...shownNames(this.names, this.#scale, this.sheet, this.taken()).map(({ text, kind, great, x, y, size }) =>
            svg('text', { class: `place-name ${kind}${great ? ' great' : ''}`, x: n(x), y: n(y + size * 0.34), 'font-size': n(size), 'stroke-width': n(size * 0.24), 'text-anchor': 'middle' }, text)));
    }
}
