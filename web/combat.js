// The combat under way: both sides, how far it has come and what each round did, in a card over the board that can be folded away.

import { button, el, fill } from './dom.js';
import { ruleButton } from './ui.js';
import { capital, sideName } from './view.js';
import { paint } from './palette.js';

/** @typedef {import('./wire.d.ts').Combat} Combat */
/** @typedef {import('./wire.d.ts').CombatRow} CombatRow */

export class CombatCard {
    #folded = false;
    #shown = '';
    /** Where the combat was that was last shown, to open the card anew for another. */ #place = '';

    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.table = table;
        this.node = el('section', { class: 'combat', 'aria-label': 'Combat', hidden: true, data: { test: 'combat' } });
        host.append(this.node);
    }

    update() {
        const [combat] = this.table.shown.combats;
        const print = JSON.stringify([combat, this.#folded]);
        if (print === this.#shown) return;
        this.#shown = print;
        this.node.hidden = !combat;
        if (!combat) return;
        if (combat.place !== this.#place) {
            this.#place = combat.place;
            this.#folded = false;
            // It must not lie over the hexes that are fought for.
            this.node.classList.toggle('left', this.table.board.rightOf(combat.place));
        }
        const { kit } = this.table;
        const name = kit.places.find(p => p.id === combat.place)?.name || combat.place;
        const old = this.node.querySelector('.combat-body');
        const [scroll, held] = [old?.scrollTop ?? 0, old !== null && old === document.activeElement];
        fill(this.node,
            el('div', { class: 'combat-head' },
                el('h2', null, name, ' ', el('small', null, capital(combat.title))),
                button('◎', () => this.table.seek([combat.place]), { class: 'quiet', 'aria-label': `Show ${name} on the board`, title: 'Show it on the board' }),
                button(this.#folded ? '▾' : '▴', () => this.#fold(), { class: 'quiet', 'aria-expanded': String(!this.#folded), 'aria-label': this.#folded ? 'Unfold the combat' : 'Fold the combat away', data: { test: 'combat-fold' } })),
            !this.#folded && el('div', { class: 'combat-body', tabindex: '0', role: 'group', 'aria-label': 'Course of the combat' }, this.#stages(combat), this.#sheet(combat)));
        const body = /** @type {HTMLElement | null} */ (this.node.querySelector('.combat-body'));
        if (held) body?.focus({ preventScroll: true });
        // The last round is what everybody waits for.
        if (body) body.scrollTop = combat.rows.some(r => !r.attacker && !r.defender) ? body.scrollHeight : scroll;
    }

    #fold() {
        this.#folded = !this.#folded;
        this.update();
    }

    /** How far it has come. @param {Combat} combat */
    #stages({ stages, stage }) {
        if (!stages?.length) return null;
        return el('ol', { class: 'combat-stages', 'aria-label': 'Stages of the combat', data: { test: 'combat-stages' } }, stages.map((name, i) =>
            el('li', { class: i < stage ? 'past' : '', 'aria-current': i === stage ? 'step' : null }, capital(name))));
    }

    /** @param {Combat} combat */
    #sheet(combat) {
        const { kit } = this.table;
        /** @param {string} role @param {string[]} sides */
        const head = (role, sides) => el('th', { scope: 'col', style: { borderBottomColor: sides[0] ? paint(sides[0]).line : '#5a5546' } },
            el('small', null, role), sides.map(s => sideName(kit, s)).join(' and ') || 'Neutral');
        return el('table', null,
            el('thead', null, el('tr', null, el('td'), head('Attacker', combat.attackers), head('Defender', combat.defenders))),
            el('tbody', null, combat.rows.filter(r => r.name !== 'powers').map(row => this.#row(row))));
    }

    /** @param {CombatRow} row */
    #row(row) {
        if (!row.attacker && !row.defender) {
            return el('tr', { class: 'combat-round', data: { test: 'combat-round' } }, el('th', { colspan: '3', scope: 'rowgroup' }, capital(row.name), ' ', row.rule && ruleButton(row.rule)));
        }
        return el('tr', { data: { test: 'combat-row', row: row.name } },
            el('th', { scope: 'row', title: row.rule ? `Rule ${row.rule}` : '' }, capital(row.name)), el('td', null, row.attacker), el('td', null, row.defender));
    }
}
