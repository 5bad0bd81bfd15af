// The moment of a position: turn, phase, side, options, as fields.

import { button, el, fill } from './dom.js';
import { beginPhase, headOf, setHead, sets } from './position-text.js';
import { capital } from './view.js';

/** @typedef {import('./editor.js').Editor} Editor */

export class HeadsPanel {
    #drawn = '';

    /** @param {HTMLElement} host @param {Editor} editor */
    constructor(host, editor) {
        this.host = host;
        this.editor = editor;
    }

    update() {
        const { editor } = this;
        const { words, state } = editor;
        const options = editor.kit.title.options.filter(o => o.scenarios.includes(editor.scenario));
        const count = sets(state.text);
        const print = JSON.stringify([words.heads.map(h => headOf(state.text, h.key)), options.map(o => headOf(state.text, `option.${o.name}`)), count]);
        if (print === this.#drawn) return;
        this.#drawn = print;
        const focus = this.host.contains(document.activeElement) ? document.activeElement?.id : '';
        fill(this.host,
            count > 0 && this.#midst(),
            words.heads.map(h => this.#field(h.key, capital(h.about), h.values)),
            options.length > 0 && el('h2', null, 'Options'),
            options.map(o => this.#field(`option.${o.name}`, capital(o.name.replaceAll(/[_-]/g, ' ')), o.values, o.about)));
        if (focus) document.getElementById(focus)?.focus();
    }

    /** A text that stands in the midst of something: no phase begins. */
    #midst() {
        const { editor } = this;
        const phases = editor.words.heads.find(h => h.key === 'phase')?.values ?? [];
        const select = el('select', { 'aria-label': 'The phase that begins', data: { test: 'heads-phase' } }, phases.map(p => el('option', { value: p }, p)));
        return el('section', { class: 'note', data: { test: 'heads-midst' } },
            el('p', null, 'This position stands in the midst of a step, which lines with ', el('code', null, 'set'), ' say. Turn and side cannot be changed freely until a phase begins instead.'),
            el('div', { class: 'row' }, select, button('Begin this phase', () => editor.edit(beginPhase(editor.state.text, select.value)), { data: { test: 'heads-begin' } })));
    }

    /** @param {string} key @param {string} about @param {readonly string[]} values @param {string} [hint] */
    #field(key, about, values, hint) {
        const { editor } = this;
        const id = `head-${key.replaceAll('.', '-')}`;
        const now = headOf(editor.state.text, key) ?? '';
        const change = () => editor.edit(setHead(editor.state.text, key, field.value.trim()), `${about}: ${field.value}`);
        const field = values.length
            ? el('select', { id, data: { test: id }, onchange: change },
                el('option', { value: '' }, 'as usual'),
                !values.includes(now) && now && el('option', { value: now, selected: true }, now),
                values.map(v => el('option', { value: v, selected: v === now }, v)))
            : el('input', { id, type: 'text', data: { test: id }, onchange: change });
        if (!values.length) field.value = now;
        return el('div', { class: 'field' }, el('label', { for: id }, about, ' ', el('code', null, key)), field, hint && el('p', { class: 'hint' }, hint));
    }
}
