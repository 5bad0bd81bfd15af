// The lobby: what can be played, what is being played.

import { button, el, fill } from './dom.js';
import * as api from './api.js';
import { startLesson } from './lesson-start.js';
import { scenarioLine, scenarioName, titleFacts } from './lobby-facts.js';
import { openPrimer } from './primer.js';
import { openPuzzles } from './puzzle-list.js';
import { Reference } from './reference.js';
import { announce, dialog, message } from './ui.js';
import { seatRows } from './seats.js';
import { capital } from './view.js';

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
    const file = el('input', { type: 'file', class: 'hidden', tabindex: '-1', 'aria-hidden': 'true', data: { test: 'import-file' } });

    /** @param {unknown} error */
    function fail(error) {
        fill(alert, el('strong', null, 'That did not work. '), message(error));
        alert.hidden = false;
        alert.scrollIntoView({ block: 'nearest' });
    }

    fill(page,
        el('header', { class: 'masthead' },
            el('div', { class: 'wordmark' }, el('span', { class: 'hexmark', 'aria-hidden': 'true' }), el('h1', null, 'Sandtable')),
            el('p', null, 'Board wargames on a table that knows the rules.')),
        el('main', { class: 'lobby' },
            alert,
            el('section', { 'aria-labelledby': 'play' }, el('h2', { id: 'play' }, 'Play'), titles),
            el('section', { 'aria-labelledby': 'running' },
                el('div', { class: 'section-head' },
                    el('h2', { id: 'running' }, 'Games under way'),
                    button('Import a game file', () => file.click(), { data: { test: 'import' } }), file),
                running),
            finishedPart),
        el('footer', { class: 'colophon' },
            'Every die is sealed before it is rolled, every move is checked against the numbered rules, and a game is one file that can be replayed and checked.'));

    const [all, list] = await Promise.all([api.titles(), api.games()]);
    fill(titles, all.length ? all.map(title => card(title, fail)) : el('p', { class: 'empty' }, 'No game is installed here.'));

    /** @param {Listing[]} games */
    function show(games) {
        const on = games.filter(g => !g.result);
        const over = games.filter(g => g.result);
        fill(running, on.length ? on.map(g => row(g, all, fail))
            : el('p', { class: 'empty', data: { test: 'empty' } }, 'No game is under way. Begin one above, or drop a game file anywhere on this page.'));
        fill(finished, over.map(g => row(g, all, fail)));
        finishedPart.hidden = over.length === 0;
    }
    show(list);
    document.addEventListener('visibilitychange', () => {
        if (!document.hidden) api.games().then(show, fail);
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
            el('div', { class: 'row card-go' },
                button('Play', () => begin(title, fail), { class: 'primary big', data: { test: `play-${title.id}` }, 'aria-label': `Play ${title.title}` }),
                button('Puzzles', () => void openPuzzles(title, fail), { class: 'big', data: { test: `puzzles-${title.id}` }, 'aria-label': `Puzzles of ${title.title}` }),
                title.facts && [
                    button('Lesson', () => void startLesson(title, fail), { class: 'big', data: { test: `lesson-${title.id}` }, 'aria-label': `Lesson: a guided first turn of ${title.title}` }),
                    button('How it goes', () => void openPrimer(title, fail, consult), { class: 'big', data: { test: `primer-${title.id}` }, 'aria-label': `How ${title.title} goes, in one page` }),
                ])));
}

/**
 * Asks how to play a title, and begins.
 * @param {Title} title
 * @param {(error: unknown) => void} fail
 */
