// The end of a game: how it ended and by which rule, what was fought for, losses, luck, where it turned, and what comes next.

import { turningPoints } from './analysis.js';
import * as api from './api.js';
import { losses } from './chances.js';
import { button, el, fill } from './dom.js';
import { luck } from './luck.js';
import { announce, dialog, message, ruleButton, toast } from './ui.js';
import { capital, howItEnded, sideName, sidesOf } from './view.js';

/** @typedef {import('./table.js').Table} Table */

/** Letters of a name. */
const NAME = 40;

export class Ending {
    /** @type {HTMLDialogElement | null} */ #node = null;
    /** Whether the game was over when it was last looked at; nothing is known at first. @type {boolean | null} */ #over = null;

    /** @param {Table} table */
    constructor(table) {
        this.table = table;
    }

    /** How it ended, in words. */
    words() {
        const { kit, state } = this.table;
        const { result } = state;
        return result ? howItEnded(kit, result) : 'The game is over';
    }

    /** Opens by itself when the game ends before my eyes. */
    update() {
        const over = this.table.state.result !== null;
        const ended = over && this.#over === false;
        this.#over = over;
        if (ended) announce(`${this.words()}.`);
        if (ended && this.table.past) setTimeout(() => this.open());
    }

    open() {
        const { table } = this;
        const { state, kit } = table;
        const { result } = state;
        if (this.#node?.open || !result) return;
        const held = el('div', { data: { test: 'ending-held' } });
        const turned = el('div', { data: { test: 'ending-turned' } });
        const close = () => this.#node?.close();
        this.#node = dialog('The game is over', [
            el('p', { class: 'ending-result', data: { test: 'ending-result' } }, el('b', null, `${table.end.words()}. `), result.rule && ruleButton(result.rule)),
            state.view.victory.length > 0 && el('ul', { class: 'ending-standings' }, state.view.victory.map(s => el('li', null, capital(s.text), ' ', s.rule && ruleButton(s.rule)))),
            this.#next(close),
            held,
            this.#losses(),
            state.may_analyse && el('section', { 'aria-label': 'Where it turned' }, el('h3', null, 'Where it turned'), turned),
            el('details', { class: 'ending-luck' }, el('summary', null, 'Luck'), luck(table)),
        ], { class: 'wide', test: 'ending' });
        if (kit.ground.includes('objectives')) void this.#held(held);
        if (state.may_analyse) void this.#turned(turned, close);
    }

    /** Who holds what was fought for. @param {HTMLElement} host */
    async #held(host) {
        const { table } = this;
        try {
            const { layers } = await api.ground(table.id, table.keys, 'objectives');
            const name = (/** @type {string} */ place) => table.kit.places.find(p => p.id === place)?.name || place;
            fill(host, el('h3', null, 'What was fought for'), el('dl', { class: 'tracks' }, layers.map(layer => el('div', null,
                el('dt', null, layer.side ? sideName(table.kit, layer.side) : 'Nobody', el('small', null, ` ${layer.name}`)),
                el('dd', null, layer.places.length > 12 ? `${layer.places.length} places` : layer.places.map(name).join(', '))))));
        } catch (error) {
            fill(host, el('p', { class: 'hint' }, message(error)));
        }
    }

    #losses() {
        const { table } = this;
        if (!table.past) return null;
        const lost = losses(table.past.at(0).counters, table.state.view.counters);
        const sides = sidesOf(table.kit.title, table.state.scenario).filter(side => lost.has(side.id));
        return el('section', { 'aria-label': 'Losses' }, el('h3', null, 'Losses'),
            el('table', { class: 'plain', data: { test: 'ending-losses' } },
                el('thead', null, el('tr', null, ['Side', 'Units lost', 'Reduced', 'Of'].map(h => el('th', { scope: 'col' }, h)))),
                el('tbody', null, sides.map(side => {
                    const { gone = [], reduced = 0, all = 0 } = lost.get(side.id) ?? {};
                    return el('tr', null, el('th', { scope: 'row' }, side.name),
                        el('td', { title: gone.map(c => c.name).join(', ') }, gone.length), el('td', null, reduced), el('td', null, all));
                }))));
    }

    /** @param {HTMLElement} host @param {() => void} close */
    async #turned(host, close) {
        fill(host, el('p', { role: 'status' }, 'Looking for the turning points …'));
        try {
            fill(host, turningPoints(this.table, await this.table.analyst.get(), close));
        } catch (error) {
            fill(host, el('p', { class: 'hint' }, message(error), ' ', button('Try again', () => void this.#turned(host, close))));
        }
    }

    /** What can be done now. @param {() => void} close */
    #next(close) {
        const { table } = this;
        const { state } = table;
        const played = state.yours.length > 0 || state.seats.every(s => s.kind === 'bot' && !s.stands_in);
        const name = el('input', { type: 'text', maxlength: String(NAME), value: state.name, 'aria-label': 'A name to keep the game by', placeholder: 'A name to keep it by', data: { test: 'ending-name' } });
        return el('div', { class: 'ending-next' },
            el('div', { class: 'row' },
                state.may_analyse && button('Analysis', () => {
                    close();
                    table.analyst.open();
                }, { data: { test: 'ending-analysis' } }),
                button('Replay', () => {
                    close();
                    table.replay.show(0);
                    table.shell.replay.classList.add('open');
                }, { data: { test: 'ending-replay' } }),
                state.seals.length > 0 && el('a', { class: 'button', href: `/verify?game=${table.id}`, data: { test: 'ending-verify' } }, 'Verify the dice'),
                played && button(state.rematch ? 'Join the rematch' : 'Rematch with sides exchanged', () => void this.rematch(), { class: 'primary', data: { test: 'ending-rematch' } })),
            played && el('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void this.#keep(name.value);
            } }, name, el('button', { type: 'submit', data: { test: 'ending-keep' } }, 'Keep'),
            button('Delete …', () => this.#delete(), { class: 'quiet', data: { test: 'ending-delete' } })));
    }

    /** Goes to the same game once more, with sides exchanged: makes it, or joins it. */
    async rematch() {
        try {
            const { id, keys } = await api.rematch(this.table.id, this.table.keys);
            api.storeKeys(id, keys);
            location.assign(`/game/${id}`);
        } catch (error) {
            this.table.fail(error);
        }
    }

    /** Another player has made a rematch. */
    invited() {
        toast(['A rematch with sides exchanged is ready. ', button('Join', () => void this.rematch(), { data: { test: 'join-rematch' } })], { name: 'rematch', stay: 60_000 });
        const ready = this.#node?.querySelector('[data-test=ending-rematch]');
        if (ready) ready.textContent = 'Join the rematch';
    }

    /** @param {string} name */
    async #keep(name) {
        try {
            await api.rename(this.table.id, this.table.keys, name.trim());
            toast([name.trim() ? `The game is kept as “${name.trim()}”.` : 'The game has no name now.'], { name: 'kept', stay: 3000 });
            announce('Kept.');
        } catch (error) {
            this.table.fail(error);
        }
    }

    #delete() {
        const node = dialog('Delete this game?', [
            el('p', null, 'All of its moves are gone then, and nobody can bring them back.'),
            el('div', { class: 'row end' }, button('Keep it', () => node.close('')),
                button('Delete', () => node.close('delete'), { class: 'primary', data: { test: 'ending-delete-yes' } })),
        ], { class: 'small', onClose: value => {
            if (value === 'delete') api.remove(this.table.id, this.table.keys).then(() => location.assign('/'), error => this.table.fail(error));
        } });
    }
}
