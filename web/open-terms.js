// What a new game says to strangers: who may come, whether it is rated, what is agreed. Only where the table has accounts.

import { whoAmI } from './account-api.js';
import { el } from './dom.js';
import { selectField, textField, tickField } from './form-fields.js';

/** @typedef {Pick<import('./wire.d.ts').NewGame, 'open_to' | 'terms'>} Wishes */

/** After how long a bot comes, in minutes. */
const BOTS = /** @type {const} */ ([['', 'Never'], ['5', 'After 5 minutes'], ['15', 'After 15 minutes'], ['60', 'After an hour'], ['1440', 'After a day'], ['10080', 'After a week']]);

/**
 * @param {{ open?: boolean }} [how] open: everybody may come unless it is chosen otherwise
 * @returns {{ node: HTMLElement, value(): Wishes | {} }} what is said; nothing where the table has no accounts
 */
export function openTerms(how = {}) {
    const to = selectField('open-to', 'Who may come', [
        ['invited', 'Only people with an invitation; nobody else sees the game'],
        ['everyone', 'Everybody: it stands in the waiting room'],
    ], how.open ? 'everyone' : 'invited');
    const rated = tickField('rated', 'Rated', 'Between two. Without hints, and nothing is taken back after the end.');
    const lowest = textField('lowest', 'Rating from', { most: 4, figures: true });
    const highest = textField('highest', 'Rating up to', { most: 4, figures: true });
    const note = textField('note', 'Note', { most: 200 });
    const bot = selectField('bot-after', 'A bot takes a seat that stays empty', BOTS);
    const more = el('div', { class: 'terms-more' }, el('div', { class: 'terms-pair' }, lowest.node, highest.node), bot.node, note.node);
    const tell = () => {
        more.hidden = to.value() !== 'everyone';
    };
    to.input.addEventListener('change', tell);
    tell();
    const node = el('fieldset', { class: 'terms', hidden: true, data: { test: 'terms' } }, el('legend', null, 'Opponents'), to.node, rated.node, more);
    whoAmI().then(me => {
        node.hidden = !me.accounts;
    }, () => {});
    return {
        node,
        value() {
            if (node.hidden) return {};
            const open = to.value() === 'everyone';
            const number = (/** @type {string} */ text) => text ? Number(text) : null;
            return {
                open_to: open ? 'everyone' : 'invited',
                terms: {
                    rated: rated.value(),
                    ...open ? { note: note.value(), lowest: number(lowest.value()), highest: number(highest.value()), bot_after: number(bot.value()) } : {},
                },
            };
        },
    };
}
