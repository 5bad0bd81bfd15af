// The attack window: everything that bears on a fight, and every way it can end, before it is fought.

import { compare, rivalsOf } from './matrix.js';
import { button, el, fill } from './dom.js';
import { dialog, figure, ruleButton } from './ui.js';
import { percent } from './odds-words.js';
import { choose, settings } from './settings.js';
import { capital, placeName } from './view.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Battle} Battle */
/** @typedef {import('./wire.d.ts').Force} Force */
/** @typedef {import('./wire.d.ts').Chance} Chance */

/**
 * Shows the odds of an action and asks whether to do it.
 * @param {import('./table.js').Table} table
 * @param {Offered} action
 * @returns {Promise<Offered | null>} what is to be done: the action, or another one of its list
 */
export async function weigh(table, action) {
    // Who has switched the window off reads the odds beside the button.
    if (!settings().weigh && table.odds.shown(action)) return action;
    let odds;
    try {
        odds = await table.odds.of(action);
        const rivals = odds.battle?.expects ? rivalsOf(table.state.offers, action) : [];
        // The table may have told anew what is offered while the odds were worked out.
        const meant = rivals.find(r => r.number === action.number && r.text === action.text);
        if (meant && rivals.length > 1) return await compare(table, meant, new Map(await Promise.all(rivals.map(async r => /** @type {const} */ ([r, await table.odds.of(r)])))));
    } catch (error) {
        table.fail(error);
        return null;
    }
    const { battle, chances } = odds;
    // The same odds were agreed to a moment ago, when the attack was declared: they are not asked for twice.
    if (battle && table.odds.agreed(odds)) return action;
    const beside = el('input', { type: 'checkbox', id: 'no-window', data: { test: 'no-window' } });
    return new Promise(resolve => {
        const go = button(capital(action.label), () => node.close('go'), { class: 'primary big', data: { test: 'battle-go', verb: action.verb } });
        const node = dialog(battle ? `Battle for ${placeName(table.kit, battle.place)}` : capital(odds.label), [
            battle && sides(table, battle),
            battle && factors(battle),
            battle?.expects && expected(battle.expects),
            chances.length > 0 && outcomes(chances),
            battle?.note && el('p', { class: 'hint' }, battle.note),
            el('p', { class: 'row' }, beside, el('label', { for: 'no-window' }, 'From now on without this window, where the odds stand beside the button')),
            el('div', { class: 'row end sticky' }, button('Not now', () => node.close(''), { class: 'big', data: { test: 'battle-not' } }), go),
        ], { class: 'battle', test: 'battle', onClose: value => {
            if (value === 'go') table.odds.agree(odds);
            if (beside.checked) choose({ weigh: false });
            resolve(value === 'go' ? action : null);
        } });
        go.focus();
    });
}

/** @param {import('./table.js').Table} table @param {Battle} battle */
export function sides(table, battle) {
    /** @param {Force} force */
    const item = force => {
        const c = table.shown.counters.find(x => x.id === force.piece);
        return el('li', null, c ? figure(c, 44) : el('span', { class: 'figure none' }),
            el('span', null, capital(force.name)), el('b', null, force.strength));
    };
    /** @param {string} title @param {Force[]} forces */
    const list = (title, forces) => el('div', { class: 'force' },
        el('h3', null, title),
        el('ul', null, forces.map(item)),
        el('p', { class: 'force-sum' }, 'Strength ', el('b', null, forces.reduce((sum, f) => sum + f.strength, 0))));
    return el('div', { class: 'forces-two' },
        list('Attack', battle.attackers), el('p', { class: 'ratio' }, battle.ratio.split(/ (?=→)|(?<=,) /).flatMap(part => [el('span', null, part), ' '])), list('Defence', battle.defenders));
}

/** @param {number} value */
function signed(value) {
    return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

/** @param {Battle} battle */
export function factors(battle) {
    if (!battle.factors.length) return null;
    return el('table', { class: 'factors' },
        el('caption', null, 'What changes the odds'),
        el('thead', { class: 'hidden' }, el('tr', null, el('th', { scope: 'col' }, 'Value'), el('th', { scope: 'col' }, 'Reason'), el('th', { scope: 'col' }, 'Rule'))),
        el('tbody', null, battle.factors.map(f => el('tr', { data: { test: 'factor' } },
            el('td', { class: 'number' }, signed(f.value)), el('th', { scope: 'row' }, capital(f.why)), el('td', null, f.rule && ruleButton(f.rule))))),
        el('tfoot', null, el('tr', null, el('td', { class: 'number' }, signed(battle.total)), el('th', { scope: 'row' }, 'Total'), el('td'))));
}

/**
 * What is to be expected, by what the enemy may answer.
 * @param {import('./wire.d.ts').Chart} chart
 */
function expected(chart) {
    return el('table', { class: 'expected', data: { test: 'expected' } },
        el('caption', null, chart.title, ' ', chart.rule && ruleButton(chart.rule)),
        el('thead', null, el('tr', null, chart.head.map(h => el('th', { scope: 'col' }, capital(h))))),
        el('tbody', null, chart.rows.map(row => el('tr', null, row.map((cell, i) =>
            i === 0 ? el('th', { scope: 'row' }, capital(cell)) : el('td', { class: 'number' }, cell))))));
}

/** @param {Chance[]} chances */
function outcomes(chances) {
    const sum = chances.reduce((total, c) => total + c.probability, 0);
    const most = Math.max(...chances.map(c => c.probability), 0.01);
    const rows = chances.map(c => {
        const bar = el('span', { class: 'chance-bar' });
        bar.style.width = `${(c.probability / most) * 100}%`;
        return el('tr', { data: { test: 'chance', parts: c.parts, of: c.of, probability: c.probability } },
            el('th', { scope: 'row' }, capital(c.outcome)),
            el('td', { class: 'chance-cell', 'aria-hidden': 'true' }, bar),
            el('td', { class: 'number' }, percent(c.probability)),
            el('td', { class: 'number fraction' }, `${c.parts}/${c.of}`));
    });
    const table = el('table', { class: 'chances' },
        el('caption', null, 'Every outcome'),
        el('thead', { class: 'hidden' }, el('tr', null, el('th', { scope: 'col' }, 'Outcome'), el('td'), el('th', { scope: 'col' }, 'Probability'), el('th', { scope: 'col' }, 'Exactly'))),
        el('tbody', null, rows));
    const foot = el('tfoot');
    fill(foot, el('tr', null, el('th', { scope: 'row' }, 'Sum'), el('td'), el('td', { class: 'number', data: { test: 'chance-sum' } }, percent(sum)), el('td')));
    table.append(foot);
    return table;
}
