// The page of your own account: devices, name, password, mail, what is kept of you, and its end.

import * as accounts from './account-api.js';
import { labelled, leave, openRegister, openSignIn, PASSWORD_HINT } from './account.js';
import { brought, day, dayAndHour } from './account-words.js';
import { button, el, fill } from './dom.js';
import { formDialog } from './form-dialog.js';
import { announce, message, toast } from './ui.js';

/** @typedef {import('./wire.d.ts').MyAccount} MyAccount */
/** @typedef {import('./dom.js').Child} Child */

/**
 * The frame of a page beside the lobby.
 * @param {string} title
 * @param {Child[]} body
 */
export function sheet(title, body) {
    document.title = `${title} · Sandtable`;
    return [
        el('header', { class: 'masthead slim' },
            el('div', { class: 'wordmark' }, el('span', { class: 'hexmark', 'aria-hidden': 'true' }), el('h1', null, title)),
            el('nav', { class: 'account-line', 'aria-label': 'Pages' }, el('a', { href: '/', class: 'button menu-button', data: { test: 'to-lobby' } }, 'To the lobby'))),
        el('main', { class: 'lobby account' }, ...body),
    ];
}

/** @param {string} title @param {Child[]} body @param {string} test */
export function part(title, body, test) {
    return el('section', { 'aria-labelledby': `part-${test}`, data: { test } }, el('h2', { id: `part-${test}` }, title), ...body);
}

/**
 * Does something at once, and says what went wrong.
 * @param {() => Promise<unknown>} act
 * @param {string} [done]
 */
export async function attempt(act, done) {
    try {
        await act();
        if (done) toast([done]);
    } catch (error) {
        toast([message(error)], { kind: 'error', name: 'error' });
    }
}

/** @param {HTMLElement} page */
export async function accountPage(page) {
    const link = brought(location.hash);
    if (link) history.replaceState(null, '', location.pathname);
    if (link?.what === 'confirm') await attempt(() => accounts.confirmMail(link.code), 'Your address is confirmed.');
    const me = await accounts.whoAmI();
    if (link?.what === 'password') {
        newPassword(page, link.code);
        return;
    }
    if (!me.accounts) {
        fill(page, sheet('Your account', [el('p', null, 'This table has no accounts: seats are had by their links alone.')]));
        return;
    }
    if (me.account) await show(page, me.account);
    else signInFirst(page, { open: me.open, invitation: link?.what === 'join' ? link.code : undefined });
}

/**
 * What is shown where somebody must be signed in; afterwards the same address is opened again.
 * @param {HTMLElement} page
 * @param {{ open?: boolean, invitation?: string | undefined }} [how]
 */
export function signInFirst(page, { open = true, invitation } = {}) {
    const again = () => location.reload();
    fill(page, sheet('Sign in', [
        el('p', null, invitation ? 'The keeper of this table invites you: make an account.' : 'This needs an account at this table.'),
        el('div', { class: 'row' },
            button('Sign in', () => openSignIn(again), { class: invitation ? 'big' : 'primary big', data: { test: 'to-sign-in' } }),
            (open || invitation) && button('Make an account', () => openRegister(again, invitation), { class: invitation ? 'primary big' : 'big', data: { test: 'to-register' } })),
    ]));
    document.documentElement.dataset.ready = '1';
}

