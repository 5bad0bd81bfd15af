// Coming in: the line of the lobby's head that says who you are, and the windows in which you sign in and register.

import * as accounts from './account-api.js';
import { button, el } from './dom.js';
import { formDialog } from './form-dialog.js';
import { announce, toast } from './ui.js';

/** @typedef {import('./wire.d.ts').Me} Me */

/**
 * A field with its label.
 * @param {string} label
 * @param {{ id: string, type?: 'text' | 'password' | 'email', value?: string, autocomplete?: string, hint?: string, needed?: boolean, most?: number }} how
 */
export function labelled(label, { id, type = 'text', value = '', autocomplete = 'off', hint = '', needed = true, most = 254 }) {
    const input = el('input', {
        id, type, value, autocomplete, maxlength: String(most), required: needed, data: { test: id },
        ...hint ? { 'aria-describedby': `${id}-hint` } : {},
    });
    return { input, node: el('div', { class: 'field' }, el('label', { for: id }, label), input, hint && el('p', { class: 'hint', id: `${id}-hint` }, hint)) };
}

export const PASSWORD_HINT = 'Ten letters at least. Three or four words are good, and easy to keep in mind.';

/** Signs in. @param {() => void} done */
export function openSignIn(done) {
    const name = labelled('Name', { id: 'sign-name', autocomplete: 'username' });
    const password = labelled('Password', { id: 'sign-password', type: 'password', autocomplete: 'current-password' });
    const node = formDialog('Sign in', [name.node, password.node,
        el('p', null, button('I have forgotten my password', () => {
            node.close('');
            openForgotten(name.input.value);
        }, { class: 'quiet line-text', data: { test: 'sign-forgotten' } }))], {
        test: 'sign-in', go: 'Sign in',
        act: async () => {
            await accounts.signIn({ name: name.input.value, password: password.input.value });
            done();
        },
    });
    name.input.focus();
}

/** Makes an account. @param {() => void} done @param {string} [invitation] */
export function openRegister(done, invitation) {
    const name = labelled('Name', { id: 'register-name', autocomplete: 'username', hint: 'What the others at a table read.', most: 30 });
    const password = labelled('Password', { id: 'register-password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT });
    const mail = labelled('Address for mail', { id: 'register-mail', type: 'email', autocomplete: 'email', needed: false, hint: 'You need none. Without one there is no way back in if you forget the password.' });
    formDialog('Make an account', [name.node, password.node, mail.node], {
        test: 'register', go: 'Make the account',
        act: async () => {
            await accounts.register({ name: name.input.value, password: password.input.value, mail: mail.input.value, ...invitation ? { invitation } : {} });
            done();
        },
    });
    name.input.focus();
}

/** @param {string} who */
function openForgotten(who) {
    const field = labelled('Name, or address for mail', { id: 'forgotten-who', value: who, autocomplete: 'username' });
    formDialog('A new password', [field.node,
        el('p', { class: 'hint' }, 'A mail with a link goes to the address that the account has confirmed. Without one there is no way back in.')], {
        test: 'forgotten', go: 'Send the mail',
        act: async () => {
            await accounts.forgotten(field.input.value);
            toast(['If there is such an account with a confirmed address, a mail is on its way.'], { stay: 15_000 });
        },
    });
    field.input.focus();
}

/**
 * Whether the seats of a new game have links too; asked where games belong to accounts.
 * @returns {{ node: HTMLElement, wanted(): boolean }}
 */
export function linksToo() {
    const box = el('input', { type: 'checkbox', name: 'links', data: { test: 'links' } });
    const node = el('label', { class: 'radio', hidden: true }, box,
        el('span', null, 'Links to the seats too', el('small', null, 'Who has the link plays the seat, without signing in. Without it seats belong to accounts alone.')));
    accounts.whoAmI().then(me => {
        node.hidden = !me.account;
    }, () => {});
    return { node, wanted: () => box.checked && !node.hidden };
}

/** Signs out and goes to the lobby. */
export async function leave() {
    await accounts.signOut();
    location.assign('/');
}

/**
 * Puts into the lobby's head who you are; at a table without accounts nothing.
 * @param {HTMLElement} head
 * @param {Me} me
 */
export function accountLine(head, me) {
    if (!me.accounts) return;
    const again = () => location.reload();
    const { account } = me;
    head.append(el('nav', { class: 'account-line', 'aria-label': 'Your account' }, account
        ? [
            el('a', { href: '/account', class: 'button menu-button', data: { test: 'my-account' } }, account.name),
            account.keeper && el('a', { href: '/keeper', class: 'button menu-button', data: { test: 'keeper' } }, 'Keep the table'),
            button('Sign out', () => void leave(), { class: 'menu-button', data: { test: 'sign-out' } }),
        ]
        : [
            button('Sign in', () => openSignIn(again), { class: 'menu-button', data: { test: 'to-sign-in' } }),
            me.open && button('Make an account', () => openRegister(again), { class: 'menu-button', data: { test: 'to-register' } }),
        ]));
    if (!account) announce('You are not signed in: you can look on, and play puzzles and lessons.');
}
