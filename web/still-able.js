// Before a phase is ended in which units can still act, it is asked once whether that is meant.

import { button, el } from './dom.js';
import { choose, settings } from './settings.js';
import { dialog, figure } from './ui.js';
import { capital } from './view.js';
import { ends } from './usual.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */

/** More than these are counted and not listed. */
const LISTED = 12;

/**
 * Whether an action may be done: asks if it ends a phase in which more can be done than stands in the list of choices.
 * @param {import('./table.js').Table} table
 * @param {Offered} action
 * @returns {Promise<boolean>}
 */
export function confirmed(table, action) {
    const { offers } = table.state;
    const able = table.going.able();
    // What is all listed beside the button has been seen.
    if (!settings().ask || !ends(action) || !offers || offers.count <= offers.buttons.length || !able.length) return Promise.resolve(true);
    return new Promise(resolve => {
        const go = button('End anyway', () => node.close('go'), { class: 'primary big', data: { test: 'end-anyway' } });
        const ask = el('input', { type: 'checkbox', id: 'ask-no-more', data: { test: 'ask-no-more' } });
        const node = dialog(`${able.length} ${able.length === 1 ? 'unit' : 'units'} can still act`, [
            el('p', null, `${capital(action.label.split(' · ')[0] ?? '')}: end anyway?`),
            el('ul', { class: 'pieces' }, able.slice(0, LISTED).map(c => el('li', null, el('button', {
                type: 'button', data: { test: 'still-able', id: c.id },
                onclick: () => {
                    node.close('');
                    void table.going.goTo(c.id);
                },
            }, figure(c, 36), el('span', null, c.name))))),
            able.length > LISTED && el('p', { class: 'hint' }, `And ${able.length - LISTED} more.`),
            el('p', { class: 'row' }, ask, el('label', { for: 'ask-no-more' }, 'Do not ask again (the lobby’s settings bring it back)')),
            el('div', { class: 'row end sticky' },
                button('Next unit', () => {
                    node.close('');
                    table.going.next(1);
                }, { class: 'big', data: { test: 'next-able' } }),
                go),
        ], { class: 'small', test: 'still-able-dialog', onClose: value => {
            if (ask.checked) choose({ ask: false });
            resolve(value === 'go');
        } });
        go.focus();
    });
}
