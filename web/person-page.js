// Pages about what was played: somebody's results, and the figures of a game.

import * as api from './api.js';
import { button, el, fill } from './dom.js';
import { agoText, ratingText, share, signed, spanText } from './opponent-words.js';
import * as opponents from './opponents-api.js';
import { personLink } from './waiting.js';
import { capital } from './view.js';

/** @typedef {import('./wire.d.ts').Title} Title */
/** @typedef {import('./dom.js').Child} Child */

/**
 * A page with its head and a way back.
 * @param {HTMLElement} page
 * @param {string} title
 * @param {...Child} parts
 */
export function subPage(page, title, ...parts) {
    document.title = `${title} · Sandtable`;
    const alert = el('div', { class: 'alert', role: 'alert', hidden: true, data: { test: 'alert' } });
    const main = el('main', { class: 'lobby' }, alert, ...parts);
    fill(page, el('header', { class: 'masthead' },
        el('div', { class: 'wordmark' }, el('span', { class: 'hexmark', 'aria-hidden': 'true' }), el('h1', null, title)),
        el('p', null, el('a', { href: '/', class: 'head-link' }, 'Sandtable: back to the lobby'))), main);
    return { main, alert };
}

/**
 * A table of figures.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Child[][]} rows
 * @param {string} [test]
 */
export function figures(caption, heads, rows, test = '') {
    return el('div', { class: 'figures', tabindex: '0', role: 'region', 'aria-label': caption },
        el('table', { class: 'plain', data: { test } }, el('caption', { class: 'hidden' }, caption),
            el('thead', null, el('tr', null, heads.map(h => el('th', { scope: 'col' }, h)))),
            el('tbody', null, rows.map(cells => el('tr', null, cells.map((cell, i) => i ? el('td', null, cell) : el('th', { scope: 'row' }, cell)))))));
}

/** Names of games, scenarios and sides. @param {Title[]} titles */
export function names(titles) {
    const title = (/** @type {string} */ id) => titles.find(t => t.id === id);
    return {
        game: (/** @type {string} */ id) => title(id)?.title ?? id,
        scenario: (/** @type {string} */ game, /** @type {string} */ id) => title(game)?.scenarios.find(s => s.id === id)?.title ?? id,
        side: (/** @type {string} */ game, /** @type {string} */ id) => title(game)?.sides.find(s => s.id === id)?.name ?? id,
    };
}

/** @param {HTMLElement} page @param {string} name */
export async function personPage(page, name) {
    const [titles, person] = await Promise.all([api.titles(), opponents.person(name)]);
    const say = names(titles);
    const list = el('div', { class: 'played' });
    let shown = person.games;
    const show = (/** @type {number | null | undefined} */ next) => fill(list, shown.length ? figures('Games that have ended', ['Game', 'Side', 'Against', 'Result', 'Rating', 'Luck', 'Decisions', 'When'],
        shown.map(g => [
            el('a', { href: `/game/${g.id}` }, `${say.game(g.game)}, ${say.scenario(g.game, g.scenario)}`), say.side(g.game, g.side), g.against.join(', ') || '–',
            `${capital(g.result)}: ${g.victory}`, g.change == null ? 'not rated' : signed(g.change), g.luck == null ? '–' : signed(g.luck, 1), g.decisions, agoText(g.at),
        ]), 'played') : el('p', { class: 'empty' }, 'No game has ended yet.'),
        next && button('Earlier games', async () => {
            const more = await opponents.person(name, next);
            shown = [...shown, ...more.games];
            show(more.next);
        }));
    show(person.next);
    subPage(page, person.name,
        el('section', { 'aria-labelledby': 'ratings' }, el('h2', { id: 'ratings' }, 'Ratings'),
            person.ratings.length ? figures('Ratings by game', ['Game', 'Rating', 'Rated games'],
                person.ratings.map(r => [el('a', { href: `/statistics/${r.game}` }, say.game(r.game)), ratingText(r.rating), r.rating.games]), 'ratings')
                : el('p', { class: 'empty' }, 'No rated game has ended yet.'),
            el('p', { class: 'hint' }, 'Ratings begin at 1500. After ± stands how unsure they still are.')),
        el('section', { 'aria-labelledby': 'tallies' }, el('h2', { id: 'tallies' }, 'Results by scenario'),
            person.tallies.length ? figures('Results by scenario', ['Scenario', 'Won', 'Drawn', 'Lost', 'Luck'],
                person.tallies.map(t => [`${say.game(t.game)}, ${say.scenario(t.game, t.scenario)}`, t.won, t.drawn, t.lost, signed(t.luck, 1)]), 'tallies')
                : el('p', { class: 'empty' }, 'None yet.'),
            el('p', { class: 'hint' }, 'Luck is what the dice brought beyond what was to be expected, in steps or points, as the table weighs it.')),
        el('section', { 'aria-labelledby': 'played' }, el('h2', { id: 'played' }, 'Games'), list));
}

/** @param {HTMLElement} page @param {string} game */
export async function statisticsPage(page, game) {
    const [titles, told] = await Promise.all([api.titles(), opponents.statistics(game)]);
    const say = names(titles);
    subPage(page, `${say.game(game)}: figures`,
        el('p', { class: 'hint' }, 'From games that were played to their end at this table, from the beginning of a scenario and with dice that nobody could know.'),
        !told.scenarios.length && el('p', { class: 'empty' }, 'No game has ended yet.'),
        told.scenarios.map(s => el('section', { 'aria-labelledby': `s-${s.scenario}` }, el('h2', { id: `s-${s.scenario}` }, say.scenario(game, s.scenario)),
            el('p', null, `${s.games} ${s.games === 1 ? 'game' : 'games'} · half of them had at most ${s.decisions} decisions and took at most ${spanText(s.minutes)} · `,
                Object.entries(s.victories).map(([level, n]) => `${level}: ${n}`).join(', ')),
            figures(`Who wins ${say.scenario(game, s.scenario)}`, ['Side', 'Played by', 'Games', 'Won', 'Drawn', 'Luck of a game'],
                s.sides.map(f => [say.side(game, f.side), f.level === 'person' ? 'people' : `bot: ${f.level}`, f.games, `${f.won} (${share(f.won, f.games)})`, f.drawn, f.luck == null ? '–' : signed(f.luck, 1)]), 'sides'))),
        told.best.length > 0 && el('section', { 'aria-labelledby': 'best' }, el('h2', { id: 'best' }, 'The strongest'),
            figures('The strongest by rating', ['Player', 'Rating', 'Rated games'], told.best.map(p => [personLink({ name: p.name, bot: p.bot }), ratingText(p.rating), p.rating.games]), 'best')));
}
