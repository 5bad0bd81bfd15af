// A puzzle: chosen in the lobby, played with the referee, judged, and its solution shown on the board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook } from './hands.mjs';
import { newPage, NARROW, ready, shot, stage } from './table.mjs';

const { table, browser } = await stage();

/** @typedef {import('playwright-core').Page} Page */

/** Takes an action by its text, over the API with the key that the page keeps. @param {Page} page @param {string} action */
async function act(page, action) {
    const { id, keys } = await page.evaluate(() => {
        const id = location.pathname.split('/')[2] ?? '';
        return { id, keys: Object.values(JSON.parse(localStorage.getItem('sandtable.keys') ?? '{}')[id] ?? {}) };
    });
    const state = await table.call(`/api/games/${id}`, { keys });
    await table.call(`/api/games/${id}/actions`, { keys, body: { after: state.number, action } });
}

test('a puzzle is chosen, missed, and its solution is shown', async () => {
    const page = await newPage(browser, table);
    await page.goto('/');
    await ready(page);
    await page.click(hook('puzzles-drill'));
    await page.waitForSelector(hook('puzzles'));
    await shot(page, 'puzzles');
    await Promise.all([page.waitForURL(/\/game\//), page.click(hook('puzzle-seal'))]);
    await ready(page);
    await page.waitForSelector(hook('puzzle-task'));
    assert.match(await page.innerText(hook('puzzle-task')), /Destroy the Red 1st Foot/);
    assert.equal(await page.locator(hook('puzzle-told')).count(), 0);
    await shot(page, 'puzzle-begins');
    // Without the way round the best that can come is a retreat.
    await act(page, 'end movement');
    await act(page, 'end combat');
    await page.waitForSelector(hook('puzzle-verdict'));
    assert.match(await page.innerText(hook('puzzle-verdict')), /Not solved[\s\S]*0 %[\s\S]*66\.7 %/);
    assert.match(await page.innerText(hook('puzzle-told')), /nowhere to go/);
    await page.click(hook('puzzle-bot'));
    await page.waitForSelector(hook('puzzle-tried'));
    assert.match(await page.innerText(hook('puzzle-tried')), /best moves/);
    await shot(page, 'puzzle-told');
    await Promise.all([page.waitForURL(/\/game\//), page.click(hook('puzzle-play'))]);
    await ready(page);
    // The board plays it move by move.
    for (let i = 0; i < 4; i++) {
        await page.waitForSelector(`${hook('puzzle-step')}:not([disabled])`);
        await page.click(hook('puzzle-step'));
        await page.waitForFunction(n => Number(document.documentElement.dataset.number) > n, i);
    }
    await shot(page, 'puzzle-played');
    assert.equal(await page.locator(hook('puzzle-step')).count(), 0);
});

test('the next puzzle is a touch away, on a telephone too', async () => {
    const page = await newPage(browser, table, { size: NARROW, touch: true });
    await page.goto('/');
    await ready(page);
    await page.click(hook('puzzles-drill'));
    await Promise.all([page.waitForURL(/\/game\//), page.click(hook('puzzle-seal'))]);
    await ready(page);
    await page.waitForSelector(hook('puzzle-task'));
    await shot(page, 'puzzle-narrow');
    await act(page, 'end movement');
    await act(page, 'end combat');
    await page.waitForSelector(hook('puzzle-next'));
    const here = page.url();
    await page.click(hook('puzzle-next'));
    await page.waitForFunction(url => location.href !== url, here);
    await ready(page);
    await page.waitForSelector(hook('puzzle-task'));
    assert.doesNotMatch(await page.innerText(hook('puzzle-task')), /Destroy the Red 1st Foot in Brook/);
});
