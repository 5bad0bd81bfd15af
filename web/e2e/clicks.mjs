// Counts clicks: plays one whole turn of each game in a browser, first each unit on its own, then with groups, dragging and answers
// that are given again; writes docs/clicks.md. What is played is what `regular` advises. Not one of the tests:
//
//     SANDTABLE=target/debug/sandtable node web/e2e/clicks.mjs [game …]
//
// With BEFORE naming another program, the first way is played with the page that it serves; with PLANNER, one that thinks faster advises what is
// played. The end of each movement is what the bot advises; the order is that of a player with sense: whole stacks first, then who lies on top,
// and a unit goes at once where it would have gone in several moves.

import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { upwards } from '../counters.js';
import { hook, still } from './hands.mjs';
import { ME, shownNumber, sit, Table } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./table.mjs').Game} Game */
/** @typedef {import('../wire.d.ts').Offered} Offered */
/** @typedef {import('../wire.d.ts').State} State */
/** @typedef {{ side: string, what: string, moment: string, action: Offered }} Deed */
/** @typedef {{ game: string, scenario: string, sides: string[], turn: number, name: string }} Sample */
/** @typedef {{ decisions: number, clicks: number, asked: number, byApi: number, phases: Map<string, { clicks: number, moves: number }> }} Count  phases: by side and question */

const LEVEL = 'regular';
/** @type {Sample[]} */
const SAMPLES = [
    { game: 'drill', scenario: 'towns', sides: ['blue', 'red'], turn: 1, name: 'Drill, turn 2' },
    { game: 'fury', scenario: 'campaign', sides: ['ru', 'cp'], turn: 0, name: '1914: Fury in the East, campaign, turn A2' },
    { game: 'tannenberg', scenario: 'tannenberg', sides: ['de', 'ru'], turn: 4, name: 'Tannenberg, turn 5' },
    { game: 'empires', scenario: 'danube1809', sides: ['ru', 'tu'], turn: 0, name: 'Empires in Arms, Danube, first month' },
    { game: 'orel', scenario: 'brasovo', sides: ['white', 'red'], turn: 1, name: 'Orel, Brasovo, turn 2' },
    { game: 'lodz', scenario: 'masurian', sides: ['de', 'ru'], turn: 1, name: 'Łódź, winter battle in Masuria, turn 2' },
];

/** @param {Game} game */
const keys = game => Object.values(game.keys);

/** What `regular` would do. @param {Game} game @param {State} state @returns {Promise<Offered>} */
async function advised(game, state) {
    const hint = await game.table.call(`${game.path}/hint`, { keys: keys(game), body: { after: state.number, side: state.offers?.side, level: LEVEL } });
    return hint.action;
}

/**
 * An action as it is offered now: its number holds for this moment alone.
 * @param {Game} game @param {State} state @param {Offered} wanted
 * @returns {Promise<Offered | undefined>}
 */
async function offered(game, state, wanted) {
    const listed = state.offers?.buttons.find(b => b.text === wanted.text);
    const about = wanted.pieces[0] ? `piece=${wanted.pieces[0]}` : wanted.place ? `place=${wanted.place}` : '';
    if (listed || !about) return listed;
    const can = await game.table.call(`${game.path}/can?${about}&side=${state.offers?.side}`, { keys: keys(game) });
    return can.actions.find((/** @type {Offered} */ a) => a.text === wanted.text);
}

/** @param {State} state */
const asked = state => `${state.offers?.side}|${state.view.moment}|${state.offers?.what}`;

/** @param {State} state @param {Offered} action @returns {Deed} */
const deed = (state, action) => ({ side: state.offers?.side ?? '', what: state.offers?.what ?? '', moment: state.view.moment, action });

/**
 * A turn as a player means it: what comes to nothing, as adding a unit and taking it out again, is left out.
 * @param {Table} table @param {Sample} sample
 * @returns {Promise<{ before: string[], turn: Deed[] }>}
 */
