// How layers of the ground are drawn, and their legend. Sides differ in colour and in pattern.

import { el, n, svg } from './dom.js';
import { layerWords } from './ground.js';
import { border, outline, slug } from './switches.js';

/** @typedef {import('./wire.d.ts').Layer} Layer */
/** @typedef {import('./wire.d.ts').Place} Place */
/** @typedef {{ kind: import('./wire.d.ts').Ground, layer: Layer }} Shown */
/** @typedef {(side: string) => import('./palette.js').Paint} Paints */

/** What is a line from place to place. */
const LINES = new Set(['chain', 'supply line']);
/** What is a ring around each place. */
const RINGS = new Set(['source', 'link']);
/** What is in a colour of its own, whosever it is: it lies upon ground of the same side. @type {Record<string, string>} */
const LACKS = { cut: '#b3261e', blocked: '#a3104f' };

/** A star in a small plate. */
const STAR = Array.from({ length: 10 }, (_, i) => {
    const r = i % 2 ? 3.4 : 8;
    const a = (i * Math.PI) / 5 - Math.PI / 2;
    return `${i ? 'L' : 'M'}${n(Math.cos(a) * r)} ${n(Math.sin(a) * r)}`;
}).join('') + 'Z';

export class GroundView {
    #print = '';

    /**
     * @param {HTMLElement} host  the legend goes here
     * @param {SVGGElement} ground  fields go here, below the counters
     * @param {SVGGElement} signs  rings and stars go here, above them
     * @param {import('./places.js').Places} places
     * @param {(side: string) => string} sideName
     */
    constructor(host, ground, signs, places, sideName) {
        this.ground = ground;
        this.signs = signs;
        this.places = places;
        this.sideName = sideName;
        this.legend = el('ul', { class: 'ground-legend', hidden: true, 'aria-label': 'Legend', data: { test: 'legend' } });
        host.append(this.legend);
    }

