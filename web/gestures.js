// One click, several moves: a group that goes together, a question that is answered as before, and taking all of it back at once.
// Every move is sent alone and looked up again after the one before: the game decides each.

import * as api from './api.js';
import { weigh } from './battle.js';
import { button } from './dom.js';
import { settings } from './settings.js';
import { beginning, fitting } from './together.js';
import { ofPhase, together, withGesture } from './taken-back.js';
import { isAnswer, question, Usual } from './usual.js';
import { announce, ruleButton, toast } from './ui.js';
import { capital } from './view.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {{ verb: string, place: string | null }} Want */
/** @typedef {{ left: string[], all: number, want: Want, start: number, asked: string, answers: Map<string, Want> }} Group */

/** Questions about one unit before the next one may act: no game asks more. */
const MOST = 6;
/** How long others may take who have to do something in between. */
const PATIENCE = 4000;
/** How long what alone can be done is seen before it is done. */
const AFTER = 600;

export class Gestures {
    /** @type {import('./taken-back.js').Gesture[]} */ #made = [];
    /** A group that waits until its question is answered. @type {Group | null} */ #waiting = null;
    #running = false;
    /** A unit that goes on with what it began by a word, as on a train: it stays in the hand. */ #kept = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #soon;
    /** The question at which several units could act, and they. */ #main = { asked: '', pieces: new Set() };

    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.table = table;
        this.usual = new Usual();
    }

    /** Whether several moves are being made. */
    get running() {
        return this.#running;
    }

    set running(on) {
        this.#running = on;
        this.table.shell.frame.setAttribute('aria-busy', String(on));
    }

    get #offers() {
        return this.table.replaying ? null : this.table.state.offers ?? null;
    }

    /** What is asked now. */
    get asked() {
        const offers = this.#offers;
        return offers ? question(offers, this.table.state.view.moment) : '';
    }

    /** How many units still wait for an answer that is given for the group. */
    get waiting() {
        return this.#waiting?.left.length ?? 0;
    }

    /** The button that is red. */
    get primary() {
        const { picker, state } = this.table;
        const [only, more] = this.#offers?.pieces ?? [];
        return this.usual.primary(this.#offers, state.view.moment, only && !more && picker.selected.has(only) ? picker.can?.actions ?? [] : []);
    }

    /** Forgets the rest of a group. */
    forget() {
        this.#waiting = null;
    }

    /** What alone can be done is done by itself a moment later, where nothing could be taken back anyway and it goes on with one's own move. */
    onward() {
        clearTimeout(this.#soon);
        const { table } = this;
        const only = this.#only();
        const { number, undo } = table.state;
        const own = table.past?.frames.at(-1)?.side === this.#offers?.side;
        // A lesson says what is to be pressed.
        if (!settings().onward || table.lesson?.on || !only || undo.may || !own || this.running || this.#waiting) return;
        this.#soon = setTimeout(async () => {
            if (table.state.number !== number || table.busy || table.replaying || document.querySelector('dialog[open]')) return;
            toast([`${capital(only.label)}: nothing else could be done.`], { name: 'usual', stay: 4000 });
            await this.take(only);
        }, AFTER);
    }

    /** Remembers who could act: a unit that could is what is meant when it is clicked while another one's move is open. */
    heard() {
        const offers = this.#offers;
        if (offers && offers.pieces.length > 1) this.#main = { asked: this.asked, pieces: new Set(offers.pieces) };
    }

    /**
     * Takes an action by hand: what it answers is remembered, and a group that waited for it goes on.
     * @param {Offered} action
     */
    async take(action) {
        const { table } = this;
        const offers = this.#offers;
        const asked = this.asked;
        const answer = offers && isAnswer(offers, action);
        const group = this.#waiting;
        if (group && asked !== group.asked) group.answers.set(asked, { verb: action.verb, place: action.place ?? null });
        else this.#waiting = null;
        if (!(await this.#act(action.number))) return;
        // What cannot be taken back is never done unasked.
        if (answer && table.state.undo.may) this.usual.note(asked, action.verb);
        if (group && this.#waiting === group) await this.#go(group);
        else await this.#keep(action);
    }

    /** @param {Offered} action */
    async #keep(action) {
        const { picker } = this.table;
        const [id, more] = action.pieces;
        const on = id !== undefined && !more && (!action.place || this.#kept === id);
        this.#kept = '';
        const [only, another] = this.#offers?.pieces ?? [];
        // It is asked where one unit goes: that one is in the hand.
        if (only && !another && !picker.selected.size && !this.#offers?.places.length && (this.#offers?.count ?? 0) > (this.#offers?.buttons.length ?? 0)) await picker.choose([only]);
        if (!on || !this.#offers?.pieces.includes(id) || this.#offers.pieces.length < 2) return;
        await picker.choose([id]);
        if (picker.selected.has(id) && picker.places().size) this.#kept = id;
        else picker.drop();
    }

    /**
     * The same order for several units, one after the other.
     * @param {readonly string[]} pieces
     * @param {Want} want
     * @param {Offered} first  that of the first of them
     */
    async order(pieces, want, first) {
        const { table } = this;
        if (this.running || table.busy) return;
        if (first.weigh && !(await weigh(table, first))) return;
        await this.#go({ left: [...pieces], all: pieces.length, want, start: table.index, asked: this.asked, answers: new Map() });
    }

    /** @param {Group} group */
    async #go(group) {
        const { table } = this;
        this.#waiting = null;
        this.running = true;
        let stopped = null;
        try {
            while (group.left.length) {
                const ready = await this.#ready(group);
                if (ready === 'ask') {
                    this.#waiting = group;
                    break;
                }
                const [id] = group.left;
                if (!id) break;
                stopped = ready === 'over' ? ['The others have to decide first.'] : await this.#send(id, group.want);
                if (stopped) break;
                group.left.shift();
            }
            // The last one's question is answered as those of the others were.
            if (!group.left.length && group.answers.size) await this.#ready({ ...group, left: ['-'] });
        } finally {
            this.running = false;
        }
        this.#made = withGesture(this.#made, { start: group.start, end: table.index });
        const went = group.all - group.left.length;
        if (stopped) {
            const [id] = group.left;
            toast([`${went} of ${group.all} done. ${capital(table.name(id ?? ''))} did not: `, ...stopped], { kind: 'rule', name: 'wish', stay: 10_000 });
            await table.picker.choose(group.left);
        } else if (this.#waiting) {
            announce(`Your answer is given for ${group.left.length} more too.`);
            const [only, more] = this.#offers?.pieces ?? [];
            if (only && !more) await table.picker.choose([only]);
        } else if (group.all > 1) {
            announce(`${went} of ${group.all} done. u takes them back together.`);
        }
        table.refresh();
    }

    /**
     * Answers what is asked between two units of a group.
     * @param {Group} group
     * @returns {Promise<'go' | 'ask' | 'over'>}
     */
    async #ready(group) {
        for (let i = 0; i < MOST; i += 1) {
            if (!(await this.#mine())) return 'over';
            const offers = this.#offers;
            if (!offers) return 'over';
            if (this.asked === group.asked || offers.pieces.includes(group.left[0] ?? '')) return 'go';
            const said = group.answers.get(this.asked);
            const own = await this.#own();
            const answer = (said && this.#find(said, own)) ?? this.usual.again(offers, this.asked, own) ?? this.#only();
            if (!answer) return group.left[0] === '-' ? 'go' : 'ask';
            if (!(await this.#act(answer.number))) return 'over';
        }
        return 'ask';
    }

    /** @param {Want} want @param {readonly Offered[]} own */
    #find(want, own) {
        const found = new Map([...this.#offers?.buttons ?? [], ...own].filter(b => b.verb === want.verb && (b.place ?? null) === want.place).map(b => [b.number, b]));
        return found.size === 1 ? [...found.values()][0] : undefined;
    }

    /** What the only unit that can act may do, where not all is listed. @returns {Promise<Offered[]>} */
    async #own() {
        const offers = this.#offers;
        const [only, more] = offers?.pieces ?? [];
        if (!offers || !only || more || offers.count <= offers.buttons.length) return [];
        return (await api.can(this.table.id, this.table.keys, 'piece', only, offers.side)).actions;
    }

    /** The only thing that can be done, without dice. */
    #only() {
        const offers = this.#offers;
        const [only] = offers?.buttons ?? [];
        return offers?.count === 1 && only && !only.weigh ? only : null;
    }

    /**
     * One unit of a group does what all do.
     * @param {string} id
     * @param {Want} want
     * @returns {Promise<import('./dom.js').Child[] | null>} why not
     */
    async #send(id, want) {
        const { table } = this;
        const side = this.#offers?.side;
        const can = async () => (await api.can(table.id, table.keys, 'piece', id, side)).actions;
        try {
            let actions = await can();
            const begin = beginning(actions);
            if (begin) {
                if (!(await this.#act(begin.number))) return ['the game has gone on.'];
                actions = await can();
            }
            const action = want.verb ? fitting(id, actions, want) : actions.find(a => a.place === want.place && a.pieces.length === 1);
            if (action && !want.verb) want.verb = action.verb;
            if (action) return (await this.#act(action.number)) ? null : ['the game has gone on.'];
            const answer = await api.wish(table.id, table.keys, { side, pieces: [id], place: want.place ?? undefined });
            // It had begun for nothing.
            if (begin && table.state.undo.may) await table.match.undo().then(number => number === null ? undefined : table.match.reached(number));
            return answer.breaches.length
                ? answer.breaches.flatMap(b => [ruleButton(b.rule, `Rule ${b.rule}`), `: ${b.reason}. `.replace('..', '.')])
                : ['it cannot do that now.'];
        } catch (error) {
            table.fail(error);
            return ['the game has gone on.'];
        }
    }

    /** Takes an action and waits until it is seen. @param {number | string} action */
    async #act(action) {
        const { match } = this.table;
        const number = await match.act(action);
        if (number === null) return false;
        await match.reached(number);
        return true;
    }

    /** Waits for others who have to do something in between. @returns {Promise<boolean>} whether it is up to me */
    async #mine() {
        const { match } = this.table;
        for (let waited = 0; !this.#offers; waited += 60) {
            if (waited > PATIENCE || match.state.result) return false;
            await new Promise(resolve => setTimeout(resolve, 60));
        }
        return true;
    }

    /**
     * A unit is meant whose turn has not come: what is still asked about the last one is answered as you answered it before.
     * @param {string} id
     * @returns {Promise<boolean>} whether it can act now
     */
    async settle(id) {
        const { table } = this;
        const asked = this.asked;
        if (this.running || table.busy || !this.#offers || this.#main.asked === asked || !this.#main.pieces.has(id)) return false;
        const start = table.index;
        /** @type {string[]} */
        const said = [];
        this.running = true;
        try {
            for (let i = 0; i < MOST; i += 1) {
                const offers = this.#offers;
                if (!offers || offers.pieces.includes(id)) break;
                const answer = this.usual.again(offers, this.asked, await this.#own());
                if (!answer || !(await this.#act(answer.number))) break;
                said.push(answer.label);
            }
        } finally {
            this.running = false;
        }
        if (said.length) {
            // What it moved before belongs to it: undo takes the answers back, then the move.
            this.#made = withGesture(this.#made, { start, end: table.index });
            toast(['As before: ', said.map(capital).join('; '), '. ', button('Undo', () => void table.undo())], { name: 'usual', stay: 5000 });
        }
        return this.#offers?.pieces.includes(id) ?? false;
    }

    /** Whether a unit can act as soon as what is asked about the last one is answered. @param {string} id */
    comes(id) {
        return this.#main.pieces.has(id) && this.#main.asked !== this.asked;
    }

    /** Notes that what was done since is one gesture. @param {number} start  how many moves stood before it */
    since(start) {
        this.#made = withGesture(this.#made, { start, end: this.table.index });
    }

    /** How many moves the next undo takes back. */
    get back() {
        return together(this.#made, this.table.index);
    }

    /** How far the phase can be taken back. */
    get phase() {
        const { past } = this.table;
        if (!past || !this.table.state.undo.may || this.table.replaying) return { moves: 0, whole: false };
        return ofPhase(past.frames, index => past.at(index).moment);
    }

    /**
     * Takes back several moves, as far as that may be.
     * @param {number} moves
     * @returns {Promise<number>} how many
     */
    async takeBack(moves) {
        const { table } = this;
        let done = 0;
        this.forget();
        this.running = true;
        try {
            while (done < moves && table.state.undo.may) {
                const number = await table.match.undo();
                if (number === null) break;
                await table.match.reached(number);
                done += 1;
            }
        } finally {
            this.running = false;
        }
        const why = done < moves && table.state.undo.why ? ` It goes back no further: ${table.state.undo.why}.`.replace('..', '.') : '';
        if (moves > 1) toast([`${done} ${done === 1 ? 'move' : 'moves'} taken back.${why}`], { name: 'undone', stay: 5000 });
        table.refresh();
        return done;
    }

    /** Takes the moves of the phase back. */
    async undoPhase() {
        const { table } = this;
        const { moves, whole } = this.phase;
        if (!moves) {
            toast([table.shell.undo.title || 'There is nothing to take back.'], { name: 'undo' });
            return;
        }
        const done = await this.takeBack(moves);
        const end = done === moves && whole ? 'The phase begins anew.' : done === moves ? 'It goes back no further: dice were rolled before.' : table.state.undo.why;
        toast([`${done} ${done === 1 ? 'move' : 'moves'} taken back. ${capital(end)}`], { name: 'undone', stay: 5000 });
    }
}
