// Games in the lobby: how each stands, and what can be done with it.

import { button, el, fill } from './dom.js';
import * as api from './api.js';
import { formDialog } from './form-dialog.js';
import { ordered } from './games-order.js';
import { announce } from './ui.js';
import { capital } from './view.js';

/** @typedef {import('./wire.d.ts').Title} Title */
/** @typedef {import('./wire.d.ts').Listing} Listing */
/** @typedef {{ titles: Title[], accounts?: boolean, fail(error: unknown): void, changed(): void }} Lobby */

/**
 * Fills a list with games.
 * @param {HTMLElement} list
 * @param {readonly Listing[]} games
 * @param {Lobby} lobby
 */
export function listGames(list, games, lobby) {
    fill(list, ordered(games, seatsOf).map(({ game, deep }) => row(game, deep, lobby)));
}

/** What a game is called. @param {Listing} game @param {Title[]} titles */
function named(game, titles) {
    const scenario = titles.find(t => t.id === game.game)?.scenarios.find(s => s.id === game.scenario)?.title ?? game.scenario;
    return game.name ? { name: game.name, more: `${game.title}, ${scenario}` } : { name: game.title, more: scenario };
}

/** @param {Listing} game @param {number} deep @param {Lobby} lobby */
function row(game, deep, { titles, accounts = false, fail, changed }) {
    const { name, more } = named(game, titles);
    const keys = seatsOf(game);
    const mine = game.seats.filter(s => keys[s.side]);
    const may = mine.length > 0 || !accounts && game.seats.some(s => s.kind === 'me');
    const yours = game.deciding.some(side => keys[side]);
    /** @param {string} side */
    const sideNamed = side => game.seats.find(s => s.side === side)?.name ?? side;
    const status = game.result ? capital(game.result)
        : yours ? 'Your decision' : `Waiting for ${game.deciding.map(sideNamed).join(' and ')}`;

    async function resume() {
        try {
            if (!mine.length) api.storeKeys(game.id, (await api.claim(game.id)).keys);
            location.assign(`/game/${game.id}`);
        } catch (error) {
            fail(error);
        }
    }
    async function save() {
        try {
            await api.download(game.id, Object.values(api.keysOf(game.id)));
            announce('Game file saved.');
        } catch (error) {
            fail(error);
        }
    }
    return el('article', { class: `game${deep ? ' branch' : ''}`, style: { marginLeft: deep ? `${Math.min(deep, 4) * 1.6}rem` : '' }, 'aria-label': `${name}, ${game.moment}`, data: { test: 'game', game: game.id } },
        el('div', { class: 'game-text' },
            el('h3', null, deep > 0 && el('span', { class: 'branch-sign', title: 'A branch of the game above' }, el('span', { 'aria-hidden': 'true' }, '↳ '), el('span', { class: 'hidden' }, 'Branch: ')), name, ' ', el('small', null, more)),
            el('p', { class: `game-status${yours ? ' yours' : ''}` }, status),
            el('p', { class: 'facts' }, capital(game.moment), ` · ${game.moves} ${game.moves === 1 ? 'move' : 'moves'} · `, ago(game.touched)),
            el('p', { class: 'facts' }, game.seats.map(s => `${s.name}: ${who(s)}`).join(' · '))),
        el('div', { class: 'row' },
            may && !game.result && button('Resume', () => void resume(), { class: 'primary', data: { test: 'resume' }, 'aria-label': `Resume ${name}, ${game.moment}` }),
            el('a', { class: 'button', href: `/game/${game.id}?watch`, data: { test: 'watch' }, 'aria-label': `${game.result ? 'Review' : 'Watch'} ${name}` }, game.result ? 'Review' : 'Watch'),
            button('Export', () => void save(), { data: { test: 'export' }, 'aria-label': `Export ${name}` }),
            may && button('Rename', () => rename(game, name, changed), { data: { test: 'rename' }, 'aria-label': `Rename ${name}` }),
            may && button('Delete', () => remove(game, name, changed), { data: { test: 'delete' }, 'aria-label': `Delete ${name}` })));
}

/** My seats, by side: those whose keys are here, and those of my account. @param {Listing} game @returns {Record<string, string>} */
export const seatsOf = game => ({ ...Object.fromEntries((game.yours ?? []).map(side => [side, 'account'])), ...api.keysOf(game.id) });

/** Keys to all of my seats; at one's own table those of a game that was never opened here. @param {Listing} game */
async function keysFor(game) {
    const stored = Object.values(api.keysOf(game.id));
    return stored.length || game.yours.length ? stored : Object.values((await api.claim(game.id)).keys);
}

/** @param {Listing} game @param {string} name @param {() => void} changed */
function rename(game, name, changed) {
    const field = el('input', { id: 'game-name', type: 'text', maxlength: '40', value: game.name, autocomplete: 'off', data: { test: 'game-name' } });
    formDialog(`Rename ${name}`, [el('div', { class: 'field' }, el('label', { for: 'game-name' }, 'Name'), field, el('p', { class: 'hint' }, 'Leave it empty to call it by its scenario.'))], {
        test: 'rename-dialog', go: 'Rename',
        act: async () => {
            await api.rename(game.id, await keysFor(game), field.value.trim());
            changed();
        },
    });
    field.select();
}

/** @param {Listing} game @param {string} name @param {() => void} changed */
function remove(game, name, changed) {
    formDialog(`Delete ${name}?`, [
        el('p', null, `${capital(game.moment)}, ${game.moves} ${game.moves === 1 ? 'move' : 'moves'}. It is deleted for everybody who plays it and cannot be brought back. Export it first if you may want it again.`),
    ], {
        test: 'delete-dialog', go: 'Delete',
        act: async () => {
            await api.remove(game.id, await keysFor(game));
            announce(`${name} is deleted.`);
            changed();
        },
    });
}

/** @param {import('./wire.d.ts').Seat} seat */
export function who(seat) {
    if (seat.account && seat.person) return seat.stands_in ? `${seat.person}, a bot stands in` : seat.person;
    return seat.kind === 'bot' ? `bot, ${seat.level ?? ''}` : seat.kind === 'open' ? 'by link' : 'at this table';
}

/** @param {number} when milliseconds since 1970 */
function ago(when) {
    const minutes = Math.round((Date.now() - when) / 60_000);
    const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    if (minutes < 1) return 'just now';
    if (minutes < 60) return words.format(-minutes, 'minute');
    if (minutes < 60 * 36) return words.format(-Math.round(minutes / 60), 'hour');
    return words.format(-Math.round(minutes / 1440), 'day');
}