async function plan(table, sample) {
    const game = await newGame(table, sample);
    /** @type {string[]} */
    const before = [];
    /** @type {Deed[]} */
    let turn = [];
    /** @type {Map<string, number>} */
    const seen = new Map();
    for (let i = 0; i < 3000; i += 1) {
        const state = await game.state();
        if (!state.offers || state.view.turn > sample.turn) break;
        const action = await advised(game, state);
        if (state.view.turn < sample.turn) before.push(action.text);
        else {
            const print = JSON.stringify([state.view, state.offers.count, state.offers.pieces]);
            const at = seen.get(print);
            if (at !== undefined) turn = turn.slice(0, at);
            for (const [key, where] of seen) if (where > turn.length) seen.delete(key);
            seen.set(print, turn.length);
            turn.push(deed(state, action));
        }
        await game.act(action.text);
    }
    return { before, turn };
}

/** @param {Table} table @param {Sample} sample */
function newGame(table, sample) {
    return table.game({ game: sample.game, scenario: sample.scenario, seed: 1, seats: Object.fromEntries(sample.sides.map(s => [s, ME])) });
}

/** Whether a deed belongs to what is asked. @param {State} state @param {Deed} d */
const belongs = (state, d) => d.side === state.offers?.side && d.moment === state.view.moment && d.what === state.offers.what;

/** Whether one unit simply goes somewhere. @param {Deed} d */
const goes = d => d.action.pieces.length === 1 && Boolean(d.action.place) && !d.action.weigh;

/**
 * What is left to be done now, in the order of a player with sense: what takes most units with one drag first. Who has something else to do before it goes, waits.
 * @param {State} state @param {Deed[]} left @returns {Deed[]}
 */
function sensibly(state, left) {
    const fitting = left.filter(d => belongs(state, d));
    const [head] = fitting;
    if (!head || !goes(head)) return fitting;
    const last = fitting.findIndex(d => !d.action.pieces.length);
    const before = last < 0 ? fitting : fitting.slice(0, last);
    const first = before.filter((d, i) => before.findIndex(other => other.action.pieces[0] === d.action.pieces[0]) === i);
    const able = new Set(state.offers?.pieces);
    /** How many units go with one drag; half a unit if it must be looked for in the list. @param {Deed} d */
    const worth = d => {
        const from = state.view.counters.find(c => c.id === d.action.pieces[0])?.place ?? '';
        const stack = state.view.counters.filter(c => c.place === from && able.has(c.id));
        const alike = stack.filter(c => first.some(o => goes(o) && o.action.pieces[0] === c.id && o.action.verb === d.action.verb && o.action.place === d.action.place));
        if (alike.length > 1 && alike.length === stack.length) return alike.length;
        return top(state, from, id => able.has(id)) === d.action.pieces[0] ? 1 : 0.5;
    };
    const ranked = first.filter(goes).map(d => ({ d, worth: worth(d) })).sort((a, b) => b.worth - a.worth).map(r => r.d);
    return [...ranked, ...fitting.filter(d => !ranked.includes(d))];
}

/**
 * A unit that would go on afterwards goes there at once, if that is offered.
 * @param {Game} game @param {State} state @param {Deed[]} left @param {Deed} d
 * @returns {Promise<{ d: Deed, action: Offered } | null>}
 */
async function atOnce(game, state, left, d) {
    if (!goes(d)) return null;
    const own = left.filter(o => o.side === d.side && o.moment === d.moment && o.action.pieces.includes(d.action.pieces[0] ?? ''));
    const chain = own.slice(own.indexOf(d));
    const end = chain.findIndex(o => !goes(o) || o.what !== d.what || o.action.verb !== d.action.verb);
    const hops = end < 0 ? chain : chain.slice(0, end);
    for (const further of hops.slice(1).reverse()) {
        const action = await offered(game, state, further.action);
        if (!action) continue;
        drop(left, hops.slice(0, hops.indexOf(further)));
        return { d: further, action };
    }
    return null;
}

/** The hands of a player at a page. */
class Hands {
    /** @param {Page} page @param {Game} game @param {import('../wire.d.ts').Kit} kit */
    constructor(page, game, kit) {
        this.page = page;
        this.game = game;
        this.kit = kit;
        this.byApi = 0;
        this.asked = 0;
        this.last = { x: NaN, y: NaN, at: 0 };
    }

    async clicks() {
        return this.page.evaluate(() => /** @type {any} */ (window).presses ?? 0);
    }

