// Small dialogs of the table: going to a place, links to be given away.

import * as api from './api.js';
import { button, el } from './dom.js';
import { announce, dialog, linkRow } from './ui.js';

/** @typedef {import('./table.js').Table} Table */

/**
 * Asks for a place and goes there.
 * @param {Table} table
 */
export function goto(table) {
    const field = el('input', { id: 'goto', type: 'text', list: 'goto-places', autocomplete: 'off', data: { test: 'goto' } });
    const wrong = el('p', { class: 'hint', role: 'alert' });
    const form = el('form', { class: 'setup' },
        el('div', { class: 'field' }, el('label', { for: 'goto' }, 'Number or name'), field),
        el('datalist', { id: 'goto-places' }, table.kit.places.filter(p => p.name).map(p => el('option', { value: p.name }, p.id))),
        wrong, el('div', { class: 'row end' }, el('button', { type: 'submit', class: 'primary' }, 'Go')));
    const node = dialog('Go to a place', [form], { class: 'small', test: 'goto-dialog' });
    field.focus();
    form.addEventListener('submit', event => {
        event.preventDefault();
        const wanted = field.value.trim().toLowerCase();
        const place = table.kit.places.find(p => p.id.toLowerCase() === wanted) ?? table.kit.places.find(p => p.name.toLowerCase() === wanted)
            ?? table.kit.places.find(p => wanted && p.name.toLowerCase().startsWith(wanted));
        if (!place) {
            wrong.textContent = 'There is no such place on this board.';
            return;
        }
        node.close();
        table.going.seek([place.id]);
        announce(table.describe(place.id));
    });
}

/** A link with which somebody plays your seats together with you. @param {Table} table */
async function team(table) {
    try {
        const { invitations } = await api.team(table.id, table.keys);
        dialog('Play together', [
            linkRow('To play your seat with you', api.invitation(table.id, Object.values(invitations).join(','))),
            el('p', { class: 'hint' }, 'The first who opens this link sees what you see, and can do what you can do.'),
        ], { class: 'small', test: 'team-link' });
    } catch (error) {
        table.fail(error);
    }
}

/**
 * Links to be given away.
 * @param {Table} table
 */
export function links(table) {
    const invites = api.invitesOf(table.id);
    const own = api.keysOf(table.id);
    const open = table.state.seats.filter(s => !s.taken && invites[s.side] && !own[s.side]);
    const mine = table.state.seats.filter(s => own[s.side] && table.state.yours.includes(s.side));
    dialog('Invitations and links', [
        open.map(s => linkRow(`To play ${s.name}`, api.invitation(table.id, invites[s.side]))),
        open.length > 1 && linkRow('To play all of these', api.invitation(table.id, open.map(s => invites[s.side]).join(','))),
        mine.length > 0 && el('div', { data: { test: 'own-link' } },
            linkRow(`Your own seat, ${mine.map(s => s.name).join(' and ')}, on another device of yours`, api.link(table.id, mine.map(s => own[s.side]).join(',')))),
        mine.length > 0 && button('Invite somebody to play your seat with you', () => void team(table), { data: { test: 'team' } }),
        linkRow('To watch', api.link(table.id)),
        el('p', { class: 'hint' }, 'The first who opens the link of a free seat plays it, and nobody else can then. Do not post it where others read it.'),
    ], { class: 'small', test: 'links' });
}
