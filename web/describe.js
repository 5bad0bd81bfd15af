// A place in words, for those who hear the board.

import { brief, leads, stores } from './counters.js';
import { unknown } from './view.js';

/** @typedef {import('./wire.d.ts').Counter} Counter */

/**
 * How strong pieces are together: the sum of the first values of those that fight. What is unknown is not counted but
 * said.
 * @param {readonly Counter[]} counters
 * @returns {string} empty if none has a value and none is unknown
 */
export function strength(counters) {
    const valued = counters.filter((c) => !leads(c) && !stores(c) && c.values.length);
    const sum = valued.reduce((total, c) => total + (c.values[0] ?? 0), 0);
    const dark = counters.filter(unknown).length;
    return [valued.length ? `strength ${sum}` : '', dark ? `${dark} unknown` : ''].filter(Boolean).join(', ');
}

/**
 * How many units there are and how strong they are.
 * @param {readonly Counter[]} counters
 * @returns {string} empty if none fights
 */
function force(counters) {
    const units = counters.filter((c) => !leads(c) && !stores(c) && (c.values.length || unknown(c)));
    return units.length ? [`${units.length} ${units.length === 1 ? 'unit' : 'units'}`, strength(units)].filter(Boolean).join(', ') : '';
}

/**
 * Pieces by side, in the order of the stack.
 * @param {readonly Counter[]} stack
 */
function bySide(stack) {
    return [...new Set(stack.map((c) => c.side))].map((side) => ({ side, own: stack.filter((c) => c.side === side) }));
}

/**
 * The strength of a stack; of each side in it, the upper one first, if several share the place.
 * @param {readonly Counter[]} stack
 * @param {(side: string) => string} sideName
 */
export function sums(stack, sideName) {
    const sides = bySide(stack).reverse();
    return sides.map(({ side, own }) => {
        const heads = own.filter(leads).length;
        const sum = [force(own), heads ? `${heads} HQ` : ''].filter(Boolean).join(', ');
        return sides.length > 1 ? `${sideName(side)}: ${sum}` : sum;
    }).join(' · ');
}

/**
 * A way in words: what it costs and what it means to end there.
 * @param {import('./wire.d.ts').Way} way
 */
export function wayWords(way) {
    return [`${way.cost} by ${way.by}`, ...(way.means ?? [])].join(', ');
}

/**
 * @param {import('./wire.d.ts').Place} place
 * @param {object} what
 * @param {readonly Counter[]} what.stack                       bottom first
 * @param {readonly import('./wire.d.ts').Mark[]} what.marks    of the place
 * @param {readonly import('./wire.d.ts').Way[]} what.ways      that lead there
 * @param {boolean} what.acts                                   whether a piece there can act
 * @param {boolean} what.lit                                    whether the place can be chosen
 * @param {(side: string) => string} what.sideName
 * @returns {string}
 */
export function describe(place, { stack, marks, ways, acts, lit, sideName }) {
    const id = /^\d+$/.test(place.id) ? `Hex ${place.id}` : place.id;
    const ground = [id, place.terrain, place.name === place.id ? '' : place.name].filter(Boolean).join(', ');
    const said = [place.notes.length ? `${ground}; ${place.notes.join(', ')}.` : `${ground}.`];
    for (const { side, own } of bySide(stack)) {
        // A side of one nation need not hear it with every piece.
        const pieces = own.map((c) => [brief(c, c.nation === side), ...(c.reduced ? ['reduced'] : []), ...c.badges].join(', '));
        said.push(`${sideName(side)}: ${[...pieces.reverse(), force(own)].filter(Boolean).join('; ')}.`);
    }
    for (const { what, side } of marks) {
        said.push(`${what.charAt(0).toUpperCase()}${what.slice(1)}${side ? ` by ${sideName(side)}` : ''}.`);
    }
    if (acts) said.push('Can act.');
    if (ways.length) said.push(`In reach: ${ways.map(wayWords).join('; ')}.`);
    else if (lit) said.push('Can be chosen.');
    return said.join(' ');
}
