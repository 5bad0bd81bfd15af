// Rules and tables, one key away.

import * as api from './api.js';
import { el, fill } from './dom.js';
import { dialog, message, ruleButton, tabs } from './ui.js';
import { capital } from './view.js';

/** @typedef {import('./wire.d.ts').Rule} Rule */

export class Reference {
    /** @param {{ kit: import('./wire.d.ts').Kit }} table */
    constructor(table) {
        this.table = table;
        /** @type {Rule[] | null} */
        this.rules = null;
        /** @type {HTMLDialogElement | null} */
        this.node = null;
        document.addEventListener('rule', event => this.open('rules', /** @type {CustomEvent<string>} */ (event).detail));
    }

    /** Turns to another game. @param {{ kit: import('./wire.d.ts').Kit }} table */
    of(table) {
        this.table = table;
        this.rules = null;
    }

    /**
     * @param {'rules' | 'tables' | 'words'} tab
     * @param {string} [rule] to be scrolled to
     */
    open(tab, rule) {
        this.node?.close();
        const list = el('div', { class: 'rule-list' });
        const field = el('input', { type: 'search', class: 'filter', placeholder: 'Number, kind or words', 'aria-label': 'Find a rule', data: { test: 'rule-filter' } });
        const count = el('p', { class: 'hint', role: 'status' });
        const rulesPanel = el('div', { class: 'reference-panel' }, el('div', { class: 'reference-find' }, field, count), list);
        const tablesPanel = el('div', { class: 'reference-panel' }, this.#charts());
        const words = this.table.kit.teaching?.facts.term ?? [];
        const wordsPanel = el('div', { class: 'reference-panel' }, el('dl', { class: 'words' }, words.map(t => el('div', { data: { test: 'word' } }, el('dt', null, t.word), el('dd', null, capital(t.means))))));
        const bar = tabs([
            { id: 'rules', label: 'Rules', panel: rulesPanel }, { id: 'tables', label: 'Tables', panel: tablesPanel },
            ...(words.length ? [{ id: 'words', label: 'Words', panel: wordsPanel }] : []),
        ], { label: 'Reference', onShow: () => {} });
        this.node = dialog('Reference', [bar.bar, rulesPanel, tablesPanel, words.length > 0 && wordsPanel], { class: 'reference', test: 'reference', onClose: () => { this.node = null; } });
        bar.show(tab);
        field.addEventListener('input', () => this.#sift(list, count, field.value));
        if (tab === 'rules' && !rule) field.focus();
        void this.#fill(list, count, rule);
    }

    /** @param {HTMLElement} list @param {HTMLElement} count @param {string} [rule] */
    async #fill(list, count, rule) {
        try {
            this.rules ??= await api.rules(this.table.kit.title.id);
        } catch (error) {
            fill(list, el('p', { role: 'alert' }, message(error)));
            return;
        }
        fill(list, this.rules.map(r => el('article', { id: `rule-${r.id}`, tabindex: '-1', data: { test: 'rule-entry', rule: r.id } },
            el('h3', null, r.id, ' ', el('small', null, r.kind)), el('p', null, r.summary))));
        this.#sift(list, count, '');
        if (!rule) return;
        const entry = /** @type {HTMLElement | null} */ (list.querySelector(`[data-rule="${CSS.escape(rule)}"]`));
        if (!entry) {
            count.textContent = `Rule ${rule} is not in the catalogue.`;
            return;
        }
        entry.classList.add('sought');
        entry.scrollIntoView({ block: 'center' });
        entry.focus({ preventScroll: true });
    }

    /** @param {HTMLElement} list @param {HTMLElement} count @param {string} wanted */
    #sift(list, count, wanted) {
        const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
        let found = 0;
        for (const node of /** @type {Iterable<HTMLElement>} */ (list.children)) {
            const text = node.textContent?.toLowerCase() ?? '';
            node.hidden = !words.every(w => text.includes(w));
            if (!node.hidden) found += 1;
        }
        count.textContent = words.length ? `${found} of ${this.rules?.length ?? 0} rules` : `${this.rules?.length ?? 0} rules, in our own words`;
    }

    #charts() {
        const { charts } = this.table.kit;
        if (!charts.length) return el('p', { class: 'empty' }, 'This game has no tables.');
        return charts.map(chart => el('div', { class: 'chart' }, el('table', { data: { test: 'chart' } },
            el('caption', null, chart.title, ' ', chart.rule && ruleButton(chart.rule), ' ',
                el('small', { class: `source ${chart.source}` }, chart.source === 'rulebook' ? 'from the rulebook' : capital(chart.source))),
            el('thead', null, el('tr', null, chart.head.map(h => el('th', { scope: 'col' }, h)))),
            el('tbody', null, chart.rows.map(row => el('tr', null, row.map((cell, i) => i === 0 ? el('th', { scope: 'row' }, cell) : el('td', null, cell))))))));
    }
}
