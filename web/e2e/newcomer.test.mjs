// Somebody who has never seen the table plays a whole turn against the bot, by mouse alone; and a part of one by touch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goesOn, hook, inSight, LIT_PLACE, LIT_STACK, myDecision, press, REACH, touch, turn } from './hands.mjs';
import { NARROW, newPage, ready, shot, stage, WIDE } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();

/**
 * From the lobby to the table: everything as it is proposed. The dice are fixed on the way, so that the test is the same each time.
 * @param {Page} page
 * @param {string} name of the pictures
 */
async function begin(page, name) {
    await page.route('**/api/games', async route => {
        const wish = route.request().postDataJSON();
        await route.continue(wish ? { postData: JSON.stringify({ ...wish, seed: 7 }) } : {});
    });
    await page.goto('/');
    await ready(page);
    await shot(page, `${name}-1-lobby`);
    await press(page, hook('play-fury'));
    assert.equal(await page.inputValue(hook('seat-ru')), 'me');
    assert.equal(await page.inputValue(hook('seat-cp')), 'bot:regular');
    await shot(page, `${name}-2-new`);
    await Promise.all([page.waitForURL(/\/game\//), press(page, hook('start'))]);
    await ready(page);
    await shot(page, `${name}-3-table`);
}

/** Clicks the button that ends a step, or any other of the decision bar. @param {Page} page */
async function pressBar(page) {
    const primary = `.go ${hook('action')}.primary`;
    await press(page, await page.locator(primary).count() ? primary : `.go ${hook('action')}`);
}

/**
 * Picks up a lit counter on the board, one of those in sight; in a fanned stack the first that can act. What comes in meanwhile may push the board
 * aside or lie under the finger: a person looks again where the counter is now, and taps again.
 * @param {Page} page
 * @param {number} nth
 * @returns {Promise<import('./hands.mjs').Point | undefined>} where it was, if there are so many
 */
async function pickUp(page, nth) {
    const opened = '.fan:not([hidden]), .piece.selected';
    for (let tries = 1; ; tries += 1) {
        const stack = (await inSight(page, LIT_STACK))[nth];
        if (!stack) return undefined;
        await touch(page, stack);
        const found = page.waitForSelector(opened, { timeout: 5_000 });
        if (tries < 4 && !(await found.catch(() => null))) continue;
        await found;
        if (!(await page.locator('.piece.selected').count())) await press(page, '.fan-piece[data-lit]');
        await page.waitForSelector('.piece.selected');
        return stack;
    }
}

/**
 * Moves a unit: a lit counter, then a place in reach. Tries the stacks in sight until one can go somewhere in sight.
 * @param {Page} page
 * @param {string} [picture]
 */
async function moveOne(page, picture) {
    assert.ok((await inSight(page, LIT_STACK)).length > 0, 'stacks that can act are lit and in sight');
    for (let tried = 0; ; tried += 1) {
        const stack = await pickUp(page, tried);
        if (!stack) break;
        const can = await page.waitForSelector(`${REACH}, .hint:text("Nothing can be done")`, { state: 'attached' });
        const goals = (await can.getAttribute('class')) === 'hint' ? [] : await inSight(page, REACH);
        const goal = goals.find(p => Math.hypot(p.x - stack.x, p.y - stack.y) > 20);
        if (!goal) {
            await page.keyboard.press('Escape');
            continue;
        }
        if (picture) await shot(page, picture);
        const id = await page.getAttribute('.piece.selected [data-piece]', 'data-piece') ?? '';
        await goesOn(page, async before => {
            await touch(page, goal);
            await settleChoice(page, before);
        });
        // It glides there, and stands where the click was.
        await page.waitForFunction(({ id, x, y }) => {
            const box = document.querySelector(`.layer-counters [data-piece="${id}"]`)?.getBoundingClientRect();
            return box && Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < box.width;
        }, { id, ...goal });
        return;
    }
    assert.fail('no lit unit could be moved by clicks');
}

/**
 * Ends the movement. While armies still owe an attack that they can come to (2.2f), the button only says what is missing and names a move towards
 * it: those moves are made first.
 * @param {Page} page
 */
async function endMovement(page) {
    for (let owed = 0; owed < 40 && !(await page.locator(`.go ${hook('action')}`).count()); owed += 1) {
        // What was said before is read and gone.
        await page.evaluate(() => document.querySelectorAll('[data-test="toast"]').forEach(toast => toast.remove()));
        await press(page, hook('held'));
        const told = await page.locator(`${hook('toast')}[data-name="wish"]`).innerText();
        const move = /`(move [^`]+)`/.exec(told)?.[1];
        assert.ok(move, `the refusal names a move: ${told}`);
        await goesOn(page, () => page.evaluate(async text => {
            const id = location.pathname.split('/').pop();
            const key = /[0-9a-f]{32}/.exec(JSON.stringify({ ...localStorage }))?.[0];
            const after = Number(document.documentElement.dataset.number);
            await fetch(`/api/games/${id}/actions`, {
                method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
                body: JSON.stringify({ after, side: 'ru', action: text }),
            });
        }, move));
    }
    await goesOn(page, () => pressBar(page));
}

/**
 * A click that could mean several things asks which; a fight is weighed first.
 * @param {Page} page
 * @param {number} before  the game's length before the click
 * @param {number} [timeout]
 */
async function settleChoice(page, before, timeout = 15_000) {
    for (;;) {
        const what = await page.waitForFunction(n => {
            if (Number(document.documentElement.dataset.number) > n) return 'done';
            if (document.querySelector('[data-test="battle"]')) return 'battle-go';
            return document.querySelector('[data-test="chooser"]:popover-open') ? 'choice' : null;
        }, before, { timeout });
        const found = await what.jsonValue();
        if (found === 'done' || !found) return;
        if (found === 'battle-go') await shot(page, 'newcomer-battle');
        await press(page, hook(found));
        await page.waitForSelector(hook(found === 'choice' ? 'chooser' : 'battle'), { state: 'detached' });
        if (found === 'battle-go') return;
    }
}

/** One decision, whatever it is, by clicking what is offered. @param {Page} page */
async function decide(page) {
    await goesOn(page, async before => {
        if (await page.locator(`.go ${hook('action')}`).count()) {
            await pressBar(page);
            return settleChoice(page, before);
        }
        // What comes in meanwhile may push the board aside: a person looks again and clicks again.
        for (let tries = 1; tries <= 4; tries += 1) {
            const [place] = await inSight(page, LIT_PLACE);
            if (!place) break;
            await touch(page, place);
            if (await settleChoice(page, before, tries < 4 ? 4_000 : 15_000).then(() => true, error => (tries < 4 ? false : Promise.reject(error)))) return;
        }
        const piece = `.panel ${hook('piece')}.lit`;
        if (!(await page.locator(`.panel ${hook('action')}`).count()) && await page.locator(piece).count()) {
            await press(page, piece);
            await page.waitForSelector(`.panel ${hook('action')}, ${hook('choice')}`);
        }
        await press(page, `${hook('choice')}, .panel ${hook('action')}`);
        return settleChoice(page, before);
    });
}

test('a whole turn against the bot by mouse alone', { timeout: 90_000 }, async () => {
    const page = await newPage(browser, table, { motion: true, size: WIDE });
    await begin(page, 'newcomer');
    assert.equal(await turn(page), 'A2');
    await goesOn(page, () => press(page, `.go ${hook('action')}:has-text("North")`));
    await myDecision(page);
    await shot(page, 'newcomer-4-moves');

    await moveOne(page, 'newcomer-5-picked');
    await moveOne(page);
    await shot(page, 'newcomer-6-moved');
    await endMovement(page);

    const asked = new Set();
    while (await turn(page) === 'A2') {
        await myDecision(page);
        const decision = await page.textContent(`${hook('decision')} strong`) ?? '';
        if (!asked.has(decision)) await shot(page, `newcomer-7-${asked.size}`);
        asked.add(decision);
        await decide(page);
    }
    assert.equal(await turn(page), 'S1');
    await myDecision(page);
    await shot(page, 'newcomer-8-next-turn');
    assert.ok([...asked].some(d => /attack/.test(d)), `was asked to attack: ${[...asked].join('; ')}`);
    assert.ok([...asked].some(d => /headquarters (to be )?active/.test(d)), 'planned the next turn');
    await page.context().close();
});

test('the beginning of a game by touch on a telephone', { timeout: 60_000 }, async () => {
    const page = await newPage(browser, table, { motion: true, size: NARROW, touch: true });
    await begin(page, 'telephone');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), NARROW.width, 'nothing sticks out at the side');
    await goesOn(page, () => press(page, `.go ${hook('action')}:has-text("North")`));
    await myDecision(page);
    await shot(page, 'telephone-4-moves');
    await moveOne(page, 'telephone-5-picked');
    await shot(page, 'telephone-6-moved');
    await goesOn(page, () => press(page, hook('undo')));
    await moveOne(page);

    await press(page, hook('sheet'));
    await page.waitForSelector('.panel[data-height="half"]');
    await shot(page, 'telephone-7-orders');
    await press(page, hook('tab-log'));
    await shot(page, 'telephone-8-log');
    for (let height = 'half'; height !== 'low'; height = await page.getAttribute('.panel', 'data-height') ?? '') await press(page, hook('sheet'));
    await endMovement(page);
    await myDecision(page);
    await shot(page, 'telephone-9-attacks');
    assert.match(await page.textContent(hook('decision')) ?? '', /attack|front/);
    await page.context().close();
});
