// "Find an opponent" in the lobby of a table with accounts: games that wait, what you seek, challenges.

import { button, el, fill } from './dom.js';
import { paceField, scenarioFields, selectField, textField, tickField } from './form-fields.js';
import { formDialog } from './form-dialog.js';
import { begin } from './new-game.js';
import { agoText, ratingText, termsText } from './opponent-words.js';
import * as opponents from './opponents-api.js';
import { announce, message } from './ui.js';

/** @typedef {import('./wire.d.ts').Title} Title */
/** @typedef {{ titles: Title[], fail(error: unknown): void }} Lobby */

/** How often it is looked whether somebody has come. */
const EVERY = 4000;

/**
 * The part of the lobby; nothing at a table without accounts.
 * @param {import('./wire.d.ts').Me} me
 * @param {Lobby} lobby
 * @returns {Promise<HTMLElement | null>}
 */
export async function opponentsPart(me, lobby) {
    if (!me.accounts) return null;
    const list = el('div', { class: 'games', data: { test: 'waiting' } });
    const calls = el('div', { class: 'calls', data: { test: 'calls' } });
    const filter = selectField('waiting-game', 'Show', [['', 'All games'], ...lobby.titles.map(t => /** @type {const} */ ([t.id, t.title]))]);
    const look = () => Promise.all([showWaiting(list, filter.value(), lobby, look), me.account ? showCalls(calls, lobby, look) : null]).then(() => {}, lobby.fail);
    const told = el('a', { class: 'button', hidden: true, data: { test: 'figures' } }, 'Figures of this game');
    filter.input.addEventListener('change', () => {
        told.hidden = !filter.value();
        told.href = `/statistics/${filter.value()}`;
        void look();
    });
    const actions = el('div', { class: 'row' },
        me.account && [
            button('Make an open game', () => openGame(lobby), { class: 'primary', data: { test: 'open-game' } }),
            button('Seek an opponent', () => askSeek(lobby, look), { data: { test: 'seek' } }),
            button('Challenge somebody', () => askChallenge(lobby, look), { data: { test: 'challenge' } }),
        ],
        el('a', { class: 'button', href: '/tournaments', data: { test: 'tournaments' } }, 'Tournaments'),
        me.account && el('a', { class: 'button', href: `/people/${encodeURIComponent(me.account.name)}`, data: { test: 'my-page' } }, 'My results'));
    const part = el('section', { 'aria-labelledby': 'opponents', data: { test: 'opponents' } },
        el('div', { class: 'section-head' }, el('h2', { id: 'opponents' }, 'Find an opponent'), actions),
        !me.account && el('p', { class: 'hint' }, 'Sign in to sit down, to seek, or to challenge somebody.'),
        calls, el('div', { class: 'waiting-filter row' }, filter.node, told), list);
    await look();
    const timer = setInterval(() => {
        if (!part.isConnected) clearInterval(timer);
        else if (!document.hidden && !document.querySelector('dialog[open]')) void look();
    }, EVERY);
    return part;
}

/** A name that leads to its page. @param {{ name: string, bot: boolean, rating?: import('./wire.d.ts').Rated }} who */
export function personLink(who) {
    const name = who.bot ? who.name.replace(/^bot: /, 'bot:').replace(/ \d+$/, '') : who.name;
    return [el('a', { href: `/people/${encodeURIComponent(name)}` }, who.name), who.rating ? ` (${ratingText(who.rating)})` : ''];
}

/** @param {HTMLElement} list @param {string} game @param {Lobby} lobby @param {() => void} look */
async function showWaiting(list, game, lobby, look) {
    const room = await opponents.waiting({ game });
    // What has not changed stays, and with it the focus.
    const text = JSON.stringify(room);
    if (list.dataset.shown === text) return;
    list.dataset.shown = text;
    fill(list, room.games.length ? room.games.map(g => waitingRow(g, lobby, look))
        : el('p', { class: 'empty', data: { test: 'nobody-waits' } }, 'Nobody waits for an opponent just now. Make an open game, or seek one.'));
    if (room.next) list.append(el('p', { class: 'hint' }, 'There are more: choose a game to see fewer.'));
}