    /** Where a place is; null if something lies over it. @param {string} place */
    async at(place) {
        const p = this.kit.places.find(q => q.id === place);
        if (!p) return null;
        await still(this.page);
        return this.page.evaluate(({ x, y, w, h }) => {
            const box = /** @type {Element} */ (document.querySelector('.board-sheet')).getBoundingClientRect();
            const point = { x: box.x + (x * box.width) / w, y: box.y + (y * box.height) / h };
            return document.elementFromPoint(point.x, point.y)?.closest('.board-pane') ? point : null;
        }, { x: p.x, y: p.y, w: this.kit.width, h: this.kit.height });
    }

    /** Waits so long that two clicks are no double click. @param {{ x: number, y: number }} point */
    async apart(point) {
        if (Math.hypot(point.x - this.last.x, point.y - this.last.y) < 14) await this.page.waitForTimeout(Math.max(0, 340 - (Date.now() - this.last.at)));
        this.last = { ...point, at: Date.now() };
    }

    /** @param {string} selector */
    async press(selector) {
        const node = this.page.locator(selector).first();
        if (!(await node.isVisible())) return false;
        try {
            await node.click({ timeout: 2000 });
            return true;
        } catch {
            // It was drawn anew, or is gone: whoever asks looks again.
            return false;
        }
    }

    /** @param {string} place */
    async click(place) {
        const point = await this.at(place);
        if (!point) return false;
        await this.apart(point);
        await this.page.mouse.click(point.x, point.y);
        return true;
    }

    /** @param {string} from @param {string} to @param {boolean} whole */
    async drag(from, to, whole) {
        const [a, b] = [await this.at(from), await this.at(to)];
        if (!a || !b) return false;
        const { keyboard, mouse } = this.page;
        if (whole) await keyboard.down('Shift');
        await mouse.move(a.x, a.y);
        await mouse.down();
        await mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
        await mouse.move(b.x, b.y);
        await mouse.up();
        if (whole) await keyboard.up('Shift');
        return true;
    }

    /** Waits for the game to go on, and for the end of a group. @param {number} before @param {number} [by] @param {number} [ms] */
    async gone(before, by = 1, ms = 20_000) {
        try {
            await this.page.waitForFunction(n => Number(document.documentElement.dataset.number) >= n, before + by, { timeout: ms });
            return true;
        } catch {
            return false;
        }
    }

    /** A menu may have opened, or a window that asks; what is meant is pressed. @param {Offered} action @param {number} before */
    async answer(action, before) {
        for (const until = Date.now() + 12_000; Date.now() < until;) {
            if (await shownNumber(this.page) > before) return true;
            if (await this.press(`${hook('battle-go')}, ${hook('end-anyway')}`)) {
                this.asked += 1;
                continue;
            }
            if (await this.press(`.chooser ${hook('choice')}[data-number="${action.number}"]`)) continue;
            await this.page.waitForTimeout(40);
        }
        return false;
    }

    /** Puts down what is picked, by a key. */
    async free() {
        if (await this.page.locator('.chooser').count()) await this.page.keyboard.press('Escape');
        if (await this.page.locator('.piece.selected, [data-test="drop"]').count()) await this.page.keyboard.press('Escape');
    }

    /** One action by the plainest way. @param {State} state @param {Offered} action */
    async single(state, action) {
        const before = state.number;
        const button = `:is(.go, .panel) ${hook('action')}[data-number="${action.number}"]`;
        if (await this.press(button)) return this.answer(action, before);
        const lone = state.offers?.pieces.length === 1 && action.pieces[0] === state.offers.pieces[0];
        const inHand = lone && await this.page.locator('.piece.selected').count() > 0;
        if (!inHand) {
            for (const id of action.pieces) {
                if (!(await this.press(`${hook('able')} ${hook('piece')}[data-id="${id}"], .rest ${hook('piece')}[data-id="${id}"]`))) return false;
                await this.page.waitForTimeout(60);
            }
        }
        if (await shownNumber(this.page) > before) return true;
        if (action.place && await this.click(action.place) && await this.answer(action, before)) return true;
        if (!action.place && await this.press(`.chooser ${hook('choice')}[data-number="${action.number}"]`)) return this.answer(action, before);
        if (await this.press(button)) return this.answer(action, before);
        // Among many: a few letters find it.
        const field = this.page.locator(`.panel ${hook('filter')}`);
        if (await field.count()) {
            await field.click();
            await field.fill(action.text);
            if (await this.press(button)) return this.answer(action, before);
        }
        return false;
    }

