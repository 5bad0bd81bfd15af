// What is being edited: the text with its past, and what the server says it comes to.

import * as api from './api.js';
import { overlay } from './position-text.js';

/** @typedef {import('./wire.d.ts').View} View */
/** @typedef {import('./wire.d.ts').PositionFault} PositionFault */

/** How long the hands must rest before the text is read. */
const REST_MS = 220;
/** So many steps can be taken back. */
const MOST = 500;

export class Editing {
    /** @type {View | null} the last position that could be read */ view = null;
    /** What the game made of it. */ canonical = '';
    /** @type {PositionFault[]} */ faults = [];
    /** @type {Record<string, string>} */ rowWords = {};
    /** How many answers have come. */ checked = 0;
    /** @type {string[]} */ #past = [];
    /** @type {string[]} */ #future = [];
    #timer = 0;
    #asked = 0;

    /**
     * @param {string} text
     * @param {{ game: string, scenario: string, words: import('./wire.d.ts').PositionWords, isPlace: (word: string) => boolean, onChange(): void }} how
     */
    constructor(text, how) {
        this.text = text;
        this.how = how;
    }

    /** The counters as the text has them now, before the server has read it. */
    get counters() {
        return overlay(this.view?.counters ?? [], this.rowWords, this.text, this.how.words, this.how.isPlace);
    }

    get mayUndo() {
        return this.#past.length > 0;
    }

    get mayRedo() {
        return this.#future.length > 0;
    }

    /** @param {string} text @param {boolean} [typing] whether it goes on from the last change: typed letters are taken back together */
    set(text, typing = false) {
        if (text === this.text) return;
        if (!typing || !this.typing) this.#past.push(this.text);
        if (this.#past.length > MOST) this.#past.shift();
        this.typing = typing;
        this.#future = [];
        this.#put(text);
    }

    undo() {
        const before = this.#past.pop();
        if (before === undefined) return;
        this.#future.push(this.text);
        this.typing = false;
        this.#put(before);
    }

    redo() {
        const after = this.#future.pop();
        if (after === undefined) return;
        this.#past.push(this.text);
        this.typing = false;
        this.#put(after);
    }

    /** @param {string} text */
    #put(text) {
        this.text = text;
        this.how.onChange();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.check(), REST_MS);
    }

    /** Asks the server what the text comes to. */
    async check() {
        const asked = ++this.#asked;
        const { text } = this;
        try {
            const read = await api.readPosition({ game: this.how.game, scenario: this.how.scenario, options: {}, text });
            // Of several answers only that to the last question counts.
            if (asked !== this.#asked || text !== this.text) return;
            this.faults = read.faults;
            if (read.view) {
                this.view = read.view;
                this.canonical = read.text ?? '';
                this.rowWords = read.words;
            }
        } catch (error) {
            if (asked !== this.#asked) return;
            this.faults = [{ line: 0, what: error instanceof Error ? error.message : String(error) }];
        }
        this.checked++;
        this.how.onChange();
    }
}
