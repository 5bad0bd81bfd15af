// The odds beside actions in lists: asked for when they are shown, few at a time, and kept until the game goes on.

import * as api from './api.js';
import { el } from './dom.js';
import { inShort } from './odds-words.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Odds} Odds */

/** So many are asked for at the same time. */
const ABREAST = 2;

/** All that the window shows but its words. @param {Odds} odds */
const print = odds => JSON.stringify([{ ...odds.battle, note: '' }, odds.chances]);

export class OddsList {
    /** By action, for the moment they are good for. @type {Map<number, Promise<Odds>>} */ #known = new Map();
    /** In short, where they came. @type {Map<number, string>} */ #short = new Map();
    #moment = '';
    /** Odds that you agreed to in this phase. @type {{ phase: string, prints: Set<string> }} */ #agreed = { phase: '', prints: new Set() };
    /** @type {(() => Promise<void>)[]} */ #queue = [];
    #running = 0;

    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.table = table;
    }

    /** The odds of an action. @param {Offered} action @returns {Promise<Odds>} */
    of(action) {
        this.#fresh();
        const { id, keys, state } = this.table;
        const known = this.#known.get(action.number);
        if (known) return known;
        const asked = api.odds(id, keys, { after: state.number, side: state.offers?.side, action: action.number });
        this.#known.set(action.number, asked);
        // What failed is asked for again the next time.
        asked.catch(() => this.#known.delete(action.number));
        return asked;
    }

    /** You have seen these odds and want the battle. @param {Odds} odds */
    agree(odds) {
        const phase = this.#phase();
        if (phase !== this.#agreed.phase) this.#agreed = { phase, prints: new Set() };
        this.#agreed.prints.add(print(odds));
    }

    /** Whether you have agreed to the very same in this phase. @param {Odds} odds */
    agreed(odds) {
        return this.#agreed.phase === this.#phase() && this.#agreed.prints.delete(print(odds));
    }

    #phase() {
        const { state } = this.table;
        return `${state.view.moment} ${state.offers?.side}`;
    }

    /** What was known before the game went on holds no more. */
    #fresh() {
        const { state } = this.table;
        const moment = `${state.number} ${state.offers?.side}`;
        if (moment === this.#moment) return;
        this.#moment = moment;
        this.#known.clear();
        this.#short.clear();
        this.#queue = [];
    }

    /** Whether they stand beside it now. @param {Offered} action */
    shown(action) {
        this.#fresh();
        return this.#short.has(action.number);
    }

    /** What stands beside an action; empty until it is known. @param {Offered} action */
    beside(action) {
        if (!action.weigh) return null;
        this.#fresh();
        const there = this.#short.get(action.number);
        const node = el('small', { class: 'odds', data: { test: 'odds' } }, there);
        if (there !== undefined) return node;
        const { number } = this.table.state;
        this.#queue.push(async () => {
            if (!node.isConnected || this.table.state.number !== number) return;
            try {
                node.textContent = inShort(await this.of(action), action);
                if (this.table.state.number === number) this.#short.set(action.number, node.textContent);
            } catch {
                // The list is as good without; the window says what is wrong.
            }
        });
        // Not before it is in the page.
        queueMicrotask(() => this.#next());
        return node;
    }

    #next() {
        while (this.#running < ABREAST) {
            const job = this.#queue.shift();
            if (!job) return;
            this.#running += 1;
            void job().finally(() => {
                this.#running -= 1;
                this.#next();
            });
        }
    }
}