/** @param {import('./wire.d.ts').WaitingGame} game @param {Lobby} lobby @param {() => void} look */
function waitingRow(game, { titles, fail }, look) {
    const scenario = titles.find(t => t.id === game.game)?.scenarios.find(s => s.id === game.scenario)?.title ?? game.scenario;
    const free = game.seats.filter(s => !s.taken);
    /** @param {() => Promise<unknown>} what */
    const trying = what => what().catch(fail).finally(look);
    const sit = (/** @type {string} */ side) => trying(async () => {
        const { id } = await opponents.take(game.id, side);
        location.assign(`/game/${id}`);
    });
    return el('article', { class: 'game', 'aria-label': `${game.title}, ${scenario}`, data: { test: 'waiting-game', game: game.id } },
        el('div', { class: 'game-text' },
            el('h3', null, game.title, ' ', el('small', null, scenario)),
            el('p', { class: 'game-status' }, ...game.maker ? ['made by ', ...personLink(game.maker), ' · '] : [], agoText(game.since)),
            el('p', null, termsText(game.terms).join(' · '), Object.entries(game.options).map(([name, value]) => ` · ${name.replaceAll(/[_-]/g, ' ')}: ${value}`)),
            game.terms.note && el('p', { class: 'waiting-note' }, `“${game.terms.note}”`)),
        el('div', { class: 'row' },
            game.yours ? [el('a', { class: 'button', href: `/game/${game.id}` }, 'Open'), button('Withdraw', () => void trying(() => opponents.withdraw(game.id)), { data: { test: 'withdraw' } })]
                : free.map(seat => button(`Play ${seat.name}`, () => void sit(seat.side), { class: 'primary', data: { test: 'take', side: seat.side } }))));
}

/** What you seek, and challenges. @param {HTMLElement} calls @param {Lobby} lobby @param {() => void} look */
async function showCalls(calls, lobby, look) {
    const [seeking, challenges] = await Promise.all([opponents.sought(), opponents.challenges()]);
    const text = JSON.stringify([seeking, challenges]);
    if (calls.dataset.shown === text) return;
    calls.dataset.shown = text;
    /** @param {() => Promise<unknown>} what */
    const trying = what => what().catch(lobby.fail).finally(look);
    const named = (/** @type {string} */ game, /** @type {string | null | undefined} */ scenario) => {
        const title = lobby.titles.find(t => t.id === game);
        return `${title?.title ?? game}${scenario ? `, ${title?.scenarios.find(s => s.id === scenario)?.title ?? scenario}` : ''}`;
    };
    const lines = [];
    if (seeking.found) {
        announce('An opponent is found.');
        lines.push(el('p', { class: 'call found', data: { test: 'found' } }, el('b', null, 'An opponent is found. '), named(seeking.seek?.game ?? '', seeking.seek?.scenario),
            el('span', { class: 'row' }, el('a', { class: 'button primary', href: `/game/${seeking.found}`, data: { test: 'to-found' } }, 'To the game'),
                button('Put away', () => void trying(opponents.seekNoMore), { data: { test: 'seek-away' } }))));
    } else if (seeking.seek) {
        lines.push(el('p', { class: 'call', data: { test: 'seeking' } },
            `You seek an opponent: ${[named(seeking.seek.game, seeking.seek.scenario), seeking.seek.rated ? 'rated' : 'not rated', seeking.seek.pace].filter(Boolean).join(' · ')}. `,
            seeking.others ? `${seeking.others} ${seeking.others === 1 ? 'other seeks' : 'others seek'} this game too.` : 'Nobody else seeks this game just now.',
            el('span', { class: 'row' }, button('Stop seeking', () => void trying(opponents.seekNoMore), { data: { test: 'seek-stop' } }))));
    }
    for (const c of challenges.filter(c => c.state === 'open' || (c.mine && c.state === 'accepted' && Date.now() - c.at < 86_400_000))) {
        const what = [named(c.wish.game, c.wish.scenario), ...termsText(c.wish.terms ?? {})].join(' · ');
        const side = c.wish.side && lobby.titles.find(t => t.id === c.wish.game)?.sides.find(s => s.id === c.wish.side)?.name;
        const reply = (/** @type {import('./wire.d.ts').ChallengeAnswer} */ answer) => void trying(async () => {
            const made = await opponents.answer(c.id, answer);
            if (answer === 'accept' && made.game) location.assign(`/game/${made.game}`);
        });
        lines.push(el('p', { class: `call${c.mine ? '' : ' found'}`, data: { test: 'challenge-line' } },
            el('span', { class: 'call-text' }, ...c.mine ? [c.state === 'open' ? 'You challenge ' : 'Accepted by ', ...personLink(c.to)] : [...personLink(c.from), ' challenges you'], `: ${what}`,
                side && ` · ${c.mine ? 'you play' : `${c.from.name} plays`} ${side}`, c.wish.terms?.note && ` · “${c.wish.terms.note}”`),
            el('span', { class: 'row' },
                c.game && el('a', { class: 'button primary', href: `/game/${c.game}` }, 'To the game'),
                c.state === 'open' && (c.mine ? button('Withdraw', () => reply('withdraw'))
                    : [button('Accept', () => reply('accept'), { class: 'primary', data: { test: 'accept' } }), button('Decline', () => reply('decline'), { data: { test: 'decline' } })]))));
    }
    fill(calls, lines);
}

