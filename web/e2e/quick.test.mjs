// A quick hand gets what a slow one gets, also where the table answers late.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, pointOf, touch } from './hands.mjs';
import { ME, shot, shownNumber, sit, stage, waitForNumber } from './table.mjs';

const { table, browser } = await stage();
const DRILL = { game: 'drill', scenario: 'towns', seats: { blue: ME, red: ME } };
/** What a slow line takes. */
const LATE = 400;

/** Lets requests wait. @param {import('playwright-core').Page} page @param {string} what */
function slow(page, what) {
    return page.route(what, async route => {
        await new Promise(resolve => setTimeout(resolve, LATE));
        await route.continue();
    });
}

/**
 * A game of Drill with what its units can do: each with the places where it can go.
 * @param {import('./table.mjs').Game} game
 */
async function able(game) {
    const { offers, view } = await game.state();
    const found = [];
    for (const id of offers?.pieces ?? []) {
        const can = await table.call(`${game.path}/can?piece=${id}&side=${offers?.side}`, { keys: Object.values(game.keys) });
        const place = view.counters.find(c => c.id === id)?.place ?? '';
        if (view.counters.filter(c => c.place === place).length > 1) continue;
        const goes = can.actions.filter((/** @type {import('./table.mjs').Offered} */ a) => a.verb === 'move' && a.place).map((/** @type {import('./table.mjs').Offered} */ a) => a.place);
        found.push({ id, place, goes, stands: (/** @type {string} */ p) => view.counters.filter(c => c.place === p).length });
    }
    return found;
}

test('two clicks at one spot with a key in between are no double click', async () => {
    const game = await table.game(DRILL);
    const page = await sit(browser, game);
    const [unit] = await able(game);
    assert.ok(unit);
    const scale = () => page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.board-sheet')).style.transform);
    const [at, before] = [await pointOf(page, unit.place), await scale()];
    await touch(page, at);
    await page.keyboard.press('Escape');
    await touch(page, at);
    await page.waitForTimeout(50);
    assert.equal(await scale(), before);
    await page.waitForSelector(`.layer-counters .selected [data-piece="${unit.id}"]`);
    await touch(page, at);
    await page.waitForFunction(was => /** @type {HTMLElement} */ (document.querySelector('.board-sheet')).style.transform !== was, before);
});

test('a place that is pointed at before the table has answered is where the unit goes', async () => {
    const game = await table.game(DRILL);
    const page = await sit(browser, game);
    await slow(page, '**/can?*');
    const units = await able(game);
    const goal = units.flatMap(u => u.goes.filter((/** @type {string} */ p) => !u.stands(p)).map((/** @type {string} */ to) => ({ ...u, to })))[0];
    assert.ok(goal);
    const [from, to] = [await pointOf(page, goal.place), await pointOf(page, goal.to)];
    const before = await shownNumber(page);
    await touch(page, from);
    await touch(page, to);
    await waitForNumber(page, before + 1);
    assert.equal((await game.state()).view.counters.find(c => c.id === goal.id)?.place, goal.to);
    await shot(page, 'quick');
});

test('an enemy that is pointed at before the table has answered is what the unit can attack', async () => {
    const game = await table.position('orel-kromy', { game: 'orel', scenario: 'historical', ending: 'txt', seats: { white: ME, red: ME } });
    const page = await sit(browser, game, { sides: ['red'] });
    const { view } = await game.state('red');
    assert.equal(view.counters.filter(c => c.place === '2112').length, 1);
    await slow(page, '**/can?*');
    const enemy = await pointOf(page, '2112');
    await page.locator(`${hook('able')} ${hook('piece')}[data-id="r-5-let"]`).click();
    await touch(page, enemy);
    await page.locator(`${hook('choice')}[data-verb="prepared_attack"]`).first().waitFor();
});

test('a unit that is clicked while the last action is on its way is picked up when that is done', async () => {
    const game = await table.game(DRILL);
    const page = await sit(browser, game);
    await slow(page, '**/actions');
    const [one, two] = (await able(game)).filter(u => u.goes.some((/** @type {string} */ p) => !u.stands(p)));
    assert.ok(one && two);
    const to = one.goes.find((/** @type {string} */ p) => !one.stands(p) && p !== two.place);
    const points = [await pointOf(page, one.place), await pointOf(page, to), await pointOf(page, two.place)];
    const before = await shownNumber(page);
    await touch(page, points[0] ?? { x: 0, y: 0 });
    await page.waitForSelector('.layer-reach .reach, .layer-dots .lit-dot');
    await page.waitForTimeout(100);
    await touch(page, points[1] ?? { x: 0, y: 0 });
    await touch(page, points[2] ?? { x: 0, y: 0 });
    await waitForNumber(page, before + 1);
    await page.waitForSelector(`.layer-counters .selected [data-piece="${two.id}"]`);
    await page.waitForTimeout(LATE);
    assert.equal(await page.locator('.layer-counters .selected [data-piece]').count(), 1, 'and stays in the hand');
});
