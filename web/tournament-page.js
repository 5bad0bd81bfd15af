// Pages of tournaments: the list, and one with its table and its games.

import { whoAmI } from './account-api.js';
import * as api from './api.js';
import { button, el, fill } from './dom.js';
import { paceField, scenarioFields, selectField, textField } from './form-fields.js';
import { formDialog } from './form-dialog.js';
import { agoText, pointsText, ratingText } from './opponent-words.js';
import * as opponents from './opponents-api.js';
import { figures, names, subPage } from './person-page.js';
import { failing, personLink } from './waiting.js';

/** @typedef {import('./wire.d.ts').TournamentListing} TournamentListing */
/** @typedef {import('./wire.d.ts').TournamentPage} TournamentPage */

/** How often a tournament is looked at while it is played. */
const EVERY = 5000;

const KINDS = { swiss: 'Swiss: those who stand alike meet', robin: 'Round robin: each meets each' };
const SIDES = { alternate: 'One game for each pair; sides alternate', both: 'Two games for each pair, one with each side' };

/** Where it stands, in words. @param {TournamentListing} t */
function standing(t) {
    if (t.state === 'open') return `open: ${t.players} ${t.players === 1 ? 'plays' : 'play'} so far`;
    if (t.state === 'running') return `round ${t.round} of ${t.rounds}`;
    return t.state === 'over' ? 'over' : 'called off';
}

/** @param {HTMLElement} page */
export async function tournamentsPage(page) {
    const [titles, all, me] = await Promise.all([api.titles(), opponents.tournaments(), whoAmI()]);
    const say = names(titles);
    subPage(page, 'Tournaments',
        me.account && el('div', { class: 'row' }, button('Make a tournament', () => askTournament(titles), { class: 'primary', data: { test: 'new-tournament' } })),
        !me.account && el('p', { class: 'hint' }, 'Sign in to play in a tournament, or to make one.'),
        el('div', { class: 'games' }, all.length ? all.map(t => el('article', { class: 'game', 'aria-label': t.wish.name, data: { test: 'tournament' } },
            el('div', { class: 'game-text' },
                el('h3', null, el('a', { href: `/tournaments/${t.id}` }, t.wish.name), ' ', el('small', null, `${say.game(t.wish.game)}, ${say.scenario(t.wish.game, t.wish.scenario)}`)),
                el('p', { class: 'game-status' }, standing(t)), el('p', null, `made by ${t.maker}, ${agoText(t.at)}`))))
            : el('p', { class: 'empty' }, 'There is no tournament yet.')));
}

/** @param {import('./wire.d.ts').Title[]} titles */
function askTournament(titles) {
    const name = textField('cup-name', 'Name', { needed: true });
    const chosen = scenarioFields(titles);
    const kind = selectField('cup-kind', 'Who meets whom', Object.entries(KINDS));
    const sides = selectField('cup-sides', 'Sides', Object.entries(SIDES));
    const rounds = textField('cup-rounds', 'Rounds', { most: 2, figures: true, hint: 'Of a Swiss tournament; without a number as many as one winner needs.' });
    const pace = paceField('cup-pace');
    formDialog('Make a tournament', [name.node, ...chosen.nodes, kind.node, sides.node, rounds.node, pace.node], {
        test: 'tournament-form', go: 'Make it',
        act: async () => {
            const made = await opponents.newTournament({
                name: name.value(), game: chosen.game(), scenario: chosen.scenario(), kind: kind.value() === 'robin' ? 'robin' : 'swiss',
                sides: sides.value() === 'both' ? 'both' : 'alternate', pace: pace.value(), ...rounds.value() ? { rounds: Number(rounds.value()) } : {},
            });
            location.assign(`/tournaments/${made.id}`);
        },
    });
}

