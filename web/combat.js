// The fight under way as the game sees it: how far it has come, and both sides row by row.

import { el } from './dom.js';
import { paint } from './palette.js';
import { ruleButton } from './ui.js';
import { capital, sideName } from './view.js';

/** @typedef {import('./wire.d.ts').Combat} Combat */
/** @typedef {import('./wire.d.ts').CombatRow} CombatRow */

/** How far it has come. @param {Combat} combat */
export function stages({ stages, stage }) {
    if (!stages?.length) return null;
    return el('ol', { class: 'combat-stages', 'aria-label': 'Stages of the combat', data: { test: 'combat-stages' } }, stages.map((name, i) =>
        el('li', { class: i < stage ? 'past' : '', 'aria-current': i === stage ? 'step' : null }, capital(name))));
}

/** @param {import('./wire.d.ts').Kit} kit @param {Combat} combat */
export function sheet(kit, combat) {
    /** @param {string} role @param {string[]} sides */
    const head = (role, sides) => el('th', { scope: 'col', style: { borderBottomColor: sides[0] ? paint(sides[0]).line : '#5a5546' } },
        el('small', null, role), sides.map(s => sideName(kit, s)).join(' and ') || 'Neutral');
    return el('table', { class: 'combat-sheet' },
        el('thead', null, el('tr', null, el('td'), head('Attacker', combat.attackers), head('Defender', combat.defenders))),
        el('tbody', null, combat.rows.filter(r => r.name !== 'powers').map(row)));
}

/** @param {CombatRow} row */
function row(row) {
    if (!row.attacker && !row.defender) {
        return el('tr', { class: 'combat-round', data: { test: 'combat-round' } }, el('th', { colspan: '3', scope: 'rowgroup' }, capital(row.name), ' ', row.rule && ruleButton(row.rule)));
    }
    return el('tr', { data: { test: 'combat-row', row: row.name } },
        el('th', { scope: 'row', title: row.rule ? `Rule ${row.rule}` : '' }, capital(row.name)), el('td', null, row.attacker), el('td', null, row.defender));
}
