// How fast the table answers in a game of full length. The true figures are printed; the limits leave room for a loaded machine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goesOn, inSight, LIT_STACK, REACH } from './hands.mjs';
import { newPage, shownNumber, sit, stage } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./hands.mjs').Point} Point */

const ROOM = 3;

const { table, browser } = await stage();
const game = await table.game({ seed: 1 });
await game.wander({ seed: 1, most: 600 });
await game.wander({ seed: 2, until: ({ offers }) => (offers?.pieces.length ?? 0) >= 8 && Boolean(offers?.buttons.some(b => b.verb === 'end_moves')) });

/** @param {number[]} times @param {number} part from 0 to 1 */
function quantile(times, part) {
    const sorted = times.toSorted((a, b) => a - b);
    return /** @type {number} */ (sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)]);
}

/** @param {string} what @param {number[]} times */
function report(what, times) {
    const [median, p95, most] = [0.5, 0.95, 1].map(part => quantile(times, part).toFixed(1));
    console.log(`${what}: median ${median} ms, p95 ${p95} ms, longest ${most} ms, of ${times.length}`);
}

/** @typedef {{ ready: number, map: number }} Arrival */
/** @typedef {{ answered: number[], painted: number[] }} Answers */

/** Lets a page that is about to be opened note when it and the drawing of the board are there. @param {Page} page */
async function noteArrival(page) {
    await page.addInitScript(() => {
        const arrival = { ready: 0, map: 0 };
        Object.assign(window, { arrival });
        new MutationObserver(() => {
            if (document.documentElement?.dataset.ready) arrival.ready ||= performance.now();
        }).observe(document, { attributeFilter: ['data-ready'], subtree: true });
        document.addEventListener('load', ({ target }) => {
            if (target instanceof Element && target.matches('.board-map')) arrival.map = performance.now();
        }, true);
    });
}

/**
 * Lets a page note how long after each click the board has its answer, and when the next frame after it begins:
 * ways for a piece that was picked up, a step of the game for one that was put down.
 * @param {Page} page
 */
async function noteAnswers(page) {
    await page.evaluate(() => {
        const notes = { picks: { answered: [], painted: [] }, moves: { answered: [], painted: [] } };
        Object.assign(window, { notes });
        let clicked = 0;
        addEventListener('pointerup', event => (clicked = event.timeStamp), true);
        const note = (/** @type {Answers} */ to) => {
            if (!clicked) return;
            const from = clicked;
            clicked = 0;
            to.answered.push(performance.now() - from);
            requestAnimationFrame(() => to.painted.push(performance.now() - from));
        };
        const reach = /** @type {Element} */ (document.querySelector('.layer-reach'));
        new MutationObserver(() => {
            if (reach.childElementCount) note(notes.picks);
        }).observe(reach, { childList: true });
        const root = document.documentElement;
        let { number } = root.dataset;
        new MutationObserver(() => {
            if (number === root.dataset.number) return;
            ({ number } = root.dataset);
            note(notes.moves);
        }).observe(root, { attributeFilter: ['data-number'] });
    });
}

test('the first picture of a long game', async () => {
    /** @type {Arrival[]} */
    const arrivals = [];
    for (let i = 0; i < 5; i += 1) {
        const page = await newPage(browser, table, { keys: { [game.id]: game.keys } });
        await noteArrival(page);
        await page.goto(`/game/${game.id}`);
        const arrived = await page.waitForFunction(() => {
            const { arrival } = /** @type {{ arrival: Arrival }} */ (/** @type {unknown} */ (window));
            return arrival.ready && arrival.map ? arrival : null;
        });
        arrivals.push(/** @type {Arrival} */ (await arrived.jsonValue()));
        await page.context().close();
    }
    report('first picture of a game', arrivals.map(a => a.ready));
    report('with the drawing of the board', arrivals.map(a => a.map));
    assert.ok(quantile(arrivals.map(a => a.ready), 0.5) < 1000 * ROOM);
});

/**
 * Picks units up and puts them down, and takes each move back, until enough were moved.
 * @param {Page} page
 */
async function playAbout(page) {
    // What is told after a move lies over the upper edge for a while.
    const stacks = (await inSight(page, LIT_STACK)).filter(({ y }) => y > 190);
    const counters = await inSight(page, '.layer-counters .piece');
    /** @param {Point} a */
    const free = a => counters.every(b => Math.hypot(a.x - b.x, a.y - b.y) > 20);
    let moved = 0;
    for (let i = 0; moved < 32; i += 1) {
        assert.ok(i < 100, 'units can move to free places in sight');
        const stack = /** @type {Point} */ (stacks[i % stacks.length]);
        await page.mouse.click(stack.x, stack.y);
        await page.waitForSelector('.fan:not([hidden]), .piece.selected');
        if (!(await page.locator('.piece.selected').count())) await page.locator('.fan-piece[data-lit]').first().click();
        await page.waitForSelector(`${REACH}, .panel .hint:text("Nothing can be done")`, { state: 'attached' });
        const goals = (await inSight(page, REACH)).filter(free);
        const goal = goals[i % goals.length];
        if (goal) {
            const before = await shownNumber(page);
            await page.mouse.click(goal.x, goal.y);
            // Where two ways lead to a place the table asks which is meant: that is no move yet.
            const came = await page.waitForFunction(n => {
                if (Number(document.documentElement.dataset.number) > n) return 'moved';
                return document.querySelector('[data-test="chooser"]:popover-open') ? 'asked' : null;
            }, before);
            if (await came.jsonValue() === 'asked') {
                await page.keyboard.press('Escape');
                await page.keyboard.press('Escape');
                continue;
            }
            await goesOn(page, () => page.keyboard.press('u'));
            moved += 1;
        } else {
            await page.keyboard.press('Escape');
        }
    }
}

