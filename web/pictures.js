// Pictures for primers, drawn from the game's own counters and board.

import * as api from './api.js';
import { counter, title } from './counters.js';
import { el, n, svg } from './dom.js';
import { ring } from './places.js';
import { named } from './terms.js';

/** @typedef {import('./wire.d.ts').Kit} Kit */

/** Counters of a stack that are drawn at most. */
const HIGH = 3;

/**
 * Counters side by side with their names and the names of their numbers.
 * @param {Kit} kit
 * @param {readonly string[]} ids
 * @param {string} caption
 */
export function counterPictures(kit, ids, caption) {
    const shown = ids.map(id => kit.counters.find(c => c.id === id)).filter(c => c !== undefined);
    if (!shown.length) return null;
    return el('figure', { class: 'picture', data: { test: 'picture' } },
        el('div', { class: 'picture-counters' }, shown.map(c => el('div', { class: 'picture-counter' },
            svg('svg', { viewBox: '-24 -24 48 48', width: 84, height: 84, 'aria-hidden': 'true', focusable: 'false' }, quiet(counter(c))),
            el('b', null, title(c)), named(c) && el('small', null, named(c))))),
        caption && el('figcaption', null, caption));
}

/** A drawn counter beside a text that says the same. @param {SVGGElement} drawn */
function quiet(drawn) {
    for (const name of ['role', 'aria-label', 'data-piece']) drawn.removeAttribute(name);
    return drawn;
}

/**
 * A part of the board with what stands on it when the scenario begins; the places that are named are framed.
 * @param {Kit} kit
 * @param {readonly string[]} ids
 * @param {string} caption
 */
export function boardPicture(kit, ids, caption) {
    const places = ids.map(id => kit.places.find(p => p.id === id)).filter(p => p !== undefined);
    if (!places.length) return null;
    const areas = kit.places.some(p => p.outline.length > 6);
    const points = places.flatMap(p => areas || !p.outline.length ? [[p.x, p.y]] : p.outline);
    const [xs, ys] = [points.map(([x]) => x ?? 0), points.map(([, y]) => y ?? 0)];
    const pad = kit.unit * (areas ? 2.2 : 0.9);
    // So wide at least that it can be seen where it is.
    const grow = (/** @type {number[]} */ all, /** @type {number} */ least, /** @type {number} */ most) => {
        const [low, high] = [Math.min(...all) - pad, Math.max(...all) + pad];
        const more = Math.max(0, least - (high - low)) / 2;
        return [Math.max(0, low - more), Math.min(most, high + more)];
    };
    const [top = 0, bottom = 0] = grow(ys, kit.unit * 4, kit.height);
    const [left = 0, right = 0] = grow(xs, (bottom - top) * 1.4, kit.width);
    const inside = kit.places.filter(p => p.x > left && p.x < right && p.y > top && p.y < bottom);
    const scale = areas ? 0.8 : 1;
    const stacks = inside.flatMap(p => kit.counters.filter(c => c.place === p.id).slice(-HIGH).map((c, i, all) => {
        const shift = (i - (all.length - 1) / 2) * 4;
        return svg('g', { transform: `translate(${n(p.x + shift)} ${n(p.y - shift)}) scale(${scale})` }, quiet(counter(c)));
    }));
    return el('figure', { class: 'picture', data: { test: 'picture' } },
        svg('svg', { class: 'picture-board', viewBox: [left, top, right - left, bottom - top].map(n).join(' '), role: 'img', 'aria-label': caption },
            svg('image', { href: api.drawing(kit.board), x: 0, y: 0, width: kit.width, height: kit.height }),
            places.map(p => p.outline.length > 2 && svg('polygon', { class: 'case', points: ring(p, 0.97) })),
            places.map(p => p.outline.length > 2 && svg('polygon', { class: 'edge', points: ring(p, 0.97) })),
            stacks),
        caption && el('figcaption', null, caption));
}