    /** @param {readonly Shown[]} shown @param {Paints} paints @param {number} unit */
    draw(shown, paints, unit) {
        const print = JSON.stringify(shown);
        if (print === this.#print) return;
        this.#print = print;
        const sides = [...new Set(shown.map(s => s.layer.side))].sort();
        const areas = shown.filter(({ layer }) => layer.places.length && !LINES.has(layer.what) && !RINGS.has(layer.what) && layer.what !== 'objective');
        this.ground.replaceChildren(
            svg('defs', null, sides.map((side, i) => this.#hatch(side, i, paints(side).line))),
            ...areas.map(({ kind, layer }) => this.#field(kind, layer, paints(layer.side).line, sides.indexOf(layer.side))));
        this.signs.replaceChildren(...shown.flatMap(({ layer }) =>
            LINES.has(layer.what) ? [this.#line(layer, paints(layer.side).line, sides.indexOf(layer.side))] : RINGS.has(layer.what) ? this.#rings(layer, paints(layer.side), unit) : layer.what === 'objective' ? this.#stars(layer, paints(layer.side), unit) : []));
        this.#explain(shown, paints, sides);
    }

    /** @param {string} side @param {number} index @param {string} colour */
    #hatch(side, index, colour) {
        return svg('pattern', { id: `hatch-${slug(side) || 'none'}-${index}`, width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${[45, -45, 0, 90][index % 4]})` },
            svg('rect', { width: 3, height: 9, fill: colour, 'fill-opacity': 0.55 }));
    }

    /** @param {Layer} layer */
    #found(layer) {
        return layer.places.map(id => this.places.get(id)).filter(p => p !== undefined);
    }

    /** @param {string} kind @param {Layer} layer @param {string} colour @param {number} index */
    #field(kind, layer, colour, index) {
        const places = this.#found(layer);
        const hatched = layer.what === 'threat';
        return svg('g', { class: `ground-field ${slug(layer.what)}`, data: { kind, what: layer.what, side: layer.side } },
            svg('title', null, [layerWords(layer, this.sideName), layer.name ?? ''].filter(Boolean).join(': ')),
            svg('path', { class: 'fill', d: places.map(outline).join(''), fill: hatched ? `url('#hatch-${slug(layer.side) || 'none'}-${index}')` : LACKS[layer.what] ?? colour }),
            svg('path', { class: 'case', d: border(places) }),
            svg('path', { class: 'edge', d: border(places), stroke: LACKS[layer.what] ?? colour, 'stroke-dasharray': index % 2 ? '11 5' : null }));
    }

    /** @param {Layer} layer @param {string} colour @param {number} index */
    #line(layer, colour, index) {
        const d = this.#found(layer).map((p, i) => `${i ? 'L' : 'M'}${n(p.x)} ${n(p.y)}`).join('');
        return svg('g', { class: 'chain', data: { what: layer.what } }, svg('path', { class: 'case', d }), svg('path', { class: 'line', d, stroke: colour, 'stroke-dasharray': index % 2 ? '0.1 8' : null }));
    }

    /** @param {Layer} layer @param {import('./palette.js').Paint} paint @param {number} unit */
    #rings(layer, paint, unit) {
        return this.#found(layer).map(p => svg('g', { class: `ground-ring ${slug(layer.what)}`, data: { place: p.id }, transform: `translate(${n(p.x)} ${n(p.y)})` },
            svg('circle', { class: 'case', r: n(unit * 0.3) }), svg('circle', { class: 'edge', r: n(unit * 0.3), stroke: paint.line })));
    }

    /** @param {Layer} layer @param {import('./palette.js').Paint} paint @param {number} unit */
    #stars(layer, paint, unit) {
        return this.#found(layer).map(p => svg('g', { class: 'ground-star', data: { place: p.id }, transform: `translate(${n(p.x)} ${n(p.y - unit * 0.34)})` },
            svg('title', null, `${p.name || p.id}: ${layerWords(layer, this.sideName)}`),
            svg('g', { class: 'plate' }, svg('circle', { r: 11, fill: layer.side ? paint.ground : '#fffdf6' }), svg('path', { d: STAR, fill: layer.side ? paint.ink : '#17130d' }))));
    }

    /** @param {readonly Shown[]} shown @param {Paints} paints @param {readonly string[]} sides */
    #explain(shown, paints, sides) {
        /** @type {Map<string, Layer>} */
        const words = new Map();
        for (const { layer } of shown) if (layer.places.length && !words.has(layerWords(layer, this.sideName))) words.set(layerWords(layer, this.sideName), layer);
        this.legend.hidden = !words.size;
        this.legend.replaceChildren(...[...words].map(([text, layer]) => {
            const { ground, ink, line } = paints(layer.side);
            const index = sides.indexOf(layer.side);
            const hatch = [45, -45, 0, 90][index % 4];
            const swatch = svg('svg', { viewBox: '0 0 22 16', width: 22, height: 16, 'aria-hidden': 'true' },
                RINGS.has(layer.what) ? svg('circle', { cx: 11, cy: 8, r: 6, fill: 'none', stroke: line, 'stroke-width': 2.6 })
                    : LINES.has(layer.what) ? svg('path', { d: 'M2 8H20', stroke: line, 'stroke-width': 3.4, 'stroke-linecap': 'round', 'stroke-dasharray': index % 2 ? '0.1 5.2' : null })
                    : layer.what === 'objective' ? [svg('circle', { cx: 11, cy: 8, r: 7.5, fill: layer.side ? ground : '#fffdf6', stroke: '#17130d' }), svg('path', { d: STAR, fill: layer.side ? ink : '#17130d', transform: 'translate(11 8) scale(0.68)' })]
                    : [
                        svg('rect', { x: 1, y: 1, width: 20, height: 14, rx: 2, fill: LACKS[layer.what] ?? line, 'fill-opacity': layer.what === 'threat' ? 0.12 : 0.3, stroke: LACKS[layer.what] ?? line, 'stroke-width': 1.6, 'stroke-dasharray': index % 2 ? '4 2' : null }),
                        layer.what === 'threat' && svg('path', { d: hatch === 45 ? 'M3 15L15 1M9 15L20 3' : 'M3 1L15 15M9 1L20 13', stroke: line, 'stroke-width': 1.8 }),
                    ]);
            return el('li', null, swatch, text);
        }));
    }
}
