// What is picked up: which units, what the table says that they can do, and what belongs with them.

import * as api from './api.js';
import { common } from './together.js';
import { announce } from './ui.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Can} Can */

export class Hand {
    /** What is being asked of the table about what is picked up. @type {Promise<unknown>} */ asking = Promise.resolve();
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Set<string>} */
        this.selected = new Set();
        /** @type {Can | null} what the first picked piece can do */
        this.can = null;
        /** @type {import('./together.js').Joint[] | null} what all of a group can do, each on its own; null where one piece is picked, or one action takes them all */
        this.joint = null;
        /** @type {string | null} a place that is looked at */
        this.looked = null;
        /** @type {readonly import('./wire.d.ts').Layer[]} of the piece that is looked at */
        this.traces = [];
        // A later pick makes the answer to an earlier one worthless.
        this.asked = 0;
        /** @type {string[]} places that the way must lead through */
        this.way = [];
    }

    get offers() {
        return this.table.replaying ? null : this.table.state.offers;
    }

    /** Actions that fit what is picked up. @returns {Offered[]} */
    actions() {
        if (!this.can || !this.selected.size) return [];
        return this.can.actions.filter(a => [...this.selected].every(id => a.pieces.includes(id)));
    }

    /** Actions that fit and for which no place is pointed at. @returns {Offered[]} */
    words() {
        return this.actions().filter(a => !a.place && a.pieces.length === this.selected.size);
    }

    /** What all of a group can do without a place. */
    joints() {
        return this.joint?.filter(j => j.place === null) ?? [];
    }

    /** Pieces that can be picked up, but for those that stay. @returns {Set<string>} */
    pieces() {
        const { gestures, stays } = this.table;
        const staying = stays.of(gestures.asked);
        return new Set((this.offers?.pieces ?? []).filter(id => !staying.has(id)));
    }

    /** Pieces to be lit: while something is picked up only what goes with it, and the rest of its stack. @returns {Set<string>} */
    lit() {
        const all = this.pieces();
        if (!this.selected.size) return all;
        const partners = new Set(this.actions().flatMap(a => a.pieces));
        const places = new Set([...this.selected].map(id => this.placeOf(id)));
        return new Set([...all].filter(id => partners.has(id) || places.has(this.placeOf(id))));
    }

    /** Places that can be pointed at. @returns {Set<string>} */
    places() {
        if (this.joint) return new Set(this.joint.flatMap(j => j.place ?? []));
        if (this.selected.size) return new Set(this.actions().flatMap(a => a.place ?? []));
        return new Set(this.offers?.places ?? []);
    }

    /** Ways of what is picked; of a group those that all can go to the end. @type {{ of: Can | null, joint: unknown, ways: readonly import('./wire.d.ts').Way[] }} */
    #ways = { of: null, joint: null, ways: [] };

    ways() {
        if (!this.selected.size) return [];
        // The same list as long as nothing changed: it is not drawn again for nothing.
        if (this.#ways.of !== this.can || this.#ways.joint !== this.joint) {
            const places = this.places();
            this.#ways = { of: this.can, joint: this.joint, ways: (this.can?.ways ?? []).filter(way => !this.joint || places.has(way.place)) };
        }
        return this.#ways.ways;
    }

    /** Puts everything down. */
    drop() {
        this.asked += 1;
        this.selected.clear();
        this.can = null;
        this.joint = null;
        this.looked = null;
        this.traces = [];
        this.way = [];
        this.table.board.fan(null);
        this.table.board.point([]);
        this.table.refresh();
    }

    /** The game has gone on: what was picked up may no longer be. What is looked at stays in sight. */
    lapse() {
        this.asked += 1;
        // A counter on the march is the only one that can act, and stays in the hand.
        const [only, more] = this.table.state.offers?.pieces ?? [];
        const march = only && !more && this.selected.has(only) && !this.table.gestures.running ? only : null;
        if (march) queueMicrotask(() => void this.#again(march));
        if (this.selected.size) this.table.board.fan(null);
        this.selected.clear();
        this.can = null;
        this.joint = null;
        this.traces = [];
        this.way = [];
    }

    /** @param {string} id */
    placeOf(id) {
        return this.table.shown.counters.find(c => c.id === id)?.place ?? null;
    }

    /** Shows what belongs to a piece: its supply, its range. @param {string} id */
    async trace(id) {
        const { table } = this;
        if (table.replaying) return;
        const { number } = table.state;
        try {
            const traces = await api.traces(table.id, table.keys, id, this.offers?.side);
            if (traces.number !== number || traces.number !== table.state.number || !traces.layers.length) return;
            this.traces = traces.layers;
            table.refresh();
        } catch {
            // The board is as good without it.
        }
    }

    /**
     * Picks several pieces up at once: an action may take them all, else each goes on its own, one after the other.
     * @param {readonly string[]} ids
     */
    async choose(ids) {
        const [first, more] = ids;
        this.way = [];
        if (!first) {
            this.drop();
            return;
        }
        this.selected = new Set(ids);
        this.looked = this.placeOf(first);
        this.can = null;
        this.joint = null;
        await (this.asking = this.ask());
        if (more) announce('Shift and a click add a unit or take it out.');
    }

    /** All that can act and belong together with what is picked. @param {'place' | 'formation'} by @returns {string[]} */
    kin(by) {
        const [first] = this.selected;
        const { counters } = this.table.shown;
        const own = counters.find(c => c.id === first);
        if (!own || (by === 'formation' && !own.formation)) return [];
        const able = this.pieces();
        return [own.id, ...counters.filter(c => c.id !== own.id && able.has(c.id) && c.side === own.side && c[by] === own[by]).map(c => c.id)];
    }

    /** Goes on with what is already in the hand. @param {string} id */
    async #again(id) {
        if (!this.offers?.pieces.includes(id) || this.selected.size) return;
        this.selected = new Set([id]);
        this.looked = this.placeOf(id);
        await (this.asking = this.ask());
    }

    async ask() {
        const [first] = this.selected;
        if (!first) return;
        const ticket = ++this.asked;
        // The answer mostly comes before anything could be painted; only if not, what is picked is shown without it.
        const late = setTimeout(() => this.table.refresh(), 60);
        try {
            const ids = [...this.selected];
            const [can, ...more] = await Promise.all(ids.map(id => api.can(this.table.id, this.table.keys, 'piece', id, this.offers?.side)));
            clearTimeout(late);
            if (ticket !== this.asked || !can) return;
            const fresh = [can, ...more].every(c => c.number === this.table.state.number);
            this.can = fresh ? can : null;
            // What takes them all as one goes before what each does on its own.
            if (fresh && more.length && !this.actions().length) this.joint = common(new Map(ids.map((id, i) => [id, [can, ...more][i]?.actions ?? []])));
            this.table.redraw();
            this.say();
        } catch (error) {
            clearTimeout(late);
            this.table.fail(error);
        }
    }

    say() {
        const names = [...this.selected].map(id => this.table.name(id)).join(' and ');
        const n = this.places().size;
        announce(`${this.selected.size > 3 ? `${this.selected.size} units` : names} picked up, ${n} ${n === 1 ? 'place' : 'places'} lit.`);
    }

    /** @param {string} place @returns {Offered[]} */
    matches(place) {
        const all = this.actions().filter(a => a.place === place);
        const exact = all.filter(a => a.pieces.length === this.selected.size);
        return exact.length ? exact : all;
    }

    /**
     * Pieces at a place that could be meant instead of the place.
     * @param {string} place
     */
    others(place) {
        const lit = this.pieces();
        return this.table.shown.counters.filter(c => c.place === place && lit.has(c.id) && !this.selected.has(c.id));
    }
}