    /** By the API, if no hand could do it: counted apart. @param {string} text */
    async api(text) {
        const before = await shownNumber(this.page);
        this.byApi += 1;
        await this.game.act(text);
        await this.gone(before);
    }
}

/**
 * Plays the turn.
 * @param {Table} table @param {import('playwright-core').Browser} browser @param {Sample} sample
 * @param {{ before: string[], turn: Deed[] }} script @param {'each' | 'few'} how  with the means that save clicks, or without
 * @returns {Promise<Count>}
 */
async function play(table, browser, sample, script, how) {
    const game = await newGame(table, sample);
    for (const text of script.before) await game.act(text);
    // As it comes: asked before a phase ends. The page before never asked.
    const few = how === 'few';
    const page = await sit(browser, game, { settings: few ? { ask: true, onward: true } : {} });
    await page.evaluate(() => {
        const w = /** @type {any} */ (window);
        w.presses = 0;
        window.addEventListener('pointerdown', () => (w.presses += 1), true);
    });
    await page.keyboard.press('0');
    const hands = new Hands(page, game, await table.call(`/api/titles/${sample.game}/kit?scenario=${sample.scenario}`));
    const left = [...script.turn];
    /** @type {Map<string, string>} */
    const said = new Map();
    let decisions = 0;
    /** @type {Count['phases']} */
    const phases = new Map();
    let [counted, number, phase] = [0, 0, ''];
    for (let i = 0; i < 2000; i += 1) {
        const state = await game.state();
        const so = await hands.clicks();
        if (i) {
            const at = phases.get(phase) ?? { clicks: 0, moves: 0 };
            phases.set(phase, { clicks: at.clicks + so - counted, moves: at.moves + state.number - number });
        }
        counted = so;
        if (!state.offers || state.view.turn > sample.turn || state.result) break;
        number = state.number;
        phase = `${state.view.moment} (${state.offers.side})`;
        await hands.gone(state.number, 0);
        let here = -1;
        /** @type {Offered | undefined} */
        let action;
        for (const d of sensibly(state, left)) {
            const far = await atOnce(game, state, left, d);
            action = far?.action ?? await offered(game, state, d.action);
            if (action) here = left.indexOf(far?.d ?? d);
            if (action) break;
        }
        const text = left[here]?.action.text ?? (await advised(game, state)).text;
        action ??= await offered(game, state, { ...await advised(game, state) });
        if (here >= 0) left.splice(here, 1);
        if (!action) {
            // A way named place by place.
            await hands.api(text);
            decisions += 1;
            continue;
        }
        // It is done by itself.
        if (few && state.offers.count === 1 && !state.undo.may && !action.weigh && await hands.gone(state.number, 1, 8000)) {
            decisions += 1;
            continue;
        }
        const done = few ? await cleverly(hands, state, action, left, said) : 0;
        if (!done) {
            const now = await game.state();
            if (now.number === state.number) {
                await hands.free();
                if (!(await hands.single(state, action))) {
                    await hands.free();
                    if ((await game.state()).number === state.number) await hands.api(text);
                }
            }
        }
        await hands.gone(state.number);
        const now = await game.state();
        decisions += now.number - state.number;
        if (!action.place && !action.weigh && now.undo.may && asked(now) !== asked(state)) said.set(asked(state), action.verb);
        if (process.env.TRACE) console.log(state.number, now.number, await hands.clicks(), text, done ? 'few' : '');
    }
    const count = { decisions, clicks: await hands.clicks(), asked: hands.asked, byApi: hands.byApi, phases };
    await page.context().close();
    return count;
}

/**
 * With few clicks: what several do is done at once, a counter is dragged, a question is left to the answer given before.
 * @param {Hands} hands @param {State} state @param {Offered} action
 * @param {Deed[]} left  what is still to be done; what is done besides is taken out
 * @param {Map<string, string>} said  answers given before, by question
 * @returns {Promise<number>} how many moves were made
 */
