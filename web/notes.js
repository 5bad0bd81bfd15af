// Notes that you keep for yourself at a game.

import * as api from './api.js';
import { el } from './dom.js';
import { message, toast } from './ui.js';

/** Letters that notes may have. */
const LETTERS = 20_000;

/**
 * A field with your notes; what you change is kept when you leave it.
 * @param {import('./table.js').Table} table
 * @param {string} side
 */
export function notesField(table, side) {
    const field = el('textarea', { rows: '4', maxlength: String(LETTERS), 'aria-label': 'Notes for yourself', placeholder: 'Only you read this.', data: { test: 'notes' } });
    let kept = '';
    const fail = (/** @type {unknown} */ error) => toast([message(error)], { kind: 'error', name: 'error' });
    api.notes(table.id, table.keys, side).then(({ text }) => {
        kept = text;
        if (!field.value) field.value = text;
    }, fail);
    field.addEventListener('change', () => {
        if (field.value === kept) return;
        const now = field.value;
        api.keepNotes(table.id, table.keys, side, now).then(() => {
            kept = now;
        }, fail);
    });
    return el('section', { 'aria-label': 'Notes' }, el('h3', null, 'Notes for yourself'), field);
}
