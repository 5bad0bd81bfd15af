// Somebody who has never seen the table plays a whole turn against the bot, by mouse alone; and a part of one by touch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goesOn, hook, myDecision, press, turn } from './hands.mjs';
import { decide, moveOne, pressBar } from './player.mjs';
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