function begin(title, fail) {
    let seats = seatRows(title, title.scenarios[0]?.id);
    const choices = new Map(title.options.map(o => [o, option(o)]));
    const count = el('summary', { data: { test: 'options' } });
    const more = el('details', { class: 'options' }, count, ...choices.values());
    const about = el('p', { class: 'hint' });
    const scenario = el('select', { id: 'scenario', name: 'scenario', data: { test: 'scenario' }, onchange: tell },
        title.scenarios.map(s => el('option', { value: s.id }, scenarioName(title, s.id, s.title))));
    if (title.facts) scenario.value = title.facts.start;
    function tell() {
        fill(about, title.scenarios.find(s => s.id === scenario.value)?.about ?? '', ' ', el('b', { data: { test: 'scenario-facts' } }, scenarioLine(title, scenario.value)), ' ',
            el('a', { href: `/edit/${title.id}/${scenario.value}`, data: { test: 'edit-scenario' } }, 'Edit its position'));
        for (const [choice, node] of choices) node.hidden = !choice.scenarios.includes(scenario.value);
        const offered = [...choices.keys()].filter(choice => choice.scenarios.includes(scenario.value)).length;
        // Many options would push the seats out of sight; most people play without them.
        if (offered <= FEW_OPTIONS) more.open = true;
        more.classList.toggle('plain', offered <= FEW_OPTIONS);
        more.hidden = !offered;
        count.textContent = `Options (${offered})`;
        const chosen = seatRows(title, scenario.value, { defaults: seats.value(), explain: seats.explain(), noHints: seats.noHints() });
        seats.node.replaceWith(chosen.node);
        seats = chosen;
    }
    tell();
    const seed = el('input', { id: 'seed', name: 'seed', type: 'text', inputmode: 'numeric', pattern: '[0-9]{0,15}', placeholder: 'secret', data: { test: 'seed' } });
    const wrong = el('p', { class: 'alert', role: 'alert', hidden: true });
    const start = el('button', { type: 'submit', class: 'primary big', data: { test: 'start' } }, 'Start');
    const form = el('form', { class: 'setup' },
        el('div', { class: 'field' }, el('label', { for: 'scenario' }, 'Scenario'), scenario, about),
        more,
        seats.node,
        el('details', null, el('summary', null, 'Dice'),
            el('div', { class: 'field' }, el('label', { for: 'seed' }, 'Seed'), seed,
                el('p', { class: 'hint' }, 'Leave it empty for dice that nobody can know. The same seed gives the same dice again.'))),
        wrong,
        el('div', { class: 'row end' }, start));
    const node = dialog(title.title, [form], { class: 'new-game', test: 'new-game' });
    form.addEventListener('submit', async event => {
        event.preventDefault();
        start.disabled = true;
        const data = new FormData(form);
        const players = seats.value();
        try {
            const made = await api.create({
                game: title.id,
                scenario: scenario.value,
                options: Object.fromEntries(title.options.filter(o => o.scenarios.includes(scenario.value)).map(o => [o.name, String(data.get(field(o)) ?? o.values[0])])),
                seats: players,
                explain: seats.explain(),
                no_hints: seats.noHints(),
                ...(seed.value.trim() ? { seed: Number(seed.value) } : {}),
            });
            api.storeCreated(made, players);
            location.assign(`/game/${made.id}`);
        } catch (error) {
            start.disabled = false;
            wrong.textContent = message(error);
            wrong.hidden = false;
            if (!node.open) fail(error);
        }
    });
}

/** More options than this are folded away. */
const FEW_OPTIONS = 5;

/** The field of an option: scenarios may offer the same one with another default. @param {import('./wire.d.ts').Choice} choice */
function field(choice) {
    return `option-${choice.name}-${choice.scenarios[0] ?? ''}`;
}

/**
 * An option with its values. Its explanation often reads `value: meaning; value: meaning`; then each value gets its own.
 * @param {import('./wire.d.ts').Choice} choice
 */
function option(choice) {
    const parts = new Map(choice.about.split(/;\s*/).map(part => {
        const [value, ...rest] = part.split(/:\s*/);
        return /** @type {const} */ ([value ?? '', rest.join(': ')]);
    }));
    const each = choice.values.every(v => parts.get(v));
    return el('fieldset', { class: 'option' },
        el('legend', null, capital(choice.name.replaceAll(/[_-]/g, ' '))),
        !each && el('p', { class: 'hint' }, choice.about),
        choice.values.map((value, i) => el('label', { class: 'radio' },
            el('input', { type: 'radio', name: field(choice), value, checked: i === 0, data: { test: `option-${choice.name}-${value}` } }),
            el('span', null, el('strong', null, capital(value)), each && el('small', null, parts.get(value))))));
}

/** @param {Listing} game @param {Title[]} titles @param {(error: unknown) => void} fail */
function row(game, titles, fail) {
    const scenario = titles.find(t => t.id === game.game)?.scenarios.find(s => s.id === game.scenario)?.title ?? game.scenario;
    const keys = api.keysOf(game.id);
    const mine = game.seats.filter(s => keys[s.side]);
    const may = mine.length > 0 || game.seats.some(s => s.kind === 'me');
    /** @param {string} side */
    const name = side => game.seats.find(s => s.side === side)?.name ?? side;
    const yours = game.deciding.some(side => keys[side]);
    const status = game.result ? capital(game.result)
        : yours ? 'Your decision' : `Waiting for ${game.deciding.map(name).join(' and ')}`;

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
            await api.download(game.id, Object.values(keys));
            announce('Game file saved.');
        } catch (error) {
            fail(error);
        }
    }
    return el('article', { class: 'game', 'aria-label': `${game.title}, ${game.moment}`, data: { test: 'game', game: game.id } },
        el('div', { class: 'game-text' },
            el('h3', null, game.title, ' ', el('small', null, scenario)),
            el('p', { class: `game-status${yours ? ' yours' : ''}` }, status),
            el('p', { class: 'facts' }, capital(game.moment), ` · ${game.moves} ${game.moves === 1 ? 'move' : 'moves'} · `, ago(game.touched)),
            el('p', { class: 'facts' }, game.seats.map(s => `${s.name}: ${who(s)}`).join(' · '))),
        el('div', { class: 'row' },
            may && !game.result && button('Resume', () => void resume(), { class: 'primary', data: { test: 'resume' }, 'aria-label': `Resume ${game.title}, ${game.moment}` }),
            el('a', { class: 'button', href: `/game/${game.id}?watch`, data: { test: 'watch' } }, game.result ? 'Review' : 'Watch'),
            button('Export', () => void save(), { data: { test: 'export' } })));
}

/** @param {import('./wire.d.ts').Seat} seat */
export function who(seat) {
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
            api.storeCreated(made, players);
            location.assign(`/game/${made.id}`);
        } catch (error) {
            wrong.textContent = message(error);
            wrong.hidden = false;
        }
    });
}
