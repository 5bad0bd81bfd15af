// Notices at the edge of the board: the line is lost, the past is looked at.

import { closedText } from './dice-facts.js';
import { button, el, fill } from './dom.js';

export class Banners {
    #said = '';

    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.host = host;
        this.table = table;
    }

    update() {
        const { table } = this;
        const { match, replay, replaying } = table;
        const { online } = match;
        // Drawn only when it says something new: it is read aloud, and its button may have the focus.
        const now = [online, table.looking, replay.length, table.state.closed?.why].join();
        if (now === this.#said) return;
        this.#said = now;
        fill(this.host,
            !online && el('p', { class: 'banner warn', role: 'alert', data: { test: 'offline' } }, 'The connection is lost. Trying again …'),
            replaying && el('p', { class: 'banner', data: { test: 'replay-banner' } },
                `Replay, move ${table.index} of ${replay.length} `, button('Back to now', () => replay.now(), { data: { test: 'back-to-now' } })),
            table.state.closed && !replaying && el('p', { class: 'banner warn', role: 'status', data: { test: 'closed' } }, closedText(table.state.closed)));
    }
}