/** Which game, then how. @param {Lobby} lobby */
function openGame({ titles, fail }) {
    const chosen = scenarioFields(titles);
    const node = formDialog('Make an open game', [...chosen.nodes, el('p', { class: 'hint' }, 'It stands in the waiting room until somebody sits down.')], {
        test: 'open-game-which', go: 'Next',
        act: async () => {
            const title = chosen.title();
            node.close('');
            if (title) begin(title, fail, chosen.scenario(), { open: true });
        },
    });
}

/** @param {Lobby} lobby @param {() => void} look */
function askSeek({ titles }, look) {
    const chosen = scenarioFields(titles, { any: true });
    const pace = paceField('seek-pace');
    const rated = tickField('seek-rated', 'Rated', 'Both must want the same.');
    const range = textField('seek-range', 'Ratings apart', { value: '200', most: 4, figures: true, hint: 'It widens by 100 for every minute of waiting.' });
    formDialog('Seek an opponent', [...chosen.nodes, rated.node, pace.node, range.node], {
        test: 'seek-form', go: 'Seek',
        act: async () => {
            const scenario = chosen.scenario();
            await opponents.seek({ game: chosen.game(), pace: pace.value(), rated: rated.value(), ...scenario ? { scenario } : {}, ...range.value() ? { range: Number(range.value()) } : {} });
            look();
        },
    });
}

/** @param {Lobby} lobby @param {() => void} look @param {string} [to] */
function askChallenge({ titles }, look, to = '') {
    const chosen = scenarioFields(titles);
    const whom = textField('challenge-to', 'Whom', { needed: true, value: to, hint: 'The name of the account.' });
    const side = el('select', { id: 'challenge-side', data: { test: 'challenge-side' } });
    const sides = () => {
        const title = chosen.title();
        const offered = title?.scenarios.find(s => s.id === chosen.scenario())?.sides ?? [];
        side.replaceChildren(el('option', { value: '' }, 'The one that I have played less'), ...offered.map(id => el('option', { value: id }, title?.sides.find(s => s.id === id)?.name ?? id)));
    };
    chosen.input.addEventListener('change', sides);
    chosen.gameInput.addEventListener('change', sides);
    sides();
    const rated = tickField('challenge-rated', 'Rated', 'Without hints, and nothing is taken back after the end.');
    const pace = paceField('challenge-pace');
    const note = textField('challenge-note', 'Note', { most: 200 });
    formDialog('Challenge somebody', [whom.node, ...chosen.nodes, el('div', { class: 'field' }, el('label', { for: 'challenge-side' }, 'I play'), side), rated.node, pace.node, note.node], {
        test: 'challenge-form', go: 'Challenge',
        act: async () => {
            await opponents.challenge({
                to: whom.value(), game: chosen.game(), scenario: chosen.scenario(), ...side.value ? { side: side.value } : {}, open_to: 'everyone',
                terms: { rated: rated.value(), pace: pace.value(), note: note.value() },
            });
            look();
        },
    });
}

/** What failed, where it can be read. @param {HTMLElement} alert */
export const failing = alert => (/** @type {unknown} */ error) => {
    fill(alert, el('strong', null, 'That did not work. '), message(error));
    alert.hidden = false;
    alert.scrollIntoView({ block: 'nearest' });
};
