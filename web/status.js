// How the game stands.

import { diceFacts } from './dice-facts.js';
import { el, fill } from './dom.js';
import { figure, glossed, ruleButton } from './ui.js';
import { capital, dueTurn, sideName } from './view.js';
import { group } from './forces.js';
import { luck } from './luck.js';
import { who } from './lobby-games.js';

export class Status {
    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.host = host;
        this.table = table;
    }

    update() {
        const { table } = this;
        const { shown: view, state, kit } = table;
        const open = new Set([...this.host.querySelectorAll('details[open]')].map(d => /** @type {HTMLElement} */ (d).dataset.part));
        const scroll = this.host.scrollTop;
        fill(this.host,
            this.#part('Victory', view.victory.length > 0 && el('ul', { class: 'standings', data: { test: 'victory' } },
                view.victory.map(s => el('li', null, glossed(capital(s.text)), ' ', s.rule && ruleButton(s.rule))))),
            this.#part('Tracks', view.tracks.length > 0 && el('dl', { class: 'tracks' },
                view.tracks.map(t => el('div', null, el('dt', null, glossed(capital(t.name))), el('dd', null, glossed(t.value)))))),
            this.#part('Seats', el('ul', { class: 'seat-list' }, state.seats.map(s => el('li', null,
                el('span', { class: `presence ${s.here || s.kind === 'bot' ? 'here' : ''}`, 'aria-hidden': 'true' }),
                el('b', null, s.name), state.yours.includes(s.side) ? ' you' : ` ${who(s)}`,
                s.kind !== 'bot' && !s.here && el('small', null, ' away'))))),
            this.#part('Marks on the board', this.#marks()),
            this.#part('Reinforcements', this.#schedule()),
            this.#part('Luck', luck(table)),
            this.#part('Dice', state.seals.length > 0 && [
                el('p', { class: 'hint' }, state.seeded ? 'This game was made with a seed: if you know it, you know the dice to come.' : 'Each seal is the fingerprint of a secret fixed before the first roll: when the game is over the secret is shown, and anybody can check that no die was changed.'),
                ...diceFacts(state, side => sideName(kit, side)).map(fact => el('p', { class: 'hint', data: { test: 'dice-fact' } }, fact)),
                el('ul', { class: 'seals' }, state.seals.map(s => el('li', null, el('code', null, s)))),
                state.result && el('p', null, el('a', { href: `/verify?game=${state.id}` }, 'Verify the dice')),
            ]),
            this.#part('This game', el('dl', { class: 'tracks' },
                [['Scenario', kit.title.scenarios.find(s => s.id === state.scenario)?.title ?? state.scenario], ...Object.entries(state.options)]
                    .map(([name, value]) => el('div', null, el('dt', null, capital(name ?? '')), el('dd', null, value))))));
        for (const part of this.host.querySelectorAll('details')) if (open.has(part.dataset.part)) part.open = true;
        this.host.scrollTop = scroll;
    }

    /** @param {string} title @param {import('./dom.js').Child} body */
    #part(title, body) {
        return body ? el('section', { class: 'part', 'aria-label': title }, el('h2', null, title), body) : null;
    }

    #marks() {
        const { shown: view, kit } = this.table;
        if (!view.marks.length) return null;
        return [...group(view.marks, m => `${m.what}|${m.side}`)].map(([key, marks]) => {
            const [what, side] = key.split('|');
            return el('p', { class: 'marks' }, el('b', null, capital(what ?? '')), side ? ` (${sideName(kit, side)}) ` : ' ',
                marks.map(m => el('button', { type: 'button', class: 'chip', onclick: () => this.table.going.seek([m.place]) },
                    kit.places.find(p => p.id === m.place)?.name || m.place)));
        });
    }

    #schedule() {
        const { shown: view, kit } = this.table;
        const due = group(view.counters.filter(c => dueTurn(c.place)), c => dueTurn(c.place) ?? '');
        const rows = kit.turns.filter(turn => due.has(turn));
        if (!rows.length) return null;
        return el('dl', { class: 'schedule' }, rows.map(turn => el('div', null, el('dt', null, turn), el('dd', null,
            due.get(turn)?.map(c => el('span', { class: 'schedule-piece', title: c.name }, figure(c, 38), el('small', null, c.name)))))));
    }
}
