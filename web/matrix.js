// All secret choices beside each other: a row for each of yours, a column for each of the enemy's, what to expect in every cell.

import { button, el } from './dom.js';
import { factors, sides } from './battle.js';
import { matrix, percent } from './odds-words.js';
import { dialog, ruleButton } from './ui.js';
import { capital, placeName } from './view.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Odds} Odds */

/**
 * The actions among which one is chosen: buttons of the same kind.
 * @param {import('./wire.d.ts').Offers | null | undefined} offers
 * @param {Offered} action
 */
export function rivalsOf(offers, action) {
    if (action.pieces.length || action.place) return [];
    return offers?.buttons.filter(b => b.verb === action.verb && b.weigh && !b.pieces.length && !b.place) ?? [];
}

/**
 * Shows them all and asks which it shall be.
 * @param {import('./table.js').Table} table
 * @param {Offered} action  the one that was clicked
 * @param {ReadonlyMap<Offered, Odds>} all
 * @returns {Promise<Offered | null>}
 */
export async function compare(table, action, all) {
    const odds = [...all.values()];
    const told = matrix(odds.map(o => o.battle?.expects));
    const battle = all.get(action)?.battle;
    const chart = battle?.expects;
    if (!told || !battle || !chart) return action;
    /** @type {Offered | null} */
    let chosen = null;
    return new Promise(resolve => {
        const most = Math.max(...told.rows.flatMap(row => row.cells.map(c => Math.abs(c.leads))).filter(Number.isFinite), 0.01);
        /** @param {Offered} which */
        const take = which => {
            chosen = which;
            node.close('go');
        };
        const rows = [...all].map(([offered, { chances }], i) => {
            const best = chances.reduce((a, b) => (a && a.probability >= b.probability ? a : b), chances[0]);
            return el('tr', { class: offered.number === action.number ? 'meant' : '', data: { test: 'matrix-row' } },
                el('th', { scope: 'row' }, button(capital(offered.label), () => take(offered), { class: 'choose', data: { test: 'matrix-choose', number: offered.number, text: offered.text } })),
                told.rows[i]?.cells.map(cell => el('td', { title: cell.all, style: shade(cell.leads / most) },
                    cell.pairs.map((pair, k) => el(k ? 'small' : 'span', null, pair)))),
                el('td', { class: 'likely' }, best && [el('b', null, percent(best.probability)), el('small', null, best.outcome)]));
        });
        const node = dialog(`Battle for ${placeName(table.kit, battle.place)}`, [
            el('div', { class: 'matrix-frame' }, el('div', { class: 'matrix-scroll', tabindex: '0', role: 'region', 'aria-label': 'All choices' },
                el('table', { class: 'matrix', data: { test: 'matrix' } },
                    el('caption', null, `In each cell: ${told.pairs.join('; below: ')} `, chart.rule && ruleButton(chart.rule)),
                    el('thead', null,
                        el('tr', null, el('th', { scope: 'col' }, 'You'), told.heads.map(h => el('th', { scope: 'col' }, capital(h))), el('th', { scope: 'col' }, 'Most likely'))),
                    el('tbody', null, rows)))),
            sides(table, battle),
            factors(battle),
            battle.note && el('p', { class: 'hint' }, battle.note),
            el('div', { class: 'row end sticky' },
                button('Not now', () => node.close(''), { class: 'big', data: { test: 'battle-not' } }),
                button(capital(action.label), () => take(action), { class: 'primary big', data: { test: 'battle-go', verb: action.verb } })),
        ], { class: 'battle wide', test: 'battle', onClose: value => resolve(value === 'go' ? chosen : null) });
        /** @type {HTMLElement | null} */ (node.querySelector('.meant button'))?.focus();
    });
}

/** Green where the second figure is the greater, red where the first is. @param {number} by from −1 to 1 */
function shade(by) {
    if (!Number.isFinite(by)) return {};
    return { background: by >= 0 ? `rgb(30 130 60 / ${(by * 0.38).toFixed(2)})` : `rgb(180 40 20 / ${(-by * 0.38).toFixed(2)})` };
}