test('clicks are answered', { timeout: 90_000 }, async () => {
    const page = await sit(browser, game);
    await page.waitForFunction(() => /move [1-9]/.test(document.querySelector('[data-test="replay-label"]')?.textContent ?? ''));
    await page.keyboard.press('0');
    // Other work on the machine can only make it slower: the best of three rounds counts.
    let best = Infinity;
    for (let round = 0; round < 3 && best > 50 * ROOM; round += 1) {
        await noteAnswers(page);
        await playAbout(page);
        const { picks, moves } = await page.evaluate(() => /** @type {{ notes: { picks: Answers, moves: Answers } }} */ (/** @type {unknown} */ (window)).notes);
        report('click on a unit to its ways', picks.answered);
        report('… until the next frame', picks.painted);
        report('click on a goal to the step', moves.answered);
        report('… until the next frame', moves.painted);
        const all = [...picks.answered, ...moves.answered];
        report('all clicks', all);
        assert.ok(all.length >= 60, `${all.length} clicks`);
        best = Math.min(best, quantile(all, 0.95));
    }
    assert.ok(best < 50 * ROOM, `p95 ${best} ms`);
});

/** @typedef {{ at: number, x: number, y: number, id: string }} Seen */

test('the moves of others glide at thirty frames a second, or drop frames: they never step', { timeout: 90_000 }, async () => {
    const other = await table.game({ seed: 4 });
    await other.wander({ seed: 4, most: 600 });
    const { view } = await other.wander({ seed: 5, until: ({ offers }) => (offers?.pieces.length ?? 0) >= 8 && Boolean(offers?.buttons.some(b => b.verb === 'end_moves')) });
    const watched = view.deciding[0] === 'ru' ? 'cp' : 'ru';
    const page = await sit(browser, other, { sides: [watched], motion: true, settings: { pace: 'normal' } });
    await page.waitForFunction(() => /move [1-9]/.test(document.querySelector('[data-test="replay-label"]')?.textContent ?? ''));
    await page.keyboard.press('0');
    await page.waitForSelector('.board-sheet:not(.moving):not(.gliding)');
    await page.evaluate(() => {
        /** @type {{ frames: number[], seen: Seen[] }} */
        const notes = { frames: [], seen: [] };
        Object.assign(window, { notes });
        const look = (/** @type {number} */ at) => {
            const gliding = document.getAnimations().flatMap(a => {
                const target = a.playState === 'running' && a.effect instanceof KeyframeEffect ? a.effect.target : null;
                return target?.matches('.layer-counters .piece') ? [target] : [];
            });
            // Only while something moves: a picture that stands still needs no frames.
            if (gliding.length) notes.frames.push(at);
            for (const node of gliding) {
                const { e, f } = new DOMMatrix(getComputedStyle(node).transform);
                notes.seen.push({ at, x: e, y: f, id: node.querySelector('[data-piece]')?.getAttribute('data-piece') ?? '' });
            }
            requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
    let moved = 0;
    for (let i = 0; moved < 12 && i < 40; i += 1) {
        const moves = (await other.actions()).filter(a => a.verb === 'move');
        const move = moves[(i * 7) % moves.length];
        if (!move) break;
        await other.act(move.number);
        moved += 1;
    }
    assert.ok(moved >= 6, `${moved} moves to look at`);
    const { number } = await other.state();
    await page.waitForFunction(n => document.documentElement.dataset.number === String(n), number, { timeout: 60_000 });
    await page.waitForTimeout(1500);
    const { frames, seen } = await page.evaluate(() => /** @type {{ notes: { frames: number[], seen: Seen[] } }} */ (/** @type {unknown} */ (window)).notes);
    // Between two glides there is a pause: that is no frame.
    const gaps = frames.slice(1).map((at, i) => at - (frames[i] ?? at)).filter(gap => gap < 400);
    report('between two frames of a glide', gaps);
    assert.ok(gaps.length > 30, `${gaps.length} frames`);
    assert.ok(quantile(gaps, 0.5) < 34 * ROOM, 'half of all frames come in time');
    // What was drawn lies on the way at its own moment: after a late frame the counter is where it would be without it.
    /** @type {Map<string, Seen[]>} */
    const ways = new Map();
    for (const s of seen) ways.set(s.id, [...ways.get(s.id) ?? [], s]);
    let steps = 0;
    let pairs = 0;
    for (const way of ways.values()) {
        for (const [i, b] of way.entries()) {
            const a = way[i - 1];
            if (!a || b.at - a.at > 400) continue;
            pairs += 1;
            // A glide of a few hexes takes half a second and more: a hex in a frame of the screen would be a step.
            if (Math.hypot(b.x - a.x, b.y - a.y) > 60 * Math.max(1, (b.at - a.at) / 34)) steps += 1;
        }
    }
    assert.ok(pairs > 20, `${pairs} pictures of counters on their way`);
    assert.equal(steps, 0, `${steps} of ${pairs} pictures show a counter that jumped`);
    await page.context().close();
});
