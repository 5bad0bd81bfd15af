// The sheet of a board: its drawing, and the layers over it.

import { el, svg } from './dom.js';

/** From the bottom up, in three sheets that are painted apart: what is lit changes with every click, the counters seldom, the map never. */
const SHEETS = /** @type {const} */ ([
    ['land', 'ground', 'fields', 'around', 'reach', 'lit', 'rings'],
    ['counters', 'marks', 'counts', 'names'],
    ['frames', 'dots', 'arrows', 'traces', 'trails', 'costs', 'path', 'asked', 'taught', 'advice', 'point', 'signs', 'ruler', 'cursor'],
]);

/** @typedef {Record<(typeof SHEETS)[number][number], SVGGElement>} BoardLayers */

/** @param {import('./wire.d.ts').Kit} kit @param {string} drawing  URL of the board's SVG */
export function sheetOf(kit, drawing) {
    const layers = /** @type {BoardLayers} */ (Object.fromEntries(SHEETS.flat().map((name) => [name, svg('g', { class: `layer-${name}` })])));
    const size = { width: kit.width, height: kit.height };
    const sheet = el('div', { class: 'board-sheet', style: { width: `${kit.width}px`, height: `${kit.height}px` } },
        el('img', { class: 'board-map', src: drawing, alt: '', draggable: 'false', ...size }),
        SHEETS.map((names) => svg('svg', { class: 'board-over', viewBox: `0 0 ${kit.width} ${kit.height}`, 'aria-hidden': 'true', ...size }, names.map((name) => layers[name]))));
    return { layers, sheet, size };
}
