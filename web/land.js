// The ground below everything: whose land it is, and what nobody may enter.

import { n, svg } from './dom.js';
import { paint } from './palette.js';
import { outline } from './switches.js';

/** @typedef {import('./wire.d.ts').Layer} Layer */

export class Land {
    /** What is drawn. */ #print = '';
    /** Whether the coast has been asked for. */ #coast = false;

    /**
     * @param {SVGGElement} ground   land of the sides goes here
     * @param {import('./places.js').Places} places
     * @param {string} drawing  URL of the board's SVG
     */
    constructor(ground, places, drawing) {
        this.drawing = drawing;
        this.ground = ground;
        this.places = places;
    }

    /** @param {readonly Layer[]} layers */
    draw(layers) {
        if (layers.length) void this.#cut();
        const land = layers.filter((l) => l.what === 'closed' || (l.what === 'held' && l.side));
        const print = JSON.stringify(land);
        if (print === this.#print) return;
        this.#print = print;
        this.ground.replaceChildren(...land.flatMap((layer) => {
            const d = layer.places.map((id) => this.places.get(id)).filter((p) => p !== undefined).map(outline).join('');
            if (!d) return [];
            if (layer.what === 'closed') return [svg('path', { class: 'closed', d })];
            const { line, ground } = paint(layer.side);
            return [svg('path', { class: 'held', data: { side: layer.side }, d, fill: ground, stroke: line })];
        }));
    }

    /** Areas run out into the sea; what is drawn of them is cut at the coast and at the frame, as the board does it. */
    async #cut() {
        if (this.#coast) return;
        this.#coast = true;
        const text = await fetch(this.drawing).then((answer) => answer.text(), () => '');
        const shape = /<clipPath id="dry"><path d="([^"]*)"/.exec(text)?.[1];
        const [x = 0, y = 0] = (/viewBox="([^"]*)"/.exec(text)?.[1] ?? '').split(' ').map(Number);
        if (!shape) return;
        // Hexes at the edge run out over the frame of the map.
        const frame = /<clipPath id="map"><rect x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"/.exec(text)?.slice(1).map(Number) ?? [];
        const [left = x, top = y, width = 1e5, height = 1e5] = frame;
        const moved = { transform: `translate(${n(-x)} ${n(-y)})` };
        this.ground.before(
            svg('clipPath', { id: 'board-frame' }, svg('rect', { x: left, y: top, width, height, ...moved })),
            svg('clipPath', { id: 'board-coast', 'clip-path': 'url(#board-frame)' }, svg('path', { d: shape, ...moved })));
        this.ground.classList.add('coast');
        this.ground.closest('.board-sheet')?.classList.add('coast-cut');
    }
}
