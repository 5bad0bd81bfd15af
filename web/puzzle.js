// A puzzle at the table: its card says the task, tells whether you have solved it when your part is done, and shows the solution.

import * as api from './api.js';
import { button, el, fill } from './dom.js';
import { beginPuzzle, solutionOf } from './puzzle-list.js';
import { runs } from './markdown.js';
import { prose } from './primer.js';
import { announce, message } from './ui.js';
import { capital, sideName } from './view.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./wire.d.ts').PuzzleState} PuzzleState */
/** @typedef {import('./wire.d.ts').PuzzleTry} PuzzleTry */

/** @param {number} chance */
export function percent(chance) {
    return `${chance > 0 && chance < 1 ? (chance * 100).toFixed(1) : chance * 100} %`;
}

export class PuzzleCard {
    /** @type {PuzzleState | null} */ #state = null;
    /** @type {PuzzleTry | null} */ #tried = null;
    /** @type {string} */ #wrong = '';
    /** How many moves of the solution have been shown on the board. */ #shown = 0;
    #busy = false;
    #asked = -1;

    /** @param {Table} table */
    constructor(table) {
        this.table = table;
        this.host = el('section', { class: 'lesson puzzle', 'aria-label': 'Puzzle', data: { test: 'puzzle' } });
        table.shell.lesson.after(this.host);
        this.showing = solutionOf(table.id);
        void this.#ask(this.showing);
        // The table counts its moves on the page itself.
        new MutationObserver(() => void this.#ask(false)).observe(document.documentElement, { attributes: true, attributeFilter: ['data-number'] });
    }

    /** Asks what has become of it, once for every move until it is over. @param {boolean} solution whether to be told the solution now */
    async #ask(solution) {
        const { table } = this;
        const { number } = table.state;
        if (!solution && (this.#state?.over || number === this.#asked || table.replaying)) return;
        this.#asked = number;
        try {
            const state = await api.puzzleAt(table.id, table.keys, solution || this.#state?.solution !== undefined);
            if (state.number < (this.#state?.number ?? 0)) return;
            const over = state.over && !this.#state?.over;
            this.#state = state;
            if (over) announce(state.solved ? 'Solved.' : 'Not solved.');
        } catch (error) {
            this.#wrong = message(error);
        }
        this.draw();
    }

    draw() {
        const { table } = this;
        const state = this.#state;
        if (!state) {
            fill(this.host, this.#wrong ? el('p', { class: 'alert', role: 'alert' }, this.#wrong) : el('p', null, 'Puzzle …'));
            return;
        }
        fill(this.host,
            el('div', { class: 'lesson-head' }, el('b', null, 'Puzzle'), el('small', null, sideName(table.kit, state.side))),
            el('div', { class: 'lesson-body', tabindex: '0', role: 'group', 'aria-label': state.title },
                el('h2', null, state.title),
                el('p', { data: { test: 'puzzle-task' } }, state.task),
                state.over && this.#verdict(state),
                state.solution && this.#solution(state.solution),
                this.#tried && this.#bot(this.#tried),
                this.#wrong && el('p', { class: 'alert', role: 'alert' }, this.#wrong)),
            el('div', { class: 'row lesson-go' },
                this.showing && state.solution && this.#shown < state.solution.moves.length && button('Next move', () => void this.#step(), { class: 'primary', disabled: this.#busy, data: { test: 'puzzle-step' } }),
                !state.solution && button('Show the solution', () => void this.#ask(true), { data: { test: 'puzzle-solution' } }),
                state.solution && !this.showing && button('Play the solution', () => void this.#again(true), { data: { test: 'puzzle-play' } }),
                (state.over || this.showing) && button('Try again', () => void this.#again(false), { data: { test: 'puzzle-again' } }),
                state.solution && !this.#tried && button('What would a bot do?', () => void this.#try(), { disabled: this.#busy, data: { test: 'puzzle-bot' } }),
                state.over && state.next && button('Next puzzle', () => void this.#next(), { class: 'primary', data: { test: 'puzzle-next' } })));
    }

    /** @param {PuzzleState} state */
    #verdict(state) {
        const best = state.solution?.chance ?? 1;
        const { chance } = state;
        const good = chance != null && chance > best - 1e-9;
        return el('div', { role: 'status', data: { test: 'puzzle-verdict' } },
            el('p', { class: state.solved ? 'solved' : 'missed' }, state.solved ? 'Solved!' : 'Not solved.'),
            chance != null && el('p', null, `Your moves had a chance of ${percent(chance)}; the best have ${percent(best)}.`,
                good && !state.solved ? ' You chose right, and the dice were against you.' : '',
                !good && state.solved ? ' The dice were kind: there was a better way.' : ''));
    }

    /** @param {import('./wire.d.ts').Solution} solution */
    #solution(solution) {
        return el('details', { open: true, data: { test: 'puzzle-told' } }, el('summary', null, `The solution, ${percent(solution.chance)}`),
            el('ol', null, solution.moves.map(m => el('li', null, capital(m.label)))),
            el('p', null, prose(runs(solution.explanation))),
            solution.alternatives.length > 0 && el('dl', null, solution.alternatives.flatMap(a => [
                el('dt', null, `${a.moves.join(', ')}: ${percent(a.chance)}`), el('dd', null, a.why)])));
    }

    /** @param {PuzzleTry} tried */
    #bot(tried) {
        const best = this.#state?.solution?.chance ?? 1;
        return el('div', { class: 'note', data: { test: 'puzzle-tried' } },
            el('p', null, el('b', null, `The bot ${tried.level}`), ` would play: ${tried.moves.map(m => m.label).join('; ') || 'nothing'}. Its chance is ${percent(tried.chance)}: `,
                tried.chance > best - 1e-9 ? 'it finds the best moves.' : 'it misses the best moves.'));
    }

    /** The next move of the solution, on the board. */
    async #step() {
        const move = this.#state?.solution?.moves[this.#shown];
        if (!move || this.#busy || !this.table.mine) return;
        this.#busy = true;
        this.#shown++;
        this.draw();
        await this.table.actText(move.text);
        this.#busy = false;
        this.draw();
    }

    /** @param {boolean} solution whether the solution is to be played */
    async #again(solution) {
        if (this.#state) await this.#begin(this.#state, solution);
    }

    async #next() {
        if (this.#state?.next) await this.#begin(this.#state.next, false);
    }

    /** @param {import('./wire.d.ts').PuzzleTitle} puzzle @param {boolean} solution */
    async #begin(puzzle, solution) {
        try {
            await beginPuzzle(puzzle, solution);
        } catch (error) {
            this.#wrong = message(error);
            this.draw();
        }
    }

    async #try() {
        const state = this.#state;
        if (!state) return;
        this.#busy = true;
        this.#wrong = '';
        this.draw();
        try {
            this.#tried = await api.botAtPuzzle(state.game, state.id);
        } catch (error) {
            this.#wrong = message(error);
        }
        this.#busy = false;
        this.draw();
    }
}