async function cleverly(hands, state, action, left, said) {
    const { offers } = state;
    const [id, more] = action.pieces;
    if (!offers) return 0;
    /** @param {Deed} d */
    const sameOrder = d => belongs(state, d) && d.action.verb === action.verb && d.action.place === action.place && d.action.pieces.length === 1 && !d.action.weigh
        && left.find(o => belongs(state, o) && o.action.pieces[0] === d.action.pieces[0]) === d;
    // Answers that were given before are given by taking up the next unit, and so is the beginning of its march.
    const ahead = left.filter(d => d.side === offers.side && d.moment === state.view.moment);
    /** @type {Deed[]} */
    const past = [];
    const rest = [...ahead];
    let deedNow = /** @type {Deed | undefined} */ (deed(state, action));
    while (deedNow && !deedNow.action.place && said.get(`${deedNow.side}|${deedNow.moment}|${deedNow.what}`) === deedNow.action.verb) {
        past.push(deedNow);
        deedNow = rest.shift();
    }
    if (deedNow && deedNow.action.verb === 'pick') {
        past.push(deedNow);
        deedNow = rest.shift();
        if (deedNow && deedNow.action.pieces[0] !== past.at(-1)?.action.pieces[0]) deedNow = undefined;
    }
    if (past.length && deedNow?.action.pieces.length === 1 && deedNow.action.place && !deedNow.action.weigh) {
        const mover = deedNow.action.pieces[0] ?? '';
        const from = state.view.counters.find(c => c.id === mover)?.place ?? '';
        if (from && from !== deedNow.action.place && await hands.drag(from, deedNow.action.place, false) && await hands.gone(state.number, past.length + 1)) {
            drop(left, [...past, deedNow]);
            return (await settled(hands)) - state.number;
        }
        await hands.free();
        return 0;
    }
    if (!id || more || (action.weigh && !action.place)) return 0;
    const from = state.view.counters.find(c => c.id === id)?.place ?? '';
    const able = new Set(offers.pieces);
    const stack = state.view.counters.filter(c => c.place === from && able.has(c.id));
    const same = action.weigh ? [] : left.filter(sameOrder);
    const ids = new Set([id, ...same.map(d => d.action.pieces[0] ?? '')]);
    if (action.place) {
        const whole = stack.length > 1 && stack.every(c => ids.has(c.id));
        const upper = top(state, from, c => able.has(c));
        const reaches = whole || (upper !== null && ids.has(upper));
        const there = stack.filter(c => ids.has(c.id)).map(c => c.id);
        if (!reaches && there.length > 1 && await several(hands, there) && await hands.click(action.place) && await hands.gone(state.number, there.length, 4000)) {
            drop(left, same.filter(d => there.includes(d.action.pieces[0] ?? '')));
            return (await settled(hands)) - state.number;
        }
        if (!reaches || !(await hands.drag(from, action.place, whole))) return 0;
        if (action.weigh || !(await hands.gone(state.number, 1, 3000))) {
            // Where several things are meant a menu asks which.
            if (!(await hands.answer(action, state.number))) return 0;
        }
        const now = await settled(hands);
        // Who went instead of the one that was next: that one is still to go.
        const places = new Map((await hands.game.state()).view.counters.map(c => [c.id, c.place]));
        const went = [...ids].filter(x => places.get(x) === action.place && state.view.counters.find(c => c.id === x)?.place !== action.place);
        for (const d of same) if (went.includes(d.action.pieces[0] ?? '')) left.splice(left.indexOf(d), 1);
        if (!went.includes(id)) left.unshift({ side: offers.side, what: offers.what, moment: state.view.moment, action });
        return now - state.number;
    }
    // For all that are listed there is one button.
    const listed = offers.buttons.filter(a => a.verb === action.verb && !a.place && a.pieces.length === 1);
    const all = hands.page.locator(`.go ${hook('all')}[data-verb="${action.verb}"]`);
    if (same.length && listed.every(a => ids.has(a.pieces[0] ?? '')) && await all.count()) {
        await all.click();
        if (await hands.gone(state.number)) {
            const now = await settled(hands);
            drop(left, same);
            return now - state.number;
        }
    }
    if (!same.length || action.verb === 'pick' || offers.count <= offers.buttons.length) return 0;
    // The same for several: picked up together, by whole stacks where all of one are meant, and told once.
    await hands.free();
    const picked = new Set();
    for (const x of ids) {
        if (picked.has(x)) continue;
        const place = state.view.counters.find(c => c.id === x)?.place ?? '';
        const there = state.view.counters.filter(c => c.place === place && able.has(c.id));
        const point = there.every(c => ids.has(c.id)) ? await hands.at(place) : null;
        await hands.page.keyboard.down('Shift');
        if (point && (picked.size || there.length === 1)) {
            await hands.apart(point);
            await hands.page.mouse.click(point.x, point.y);
            for (const c of there) picked.add(c.id);
        } else if (await hands.press(`${hook('able')} ${hook('piece')}[data-id="${x}"], .rest ${hook('piece')}[data-id="${x}"]`)) picked.add(x);
        await hands.page.keyboard.up('Shift');
        await hands.page.waitForTimeout(80);
        if (await hands.page.locator('.chooser').count()) await hands.page.keyboard.press('Escape');
    }
    if (await hands.press(`.panel ${hook('together')}[data-verb="${action.verb}"]`) && await hands.gone(state.number)) {
        const now = await settled(hands);
        drop(left, same);
        return now - state.number;
    }
    return 0;
}

