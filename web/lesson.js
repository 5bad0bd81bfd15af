// A guided first turn at the table: its card explains, waits for you to move or shows it, and lets you go your own way and come back.

import * as api from './api.js';
import { button, el, fill } from './dom.js';
import { progress, shownStep } from './lesson-plan.js';
import { keepLesson, keptLesson, makeLesson } from './lesson-start.js';
import { runs } from './markdown.js';
import { prose } from './primer.js';
import { show } from './sight.js';
import { announce, keepFocus } from './ui.js';
import { capital } from './view.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./wire.d.ts').Offered} Offered */

/** How long a move is pointed out before it is shown. */
const POINT_MS = 650;

export class LessonCard {
    /** @type {import('./lesson-start.js').Kept | null} */ #kept;
    /** A step that is looked at again. @type {number | null} */ #again = null;
    /** What waits to be done, as the game offers it. @type {{ number: number, actions: Offered[] } | null} */ #offered = null;
    /** Whether something is being done for somebody. */ #busy = false;
    /** Why the other side does not answer as the lesson says. */ #broken = '';
    #drawn = '';
    #looked = -1;

    /** @param {HTMLElement} host @param {Table} table */
    constructor(host, table) {
        this.host = host;
        this.table = table;
        this.lesson = table.kit.teaching?.lesson;
        this.#kept = this.lesson ? keptLesson(table.id) : null;
        host.hidden = true;
    }

    /** Whether a lesson is played here. */
    get on() {
        return this.#kept !== null;
    }

