// The page of the keeper: who may register, accounts, hidden games, and what was done.

import * as accounts from './account-api.js';
import { attempt, part, sheet } from './account-page.js';
import { day, dayAndHour, gameNamed } from './account-words.js';
import { button, el, fill } from './dom.js';
import { formDialog } from './form-dialog.js';
import { linkRow } from './ui.js';

/** @typedef {import('./wire.d.ts').KeptAccount} KeptAccount */

/** @param {HTMLElement} page @param {string} [name]  letters of the names of the accounts that are shown */
export async function keeperPage(page, name = '') {
    const all = await accounts.keeping(name);
    const again = () => keeperPage(page, name);
    /** @param {() => Promise<unknown>} act @param {string} [done] */
    const change = (act, done) => void attempt(async () => {
        await act();
        await again();
    }, done);
    const invited = el('div', null);
    const find = el('input', { type: 'search', id: 'find-account', value: name, autocomplete: 'off', data: { test: 'find-account' } });
    const hide = el('input', { type: 'text', id: 'hide-game', autocomplete: 'off', data: { test: 'hide-game' } });
    fill(page, sheet('Keep the table', [
        part('Who may register', [
            el('p', { data: { test: 'registration' } }, all.open ? 'Anybody can make an account here.' : 'Only those whom you invite can make an account here.'),
            el('div', { class: 'row' },
                button(all.open ? 'Close registration' : 'Let anybody register', () => change(() => accounts.setRegistration(!all.open)), { data: { test: 'set-registration' } }),
                button('Make an invitation', () => void attempt(async () => {
                    const { invitation, until } = await accounts.invite();
                    fill(invited, linkRow('For one account', `${location.origin}/account#join=${invitation}`), el('p', { class: 'hint' }, `It holds until ${day(until)}, and is shown this once.`));
                }), { data: { test: 'make-invitation' } })),
            invited,
        ], 'registration-part'),
        part('Accounts', [
            el('form', { class: 'row', role: 'search', onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void attempt(() => keeperPage(page, find.value.trim()));
            } }, el('label', { for: 'find-account' }, 'Name'), find, el('button', { type: 'submit', data: { test: 'find' } }, 'Find')),
            !all.accounts.length && el('p', { class: 'empty' }, 'Nobody is called so.'),
            el('ul', { class: 'entries' }, all.accounts.map(account => el('li', { data: { test: 'account', name: account.name } },
                el('span', null, el('b', null, account.name), account.keeper && ' · keeper', account.banned && ' · banned', el('small', null, ` since ${day(account.made)}`)),
                el('span', { class: 'row' }, standing(account, change))))),
        ], 'accounts-part'),
        part('Hidden games', [
            el('p', { class: 'hint' }, 'A hidden game is seen by those alone who play it.'),
            el('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                change(() => accounts.hideGame(gameNamed(hide.value), true));
            } }, el('label', { for: 'hide-game' }, 'Game, by its link'), hide, el('button', { type: 'submit', data: { test: 'hide' } }, 'Hide')),
            el('ul', { class: 'entries' }, all.hidden.map(game => el('li', { data: { test: 'hidden-game' } },
                el('span', null, el('a', { href: `/game/${game.id}` }, game.name || game.title), el('small', null, ` ${game.moment}`)),
                button('Show again', () => change(() => accounts.hideGame(game.id, false)), { 'aria-label': `Show again: ${game.name || game.title}`, data: { test: 'unhide' } })))),
        ], 'hidden-part'),
        part('What was done', [
            el('ol', { class: 'entries notes', data: { test: 'notes' } }, all.notes.map(note => el('li', null,
                el('span', null, note.who && el('b', null, `${note.who} `), note.what), el('small', null, dayAndHour(note.at))))),
        ], 'notes-part'),
    ]));
}

/**
 * What a keeper can do with an account.
 * @param {KeptAccount} account
 * @param {(act: () => Promise<unknown>) => void} change
 */
function standing({ id, name, keeper, banned }, change) {
    /** @param {string} title @param {string} text @param {string} go @param {import('./wire.d.ts').ChangeAccount} how */
    const sure = (title, text, go, how) => formDialog(title, [el('p', null, text)], { test: 'sure', go, act: async () => {
        await accounts.changeAccount(id, how);
        change(async () => {});
    } });
    if (keeper) {
        return [button('Take the table away', () => sure(`Take the table from ${name}?`, `${name} keeps the table no longer.`, 'Take it', { keeper: false }), { 'aria-label': `Take the table away from ${name}`, data: { test: 'unkeep' } })];
    }
    if (banned) {
        return [button('Let come again', () => change(() => accounts.changeAccount(id, { banned: false })), { 'aria-label': `Let come again: ${name}`, data: { test: 'unban' } })];
    }
    return [
        button('Make a keeper', () => sure(`Make ${name} a keeper?`, `${name} can do all that you can do here, and take the table from you.`, 'Make a keeper', { keeper: true }), { 'aria-label': `Make a keeper: ${name}`, data: { test: 'make-keeper' } }),
        button('Ban', () => sure(`Ban ${name}?`, `${name} is signed out everywhere and cannot come again until you say so. The seats stay.`, 'Ban', { banned: true }), { 'aria-label': `Ban ${name}`, data: { test: 'ban' } }),
    ];
}
