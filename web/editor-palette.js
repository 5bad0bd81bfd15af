// All counters that can be in play, by side, with search; what is off the board stands first.

import { button, el, fill } from './dom.js';
import { brief } from './counters.js';
import { figure } from './ui.js';
import { faceOf, placements } from './position-text.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./wire.d.ts').CounterWord} CounterWord */

export class Palette {
    #drawn = '';
    /** Whether only what is not on the board is shown. */ #off = false;

    /** @param {HTMLElement} host @param {Editor} editor */
    constructor(host, editor) {
        this.editor = editor;
        this.search = el('input', { type: 'search', placeholder: 'Search counters', 'aria-label': 'Search counters', data: { test: 'palette-search' }, oninput: () => this.update() });
        const sides = [...new Set(editor.words.counters.map(c => c.picture?.side).filter(Boolean))];
        this.side = el('select', { 'aria-label': 'Side', data: { test: 'palette-side' }, onchange: () => this.update() },
            el('option', { value: '' }, 'All sides'),
            sides.map(id => el('option', { value: id }, editor.kit.title.sides.find(s => s.id === id)?.name ?? id)));
        this.off = el('input', { type: 'checkbox', data: { test: 'palette-off' }, onchange: () => {
            this.#off = this.off.checked;
            this.update();
        } });
        this.list = el('div', { class: 'palette', role: 'list', 'aria-label': 'Counters', data: { test: 'palette' } });
        fill(host, el('p', { class: 'hint' }, 'Choose a counter, then a place; or drag it there.'),
            this.search, this.side, el('label', { class: 'palette-off' }, this.off, 'Not on the board'), this.list);
    }

    update() {
        const { editor } = this;
        const { words } = editor;
        const now = placements(editor.state.text, words, editor.isPlace);
        const wanted = this.search.value.trim().toLowerCase();
        /** @param {CounterWord} c */
        const fits = c => {
            const place = now.get(c.word)?.place ?? '';
            return (!this.side.value || c.picture?.side === this.side.value)
                && (!this.#off || !editor.isPlace(place))
                && (!wanted || `${c.word} ${c.picture?.name ?? ''} ${c.picture?.formation ?? ''} ${c.picture?.detail ?? ''} ${place}`.toLowerCase().includes(wanted));
        };
        const shown = words.counters.filter(fits);
        const print = JSON.stringify([shown.map(c => [c.word, now.get(c.word)]), editor.hand]);
        if (print === this.#drawn) return;
        this.#drawn = print;
        const focus = this.list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.word : null;
        fill(this.list, shown.map(c => this.#item(c, now.get(c.word))), !shown.length && el('p', { class: 'empty' }, 'No counter is called so.'));
        if (focus) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-word="${CSS.escape(focus)}"]`))?.focus();
    }

    /** @param {CounterWord} c @param {{ place: string, row: string[] } | undefined} now */
    #item(c, now) {
        const { editor } = this;
        const reduced = now ? faceOf(now.row, c) > 0 : false;
        const place = now?.place ?? '';
        const where = !now ? '' : editor.isPlace(place) ? `in ${place}` : editor.words.away.find(a => a.word === place)?.about ?? place;
        const node = button('', () => editor.take(c.word), {
            class: 'palette-item', draggable: 'true', 'aria-pressed': String(editor.hand === c.word),
            data: { test: 'palette-item', word: c.word },
            ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData('text/x-counter', c.word),
        });
        fill(node, c.picture ? figure({ ...c.picture, reduced }, 36) : el('span', { class: 'palette-blank', 'aria-hidden': 'true' }),
            el('span', null, c.picture ? brief(c.picture) : c.word, el('small', null, c.word, where && ` · ${where}`)));
        return el('div', { role: 'listitem' }, node);
    }
}
