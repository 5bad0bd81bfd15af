// Counts clicks: plays one whole turn of each game in a browser, first each unit on its own, then with groups, dragging and answers
// that are given again; prints the table of docs/clicks.md. What is played is what `regular` advises. Not one of the tests:
//
//     SANDTABLE=target/debug/sandtable node web/e2e/clicks.mjs [game …]
//
// With BEFORE naming another program, the first way is played with the page that it serves; with PLANNER, one that thinks faster advises what is
// played. The end of each movement is what the bot advises; the order is that of a player with sense: whole stacks first, then who lies on top,
// and a unit goes at once where it would have gone in several moves.

import { chromium } from 'playwright-core';
import { Hands } from './clicks-hands.mjs';
import { advised, asked, atOnce, belongs, deed, drop, goes, newGame, offered, plan, sensibly, top } from './clicks-plan.mjs';
import { hook } from './hands.mjs';
import { sit, Table } from './table.mjs';

/** @typedef {import('./clicks-plan.mjs').Deed} Deed */
/** @typedef {import('./clicks-plan.mjs').Sample} Sample */
/** @typedef {import('../wire.d.ts').Offered} Offered */
/** @typedef {import('../wire.d.ts').State} State */
/** @typedef {{ decisions: number, clicks: number, asked: number, byApi: number, phases: Map<string, { clicks: number, moves: number }> }} Count  phases: by side and question */

/** @type {Sample[]} */
const SAMPLES = [
    { game: 'drill', scenario: 'towns', sides: ['blue', 'red'], turn: 1, name: 'Drill, turn 2' },
    { game: 'fury', scenario: 'campaign', sides: ['ru', 'cp'], turn: 0, name: '1914: Fury in the East, campaign, turn A2' },
    { game: 'tannenberg', scenario: 'tannenberg', sides: ['de', 'ru'], turn: 4, name: 'Tannenberg, turn 5' },
    { game: 'empires', scenario: 'danube1809', sides: ['ru', 'tu'], turn: 0, name: 'Empires in Arms, Danube, first month' },
    { game: 'orel', scenario: 'brasovo', sides: ['white', 'red'], turn: 1, name: 'Orel, Brasovo, turn 2' },
    { game: 'lodz', scenario: 'masurian', sides: ['de', 'ru'], turn: 1, name: 'Łódź, winter battle in Masuria, turn 2' },
];

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
        if (state.offers.pieces.length > 1) hands.main = new Set(state.offers.pieces);
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
    if (past.length && deedNow && goes(deedNow)) {
        // The next one is whoever lies on top of its stack.
        const { what } = deedNow;
        const first = rest.filter((d, i) => d.what === what && goes(d) && rest.findIndex(o => o.action.pieces[0] === d.action.pieces[0]) === i);
        const lies = (/** @type {Deed} */ d) => top(state, state.view.counters.find(c => c.id === d.action.pieces[0])?.place ?? '', x => hands.main.has(x)) === d.action.pieces[0];
        deedNow = lies(deedNow) ? deedNow : first.find(lies) ?? deedNow;
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
