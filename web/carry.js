// Dragging on the board: a counter to where it shall go, or a box around units that are to be picked up.

import { el, fill } from './dom.js';
import { figure } from './ui.js';
import { beginning } from './together.js';

/** @typedef {{ x: number, y: number, clientX: number, clientY: number }} Point  on the sheet, and on the screen */

/** More counters than these are not drawn at the pointer. */
const DRAWN = 4;

export class Carry {
    /** What is dragged: units, or the corner of a box. @type {{ ids: string[], from: string } | { corner: Point } | null} */ #held = null;
    /** Picking up asks the game; what is put down waits for it. @type {Promise<void>} */ #lifted = Promise.resolve();
    #start = 0;

    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.table = table;
        this.ghost = el('div', { class: 'carried', hidden: true, 'aria-hidden': 'true', data: { test: 'carried' } });
        this.box = el('div', { class: 'pick-box', hidden: true, 'aria-hidden': 'true', data: { test: 'pick-box' } });
        this.host = host;
        host.append(this.ghost, this.box);
    }

    /**
     * Whether a drag that begins here is for units; else it moves the map. A finger moves the map unless it lies on what is picked.
     * @param {Point} at
     * @param {string | null} place
     * @param {{ shift: boolean, touch: boolean }} how
     * @returns {boolean}
     */
    take(at, place, { shift, touch }) {
        const { picker, board, gestures } = this.table;
        this.#held = null;
        if (!picker.offers || board.measuring || gestures.running || this.table.busy) return false;
        const stack = this.table.board.stackAt(place);
        const picked = stack.filter(c => picker.selected.has(c.id));
        if (place !== null && picked.length) {
            this.#held = { ids: [...picker.selected], from: place };
            return true;
        }
        if (touch) return false;
        const able = stack.filter(c => picker.pieces().has(c.id));
        const turn = able.length ? able : stack.filter(c => gestures.comes(c.id));
        const top = turn.at(-1);
        if (place !== null && top) this.#held = { ids: shift && able.length ? able.map(c => c.id) : [top.id], from: place };
        else if (shift) this.#held = { corner: at };
        return this.#held !== null;
    }

    /** The pointer has left its place. */
    begin() {
        const held = this.#held;
        if (!held || 'corner' in held) return;
        const { table } = this;
        this.#start = table.index;
        table.board.fan(null);
        const counters = table.shown.counters.filter(c => held.ids.includes(c.id));
        fill(this.ghost, counters.slice(0, DRAWN).map(c => figure(c, 44)), counters.length > DRAWN && el('b', null, `+${counters.length - DRAWN}`));
        this.#lifted = this.#lift(held.ids);
    }

    /** @param {string[]} ids */
    async #lift(ids) {
        const { picker, gestures } = this.table;
        picker.through = false;
        if (ids.every(id => picker.selected.has(id)) && picker.can) return;
        const [only, more] = ids;
        if (!only || (!picker.offers?.pieces.includes(only) && !(await gestures.settle(only)))) return;
        await picker.choose(ids);
        const begin = more ? null : beginning(picker.can?.actions ?? []);
        if (!begin) return;
        await picker.button(begin);
        if (picker.offers?.pieces.includes(only)) await picker.choose([only]);
    }

    /** @param {Point} at */
    move(at) {
        const held = this.#held;
        const frame = this.host.getBoundingClientRect();
        const [x, y] = [at.clientX - frame.left, at.clientY - frame.top];
        if (held && 'corner' in held) {
            const [x0, y0] = [held.corner.clientX - frame.left, held.corner.clientY - frame.top];
            this.box.hidden = false;
            Object.assign(this.box.style, { left: `${Math.min(x, x0)}px`, top: `${Math.min(y, y0)}px`, width: `${Math.abs(x - x0)}px`, height: `${Math.abs(y - y0)}px` });
        } else if (held) {
            this.ghost.hidden = false;
            this.ghost.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
        }
    }

    /** @param {Point} at @param {string | null} place */
    async end(at, place) {
        const held = this.#held;
        this.cancel();
        if (!held) return;
        const { table } = this;
        const { picker } = table;
        picker.through = false;
        picker.pointer = { x: at.clientX, y: at.clientY };
        if ('corner' in held) {
            const able = picker.pieces();
            const inside = table.board.inBox(held.corner, at).filter(id => able.has(id));
            if (inside.length) await picker.choose(inside);
            return;
        }
        await this.#lifted;
        if (place === null || place === held.from || !held.ids.every(id => picker.selected.has(id))) return;
        await picker.place(place, true);
        table.gestures.since(this.#start);
    }

    /** Nothing is dragged any more. */
    cancel() {
        this.#held = null;
        this.ghost.hidden = true;
        this.box.hidden = true;
    }
}
