// Going back and forth in a game, and branching off.

import * as api from './api.js';
import { button, el, fill } from './dom.js';
import { announce, dialog, message } from './ui.js';
import { seatRows } from './seats.js';

const SPEEDS = [{ label: 'slow', ms: 1600 }, { label: 'steady', ms: 800 }, { label: 'fast', ms: 300 }, { label: 'very fast', ms: 90 }];

export class Replay {
    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.table = table;
        this.timer = 0;
        /** @param {string} label @param {string} name @param {string} test @param {() => void} act @param {string} [keys] */
        const control = (label, name, test, act, keys) => button(label, act, {
            class: 'control', 'aria-label': name, title: keys ? `${name} (${keys})` : name, data: { test: `replay-${test}` }, 'aria-keyshortcuts': keys ?? null,
        });
        this.play = control('▶', 'Play', 'play', () => this.toggle());
        this.label = el('output', { class: 'replay-label', for: 'replay-slider', data: { test: 'replay-label' } });
        this.slider = el('input', {
            id: 'replay-slider', type: 'range', min: '0', step: '1', 'aria-label': 'Move', data: { test: 'replay-slider' },
            oninput: () => {
                const to = Number(this.slider.value);
                this.stop();
                this.show(to);
            },
        });
        this.turn = el('select', { 'aria-label': 'Jump to a turn', data: { test: 'replay-turn' }, onchange: () => this.#jump() });
        this.speed = el('select', { 'aria-label': 'Speed', data: { test: 'replay-speed' } }, SPEEDS.map((s, i) => el('option', { value: i, selected: i === 1 }, s.label)));
        this.branch = button('Branch from here', () => this.#branch(), { data: { test: 'branch' } });
        /** @type {number[]} index of the first move of each turn */
        this.starts = [];
        this.counted = -1;
        fill(host,
            el('div', { class: 'replay-controls' },
                control('«', 'First move', 'first', () => this.show(0)),
                control('‹', 'Previous move', 'prev', () => this.step(-1), '['),
                this.play,
                control('›', 'Next move', 'next', () => this.step(1), ']'),
                control('»', 'Now', 'last', () => this.now())),
            this.slider, this.label, this.turn, this.speed, this.branch);
    }

    get length() {
        return this.table.past?.frames.length ?? 0;
    }

    /**
     * Shows the game after so many moves; after the last it is live again.
     * @param {number} index
     */
    show(index) {
        if (!this.table.past) return;
        const to = Math.max(0, Math.min(index, this.length));
        this.table.look(to === this.length ? null : to);
        announce(to === this.length ? 'Now.' : `Move ${to} of ${this.length}.`, 'replay');
    }

    /** @param {number} by */
    step(by) {
        this.stop();
        this.show(this.table.index + by);
    }

    now() {
        this.stop();
        this.table.look(null);
    }

    toggle() {
        if (this.timer) {
            this.stop();
            return;
        }
        if (this.table.index >= this.length) this.table.look(0);
        const go = () => {
            this.show(this.table.index + 1);
            if (this.table.replaying) this.timer = setTimeout(go, SPEEDS[Number(this.speed.value)]?.ms ?? 800);
            else this.stop();
        };
        this.timer = setTimeout(go, 50);
        this.update();
    }

    stop() {
        clearTimeout(this.timer);
        this.timer = 0;
        this.update();
    }

    update() {
        const { table, length } = this;
        this.slider.max = String(length);
        this.slider.value = String(table.index);
        this.slider.disabled = !table.past || length === 0;
        const text = `move ${table.index} of ${length}`;
        this.slider.setAttribute('aria-valuetext', text);
        if (this.label.textContent !== text) this.label.textContent = text;
        this.play.textContent = this.timer ? '❚❚' : '▶';
        const name = this.timer ? 'Pause' : 'Play';
        this.play.setAttribute('aria-label', name);
        this.play.title = name;
        this.#turns();
    }

    #turns() {
        const { past, kit } = this.table;
        if (!past) return;
        if (this.counted !== past.frames.length) {
            this.counted = past.frames.length;
            let turn = past.at(0).turn;
            this.starts = [];
            this.starts[turn] = 0;
            for (const [i, frame] of past.frames.entries()) {
                const next = frame.change.turn ?? turn;
                if (next === turn) continue;
                turn = next;
                this.starts[turn] = i + 1;
            }
            fill(this.turn, this.starts.map((_, t) => el('option', { value: t }, `Turn ${kit.turns[t] ?? t}`)));
        }
        this.turn.value = String(this.table.shown.turn);
        this.turn.hidden = kit.turns.length === 0;
    }

    #jump() {
        const turn = Number(this.turn.value);
        this.stop();
        this.show(this.starts[turn] ?? 0);
    }

    #branch() {
        const { table } = this;
        this.stop();
        const at = table.index === 0 ? 0 : table.past?.frames[table.index - 1]?.number ?? table.state.number;
        const defaults = Object.fromEntries(table.state.seats.map(s => [s.side, /** @type {import('./wire.d.ts').Player} */ (
            s.kind === 'bot' ? { kind: 'bot', level: s.level ?? '' } : { kind: 'me' })]));
        const seats = seatRows(table.kit.title, table.state.scenario, { defaults, explain: table.state.explains && !table.state.result, alone: true });
        const wrong = el('p', { class: 'alert', role: 'alert', hidden: true });
        const form = el('form', { class: 'setup' },
            el('p', null, `A new game begins with the first ${at} moves of this one. This one stays as it is.`),
            seats.node, wrong,
            el('div', { class: 'row end' }, el('button', { type: 'submit', class: 'primary big', data: { test: 'branch-start' } }, 'Branch')));
        dialog('Branch from here', [form], { class: 'new-game', test: 'branch-dialog' });
        form.addEventListener('submit', async event => {
            event.preventDefault();
            const players = seats.value();
            try {
                const made = await api.branch(table.id, table.keys, { at, seats: players, explain: seats.explain() });
                api.storeCreated(made);
                location.assign(`/game/${made.id}`);
            } catch (error) {
                wrong.textContent = message(error);
                wrong.hidden = false;
            }
        });
    }
}
