// How a game went: the curve of the chances to win, where it turned, what of it was luck, and what a bot would have played there.

import { reasons } from './advice.js';
import * as api from './api.js';
import { by, hundredths, sums, turnText } from './chances.js';
import { curve } from './curve.js';
import { button, el, fill } from './dom.js';
import { dice } from './log.js';
import { announce, dialog, message } from './ui.js';
import { capital, sideName } from './view.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./wire.d.ts').Analysis} Analysis */
/** @typedef {import('./wire.d.ts').KeyMove} KeyMove */

/** Gets the analysis of a game, and keeps it while the game stands as it does. */
export class Analyst {
    /** @type {{ print: string, asked: Promise<Analysis> } | null} */ #kept = null;

    /** @param {Table} table */
    constructor(table) {
        this.table = table;
    }

    /** The analysis of the game as it stands. @returns {Promise<Analysis>} */
    get() {
        const { id, keys, state } = this.table;
        const print = JSON.stringify([state.number, state.result]);
        if (this.#kept?.print !== print) {
            const asked = api.analyse(id, keys, {}).then(made => made.analysis);
            this.#kept = { print, asked };
            // What failed can be asked for again.
            asked.catch(() => {
                if (this.#kept?.asked === asked) this.#kept = null;
            });
        }
        return /** @type {{ asked: Promise<Analysis> }} */ (this.#kept).asked;
    }

    /** Opens the page of the analysis. */
    open() {
        const host = el('div', { class: 'analysis', 'aria-busy': 'true' }, el('p', { role: 'status' }, 'The game is being played on from each of its turns. This takes some seconds …'));
        const node = dialog('Analysis', [host], { class: 'wide', test: 'analysis' });
        this.get().then(analysis => {
            fill(host, this.#page(analysis, node));
            announce('The analysis is ready.');
        }, error => fill(host, el('p', { role: 'alert' }, message(error)), button('Try again', () => {
            node.close();
            this.open();
        }))).finally(() => host.removeAttribute('aria-busy'));
    }

    /** @param {Analysis} analysis @param {HTMLDialogElement} node */
    #page(analysis, node) {
        const list = turningPoints(this.table, analysis, () => node.close());
        return [
            el('p', { class: 'hint' }, 'How likely each side was to win at the start of every turn, in 100, a draw counted for half.',
                analysis.trials ? ` Scripts played on ${analysis.trials} times to find out.` : ' There was no time to play on from there: it is what the score says.',
                analysis.cut_short && ' The clock cut it short.'),
            el('ul', { class: 'curve-key' }, analysis.camps.map((camp, c) => el('li', null, el('span', { class: `swatch camp-${c % 7}`, 'aria-hidden': 'true' }), camp.name))),
            curve(analysis, at => {
                const head = /** @type {HTMLElement | null} */ (list.querySelector(`[data-at="${at}"] summary`));
                head?.parentElement?.setAttribute('open', '');
                head?.focus();
            }),
            el('h3', null, 'Where it turned'), list,
            el('h3', null, 'Luck and decisions'),
            el('table', { class: 'plain', data: { test: 'analysis-luck' } },
                el('thead', null, el('tr', null, ['', 'Dice', 'Decisions'].map(h => el('th', { scope: 'col' }, h)))),
                el('tbody', null, sums(analysis).map(sum => el('tr', null, el('th', { scope: 'row' }, sum.name), el('td', null, by(sum.dice)), el('td', null, by(sum.decisions)))))),
            el('p', { class: 'hint' }, 'What dice added to the chance over the game, in 100: each roll against the mean of other dice for the same action. The rest were decisions, of both sides.'),
            el('details', { class: 'all-turns' }, el('summary', null, 'Every turn'),
                el('table', { class: 'plain' },
                    el('thead', null, el('tr', null, ['Moves', 'When', ...analysis.camps.map(c => c.name)].map(h => el('th', { scope: 'col' }, h)))),
                    el('tbody', null, analysis.points.map(point => el('tr', null,
                        el('td', null, button(String(point.number), () => {
                            node.close();
                            this.table.replay.show(point.number);
                        }, { class: 'chip', 'aria-label': `Show the board after move ${point.number}` })),
                        el('td', null, capital(point.moment)), point.wins.map(wins => el('td', null, hundredths(wins)))))))),
        ];
    }
}

/**
 * The turning points, each to be opened.
 * @param {Table} table
 * @param {Analysis} analysis
 * @param {() => void} leave closes what they are shown in
 */
export function turningPoints(table, analysis, leave) {
    if (!analysis.turning.length) return el('p', { class: 'hint', data: { test: 'turning' } }, 'No turn changed the chances by more than the dice of the trials would.');
    return el('ol', { class: 'turning', data: { test: 'turning' } }, analysis.turning.map(at => {
        const turn = analysis.turns[at];
        const key = turn?.key;
        if (!turn || !key) return null;
        const answer = el('div', { class: 'then' });
        return el('li', { data: { at } }, el('details', null,
            el('summary', null, el('b', null, `${capital(analysis.points[at]?.moment ?? '')}. `), turnText(analysis, at)),
            el('p', null, `What changed most was move ${key.number}: ${sideName(table.kit, key.side)}, “${key.label}”`, key.dice.length > 0 && [' ', dice(key.dice)], '.'),
            el('div', { class: 'row' },
                button('Show on the board', () => {
                    leave();
                    table.replay.show(key.number - 1);
                }, { data: { test: 'turning-show' } }),
                button('What would a bot have played?', event => {
                    /** @type {HTMLButtonElement} */ (event.currentTarget).disabled = true;
                    void then(table, key, answer);
                }, { data: { test: 'turning-then' } })),
            answer));
    }));
}

/** @param {Table} table @param {KeyMove} key @param {HTMLElement} host */
async function then(table, key, host) {
    fill(host, el('p', { role: 'status' }, 'Thinking …'));
    try {
        const told = await api.then(table.id, table.keys, { at: key.number - 1, side: key.side });
        fill(host, el('p', { data: { test: 'then' } }, `${capital(told.level)} would have played: `, el('b', null, told.action.label), told.action.label === key.label ? ', the same.' : '.'), reasons(told.why, table));
        announce(`${told.level} would have played: ${told.action.label}.`);
    } catch (error) {
        fill(host, el('p', { role: 'alert' }, message(error)));
    }
}
