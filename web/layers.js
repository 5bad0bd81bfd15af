// Layers over the map: whose land it is, what nobody may enter, and the supply of one side at a time.

import { el, n, svg } from './dom.js';
import { paint } from './palette.js';

/** @typedef {import('./wire.d.ts').Layer} Layer */
/** @typedef {import('./wire.d.ts').Place} Place */

/** What belongs to supply. */
const SUPPLY = new Set(['source', 'chain', 'cut', 'blocked']);

/** @param {Place} place */
function outline(place) {
    return place.outline.length > 2 ? `M${place.outline.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z` : '';
}

export class Layers {
    /** @type {readonly Layer[]} */ #layers = [];
    /** The side whose supply is shown; empty for none. */ #side = '';
    /** What the control offers. */ #offered = '';
    /** Whether the coast has been asked for. */ #coast = false;

    /**
     * @param {HTMLElement} host
     * @param {SVGGElement} ground   land of the sides goes here, below everything
     * @param {SVGGElement} supply   lines of supply go here
     * @param {import('./places.js').Places} places
     * @param {(side: string) => string} sideName
     * @param {string} drawing  URL of the board's SVG
     * @param {boolean} elsewhere  whether supply is a layer of the ground, with a switch of its own
     */
    constructor(host, ground, supply, places, sideName, drawing, elsewhere) {
        this.elsewhere = elsewhere;
        this.drawing = drawing;
        this.ground = ground;
        this.supply = supply;
        this.places = places;
        this.sideName = sideName;
        this.select = el('select', {
            'aria-label': 'Show the supply of', data: { test: 'supply' },
            onchange: () => this.show(this.select.value),
        });
        this.control = el('label', { class: 'board-layers', hidden: true }, el('span', null, 'Supply'), this.select);
        host.append(this.control);
    }

    /** @param {readonly Layer[]} layers */
    draw(layers) {
        if (layers === this.#layers) return;
        const before = JSON.stringify(this.#layers.filter((l) => !SUPPLY.has(l.what)));
        this.#layers = layers;
        if (before !== JSON.stringify(layers.filter((l) => !SUPPLY.has(l.what)))) this.#land();
        this.#offer();
        this.#lines();
    }

    /** Shows the supply of a side; of none if it is empty. @param {string} side */
    show(side) {
        this.#side = side;
        this.select.value = side;
        this.#lines();
    }

    /** Goes on to the next side that has supply to be shown. */
    next() {
        const sides = ['', ...this.#sides()];
        this.show(sides[(sides.indexOf(this.#side) + 1) % sides.length] ?? '');
        return this.#side;
    }

    #sides() {
        return this.elsewhere ? [] : [...new Set(this.#layers.filter((l) => SUPPLY.has(l.what)).map((l) => l.side))];
    }

    #offer() {
        const sides = this.#sides();
        const print = sides.join();
        if (print === this.#offered) return;
        this.#offered = print;
        this.control.hidden = !sides.length;
        this.select.replaceChildren(el('option', { value: '' }, 'hidden'), ...sides.map((side) => el('option', { value: side }, this.sideName(side))));
        if (!sides.includes(this.#side)) this.#side = '';
        this.select.value = this.#side;
    }

    /** @param {readonly string[]} ids */
    #found(ids) {
        return ids.map((id) => this.places.get(id)).filter((p) => p !== undefined);
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
        for (const layer of [this.ground, this.supply]) layer.classList.add('coast');
        this.ground.closest('.board-sheet')?.classList.add('coast-cut');
    }

    #land() {
        if (this.#layers.length) void this.#cut();
        this.ground.replaceChildren(...this.#layers.flatMap((layer) => {
            const d = this.#found(layer.places).map(outline).join('');
            if (!d) return [];
            if (layer.what === 'closed') return [svg('path', { class: 'closed', d })];
            if (layer.what !== 'held' || !layer.side) return [];
            const { line, ground } = paint(layer.side);
            return [svg('path', { class: 'held', data: { side: layer.side }, d, fill: ground, stroke: line })];
        }));
    }

    #lines() {
        const mine = this.#layers.filter((l) => l.side === this.#side && SUPPLY.has(l.what));
        const of = (/** @type {string} */ what) => mine.filter((l) => l.what === what);
        /** Places with what is to be said of them. @param {Layer[]} layers @param {string} says */
        const told = (layers, says) => layers.flatMap((l) => this.#found(l.places).map((p) => ({ p, says: l.name || says })));
        const blocked = told(of('blocked'), 'enemies block supply').map(({ p, says }) => svg('path', { class: 'blocked', d: outline(p) }, svg('title', null, `${p.name || p.id}: ${says}`)));
        const chains = of('chain').map((l) => {
            const d = this.#found(l.places).map((p, i) => `${i ? 'L' : 'M'}${n(p.x)} ${n(p.y)}`).join('');
            return svg('g', { class: 'chain' }, svg('path', { class: 'case', d }), svg('path', { class: 'line', d }));
        });
        const ring = (/** @type {string} */ kind) => (/** @type {{ p: Place, says: string }} */ { p, says }) =>
            svg('g', { class: kind, transform: `translate(${n(p.x)} ${n(p.y)})` }, svg('title', null, `${p.name || p.id}: ${says}`), svg('circle', { class: 'case', r: 34 }), svg('circle', { class: 'line', r: 34 }));
        const ends = of('chain').map((l) => ({ ...l, places: l.places.slice(-1) }));
        this.supply.replaceChildren(...blocked, ...chains, ...told(ends, 'depot of a valid chain').map(ring('link')),
            ...told(of('source'), 'supply source').map(ring('source')), ...told(of('cut'), 'depot that no chain reaches').map(ring('cut')));
    }
}
