// A whole turn without a mouse. Nothing here touches the page but by its keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goesOn, hook, myDecision, turn } from './hands.mjs';
import { newPage, ready, stage } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();

/** What has the focus; fails if nothing has it or it cannot be seen. @param {Page} page @param {string} when */
async function focused(page, when) {
    const what = await page.evaluate(() => {
        const on = document.activeElement;
        return { body: !on || on === document.body, seen: Boolean(on?.matches(':focus-visible')), text: on?.outerHTML.slice(0, 120) };
    });
    assert.ok(!what.body, `nothing has the focus ${when}`);
    assert.ok(what.seen, `the focus is not to be seen ${when}: ${what.text}`);
}

/**
 * Presses a key and sees that the focus is somewhere.
 * @param {Page} page
 * @param {string} key
 */
async function strike(page, key) {
    await page.keyboard.press(key);
    await focused(page, `after ${key}`);
}

/**
 * Tabs until a control has the focus.
 * @param {Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
    for (let i = 0; i < 150; i += 1) {
        if (await page.evaluate(what => document.activeElement?.matches(what) ?? false, selector)) return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`${selector} is not reached by Tab`);
}

/**
 * Moves the cursor and hears what is there.
 * @param {Page} page
 * @param {string} arrow
 * @returns {Promise<{ place: string, said: string }>}
 */
async function walk(page, arrow) {
    await page.evaluate(() => {
        const live = document.getElementById('live');
        if (live) live.textContent = '';
    });
    await strike(page, arrow);
    const said = await (await page.waitForFunction(() => /Hex \d{4}.*/.exec(document.getElementById('live')?.textContent ?? '')?.[0])).jsonValue() ?? '';
    return { place: said.slice(4, 8), said };
}

/** The game as the page's own seat sees it. @param {Page} page @returns {Promise<import('../wire.d.ts').State>} */
function seen(page) {
    return page.evaluate(async () => {
        const id = location.pathname.split('/')[2] ?? '';
        const keys = JSON.parse(localStorage.getItem('sandtable.keys') ?? '{}')[id];
        return (await fetch(`/api/games/${id}`, { headers: { Authorization: `Bearer ${Object.values(keys).join(',')}` } })).json();
    });
}

/** Picks up the next unit and moves it to a place that is said to be in reach. @param {Page} page */
async function moveOne(page) {
    await strike(page, 'n');
    await page.waitForSelector('.layer-reach .reach', { state: 'attached' });
    for (const arrow of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
        const { said } = await walk(page, arrow);
        if (!said.includes('In reach')) continue;
        await goesOn(page, async before => {
            await strike(page, 'Enter');
            await settle(page, before);
        });
        return;
    }
    assert.fail('no place in reach beside the unit');
}

/**
 * Answers what is asked on the way: which of several things is meant, and whether to fight.
 * @param {Page} page
 * @param {number} before  the game's length before it
 */
async function settle(page, before) {
    for (;;) {
        const asked = await (await page.waitForFunction(n => {
            if (Number(document.documentElement.dataset.number) > n) return 'done';
            return document.querySelector('[data-test="battle"], [data-test="chooser"]:popover-open') ? 'asked' : null;
        }, before)).jsonValue();
        if (asked === 'done') return;
        await focused(page, 'in a window');
        await page.keyboard.press('Enter');
        await page.waitForFunction(n => Number(document.documentElement.dataset.number) > n || !document.querySelector('[data-test="battle"], [data-test="chooser"]'), before);
    }
}

/** One decision of any kind. @param {Page} page */
async function decide(page) {
    const bar = `.go ${hook('action')}`;
    const decision = await page.textContent(`${hook('decision')} strong`);
    await goesOn(page, async before => {
        if (await page.locator(`${bar}.primary`).count()) return page.keyboard.press('e');
        if (await page.locator(bar).count()) {
            await tabTo(page, bar);
            await page.keyboard.press('Enter');
            return settle(page, before);
        }
        const listed = `.panel ${hook('action')}`;
        if (!(await page.locator(listed).count())) {
            await page.keyboard.press('n');
            await page.waitForSelector(`${listed}, ${hook('choice')}:focus`);
        }
        if (!(await page.locator(`${hook('choice')}:focus`).count())) await tabTo(page, listed);
        await page.keyboard.press('Enter');
        return settle(page, before);
    });
    await focused(page, `after “${decision}”`);
}

test('a whole turn by keyboard alone', { timeout: 180_000 }, async () => {
    const page = await newPage(browser, table);
    await page.route('**/api/games', async route => {
        const wish = route.request().postDataJSON();
        await route.continue(wish ? { postData: JSON.stringify({ ...wish, seed: 11 }) } : {});
    });
    await page.goto('/');
    await ready(page);
    await tabTo(page, hook('play-fury'));
    await focused(page, 'in the lobby');
    await strike(page, 'Enter');
    await page.waitForSelector(hook('new-game'));
    await tabTo(page, hook('start'));
    await focused(page, 'in the form');
    await Promise.all([page.waitForURL(/\/game\//), page.keyboard.press('Enter')]);
    await ready(page);

    await tabTo(page, `.go ${hook('action')}`);
    await goesOn(page, () => page.keyboard.press('Enter'));
    await myDecision(page);
    await focused(page, 'after the first decision');
    assert.ok(await page.evaluate(() => document.activeElement?.matches('.board-host')), 'the keyboard is at the board');
    await moveOne(page);
    await moveOne(page);

    // The cursor goes over the board; where there is a stack, all of it is spoken.
    const { view } = await seen(page);
    let stacks = 0;
    for (const arrow of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
        const { place, said } = await walk(page, arrow);
        const stack = view.counters.filter(c => c.place === place);
        for (const c of stack) assert.ok(said.includes(c.name.replace(/^(RU|DE|AH) /, '')), `${c.name} is spoken at ${place}: ${said}`);
        if (stack.length) stacks += 1;
    }
    assert.ok(stacks > 0, 'a stack was met');

    await strike(page, 'e');
    while (await turn(page) === 'A2') {
        await myDecision(page);
        if (await turn(page) === 'A2') await decide(page);
    }
    assert.equal(await turn(page), 'S1');
});
