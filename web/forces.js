// The order of battle: who is there, where, and who is still to come.

import { el, fill } from './dom.js';
import { figure } from './ui.js';
import { named } from './terms.js';
import { strength } from './describe.js';
import { capital, dueTurn, sidesOf, unknown } from './view.js';

/** @typedef {import('./wire.d.ts').Counter} Counter */

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => string} key
 * @returns {Map<string, T[]>}
 */
export function group(items, key) {
    /** @type {Map<string, T[]>} */
    const groups = new Map();
    for (const item of items) {
        const name = key(item);
        const list = groups.get(name);
        if (list) list.push(item);
        else groups.set(name, [item]);
    }
    return groups;
}

export class Forces {
    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.table = table;
        this.wanted = '';
        this.body = el('div', { class: 'forces' });
        /** @type {import('./wire.d.ts').View | null} */
        this.drawn = null;
        const field = el('input', {
            type: 'search', class: 'filter', placeholder: 'Find a unit or place', 'aria-label': 'Find a unit or place', data: { test: 'forces-filter' },
            oninput: () => {
                this.wanted = field.value.toLowerCase();
                this.drawn = null;
                this.update();
            },
        });
        fill(host, field, this.body);
    }

    update() {
        const { shown, kit, state } = this.table;
        if (this.drawn === shown) return;
        this.drawn = shown;
        const places = new Set(kit.places.map(p => p.id));
        const all = shown.counters.filter(c => !this.wanted
            || `${c.name} ${c.formation} ${c.place} ${this.#town(c.place)}`.toLowerCase().includes(this.wanted));
        const closed = new Set([...this.body.querySelectorAll('details:not([open])')].map(d => /** @type {HTMLElement} */ (d).dataset.side));
        const playing = sidesOf(kit.title, state.scenario);
        const there = kit.title.sides.filter(s => playing.includes(s) || shown.counters.some(c => c.side === s.id));
        fill(this.body, there.map(side => {
            const mine = all.filter(c => c.side === side.id);
            const board = mine.filter(c => places.has(c.place));
            const boxes = group(mine.filter(c => !places.has(c.place)), c => c.place);
            return el('details', { open: !closed.has(side.id) || this.wanted !== '', data: { side: side.id } },
                el('summary', null, el('h2', null, side.name, ' ', el('small', null, `${board.length} on the board`))),
                [...group(board, c => c.formation || (unknown(c) ? 'Unknown' : 'No formation'))].map(([name, counters]) => this.#group(name, counters, true)),
                [...boxes].map(([box, counters]) => this.#group(dueTurn(box) ? `Due on turn ${dueTurn(box)}` : capital(box), counters, false)));
        }), !all.length && el('p', { class: 'empty' }, 'No unit is called so.'));
    }

    /** @param {string} place */
    #town(place) {
        return this.table.kit.places.find(p => p.id === place)?.name ?? '';
    }

    /** @param {string} name @param {Counter[]} counters @param {boolean} board */
    #group(name, counters, board) {
        const sum = strength(counters);
        return el('section', { class: board ? 'group' : 'group box' },
            el('h3', null, name, el('small', null, counters.length > 1 ? ` ${[counters.length, sum].filter(Boolean).join(' · ')}` : '')),
            el('ul', { class: 'pieces' }, counters.map(c => el('li', null, this.#row(c, board)))));
    }

    /** @param {Counter} c @param {boolean} board */
    #row(c, board) {
        const state = [unknown(c) ? 'contents unknown' : '', c.reduced ? 'reduced' : '', ...c.badges].filter(Boolean).join(', ');
        const values = c.values.length ? el('span', { class: 'hidden' }, ` ${named(c) || c.values.join('–')} `) : ' ';
        const inside = [figure(c, 36), el('span', null, c.name, values, state && el('small', { class: 'state' }, state)),
            board && el('small', null, /\d/.test(c.place) || !this.#town(c.place) ? [c.place, this.#town(c.place) && el('br')] : null, this.#town(c.place))];
        if (!board) return el('div', { class: 'piece-row', title: named(c) || null }, inside);
        return el('button', {
            type: 'button', title: named(c) || null, data: { test: 'force', id: c.id },
            onclick: () => this.table.going.seek([c.place]),
        }, inside);
    }
}