/** Several of a stack are picked up from the list. @param {Hands} hands @param {string[]} ids */
async function several(hands, ids) {
    await hands.free();
    for (const [i, id] of ids.entries()) {
        if (i) await hands.page.keyboard.down('Shift');
        const pressed = await hands.press(`:is(${hook('able')}, .rest) ${hook('piece')}[data-id="${id}"]`);
        if (i) await hands.page.keyboard.up('Shift');
        if (!pressed) return false;
        await hands.page.waitForTimeout(80);
    }
    return true;
}

/** Takes deeds out of what is left. @param {Deed[]} left @param {Deed[]} done */
function drop(left, done) {
    for (const d of done) if (left.includes(d)) left.splice(left.indexOf(d), 1);
}

/** The counter that lies on top of those that are meant. @param {State} state @param {string} place @param {(id: string) => boolean} meant */
function top(state, place, meant) {
    return state.view.counters.filter(c => c.place === place && meant(c.id)).sort(upwards).at(-1)?.id ?? null;
}

/** Waits until nothing moves any more. @param {Hands} hands */
async function settled(hands) {
    await hands.page.waitForSelector('.table:not([aria-busy="true"])');
    const { number } = await hands.game.state();
    await hands.gone(number, 0);
    return number;
}

const wanted = process.argv.slice(2);
const table = await Table.start();
const old = process.env.BEFORE ? await Table.start(process.env.BEFORE) : table;
const planner = process.env.PLANNER ? await Table.start(process.env.PLANNER) : table;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
/** @type {string[]} */
const rows = [];
try {
    for (const sample of SAMPLES.filter(s => !wanted.length || wanted.includes(s.game))) {
        const began = Date.now();
        const script = await plan(planner, sample);
        const before = await play(old, browser, sample, script, 'each');
        const few = await play(table, browser, sample, script, 'few');
        const share = (/** @type {number} */ clicks) => (clicks / before.clicks).toFixed(2);
        rows.push(`| ${sample.name} | ${before.decisions} | ${before.clicks} | ${few.clicks} | ${share(few.clicks)} | ${few.asked} | ${share(few.clicks - few.asked)} |`);
        for (const [phase, { clicks, moves }] of before.phases) console.log(`  ${phase}: ${moves} moves, ${clicks} clicks; now ${few.phases.get(phase)?.moves ?? 0} moves, ${few.phases.get(phase)?.clicks ?? 0} clicks`);
        console.log(rows.at(-1), `decisions: ${few.decisions}; by API: ${before.byApi}, ${few.byApi}; ${Math.round((Date.now() - began) / 1000)} s`);
    }
} finally {
    await browser.close();
    await table.stop();
    for (const other of [old, planner]) if (other !== table) await other.stop();
}
if (!wanted.length) {
    const file = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'clicks.md');
    const text = await import('node:fs/promises').then(fs => fs.readFile(file, 'utf8'));
    const head = '| turn | decisions |';
    const start = text.indexOf(head);
    const end = text.indexOf('\n\n', start);
    await writeFile(file, `${text.slice(0, start)}${head} clicks before | clicks now | share | of these in windows that ask | share without |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}${text.slice(end)}`);
}
