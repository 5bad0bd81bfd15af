// The lobby: what can be played, what is being played.

import { accountLine } from './account.js';
import { whoAmI } from './account-api.js';
import { button, el, fill } from './dom.js';
import * as api from './api.js';
import { startLesson } from './lesson-start.js';
import { lasting, scenarioLine, titleFacts } from './lobby-facts.js';
import { listGames, seatsOf } from './lobby-games.js';
import { begin } from './new-game.js';
import { openPrimer } from './primer.js';
import { openPuzzles } from './puzzle-list.js';
import { Reference } from './reference.js';
import { openSettings } from './settings-panel.js';
import { dialog, message } from './ui.js';
import { opponentsPart } from './waiting.js';
import { seatRows } from './seats.js';

/** @typedef {import('./wire.d.ts').Title} Title */
/** @typedef {import('./wire.d.ts').Listing} Listing */

/** @param {HTMLElement} page */
export async function lobby(page) {
    document.title = 'Sandtable';
    const alert = el('div', { class: 'alert', role: 'alert', hidden: true, data: { test: 'alert' } });
    const titles = el('div', { class: 'titles' });
    const running = el('div', { class: 'games' });
    const finished = el('div', { class: 'games' });
    const finishedPart = el('section', { 'aria-labelledby': 'finished', hidden: true },
        el('h2', { id: 'finished' }, 'Finished games'), finished);
    const tries = el('ul', { class: 'tries' });
    const firstPart = el('section', { 'aria-labelledby': 'first', data: { test: 'start-here' } }, el('h2', { id: 'first' }, 'Start here'), tries);
    const playPart = el('section', { 'aria-labelledby': 'play' }, el('h2', { id: 'play' }, 'Play'), titles);
    const file = el('input', { type: 'file', class: 'hidden', tabindex: '-1', 'aria-hidden': 'true', data: { test: 'import-file' } });

    const runningPart = el('section', { 'aria-labelledby': 'running' },
        el('div', { class: 'section-head' },
            el('h2', { id: 'running' }, 'Games under way'),
            button('Import a game file', () => file.click(), { data: { test: 'import' } }), file),
        running);

    /** @param {unknown} error */
    function fail(error) {
        fill(alert, el('strong', null, 'That did not work. '), message(error));
        alert.hidden = false;
        alert.scrollIntoView({ block: 'nearest' });
    }

    fill(page,
        el('header', { class: 'masthead' },
            el('div', { class: 'wordmark' }, el('span', { class: 'hexmark', 'aria-hidden': 'true' }), el('h1', null, 'Sandtable')),
            el('p', null, 'Board wargames on a table that knows the rules.'),
            button('Settings', openSettings, { class: 'menu-button', data: { test: 'settings' } })),
        el('main', { class: 'lobby' }, alert, firstPart, playPart, runningPart, finishedPart),
        el('footer', { class: 'colophon' },
            'Every die is sealed before it is rolled, every move is checked against the numbered rules, and a game is one file that can be replayed and checked.'));

    const [all, list, me] = await Promise.all([api.titles(), api.games(), whoAmI()]);
    accountLine(/** @type {HTMLElement} */ (page.querySelector('.masthead')), me);
    const opponents = await opponentsPart(me, { titles: all, fail });
    if (opponents) playPart.before(opponents);
    fill(titles, all.length ? all.map(title => card(title, fail)) : el('p', { class: 'empty' }, 'No game is installed here.'));

    fill(tries, all.filter(t => t.facts).map((title, i) => tryOut(title, i === 0, fail)));
    firstPart.hidden = !tries.childElementCount;

    /** @param {Listing[]} games */
    function show(games) {
        const on = games.filter(g => !g.result);
        const over = games.filter(g => g.result);
        const mine = on.some(g => Object.keys(seatsOf(g)).length > 0);
        const here = { titles: all, accounts: me.accounts, fail, changed: refresh };
        if (on.length) listGames(running, on, here);
        else fill(running, el('p', { class: 'empty', data: { test: 'empty' } }, 'No game is under way. Begin one above, or drop a game file anywhere on this page.'));
        listGames(finished, over, here);
        finishedPart.hidden = over.length === 0;
        // Who plays already looks for the games that wait; who does not, for what can be played.
        if (mine) firstPart.before(runningPart);
        else playPart.after(runningPart);
    }
    function refresh() {
        api.games().then(show, fail);
    }
    show(list);
    document.addEventListener('visibilitychange', () => {
        if (!document.hidden) refresh();
    });

    file.addEventListener('change', () => {
        const chosen = file.files?.[0];
        if (chosen) void take(chosen, all, fail);
        file.value = '';
    });
    page.addEventListener('dragover', event => {
        event.preventDefault();
        page.classList.add('dropping');
    });
    page.addEventListener('dragleave', event => {
        if (!event.relatedTarget) page.classList.remove('dropping');
    });
    page.addEventListener('drop', event => {
        event.preventDefault();
        page.classList.remove('dropping');
        const chosen = event.dataTransfer?.files[0];
        if (chosen) void take(chosen, all, fail);
    });
}

