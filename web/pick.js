// Picking up and pointing: what a click means. Nothing is decided here; the server offers the actions and says why not.

import * as api from './api.js';
import { button } from './dom.js';
import { announce, choose, dismiss, message, ruleButton, toast } from './ui.js';
import { capital, placeName } from './view.js';
import { weigh } from './battle.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Can} Can */

export class Picker {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Set<string>} */
        this.selected = new Set();
        /** @type {Can | null} what the first picked piece can do */
        this.can = null;
        /** @type {string | null} a place that is looked at */
        this.looked = null;
        /** @type {readonly import('./wire.d.ts').Layer[]} of the piece that is looked at */
        this.traces = [];
        // A later pick makes the answer to an earlier one worthless.
        this.asked = 0;
        this.pointer = { x: innerWidth / 2, y: innerHeight / 2 };
        /** Whether the pointer means a place on the way rather than its end: the shift key is held. */
        this.through = false;
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

    /** Offers these where the eye is. */
    menu() {
        const [first] = this.selected;
        if (first) choose(this.#spot(), this.table.name(first), this.words().map(a => this.#item(a)));
    }

    /** Offers some actions where the eye is. @param {Offered[]} actions */
    list(actions) {
        choose(this.#spot(), 'Choose', actions.map(a => this.#item(a)));
    }

    /** Pieces that can be picked up. @returns {Set<string>} */
    pieces() {
        return new Set(this.offers?.pieces ?? []);
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
        if (this.selected.size) return new Set(this.actions().flatMap(a => a.place ?? []));
        return new Set(this.offers?.places ?? []);
    }

    /** Puts everything down. */
    drop() {
        this.asked += 1;
        this.selected.clear();
        this.can = null;
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
        const march = only && !more && this.selected.has(only) ? only : null;
        if (march) queueMicrotask(() => void this.#again(march));
        if (this.selected.size) this.table.board.fan(null);
        this.selected.clear();
        this.can = null;
        this.traces = [];
        this.way = [];
    }

    /** @param {string} id */
    placeOf(id) {
        return this.table.shown.counters.find(c => c.id === id)?.place ?? null;
    }

    /**
     * A piece was clicked.
     * @param {string} id
     */
    async piece(id) {
        const place = this.placeOf(id);
        this.looked = place;
        const lit = this.pieces().has(id);
        void this.#trace(id);
        if (!this.offers) {
            this.table.refresh();
            return;
        }
        if (this.selected.has(id)) {
            this.selected.delete(id);
            if (this.selected.size) await this.#ask();
            else this.drop();
            return;
        }
        if (this.selected.size && place && !lit && this.places().has(place)) {
            await this.place(place);
            return;
        }
        if (this.actions().some(a => a.pieces.includes(id))) {
            this.selected.add(id);
            this.table.refresh();
            this.#say();
            return;
        }
        if (lit) {
            await this.#pick(id);
            return;
        }
        if (this.selected.size && place && this.placeOf([...this.selected][0] ?? '') !== place) await this.#wish([...this.selected], place);
        else await this.#wish([id], null);
    }

    /** Shows what belongs to a piece: its supply, its range. @param {string} id */
    async #trace(id) {
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

    /** Says why the step cannot be ended, by its rule if there is one. */
    async held() {
        const { table } = this;
        const plain = table.mine ? 'This step cannot be ended yet: something has to be done first.' : 'It is not your decision now.';
        if (!this.offers || !(await this.#wish([], null))) toast([plain], { name: 'go', stay: 3500 });
    }

    /** @param {string} id */
    async #pick(id) {
        dismiss('wish');
        this.selected = new Set([id]);
        this.looked = this.placeOf(id);
        this.can = null;
        await this.#ask();
        // A piece that cannot be put anywhere has only words to choose from: show them where the eye is.
        const actions = this.actions();
        // An open fan would lie over the places to choose from; it stays where partners are still to be picked.
        if (actions.some(a => a.place) && !actions.some(a => a.pieces.length > 1)) this.table.board.fan(null);
        const [first] = actions;
        // To begin its move, or to join and to leave, is all that it can do: then that is what was meant.
        if (first && /^(pick|add|drop)$/.test(first.verb) && actions.length === 1) {
            await this.button(first);
            return;
        }
        if (actions.length && actions.every(a => !a.place && a.pieces.length === 1)) {
            choose(this.#spot(), this.table.name(id), actions.map(a => this.#item(a)));
        }
    }

    /** Goes on with what is already in the hand. @param {string} id */
    async #again(id) {
        if (!this.pieces().has(id) || this.selected.size) return;
        this.selected = new Set([id]);
        this.looked = this.placeOf(id);
        await this.#ask();
    }

    async #ask() {
        const [first] = this.selected;
        if (!first) return;
        const ticket = ++this.asked;
        // The answer mostly comes before anything could be painted; only if not, what is picked is shown without it.
        const late = setTimeout(() => this.table.refresh(), 60);
        try {
            const can = await api.can(this.table.id, this.table.keys, 'piece', first, this.offers?.side);
            clearTimeout(late);
            if (ticket !== this.asked) return;
            this.can = can.number === this.table.state.number ? can : null;
            this.table.redraw();
            this.#say();
        } catch (error) {
            clearTimeout(late);
            this.table.fail(error);
        }
    }

    #say() {
        const names = [...this.selected].map(id => this.table.name(id)).join(' and ');
        const n = this.places().size;
        announce(`${names} picked up, ${n} ${n === 1 ? 'place' : 'places'} lit.`);
    }

    /** @param {string} place @returns {Offered[]} */
    #matches(place) {
        const all = this.actions().filter(a => a.place === place);
        const exact = all.filter(a => a.pieces.length === this.selected.size);
        return exact.length ? exact : all;
    }

    /**
     * A place was clicked, beside its counters.
     * @param {string} place
     */
    async place(place) {
        const { table } = this;
        if (!this.offers) {
            this.looked = place;
            table.refresh();
            return;
        }
        if (this.selected.size && this.through) {
            this.way.push(place);
            table.board.point(this.way);
            announce(`By ${this.way.map(p => placeName(table.kit, p)).join(', ')}. Click where the way ends.`);
            return;
        }
        if (this.selected.size && this.way.length) {
            const way = [...this.way, place].join(' ');
            this.way = [];
            await this.#wish([...this.selected], way, true);
            return;
        }
        if (this.selected.size) {
            const matches = this.#matches(place);
            const other = matches.length ? this.#others(place) : [];
            if (other.length) choose(this.#spot(), `At ${placeName(this.table.kit, place)}`, [...matches.map(a => this.#item(a)), ...other]);
            else if (matches.length === 1) await this.button(/** @type {Offered} */ (matches[0]));
            else if (matches.length) choose(this.#spot(), `At ${placeName(this.table.kit, place)}`, matches.map(a => this.#item(a)));
            else if ([...this.selected].every(id => this.placeOf(id) === place)) this.drop();
            else await this.#wish([...this.selected], place);
            return;
        }
        this.looked = place;
        table.refresh();
        if (this.places().has(place)) {
            await this.#point(place);
            return;
        }
        const lit = table.shown.counters.filter(c => c.place === place && this.pieces().has(c.id));
        if (lit.length === 1 && lit[0]) await this.#pick(lit[0].id);
        else if (lit.length) table.board.fan(place);
        else await this.#wish([], place);
    }

    /**
     * Pieces at a place that could be meant instead of the place.
     * @param {string} place
     */
    #others(place) {
        const lit = this.pieces();
        return this.table.shown.counters.filter(c => c.place === place && lit.has(c.id) && !this.selected.has(c.id))
            .map(c => ({ text: `Pick up ${c.name} instead`, act: () => void this.#pick(c.id) }));
    }

    /** @param {string} place */
    async #point(place) {
        const ticket = ++this.asked;
        try {
            const can = await api.can(this.table.id, this.table.keys, 'place', place, this.offers?.side);
            if (ticket !== this.asked || can.number !== this.table.state.number) return;
            const actions = can.actions.filter(a => a.place === place);
            if (actions.length === 1) await this.button(/** @type {Offered} */ (actions[0]));
            else if (actions.length) choose(this.#spot(), `At ${placeName(this.table.kit, place)}`, actions.map(a => this.#item(a)));
        } catch (error) {
            this.table.fail(error);
        }
    }

    /**
     * A stack was clicked.
     * @param {string} place
     */
    async stack(place) {
        if (this.selected.size && this.places().has(place)) {
            await this.place(place);
            return;
        }
        this.looked = place;
        this.table.board.fan(place);
        this.table.refresh();
    }

    /**
     * At the cursor: what is picked up goes there if it may; otherwise the next piece of the stack is picked up.
     * @param {string} place
     * @param {boolean} only whether nothing but picking is meant
     */
    async key(place, only) {
        if (!only && this.selected.size && this.places().has(place)) {
            await this.place(place);
            return;
        }
        const stack = this.table.shown.counters.filter(c => c.place === place && (!this.offers || this.pieces().has(c.id)));
        if (!stack.length) {
            await this.place(place);
            return;
        }
        const [first] = this.selected;
        const now = stack.findIndex(c => c.id === first);
        if (stack.length === 1 && now === 0 && !only) {
            this.drop();
            return;
        }
        const next = /** @type {import('./wire.d.ts').Counter} */ (stack[(now + 1) % stack.length]);
        if (this.offers) await this.#pick(next.id);
        else await this.piece(next.id);
    }

    /**
     * An action was chosen; what has to be weighed is weighed first.
     * @param {Offered} action
     */
    async button(action) {
        const { table } = this;
        if (table.busy || table.replaying || !this.offers) return;
        if (action.weigh && !(await weigh(table, action))) return;
        dismiss('wish');
        await table.act(action);
    }

    /** @param {Offered} action */
    #item(action) {
        return { text: capital(action.label), act: () => void this.button(action), data: { verb: action.verb, number: action.number, text: action.text } };
    }

    /** Where the eye is: at the pointer, or in the middle of the board for those who use keys. */
    #spot() {
        return this.pointer;
    }

    /**
     * Asks why something cannot be done.
     * @param {string[]} pieces
     * @param {string | null} place
     * @param {boolean} [act] whether it is to be done at once if it is legal
     * @returns {Promise<boolean>} whether there was anything to say
     */
    async #wish(pieces, place, act = false) {
        const { table } = this;
        try {
            const answer = await api.wish(table.id, table.keys, { side: this.offers?.side, pieces, place: place ?? undefined });
            if (answer.legal && act) {
                await table.actText(answer.text);
                return true;
            }
            if (answer.legal) {
                toast([`${capital(answer.label)}: that is legal. `, button('Do it', () => void table.actText(answer.text))], { name: 'wish' });
                return true;
            }
            if (!answer.breaches.length) {
                if (place) announce(table.describe(place));
                return false;
            }
            const head = answer.label ? `${capital(answer.label)}: not allowed.` : 'Not allowed.';
            toast([
                `${head} `,
                ...answer.breaches.flatMap((b, i) => [i ? ' ' : '', ruleButton(b.rule, `Rule ${b.rule}`), `: ${b.reason}.`.replace('..', '.')]),
            ], { kind: 'rule', name: 'wish', stay: 10_000 });
            const places = answer.breaches.flatMap(b => b.places);
            table.board.point(places, 4000);
        } catch (error) {
            toast([message(error)], { kind: 'error' });
        }
        return true;
    }
}
