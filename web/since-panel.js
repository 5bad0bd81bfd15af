// What happened since you last acted, as a list: grouped by battle, each line leads to its place and to its move.

import { button, el } from './dom.js';
import { grouped, see, seen, sinceActed } from './since.js';
import { outcome } from './story.js';
import { toast } from './ui.js';
import { capital } from './view.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./since.js').Group} Group */

/** @param {number} count @param {string} one */
const many = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;

export class Since {
    /** How much of the game was seen before this page was opened. @type {number | null} */ #before;
    /** How much is known to have been seen. */ #noted = -1;
    #open = false;
    #told = false;

    /** @param {Table} table */
    constructor(table) {
        this.table = table;
        this.#before = seen(table.id);
    }

    /** Index of the first move that is told. */
    get from() {
        const { past, state } = this.table;
        const frames = past?.frames ?? [];
        const me = state.offers?.side ?? (state.yours.length === 1 ? state.yours[0] : null);
        if (!state.yours.length) return Math.min(this.#before ?? frames.length, frames.length);
        // If you play several sides and none of them is to decide, the last of your moves counts, whosever it was.
        return me ? sinceActed(frames, me) : frames.findLastIndex(f => state.yours.includes(f.side)) + 1;
    }

    /** Notes what is seen, and tells once what was missed. */
    update() {
        const { past, state, id } = this.table;
        if (!past || this.table.replaying || document.hidden || this.table.match.playback.waiting) return;
        const length = past.frames.length;
        if (this.#noted !== length) {
            this.#noted = length;
            see(id, length);
        }
        if (this.#told) return;
        this.#told = true;
        const missed = length - Math.max(this.#before ?? length, this.from);
        if (missed <= 0 || state.result) return;
        this.#open = true;
        toast([`Since you were here: ${many(missed, 'move')}. `, button('Show them', () => this.show(), { data: { test: 'since-show' } })], { name: 'since', stay: 9000 });
    }

    /** Opens the list. */
    show() {
        this.#open = true;
        this.table.shell.tabs.show('orders');
        this.table.redraw();
        const list = /** @type {HTMLElement | null} */ (document.querySelector('[data-test="since"]'));
        list?.scrollIntoView({ block: 'nearest' });
        list?.querySelector('summary')?.focus({ preventScroll: true });
    }

    /** The list, or nothing if nothing happened. */
    card() {
        const { past, story } = this.table;
        if (!past || this.table.replaying) return null;
        const { frames } = past;
        const groups = grouped(frames, this.from, i => story.of(i));
        if (!groups.length) return null;
        const moves = groups.reduce((sum, g) => sum + g.moves.length, 0);
        const fights = groups.filter(g => g.battle).length;
        const node = el('details', { class: 'since', open: this.#open, data: { test: 'since' }, ontoggle: () => (this.#open = node.open) },
            el('summary', { data: { focus: 'since' } }, 'Since you last acted ', el('span', { class: 'count' }, many(moves, 'move')), fights > 0 && [' ', el('span', { class: 'count' }, many(fights, 'battle'))]),
            el('p', { class: 'row' }, button('Watch it again', () => this.#watch(), { class: 'chip', data: { test: 'since-watch', focus: 'since-watch' } })),
            el('ol', { class: 'since-list' }, groups.map((g, i) => this.#group(g, i))));
        return node;
    }

    #watch() {
        const { replay } = this.table;
        replay.stop();
        replay.show(this.from);
        if (this.table.replaying) replay.toggle();
    }

    /** @param {Group} group @param {number} at */
    #group({ battle, moves }, at) {
        const news = this.#before !== null && moves.every(m => m.index >= /** @type {number} */ (this.#before));
        const lines = moves.flatMap(({ index, frame }) => (frame.lines.length ? frame.lines : [{ text: frame.label, places: [] }]).map((line, i) =>
            el('li', { class: `side-${frame.side}` }, button(capital(line.text), () => this.table.going.lead(index, line.places), {
                class: 'line-text', data: { test: 'since-line', move: index + 1, focus: `since-${index}-${i}` },
                onpointerenter: () => this.table.board.point(line.places), onpointerleave: () => this.table.board.point([]),
            }))));
        if (!battle) return el('li', { class: news ? 'news' : '' }, el('ol', null, lines));
        const came = outcome(battle);
        return el('li', { class: news ? 'news in-battle' : 'in-battle' },
            button(`⚔ ${capital(battle.title)}${came ? `: ${came}` : ''}`, () => this.table.going.recall(battle.at), {
                class: 'log-battle-open', data: { test: 'since-battle', focus: `since-battle-${at}` },
            }), el('ol', null, lines));
    }
}