    /** Places of the step, to be framed. @returns {string[]} */
    places() {
        const { table } = this;
        const step = this.lesson?.step[this.#step()];
        if (!step || !this.#kept || table.replaying || this.#where().astray) return [];
        const stand = new Map(table.shown.counters.map(c => [c.id, c.place]));
        return [...new Set([...step.places ?? [], ...(step.pieces ?? []).flatMap(id => stand.get(id) ?? [])])];
    }

    #where() {
        const { table } = this;
        return progress(/** @type {import('./wire.d.ts').Lesson} */ (this.lesson), table.past?.frames ?? [], this.#kept?.same);
    }

    #step() {
        return this.#again ?? shownStep(this.#where(), this.#kept?.step ?? 0, this.lesson?.step.length ?? 0);
    }

    /** Draws it, and lets the others answer when it is their turn. */
    update() {
        const { table, lesson } = this;
        if (!this.#kept || !lesson) return;
        if (!table.past) return;
        const where = this.#where();
        void this.#answer(where);
        const at = this.#step();
        if (at !== this.#looked) {
            this.#looked = at;
            announce(`Lesson, step ${at + 1} of ${lesson.step.length}: ${lesson.step[at]?.title ?? ''}. ${lesson.step[at]?.text ?? ''}`, 'lesson');
            if (!table.replaying) show(table, this.places());
        }
        void this.#ask(where);
        const print = JSON.stringify([at, where, this.#busy, this.#broken, this.#offered, table.replaying, table.mine, table.match.playback.waiting > 0, table.state.undo.may, table.state.result]);
        if (print === this.#drawn) return;
        this.#drawn = print;
        const focus = /** @type {HTMLElement | null} */ (this.host.contains(document.activeElement) ? document.activeElement : null)?.dataset.test;
        this.host.hidden = false;
        fill(this.host, where.astray && this.#again === null ? this.#astray(where) : this.#card(at, where));
        if (!focus) return;
        const again = /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-test="${focus}"]`) ?? this.host.querySelector('.primary'));
        if (again) again.focus({ preventScroll: true });
        else keepFocus();
    }

    /** @param {number} at @param {import('./lesson-plan.js').Progress} where */
    #card(at, where) {
        const lesson = /** @type {import('./wire.d.ts').Lesson} */ (this.lesson);
        const step = lesson.step[at];
        if (!step) return null;
        const last = at === lesson.step.length - 1;
        const acts = at === where.act && where.left.length > 0;
        const waits = at === where.act && !where.left.length && where.foe.length > 0;
        const past = at < where.from;
        return [
            this.#head(`Step ${at + 1} of ${lesson.step.length}`),
            el('progress', { class: 'lesson-bar', max: lesson.step.length, value: at + 1, 'aria-label': 'How far the lesson has come' }),
            el('div', { class: 'lesson-body', tabindex: '0', role: 'group', 'aria-label': step.title },
                el('h2', null, step.title),
                el('p', { data: { test: 'lesson-text' } }, prose(runs(step.text))),
                acts && this.#todo(where),
                waits && el('p', { class: 'hint' }, this.#broken || 'Now the other side moves.')),
            el('div', { class: 'row lesson-go' },
                at > 0 && button('Back', () => this.#look(at - 1), { class: 'quiet', data: { test: 'lesson-back' } }),
                this.#again !== null && button('Forward', () => this.#look(at + 1), { data: { test: 'lesson-next' }, class: 'primary' }),
                this.#again === null && acts && this.table.mine && !this.table.replaying && [
                    button('Show me', () => void this.#show(false), { class: 'primary', data: { test: 'lesson-show' }, disabled: this.#busy }),
                    where.left.length > 1 && button('Do all of it', () => void this.#show(true), { data: { test: 'lesson-all' }, disabled: this.#busy }),
                ],
                this.#again === null && !acts && !waits && !past && !last && button('Go on', () => this.#read(at + 1), { class: 'primary', data: { test: 'lesson-next' } }),
                this.#again === null && last && !acts && !waits && button('Play on', () => void this.#end(), { class: 'primary', data: { test: 'lesson-end' } }),
                this.#broken && this.#home(at)),
        ];
    }

    /** @param {string} where */
    #head(where) {
        return el('div', { class: 'lesson-head' }, el('b', null, this.lesson?.title ?? ''), el('small', null, where),
            button('×', () => void this.#end(), { class: 'quiet', 'aria-label': 'Leave the lesson and play on', title: 'Leave the lesson and play on', data: { test: 'lesson-leave' } }));
    }

    /** What is to be done, in the words of the game where it offers it now. @param {import('./lesson-plan.js').Progress} where */
    #todo(where) {
        const offered = this.#offered?.number === this.table.state.number ? this.#offered.actions : [];
        const said = where.left.map(text => offered.find(a => alike(a.text, text))?.label).filter(label => label !== undefined);
        const all = where.done + where.left.length;
        return el('div', { class: 'lesson-todo' },
            el('p', null, el('b', null, all > 1 ? `Your move (${where.done} of ${all} done)` : 'Your move')),
            said.length > 0 && el('ul', null, said.map(label => el('li', null, capital(label)))));
    }

    /** @param {import('./lesson-plan.js').Progress} where */
    #astray(where) {
        const { table } = this;
        const mine = table.mine && !table.replaying;
        return [
            this.#head('Your own way'),
            el('div', { class: 'lesson-body' },
                el('p', { data: { test: 'lesson-astray' } }, 'You have gone your own way: that is what the table is for. Play on as you like; the program moves the other side. The lesson waits for you where you left it.')),
            el('div', { class: 'row lesson-go' },
                mine && table.state.undo.may && where.astray === 1 && button('Take it back', () => void table.undo(), { data: { test: 'lesson-undo' } }),
                this.#home(this.#step())),
        ];
    }

    /** @param {number} at */
    #home(at) {
        return button('Back to the lesson', () => void this.#return(at), { class: 'primary', data: { test: 'lesson-return' }, disabled: this.#busy });
    }

    /** Looks at a step again, or comes back to where one is. @param {number} at */
    #look(at) {
        this.#again = null;
        if (at < this.#step()) this.#again = at;
        this.table.refresh();
    }

    /** A step has been read. @param {number} next */
    #read(next) {
        this.#keep({ step: next });
        this.table.refresh();
    }

    /** @param {Partial<import('./lesson-start.js').Kept>} change */
    #keep(change) {
        if (!this.#kept) return;
        this.#kept = { ...this.#kept, ...change };
        keepLesson(this.table.id, this.#kept);
    }

    /** Asks what is offered, for its words. @param {import('./lesson-plan.js').Progress} where */
    async #ask(where) {
        const { table } = this;
        const { number } = table.state;
        if (!table.mine || table.replaying || where.astray || !where.left.length || this.#offered?.number === number) return;
        this.#offered = { number, actions: [] };
        try {
            const { actions } = await api.actions(table.id, table.keys, table.state.offers?.side);
            if (table.state.number !== number) return;
            this.#offered = { number, actions };
            table.refresh();
        } catch {
            // The text of the step says it as well.
        }
    }

    /** Shows what is to be done: the next of it, or all. @param {boolean} all */
    async #show(all) {
        const { table } = this;
        if (this.#busy) return;
        this.#busy = true;
        table.picker.drop();
        const step = this.#where().act;
        for (let more = true; more;) {
            const [text] = this.#where().left;
            if (text === undefined || this.#where().act !== step || !table.mine || table.replaying) break;
            await this.#ask(this.#where());
            const offered = this.#offered?.actions.find(a => alike(a.text, text));
            if (offered) {
                const from = offered.pieces.flatMap(id => table.picker.placeOf(id) ?? []);
                const places = [...from, ...offered.place ? [offered.place] : []].filter(p => table.match.places.has(p));
                show(table, places);
                table.board.point(places, POINT_MS + 400);
                await new Promise(resolve => setTimeout(resolve, POINT_MS));
            }
            const number = await table.match.act(offered?.number ?? text);
            if (number === null) break;
            await table.match.reached(number);
            const done = table.past?.frames.at(-1)?.text ?? '';
            if (done && !alike(done, text)) this.#keep({ same: { ...this.#kept?.same, [done]: text } });
            more = all;
        }
        this.#busy = false;
        table.refresh();
    }

    /** Plays what the others do, or lets the program play for them where the lesson says nothing of it. @param {import('./lesson-plan.js').Progress} where */
    async #answer(where) {
        const { table } = this;
        const { state } = table;
        if (this.#busy || this.#broken || table.replaying || !this.#kept || state.result || table.match.playback.waiting) return;
        const foe = state.view.deciding.find(side => this.#kept?.keys[side]);
        if (!foe || state.seats.some(s => s.side === foe && s.kind === 'bot')) return;
        const over = where.act >= (this.lesson?.step.length ?? 0);
        if (!where.foe.length && !where.astray && !over) return;
        this.#busy = true;
        try {
            if (where.foe.length) {
                let after = state.number;
                for (const action of where.foe) after = (await api.act(table.id, Object.values(this.#kept.keys), { after, action })).number;
                await table.match.reached(after);
            } else {
                await this.#delegate();
            }
        } catch (error) {
            if (where.foe.length) this.#broken = 'The game has gone another way than in the lesson, and the other side cannot answer as it says.';
            else table.fail(error);
        }
        this.#busy = false;
        table.refresh();
    }

    /** The program plays the other sides from now on. */
    async #delegate() {
        const { table } = this;
        const { levels } = table.kit.title;
        const level = levels.includes('regular') ? 'regular' : levels[0];
        if (!level) return;
        for (const [side, key] of Object.entries(this.#kept?.keys ?? {})) {
            if (table.state.seats.some(s => s.side === side && s.kind === 'bot')) continue;
            await api.changeSeat(table.id, [key], { side, change: { hand_to_bot: level } });
        }
    }

    /** Comes back to a step: by taking moves back as far as that goes, else in a game that is played up to it. @param {number} at */
    async #return(at) {
        const { table, lesson } = this;
        if (!lesson || this.#busy) return;
        this.#busy = true;
        try {
            while (this.#where().astray && table.mine && table.state.undo.may && !this.#broken) {
                const number = await table.match.undo();
                if (number === null) break;
                await table.match.reached(number);
            }
            if (this.#where().astray || this.#broken) {
                const sides = table.state.seats.map(s => s.side);
                location.assign(`/game/${await makeLesson(table.state.game, lesson, sides, at)}`);
                return;
            }
        } catch (error) {
            table.fail(error);
        }
        this.#busy = false;
        table.refresh();
    }

    /** It is a game like any other from here on. */
    async #end() {
        try {
            await this.#delegate();
        } catch (error) {
            this.table.fail(error);
            return;
        }
        this.#keep({ over: true });
        this.#kept = null;
        this.host.hidden = true;
        this.host.replaceChildren();
        announce('The lesson is over. The game is yours.');
        keepFocus();
        this.table.refresh();
    }
}

/** Whether two typed texts are the same. @param {string} a @param {string} b */
function alike(a, b) {
    return a.trim().toLowerCase() === b.trim().toLowerCase();
}