/** Sets a password with a code from a mail. @param {HTMLElement} page @param {string} code */
function newPassword(page, code) {
    const field = labelled('New password', { id: 'reset-password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT });
    const wrong = el('p', { class: 'alert', role: 'alert', hidden: true });
    const form = el('form', { class: 'setup' }, field.node, wrong,
        el('div', { class: 'row' }, el('button', { type: 'submit', class: 'primary big', data: { test: 'reset-go' } }, 'Set the password')));
    fill(page, sheet('A new password', [form]));
    form.addEventListener('submit', event => {
        event.preventDefault();
        accounts.resetPassword(code, field.input.value).then(() => {
            toast(['Your password is set: sign in with it.']);
            signInFirst(page);
        }, error => {
            wrong.textContent = message(error);
            wrong.hidden = false;
        });
    });
    field.input.focus();
}

/** @param {HTMLElement} page @param {MyAccount} account */
async function show(page, account) {
    const devices = await accounts.devices();
    const again = async () => {
        const me = await accounts.whoAmI();
        if (me.account) await show(page, me.account);
        else location.assign('/');
    };
    fill(page, sheet('Your account', [
        part('Who you are', [
            el('p', { class: 'welcome' }, el('b', { data: { test: 'account-name' } }, account.name), account.keeper && ', keeper of this table', el('small', null, ` since ${day(account.made)}`)),
            el('p', { data: { test: 'account-mail' } }, account.mail ? ['Mail goes to ', el('b', null, account.mail), account.mail_confirmed ? '.' : ', as soon as you confirm it: open the link in the mail that was sent there.'] : 'You get no mail. If you forget your password, there is no way back in.'),
            el('div', { class: 'row' },
                button('Change the name', () => rename(account, again), { data: { test: 'change-name' } }),
                button('Change the password', () => changePassword(account), { data: { test: 'change-password' } }),
                button(account.mail ? 'Change the address' : 'Tell an address', () => changeMail(account, again), { data: { test: 'change-mail' } }),
                account.keeper && el('a', { class: 'button', href: '/keeper' }, 'Keep the table')),
        ], 'who'),
        part('Your devices', [
            el('p', { class: 'hint' }, 'A device that is not used for 90 days is signed out by itself.'),
            el('ul', { class: 'entries' }, devices.map(device => el('li', { data: { test: 'device' } },
                el('span', null, el('b', null, device.device), device.this && ' · this one', el('small', null, ` signed in ${day(device.made)}, used ${dayAndHour(device.seen)}`)),
                device.this ? button('Sign out', () => void leave(), { data: { test: 'sign-out' } })
                    : button('Sign out', () => void attempt(async () => {
                        await accounts.revoke(device.id);
                        await again();
                        announce(`${device.device} is signed out.`);
                    }), { 'aria-label': `Sign out ${device.device}`, data: { test: 'revoke' } })))),
        ], 'devices'),
        part('What is kept of you', [
            el('p', null, 'Your account, your devices, your games and what you said in them, in one file.'),
            el('div', { class: 'row' }, button('Export everything', () => void attempt(download), { data: { test: 'export-account' } })),
        ], 'kept'),
        part('The end', [
            el('p', null, 'Deleting your account deletes games that you play alone. Of others two-sided games are resigned, and in games of more sides a bot takes your seat. What you said loses your name. Nobody else can take the name for 90 days.'),
            el('div', { class: 'row' }, button('Delete the account …', () => remove(account), { class: 'quiet', data: { test: 'delete-account' } })),
        ], 'end'),
    ]));
}

/** @param {MyAccount} account @param {() => Promise<void>} again */
function rename(account, again) {
    const name = labelled('Name', { id: 'new-name', value: account.name, autocomplete: 'username', hint: 'Your seats show it. Nobody else can take the old one for 90 days.', most: 30 });
    formDialog('Change the name', [name.node], { test: 'name-dialog', go: 'Change', act: async () => {
        await accounts.changeName(name.input.value);
        await again();
    } });
    name.input.select();
}

/** For a password manager, which wants to know whose password it is. @param {MyAccount} account */
const whose = account => el('input', { type: 'text', class: 'hidden', autocomplete: 'username', value: account.name, readonly: true, tabindex: '-1', 'aria-hidden': 'true' });

/** @param {MyAccount} account */
function changePassword(account) {
    const now = labelled('Present password', { id: 'now-password', type: 'password', autocomplete: 'current-password' });
    const fresh = labelled('New password', { id: 'new-password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT });
    formDialog('Change the password', [whose(account), now.node, fresh.node, el('p', { class: 'hint' }, 'Your other devices are signed out.')], { test: 'password-dialog', go: 'Change', act: async () => {
        await accounts.changePassword(now.input.value, fresh.input.value);
        toast(['Your password is changed.']);
    } });
    now.input.focus();
}

/** @param {MyAccount} account @param {() => Promise<void>} again */
function changeMail(account, again) {
    const mail = labelled('Address', { id: 'new-mail', type: 'email', value: account.mail, autocomplete: 'email', needed: false, hint: 'A mail with a link goes there; it counts when you have opened it. Leave it empty for none.' });
    const password = labelled('Password', { id: 'mail-password', type: 'password', autocomplete: 'current-password' });
    formDialog('Address for mail', [whose(account), mail.node, password.node], { test: 'mail-dialog', go: 'Keep', act: async () => {
        await accounts.changeMail(password.input.value, mail.input.value);
        await again();
    } });
    mail.input.focus();
}

/** @param {MyAccount} account */
function remove(account) {
    const password = labelled('Password', { id: 'delete-password', type: 'password', autocomplete: 'current-password' });
    formDialog('Delete the account?', [whose(account), el('p', null, `The account ${account.name} is deleted with all that is kept of it. This cannot be taken back.`), password.node], { test: 'delete-account-dialog', go: 'Delete', act: async () => {
        await accounts.deleteAccount(password.input.value);
        location.assign('/');
    } });
    password.input.focus();
}

async function download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(await accounts.exported(), null, 2)], { type: 'application/json' }));
    link.download = 'sandtable-account.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
