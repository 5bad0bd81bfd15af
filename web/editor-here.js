// What stands in a place and what can be said of it: faces and states of counters, marks, rows.

import { button, el, fill } from './dom.js';
import { figure } from './ui.js';
import { faceOf, filled, gaps, pattern, placements, put, rowsAt, setState, toggle, withLine, withoutPlace } from './position-text.js';
import { placeName } from './view.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./wire.d.ts').CounterWord} CounterWord */

export class HerePanel {
    #drawn = '';

    /** @param {HTMLElement} host @param {Editor} editor */
    constructor(host, editor) {
        this.host = host;
        this.editor = editor;
    }

    update() {
        const { editor } = this;
        const { place, state } = editor;
        const print = JSON.stringify([place, editor.hand, state.text]);
        if (print === this.#drawn) return;
        this.#drawn = print;
        const focus = this.host.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.focus : null;
        const now = placements(state.text, editor.words, editor.isPlace);
        const here = editor.words.counters.filter(c => place ? now.get(c.word)?.place === place : c.word === editor.hand);
        const held = editor.counter(editor.hand);
        if (held && !here.includes(held) && now.has(held.word)) here.unshift(held);
        if (!place && !here.length) fill(this.host, el('p', { class: 'empty' }, 'Choose a place or a counter on the board.'));
        else {
            fill(this.host,
                place && el('h2', { data: { test: 'here' } }, `${placeName(editor.kit, place)}${placeName(editor.kit, place).includes(place) ? '' : ` (${place})`}`),
                here.map(c => this.#counter(c, now.get(c.word)?.row ?? [])),
                place && !here.length && el('p', { class: 'empty' }, 'No counter stands here.'),
                this.#rows(place));
        }
        if (focus) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-focus="${CSS.escape(focus)}"]`))?.focus();
    }

    /** @param {CounterWord} c @param {readonly string[]} row */
    #counter(c, row) {
        const { editor } = this;
        const { words } = editor;
        const text = () => editor.state.text;
        const face = faceOf(row, c);
        const states = words.states.filter(s => !s.of.length || s.of.includes(c.kind));
        const plain = states.filter(s => !gaps(s.word).length && !s.word.includes('='));
        /** States of which one at most holds, by what they are about. @type {Map<string, string[]>} */
        const choices = new Map();
        for (const { word } of states.filter(s => !gaps(s.word).length && s.word.includes('='))) {
            const key = word.split('=')[0] ?? '';
            choices.set(key, [...choices.get(key) ?? [], word]);
        }
        const open = states.filter(s => gaps(s.word).length);
        const place = words.away.find(a => row.some((_, i) => i > 0 && pattern(a.word).test(row.slice(i, i + a.word.split(' ').length).join(' '))));
        const where = el('select', { 'aria-label': `Where ${editor.name(c)} is`, data: { focus: `where-${c.word}`, test: 'here-where' }, onchange: () => this.#move(c, where.value) },
            el('option', { value: '', selected: !place }, 'On the board'),
            words.away.map(a => el('option', { value: a.word, selected: a === place }, `${a.word}: ${a.about}`)));
        return el('article', { class: 'here-counter', 'aria-label': editor.name(c), data: { test: 'here-counter', word: c.word } },
            el('div', { class: 'here-head' }, c.picture && figure({ ...c.picture, reduced: face > 0 }, 44), el('b', null, editor.name(c)), el('code', null, c.word)),
            el('div', { class: 'row' },
                button('Pick up', () => editor.take(c.word), { 'aria-pressed': String(editor.hand === c.word), data: { focus: `take-${c.word}` } }),
                c.faces.length > 1 && button('Flip', () => editor.flip(c.word), { title: 'Turn it to its next face (f)', data: { test: 'here-flip', focus: `flip-${c.word}` } }),
                button('Take off', () => editor.remove(c.word), { title: 'Take it off the board (Delete)', data: { test: 'here-remove', focus: `off-${c.word}` } })),
            where,
            states.length > 0 && el('details', { open: plain.length <= 8, class: 'here-states' }, el('summary', null, 'States'),
                el('div', { class: 'here-chips' }, plain.map(s => button(s.word, () => editor.edit(toggle(text(), c.word, s.word)), {
                    class: 'chip', 'aria-pressed': String(row.includes(s.word, 1)), data: { test: 'here-state', state: s.word, focus: `${c.word}-${s.word}` },
                }))),
                [...choices].map(([key, of]) => this.#choice(c, key, of, row)),
                open.map(s => this.#open(c, s.word, row))));
    }

    /** A state that is one of several. @param {CounterWord} c @param {string} key @param {string[]} all @param {readonly string[]} row */
    #choice(c, key, all, row) {
        const now = all.find(w => row.includes(w, 1)) ?? '';
        const select = el('select', { 'aria-label': `${key} of ${this.editor.name(c)}`, data: { focus: `${c.word}-${key}` }, onchange: () => {
            const { text } = this.editor.state;
            this.editor.edit(select.value ? toggle(now ? toggle(text, c.word, now) : text, c.word, select.value) : toggle(text, c.word, now));
        } }, el('option', { value: '' }, `${key}: as usual`), all.map(w => el('option', { value: w, selected: w === now }, w)));
        return select;
    }

    /** A state with a number, a place or a counter in it. @param {CounterWord} c @param {string} template @param {readonly string[]} row */
    #open(c, template, row) {
        const fits = pattern(template);
        const now = row.find((w, i) => i > 0 && fits.test(w)) ?? '';
        const [before = '', after = ''] = template.split(/\{\w+\}/);
        const [gap] = gaps(template);
        const field = el('input', {
            type: 'text', size: 6, inputmode: gap === 'n' ? 'numeric' : null, 'aria-label': `${template} of ${this.editor.name(c)}`, placeholder: gap === 'n' ? 'number' : gap,
            data: { test: 'here-open', state: template, focus: `${c.word}-${template}` },
            onchange: () => this.editor.edit(setState(this.editor.state.text, c.word, template, field.value.trim() ? filled(template, [field.value.trim()]) : '')),
        });
        field.value = now.slice(before.length, now.length - after.length || undefined);
        return el('label', { class: 'here-open' }, before, field, after);
    }

    /** Puts a counter beside the board, or asks where it stands. @param {CounterWord} c @param {string} word */
    #move(c, word) {
        const { editor } = this;
        if (!word) {
            editor.hand = null;
            editor.take(c.word);
            return;
        }
        const values = gaps(word).map(gap => (gap === 'n' ? prompt('Which number?', '1') : prompt(`Which ${gap}?`, editor.place ?? '')) ?? '');
        if (values.some(v => !v)) {
            this.#drawn = '';
            editor.update();
            return;
        }
        editor.edit(put(editor.state.text, c, filled(word, values), editor.words, editor.isPlace));
    }

    /** Rows about the place, and what else can be said. @param {string | null} place */
    #rows(place) {
        const { editor } = this;
        const { state, words } = editor;
        const said = place ? rowsAt(state.text, place, words) : [];
        const sides = editor.kit.title.sides.map(s => s.id);
        const offered = words.rows.filter(r => place ? gaps(r.word).includes('place') : !gaps(r.word).includes('place'));
        const row = el('select', { 'aria-label': 'What to say', data: { test: 'here-row', focus: 'row' }, onchange: () => draw() },
            offered.map(r => el('option', { value: r.word }, `${r.about} (${r.word})`)));
        const blanks = el('span', { class: 'row' });
        /** @type {(HTMLInputElement | HTMLSelectElement)[]} */
        let fields = [];
        const draw = () => {
            let first = true;
            fields = gaps(row.value).map((gap, i) => {
                const own = gap === 'place' && first && place;
                if (gap === 'place') first = false;
                const field = gap === 'side'
                    ? el('select', { 'aria-label': 'Side' }, sides.map(s => el('option', { value: s }, s)))
                    : el('input', { type: 'text', size: 6, 'aria-label': gap === 'n' ? 'Number' : gap, placeholder: gap === 'n' ? 'number' : gap });
                if (own && field instanceof HTMLInputElement) field.value = place;
                field.dataset.test = `here-gap-${i}`;
                return field;
            });
            fill(blanks, fields);
        };
        draw();
        return el('section', { class: 'here-rows' },
            el('h2', null, place ? 'Said of this place' : 'More rows'),
            said.map(line => el('div', { class: 'row here-said' }, el('code', null, line.words.join(' ')),
                button('×', () => editor.edit(place ? withoutPlace(state.text, line, place, editor.isPlace) : withLine(state.text, line.at, null)), { class: 'quiet', 'aria-label': `Take out ${line.words.join(' ')}` }))),
            offered.length > 0 && el('div', { class: 'here-add' }, row, blanks,
                button('Add', () => {
                    const values = fields.map(f => f.value.trim());
                    if (values.every(Boolean)) editor.add(filled(row.value, values));
                }, { data: { test: 'here-add', focus: 'add' } })));
    }
}
