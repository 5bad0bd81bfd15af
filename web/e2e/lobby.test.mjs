// The lobby: what waits for me, what to begin with, and what can be done with games.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './axe.mjs';
import { hook, press } from './hands.mjs';
import { ME, NARROW, newPage, ready, shot, stage, WIDE } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();
/** @type {import('../wire.d.ts').Title[]} */
const titles = await table.call('/api/titles');

/** The sections of the lobby, from the top. @param {Page} page */
const sections = page => page.locator('.lobby h2:visible').allTextContents();

test('somebody new is shown what to begin with: a lesson, and a scenario of every game', async () => {
    const page = await newPage(browser, table);
    await page.goto('/');
    await ready(page);
    assert.deepEqual(await sections(page), ['Start here', 'Play', 'Games under way']);
    assert.equal(await page.locator('.try').count(), titles.filter(t => t.facts).length);
    const last = titles.at(-1);
    await press(page, hook(`try-${last?.id}`));
    assert.equal(await page.inputValue(hook('scenario')), last?.facts?.start);
    assert.match(await page.innerText(hook('options')), /usual rules/);
    await page.keyboard.press('Escape');
    const many = titles.find(t => t.scenarios.length > 2);
    await press(page, `${hook(`scenarios-${many?.id}`)} summary`);
    const wanted = many?.scenarios.at(-1)?.id ?? '';
    await press(page, `${hook(`scenarios-${many?.id}`)} [data-scenario="${wanted}"]`);
    assert.equal(await page.inputValue(hook('scenario')), wanted, 'a scenario is begun from the card of its game');
    await page.keyboard.press('Escape');
    await Promise.all([page.waitForURL(/\/game\//), press(page, hook('try-lesson'))]);
    await page.waitForSelector(hook('lesson-text'));
    await page.context().close();
});

test('games that wait for me stand on top, branches under their game; they are named and deleted', async () => {
    const waits = await table.game({ seed: 3 });
    const idle = await table.game({ game: 'drill', scenario: 'towns', seats: { blue: ME, red: { kind: 'open' } } });
    const strange = await table.game({ game: 'drill', scenario: 'towns', seats: { blue: { kind: 'open' }, red: { kind: 'open' } } });
    const branch = await table.call(`${waits.path}/branch`, { body: { at: 0, seats: { ru: ME, cp: ME }, explain: false }, keys: Object.values(waits.keys) });
    for (const size of [WIDE, NARROW]) {
        const page = await newPage(browser, table, { size, touch: size === NARROW, keys: { [waits.id]: waits.keys, [idle.id]: { red: idle.keys.red ?? '' }, [branch.id]: branch.keys } });
        await page.goto('/');
        await ready(page);
        assert.equal((await sections(page))[0], 'Games under way');
        const order = await page.locator(hook('game')).evaluateAll(all => all.map(node => /** @type {HTMLElement} */ (node).dataset.game));
        assert.deepEqual(order.filter(id => [waits.id, branch.id, idle.id, strange.id].includes(id ?? '')), [waits.id, branch.id, idle.id, strange.id]);
        assert.ok(await page.locator(`[data-game="${branch.id}"].branch`).count());
        await shot(page, `lobby-games-${size.width}`);
        assert.deepEqual(await barriers(page, `lobby with games ${size.width}`), []);
        await page.context().close();
    }
    const page = await newPage(browser, table, { keys: { [waits.id]: waits.keys, [branch.id]: branch.keys } });
    await page.goto('/');
    await ready(page);
    await press(page, `[data-game="${branch.id}"] ${hook('rename')}`);
    await page.fill(hook('game-name'), 'What if the south waits');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`[data-game="${branch.id}"] h3:has-text("What if the south waits")`);
    await press(page, `[data-game="${branch.id}"] ${hook('delete')}`);
    await press(page, hook('delete-dialog-not'));
    assert.ok(await page.locator(`[data-game="${branch.id}"]`).count(), 'asked first');
    await press(page, `[data-game="${branch.id}"] ${hook('delete')}`);
    await press(page, hook('delete-dialog-go'));
    await page.waitForSelector(`[data-game="${branch.id}"]`, { state: 'detached' });
    assert.ok(await page.locator(`[data-game="${waits.id}"]`).count(), 'the other stays');
    assert.equal((await table.ask(`/api/games/${branch.id}`)).status, 404);
    await page.context().close();
});
