// The luck ledger: how the dice fell against what was to be expected.

import { el } from './dom.js';
import { dice } from './log.js';
import { sideName, sidesOf } from './view.js';

/** @typedef {import('./wire.d.ts').Frame} Frame */

/**
 * @param {Frame[]} frames
 * @param {string} side
 */
export function tally(frames, side) {
    let count = 0;
    let sum = 0;
    let expected = 0;
    let came = 0;
    let weighed = 0;
    for (const frame of frames) {
        if (frame.side !== side) continue;
        for (const die of frame.dice ?? []) {
            count += 1;
            sum += die;
        }
        if (!frame.luck) continue;
        weighed += 1;
        expected += frame.luck.expected;
        came += frame.luck.came;
    }
    return { count, mean: count ? sum / count : null, expected, came, weighed };
}

/** @param {number} x */
function signed(x) {
    const text = Math.abs(x).toFixed(2);
    return text === '0.00' ? '0' : `${x > 0 ? '+' : '−'}${text}`;
}

/** @param {import('./table.js').Table} table */
export function luck(table) {
    const frames = table.past?.frames.slice(0, table.index) ?? [];
    const rolls = frames.filter(f => f.dice?.length || f.luck);
    const veiled = !table.kit.title.open && !table.state.result;
    const note = veiled && 'While the game goes on only your own dice are counted: how many the others roll may be a secret.';
    if (!rolls.length) return el('p', { class: 'hint' }, note || 'No die has been rolled yet.');
    return [
        el('table', { class: 'plain', data: { test: 'luck' } },
            el('caption', { class: 'hidden' }, 'Luck by side'),
            el('thead', null, el('tr', null, ['Side', 'Dice', 'Mean', 'Expected', 'Came', 'Luck'].map(h => el('th', { scope: 'col' }, h)))),
            el('tbody', null, sidesOf(table.kit.title, table.state.scenario).map(side => {
                const t = tally(frames, side.id);
                return el('tr', null,
                    el('th', { scope: 'row' }, side.name), el('td', null, t.count), el('td', null, t.mean?.toFixed(2) ?? '–'),
                    el('td', null, t.weighed ? t.expected.toFixed(2) : '–'), el('td', null, t.weighed ? t.came.toFixed(2) : '–'),
                    el('td', null, t.weighed ? signed(t.came - t.expected) : '–'));
            }))),
        el('p', { class: 'hint' }, 'A fair die has a mean of 3.5. Expected and Came are the worth of the results to the side that rolled.', note && ` ${note}`),
        el('details', null, el('summary', null, `All ${rolls.length} rolls`),
            el('ol', { class: 'rolls' }, rolls.toReversed().map(f => el('li', null,
                el('span', null, `Move ${f.number}, ${sideName(table.kit, f.side)} `), f.dice?.length ? dice(f.dice) : null,
                f.luck && el('small', null, ` ${f.luck.came.toFixed(2)} against ${f.luck.expected.toFixed(2)}: ${signed(f.luck.came - f.luck.expected)}`))))),
    ];
}
