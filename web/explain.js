// What the decision of the moment is about, in a paragraph with its rules.

import { button, el } from './dom.js';
import { runs } from './markdown.js';
import { prose } from './primer.js';
import { explanation } from './terms.js';
import { dialog, ruleButton } from './ui.js';

/** @typedef {import('./table.js').Table} Table */

/** The paragraph for what is to be decided now; nothing if the game has none. @param {Table} table */
export function explained(table) {
    const { kit, shown, state } = table;
    const asked = table.replaying ? null : state.offers;
    return explanation(kit.teaching?.decisions ?? [], asked ?? { rule: shown.rule, what: shown.decision });
}

/**
 * Explains what is to be decided.
 * @param {Table} table
 * @param {() => void} keys  shows the list of keys
 * @returns {boolean} whether there was anything to say
 */
export function explain(table, keys) {
    const found = explained(table);
    if (!found) return false;
    const asked = table.replaying ? '' : table.state.offers?.prompt?.text ?? '';
    const node = dialog(found.title, [
        asked && el('p', { class: 'asked-text' }, asked),
        el('p', { class: 'explained', data: { test: 'explained' } }, prose(runs(found.text))),
        found.rules.length > 0 && el('p', { class: 'row' }, el('span', { class: 'hint' }, 'Rules: '), found.rules.map(rule => ruleButton(rule))),
        el('div', { class: 'row end' },
            table.mine && !table.replaying && button('What would a strong player do?', () => {
                node.close();
                void table.adviser.ask();
            }, { data: { test: 'explain-hint' } }),
            button('All keys', () => {
                node.close();
                keys();
            }, { data: { test: 'explain-keys' } })),
    ], { class: 'explain-dialog', test: 'explain' });
    return true;
}