/** Rules and tables of the game whose primer is read. @type {Reference | null} */
let reference = null;

/** @param {import('./wire.d.ts').Kit} kit */
function consult(kit) {
    if (reference) reference.of({ kit });
    else reference = new Reference({ kit });
}

/**
 * A game to try: the scenario to start with, in a line.
 * @param {Title} title
 * @param {boolean} first  whether to begin with it
 * @param {(error: unknown) => void} fail
 */
function tryOut(title, first, fail) {
    const scenario = title.scenarios.find(s => s.id === title.facts?.start);
    const told = title.facts?.scenario.find(s => s.id === scenario?.id);
    const words = [el('b', null, title.title), el('span', null, scenario?.title ?? ''), told && el('small', null, `about ${lasting(told.minutes)}`)];
    return el('li', { class: first ? 'first' : '' },
        el('button', { type: 'button', class: 'try', data: { test: `try-${title.id}` }, onclick: () => begin(title, fail, scenario?.id) },
            first && el('em', null, 'Never played a wargame? Begin with'), words),
        first && button('Lesson: be led through the first turn', () => void startLesson(title, fail), { class: 'primary', data: { test: 'try-lesson' } }));
}

/** @param {Title} title @param {(error: unknown) => void} fail */
function card(title, fail) {
    return el('article', { class: 'card', 'aria-labelledby': `title-${title.id}` },
        el('img', { class: 'card-map', src: api.drawing(title.board, true), alt: `The board of ${title.title}`, loading: 'lazy' }),
        el('div', { class: 'card-text' },
            el('h3', { id: `title-${title.id}` }, title.title),
            el('p', { class: 'versus' }, title.sides.map(s => s.name).join(' · ')),
            el('p', null, title.about),
            el('p', { class: 'facts' },
                `${title.scenarios.length} ${title.scenarios.length === 1 ? 'scenario' : 'scenarios'}`, ' · ',
                `${title.rules} rules enforced`, title.levels.length ? ` · bots: ${title.levels.join(', ')}` : ''),
            titleFacts(title),
            title.scenarios.length > 1 && scenarios(title, fail),
            el('div', { class: 'row card-go' },
                button('Play', () => begin(title, fail), { class: 'primary big', data: { test: `play-${title.id}` }, 'aria-label': `Play ${title.title}` }),
                button('Puzzles', () => void openPuzzles(title, fail), { class: 'big', data: { test: `puzzles-${title.id}` }, 'aria-label': `Puzzles of ${title.title}` }),
                title.facts && [
                    button('Lesson', () => void startLesson(title, fail), { class: 'big', data: { test: `lesson-${title.id}` }, 'aria-label': `Lesson: a guided first turn of ${title.title}` }),
                    button('How it goes', () => void openPrimer(title, fail, consult), { class: 'big', data: { test: `primer-${title.id}` }, 'aria-label': `How it goes: ${title.title} in one page` }),
                ])));
}

/** Every scenario with how long it takes; a click begins with it. @param {Title} title @param {(error: unknown) => void} fail */
function scenarios(title, fail) {
    return el('details', { class: 'card-scenarios', data: { test: `scenarios-${title.id}` } },
        el('summary', null, `All ${title.scenarios.length} scenarios`),
        el('ul', null, title.scenarios.map(s => el('li', null,
            button(s.title, () => begin(title, fail, s.id), { class: 'line-text', data: { test: 'scenario-link', scenario: s.id } }), el('small', null, scenarioLine(title, s.id))))));
}

/**
 * Takes a game file in: who plays is asked for, the rest is in the file.
 * @param {File} chosen
 * @param {Title[]} titles
 * @param {(error: unknown) => void} fail
 */
async function take(chosen, titles, fail) {
    const text = await chosen.text();
    let title;
    try {
        const header = JSON.parse(text.split('\n', 1)[0]?.replace(/,\s*$/, '') ?? '');
        title = titles.find(t => t.id === header.game);
    } catch {
        title = titles.find(t => text.includes(`"game":"${t.id}"`)) ?? (titles.length === 1 ? titles[0] : undefined);
    }
    if (!title) {
        fail(new Error(`“${chosen.name}” is no game file of a game that is installed here.`));
        return;
    }
    const seats = seatRows(title, /"scenario"\s*:\s*"([^"]*)"/.exec(text)?.[1], { alone: true });
    const wrong = el('p', { class: 'alert', role: 'alert', hidden: true });
    const form = el('form', { class: 'setup' },
        el('p', null, `“${chosen.name}” is a game of ${title.title}.`), seats.node, wrong,
        el('div', { class: 'row end' }, el('button', { type: 'submit', class: 'primary big', data: { test: 'import-start' } }, 'Import')));
    dialog('Import a game', [form], { class: 'new-game', test: 'import-dialog' });
    form.addEventListener('submit', async event => {
        event.preventDefault();
        const players = seats.value();
        try {
            const made = await api.take({ file: text, seats: players, explain: seats.explain() });
            api.storeCreated(made);
            location.assign(`/game/${made.id}`);
        } catch (error) {
            wrong.textContent = message(error);
            wrong.hidden = false;
        }
    });
}