/** @param {HTMLElement} page @param {string} id */
export async function tournamentPage(page, id) {
    const [titles, first, me] = await Promise.all([api.titles(), opponents.tournament(id), whoAmI()]);
    const say = names(titles);
    const head = el('div', { class: 'cup-head' });
    const table = el('section', { 'aria-labelledby': 'standings' });
    const rounds = el('div', { class: 'rounds' });
    const { alert } = subPage(page, first.wish.name, head, table, rounds);
    const fail = failing(alert);
    let shown = '';
    /** @param {TournamentPage} t */
    function show(t) {
        if (shown === JSON.stringify(t)) return;
        shown = JSON.stringify(t);
        /** @param {() => Promise<TournamentPage | void>} what */
        const trying = what => what().then(now => now ? show(now) : look(), fail);
        const title = titles.find(x => x.id === t.wish.game);
        const level = selectField('bot-level', 'Bot', (title?.levels ?? []).map(l => /** @type {const} */ ([l, l])));
        fill(head,
            el('p', null, [`${say.game(t.wish.game)}, ${say.scenario(t.wish.game, t.wish.scenario)}`, KINDS[t.wish.kind], SIDES[t.wish.sides], t.wish.pace].filter(Boolean).join(' · ')),
            el('p', { class: 'game-status', data: { test: 'cup-state' } }, standing(t), ` · made by ${t.maker}`),
            me.account && (t.state === 'open' || t.state === 'running') && el('div', { class: 'row' },
                t.state === 'open' && !t.joined && button('Join', () => void trying(() => opponents.takePart(id, 'join')), { class: 'primary', data: { test: 'join' } }),
                t.joined && button(t.state === 'open' ? 'Leave' : 'Withdraw: your games are lost', () => void trying(() => opponents.takePart(id, 'leave')), { data: { test: 'leave' } }),
                t.yours && t.state === 'open' && [
                    button('Begin', () => void trying(() => opponents.settle(id, 'begin')), { class: 'primary', data: { test: 'begin' } }),
                    button('Call off', () => void trying(() => opponents.settle(id, 'cancel')), { data: { test: 'call-off' } }),
                ]),
            t.yours && t.state === 'open' && el('div', { class: 'row add-bot' }, level.node,
                button('Let this bot play', () => void trying(() => opponents.takePart(id, 'join', level.value())), { data: { test: 'add-bot' } })));
        fill(table, el('h2', { id: 'standings' }, 'Standings'), t.table.length ? figures('Standings', ['Player', 'Place', 'Points', 'Buchholz', 'Between them', 'Won', 'Drawn', 'Lost', 'Rating'],
            t.table.map(l => [
                [...personLink({ name: l.player.name, bot: l.player.bot }), l.you ? ' (you)' : '', l.withdrawn ? ' (withdrawn)' : '',
                    t.yours && t.state === 'open' && l.player.bot && button('Remove', () => void trying(() => opponents.takePart(id, 'leave', l.player.name)), { class: 'chip', 'aria-label': `Remove ${l.player.name}` })],
                l.place, pointsText(l.points), pointsText(l.buchholz), pointsText(l.head), ...l.results, ratingText(l.player.rating),
            ]), 'standings') : el('p', { class: 'empty' }, 'Nobody plays yet.'));
        const mine = t.table.find(l => l.you)?.player.name;
        fill(rounds, t.games.map((games, i) => el('section', { 'aria-labelledby': `round-${i + 1}` }, el('h2', { id: `round-${i + 1}` }, `Round ${i + 1}`),
            figures(`Games of round ${i + 1}`, ['First side', 'Second side', 'Result', 'Game'], games.map(g => [
                g.first === mine ? el('b', null, g.first) : g.first, g.second === mine ? el('b', null, g.second ?? '') : g.second ?? '–', g.result || 'is played',
                g.game ? el('a', { href: `/game/${g.game}` }, (g.first === mine || g.second === mine) && !g.result ? 'Play' : 'Look', el('span', { class: 'hidden' }, ` at ${g.first} against ${g.second}`)) : '–',
            ]), `round-${i + 1}`))).reverse());
    }
    const look = () => opponents.tournament(id).then(show, fail);
    show(first);
    setInterval(() => {
        if (!document.hidden && !document.querySelector('dialog[open]')) void look();
    }, EVERY);
}
