// Something is wished that is not offered: why it cannot be done, by its rule, or doing it after all.

import * as api from './api.js';
import { button } from './dom.js';
import { announce, message, ruleButton, toast } from './ui.js';
import { capital } from './view.js';

/**
 * Asks why something cannot be done, and says it.
 * @param {import('./table.js').Table} table
 * @param {string[]} pieces
 * @param {string | null} place
 * @param {boolean} [act] whether it is to be done at once if it is legal
 * @returns {Promise<boolean>} whether there was anything to say
 */
export async function wish(table, pieces, place, act = false) {
    try {
        const answer = await api.wish(table.id, table.keys, { side: table.picker.offers?.side, pieces, place: place ?? undefined });
        if (answer.legal && act) {
            await table.actText(answer.text);
            return true;
        }
        if (answer.legal) {
            toast([`${capital(answer.label)}: that is legal. `, button('Do it', () => void table.actText(answer.text))], { name: 'wish' });
            return true;
        }
        if (!answer.breaches.length) {
            if (place) announce(table.describe(place));
            return false;
        }
        const head = answer.label ? `${capital(answer.label)}: not allowed.` : 'Not allowed.';
        toast([
            `${head} `,
            ...answer.breaches.flatMap((b, i) => [i ? ' ' : '', ruleButton(b.rule, `Rule ${b.rule}`), `: ${b.reason}.`.replace('..', '.')]),
        ], { kind: 'rule', name: 'wish', stay: 10_000 });
        const places = answer.breaches.flatMap(b => b.places);
        table.board.point(places, 4000);
    } catch (error) {
        toast([message(error)], { kind: 'error' });
    }
    return true;
}
