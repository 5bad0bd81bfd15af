// Picking up and pointing: what a click means. Nothing is decided here; the server offers the actions and says why not.

import * as api from './api.js';
import { weigh } from './battle.js';
import { Hand } from './hand.js';
import { confirmed } from './still-able.js';
import { beginning } from './together.js';
import { announce, choose, dismiss, toast } from './ui.js';
import { capital, placeName } from './view.js';
import { wish } from './wish.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */

/** So long something that was pointed at waits for the table. */
const PATIENCE = 3000;

export class Picker extends Hand {
    /** How often something was pointed at: the last one is meant. */ #pointed = 0;
    /** Where the eye is: menus open there. */ pointer = { x: innerWidth / 2, y: innerHeight / 2 };
    /** Whether the shift key is held: a unit is picked besides, a place is one on the way rather than its end. */ through = false;

    /** Offers these where the eye is. */
    menu() {
        const [first] = this.selected;
        if (!first) return;
        const title = this.joint ? `${this.selected.size} units` : this.table.name(first);
        choose(this.#spot(), title, [...this.joints().map(j => this.#together(j)), ...this.words().map(a => this.#item(a))]);
    }

    /** Offers some actions where the eye is. @param {Offered[]} actions */
    list(actions) {
        choose(this.#spot(), 'Choose', actions.map(a => this.#item(a)));
    }

    /**
     * A quick hand points before its last action is seen, or before the table has said what the unit can do: what it means is settled then.
     * @returns {Promise<boolean>} whether it still holds: nothing else was pointed at, and it did not take too long
     */
    async #ready() {
        const ticket = ++this.#pointed;
        const since = performance.now();
        if (this.table.busy) await this.table.match.calm();
        if (this.selected.size && !this.can) await this.asking;
        return ticket === this.#pointed && performance.now() - since < PATIENCE;
    }

    /**
     * A piece was clicked.
     * @param {string} id
     * @param {string | null} [on]  the place on the map where it was clicked: what is picked up goes there if it may
     */
    async piece(id, on = null) {
        if (!(await this.#ready())) return;
        if (on !== null && this.selected.size && this.places().has(on)) {
            await this.#place(on);
            return;
        }
        const place = this.placeOf(id);
        this.looked = place;
        const lit = Boolean(this.offers?.pieces.includes(id));
        void this.trace(id);
        if (!this.offers) {
            this.table.refresh();
            return;
        }
        if (this.through && lit && this.selected.size) {
            const others = [...this.selected].filter(other => other !== id);
            await this.choose(this.selected.has(id) ? others : [...others, id]);
            return;
        }
        if (this.selected.has(id)) {
            await this.choose([...this.selected].filter(other => other !== id));
            return;
        }
        if (this.selected.size && place && !lit && this.places().has(place)) {
            await this.#place(place);
            return;
        }
        if (!this.joint && this.actions().some(a => a.pieces.includes(id))) {
            this.selected.add(id);
            this.table.refresh();
            this.say();
            return;
        }
        if (lit || await this.table.gestures.settle(id)) {
            await this.#pick(id);
            return;
        }
        if (this.selected.size && place && this.placeOf([...this.selected][0] ?? '') !== place) await wish(this.table, [...this.selected], place);
        else await wish(this.table, [id], null);
    }

    /** Says why the step cannot be ended, by its rule if there is one. */
    async held() {
        const { table } = this;
        const plain = table.mine ? 'This step cannot be ended yet: something has to be done first.' : 'It is not your decision now.';
        if (!this.offers || !(await wish(this.table, [], null))) toast([plain], { name: 'go', stay: 3500 });
    }

    /** Picks up all of a stack that can act. @param {string} place */
    async whole(place) {
        if (!(await this.#ready())) return;
        const able = this.pieces();
        await this.choose(this.table.shown.counters.filter(c => c.place === place && able.has(c.id)).map(c => c.id));
    }

    /** What is picked stays where it is in this phase; the next unit comes. */
    async stay() {
        const { gestures, stays } = this.table;
        const [first] = this.selected;
        if (!first || !this.offers) {
            toast(['Pick a unit that shall stay: n goes to the next.'], { name: 'next', stay: 2500 });
            return;
        }
        const ids = [...this.selected];
        const next = this.table.going.after(1, ids);
        stays.add(gestures.asked, ids);
        announce(`${ids.length > 1 ? `${ids.length} units stay` : `${this.table.name(first)} stays`}.`);
        this.drop();
        if (next) await this.table.going.goTo(next);
    }

    /** All that have not moved stay, or may move again. */
    rest() {
        const { gestures, stays } = this.table;
        const able = [...this.pieces()];
        const all = this.offers?.pieces ?? [];
        if (!all.length) return;
        this.drop();
        if (able.length) stays.add(gestures.asked, able);
        else stays.remove(gestures.asked, all);
        toast([able.length ? `${able.length} ${able.length === 1 ? 'unit stays' : 'units stay'}. ` : 'All may move again. '], { name: 'next', stay: 3500 });
    }

    /** @param {string} id */
    async #pick(id) {
        dismiss('wish');
        this.table.stays.remove(this.table.gestures.asked, [id]);
        this.selected = new Set([id]);
        this.looked = this.placeOf(id);
        this.can = null;
        this.joint = null;
        await (this.asking = this.ask());
        // A piece that cannot be put anywhere has only words to choose from: show them where the eye is.
        const actions = this.actions();
        // An open fan would lie over the places to choose from; it stays where partners are still to be picked.
        if (actions.some(a => a.place) && !actions.some(a => a.pieces.length > 1)) this.table.board.fan(null);
        // To begin its move, or to join and to leave, is all that it can do: then that is what was meant.
        const begin = beginning(actions) ?? this.#entry(id, actions);
        if (begin) {
            await this.button(begin);
            return;
        }
        if (actions.length && actions.every(a => !a.place && a.pieces.length === 1)) {
            choose(this.#spot(), this.table.name(id), actions.map(a => this.#item(a)));
        }
    }

    /** What waits beside the board and can come in at one place alone comes in. @param {string} id @param {Offered[]} actions */
    #entry(id, actions) {
        const [only] = actions;
        const outside = !this.table.match.places.has(this.placeOf(id) ?? '');
        return only && outside && actions.length === 1 && only.place && !only.weigh && only.pieces.length === 1 ? only : null;
    }

    /**
     * A place was clicked, beside its counters; or something was put down there, and nothing else can be meant.
     * @param {string} place
     * @param {boolean} [dropped]
     */
    async place(place, dropped = false) {
        if (await this.#ready()) await this.#place(place, dropped);
    }

    /** @param {string} place @param {boolean} [dropped] */
    async #place(place, dropped = false) {
        const { table } = this;
        if (!this.offers) {
            this.looked = place;
            table.refresh();
            return;
        }
        const besides = this.through ? this.others(place).map(c => c.id) : [];
        if (besides.length) {
            await this.choose([...this.selected, ...besides]);
            return;
        }
        if (this.selected.size && this.through && !this.joint) {
            this.way.push(place);
            table.board.point(this.way);
            announce(`By ${this.way.map(p => placeName(table.kit, p)).join(', ')}. Click where the way ends.`);
            return;
        }
        if (this.selected.size && this.way.length) {
            const way = [...this.way, place].join(' ');
            this.way = [];
            await wish(this.table, [...this.selected], way, true);
            return;
        }
        if (this.joint) {
            await this.#send(place, this.joint.filter(j => j.place === place));
            return;
        }
        if (this.selected.size) {
            const matches = this.matches(place);
            const other = matches.length && !dropped ? this.others(place).map(c => ({ text: `Pick up ${c.name} instead`, act: () => void this.#pick(c.id) })) : [];
            if (other.length) choose(this.#spot(), `At ${placeName(this.table.kit, place)}`, [...matches.map(a => this.#item(a)), ...other]);
            else if (matches.length === 1) await this.button(/** @type {Offered} */ (matches[0]));
            else if (matches.length) choose(this.#spot(), `At ${placeName(this.table.kit, place)}`, matches.map(a => this.#item(a)));
            else if ([...this.selected].every(id => this.placeOf(id) === place)) this.drop();
            else await wish(this.table, [...this.selected], place);
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
        else await wish(this.table, [], place);
    }

    /** A group goes to a place. @param {string} place @param {import('./together.js').Joint[]} joints */
    async #send(place, joints) {
        const ids = [...this.selected];
        const [only, more] = joints;
        if (only && !more) await this.order(only, ids);
        else if (only) choose(this.#spot(), `At ${placeName(this.table.kit, place)}`, joints.map(j => this.#together(j)));
        else if (ids.every(id => this.placeOf(id) === place)) this.drop();
        // Some of them begin their move before they say where they can go.
        else if (beginning(this.can?.actions ?? [])) await this.table.gestures.order(ids, { verb: '', place }, /** @type {Offered} */ (this.can?.actions[0]));
        else for (const id of ids) if (await wish(this.table, [id], place)) break;
    }

    /** Gives several units the same order. @param {import('./together.js').Joint} joint @param {readonly string[]} [ids] */
    async order(joint, ids = joint.actions.flatMap(a => a.pieces)) {
        const [first] = joint.actions;
        if (this.table.replaying || !this.offers || !first) return;
        dismiss('wish');
        await this.table.gestures.order(ids, { verb: joint.verb, place: joint.place }, first);
    }

    /** @param {import('./together.js').Joint} joint */
    #together(joint) {
        return { text: joint.label, act: () => void this.order(joint), data: { verb: joint.verb, all: joint.actions.length } };
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
        if (!(await this.#ready())) return;
        if ((this.selected.size && this.places().has(place)) || (this.through && this.offers)) {
            await this.#place(place);
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
        if (!(await this.#ready())) return;
        if (!only && this.selected.size && this.places().has(place)) {
            await this.#place(place);
            return;
        }
        const stack = this.table.shown.counters.filter(c => c.place === place && (!this.offers || this.pieces().has(c.id)));
        if (!stack.length) {
            await this.#place(place);
            return;
        }
        const besides = this.through && this.selected.size ? stack.find(c => !this.selected.has(c.id)) : undefined;
        if (besides) {
            await this.choose([...this.selected, besides.id]);
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
     * @param {number} [number]  how many moves the game had when it was offered
     */
    async button(action, number = this.table.state.number) {
        const { table } = this;
        if (table.busy || table.replaying || !this.offers) return;
        const offered = table.state.number === number ? action : await this.#anew(action);
        const now = table.state.number;
        const meant = offered?.weigh ? await weigh(table, offered) : offered;
        if (meant && !(await confirmed(table, meant))) return;
        if (!offered || (meant && table.state.number !== now)) toast(['The game has gone on meanwhile. Look again, then choose.'], { name: 'stale' });
        else if (meant) {
            dismiss('wish');
            await table.gestures.take(meant);
        }
    }

    /**
     * The game has gone on since an action was offered: the same one as it is offered now, for its number means something else.
     * @param {Offered} action
     */
    async #anew(action) {
        const { table } = this;
        const [first] = action.pieces;
        const listed = this.offers?.buttons.find(b => b.text === action.text);
        if (listed || !first) return listed ?? null;
        const can = await api.can(table.id, table.keys, 'piece', first, this.offers?.side).catch(() => null);
        return (can?.number === table.state.number && can.actions.find(a => a.text === action.text)) || null;
    }

    /** @param {Offered} action */
    #item(action) {
        const { number } = this.table.state;
        return { text: capital(action.label), act: () => void this.button(action, number), data: { verb: action.verb, number: action.number, text: action.text }, more: this.table.odds.beside(action) };
    }

    /** Where the eye is: at the pointer, or in the middle of the board for those who use keys. */
    #spot() {
        return this.pointer;
    }
}
