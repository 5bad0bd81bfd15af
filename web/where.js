// What is told of the place under the pointer: its ground, what stands there with the names of its figures, and what it means to go there.

import { brief, title } from './counters.js';
import { sums, wayWords } from './describe.js';
import { el, fill } from './dom.js';
import { named } from './terms.js';

/** Of so many counters of a stack the figures are named. */
const NAMED = 4;

/**
 * @param {HTMLElement} node
 * @param {string} ground  the place and its ground in words; empty for no place
 * @param {readonly import('./wire.d.ts').Counter[]} stack  bottom first
 * @param {readonly import('./wire.d.ts').Way[]} ways
 * @param {(side: string) => string} sideName
 */
export function tellWhere(node, ground, stack, ways, sideName) {
    const told = [...stack].reverse().filter((c) => named(c)).slice(0, NAMED);
    fill(node, ground,
        stack.length > 0 && el('div', null, `${stack.map((c) => brief(c)).join(', ')}${stack.length > 1 ? ` · ${sums(stack, sideName)}` : ''}`),
        told.map((c) => el('div', { class: 'named', data: { test: 'named' } }, stack.length > 1 && `${title(c)}: `, named(c))),
        ways.map((way) => el('div', { class: 'means', data: { test: 'means' } }, wayWords(way))));
}
