// The text of the position, with what is wrong at its lines.

import { button, el, fill } from './dom.js';
import { ruleButton } from './ui.js';
import { capital } from './view.js';

/** @typedef {import('./editor.js').Editor} Editor */

export class TextPanel {
    #numbers = '';
    #told = '';

    /** @param {HTMLElement} host @param {Editor} editor */
    constructor(host, editor) {
        this.editor = editor;
        this.gutter = el('div', { class: 'gutter', 'aria-hidden': 'true' });
        this.area = el('textarea', {
            spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': 'The position as text', 'aria-describedby': 'position-faults', data: { test: 'position-text' },
            oninput: () => editor.state.set(this.area.value, true),
            onscroll: () => { this.gutter.scrollTop = this.area.scrollTop; },
            onblur: () => { editor.state.typing = false; },
        });
        this.faults = el('ol', { id: 'position-faults', class: 'faults', 'aria-label': 'What is wrong', 'aria-live': 'polite', data: { test: 'faults' } });
        fill(host, el('div', { class: 'text-head' }, el('h2', null, 'Text'),
            button('Tidy up', () => editor.edit(editor.state.canonical || editor.state.text, 'Written as the game writes it'), { title: 'As the game writes it', data: { test: 'tidy' } })),
            el('div', { class: 'text-edit' }, this.gutter, this.area), this.faults);
    }

    update() {
        const { editor } = this;
        const { text, faults } = editor.state;
        if (this.area.value !== text) this.area.value = text;
        const wrong = new Set(faults.map(f => f.line));
        const count = text.split('\n').length;
        const print = `${count} ${[...wrong]}`;
        if (print !== this.#numbers) {
            this.#numbers = print;
            fill(this.gutter, Array.from({ length: count }, (_, i) => el('div', { class: wrong.has(i + 1) ? 'wrong' : '', data: { line: i + 1 } }, i + 1)));
            this.gutter.scrollTop = this.area.scrollTop;
        }
        const told = JSON.stringify(faults);
        if (told === this.#told) return;
        this.#told = told;
        this.area.setAttribute('aria-invalid', String(faults.length > 0));
        fill(this.faults, faults.map(f => el('li', { data: { test: 'fault', line: f.line } },
            f.line > 0 && button(`Line ${f.line}`, () => this.go(f.line), { class: 'chip' }), ' ', capital(f.what), ' ',
            (f.rules ?? []).flatMap(rule => [ruleButton(rule), ' ']))));
    }

    /** Goes to a line. @param {number} line */
    go(line) {
        const all = this.area.value.split('\n');
        const start = all.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
        this.area.focus();
        this.area.setSelectionRange(start, start + (all[line - 1]?.length ?? 0));
        const height = parseFloat(getComputedStyle(this.area).lineHeight) || 18;
        this.area.scrollTop = Math.max(0, (line - 4) * height);
    }
}
