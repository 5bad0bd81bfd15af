// Picking up and pointing: what a click means. Nothing is decided here; the server offers the actions and says why not.

import * as api from './api.js';
import { button } from './dom.js';
import { announce, choose, dismiss, message, ruleButton, toast } from './ui.js';
import { capital, placeName } from './view.js';
import { weigh } from './battle.js';
import { confirmed } from './still-able.js';
import { beginning, common } from './together.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Can} Can */

/** So long something that was pointed at waits for the table. */
const PATIENCE = 3000;

export class Picker {
    /** What is being asked of the table about what is picked up. @type {Promise<unknown>} */ #asking = Promise.resolve();
    /** How often something was pointed at: the last one is meant. */ #pointed = 0;
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
        this.pointer = { x: innerWidth / 2, y: innerHeight / 2 };
        /** Whether the shift key is held: a unit is picked besides, a place is one on the way rather than its end. */
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

    /** What all of a group can do without a place. */
    joints() {
        return this.joint?.filter(j => j.place === null) ?? [];
    }

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

    /**
     * A quick hand points before its last action is seen, or before the table has said what the unit can do: what it means is settled then.
     * @returns {Promise<boolean>} whether it still holds: nothing else was pointed at, and it did not take too long
     */
    async #ready() {
        const ticket = ++this.#pointed;
        const since = performance.now();
        if (this.table.busy) await this.table.match.calm();
        if (this.selected.size && !this.can) await this.#asking;
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
        void this.#trace(id);
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
            this.#say();
            return;
        }
        if (lit || await this.table.gestures.settle(id)) {
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
        await (this.#asking = this.#ask());
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
        const next = this.table.after(1, ids);
        stays.add(gestures.asked, ids);
        announce(`${ids.length > 1 ? `${ids.length} units stay` : `${this.table.name(first)} stays`}.`);
        this.drop();
        if (next) await this.table.goTo(next);
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
        await (this.#asking = this.#ask());
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

    /** Goes on with what is already in the hand. @param {string} id */
    async #again(id) {
        if (!this.offers?.pieces.includes(id) || this.selected.size) return;
        this.selected = new Set([id]);
        this.looked = this.placeOf(id);
        await (this.#asking = this.#ask());
    }

    async #ask() {
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
            this.#say();
        } catch (error) {
            clearTimeout(late);
            this.table.fail(error);
        }
    }

    #say() {
        const names = [...this.selected].map(id => this.table.name(id)).join(' and ');
        const n = this.places().size;
        announce(`${this.selected.size > 3 ? `${this.selected.size} units` : names} picked up, ${n} ${n === 1 ? 'place' : 'places'} lit.`);
    }

    /** @param {string} place @returns {Offered[]} */
    #matches(place) {
        const all = this.actions().filter(a => a.place === place);
        const exact = all.filter(a => a.pieces.length === this.selected.size);
        return exact.length ? exact : all;
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
        const besides = this.through ? this.#others(place).map(c => c.id) : [];
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
            await this.#wish([...this.selected], way, true);
            return;
        }
        if (this.joint) {
            await this.#send(place, this.joint.filter(j => j.place === place));
            return;
        }
        if (this.selected.size) {
            const matches = this.#matches(place);
            const other = matches.length && !dropped ? this.#others(place).map(c => ({ text: `Pick up ${c.name} instead`, act: () => void this.#pick(c.id) })) : [];
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
        return this.table.shown.counters.filter(c => c.place === place && lit.has(c.id) && !this.selected.has(c.id));
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
        else for (const id of ids) if (await this.#wish([id], place)) break;
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
