// What the pointer finds on the board: lone counters, stacks, and what stands under it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointOf } from './hands.mjs';
import { sit, stage } from './table.mjs';

const { table, browser } = await stage();
const game = await table.game({ seed: 1 });
await game.act('front north');
const page = await sit(browser, game);

test('a click on a lone counter picks it up, and Escape puts it down', async () => {
    const { x, y } = await pointOf(page, '1009');
    await page.mouse.click(x, y);
    await page.waitForSelector('.piece.selected');
    assert.match(await page.locator('.panel').textContent() ?? '', /Picked up.*RU HQ II/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.piece.selected', { state: 'detached' });
});

test('a click on a stack fans it out, and a counter of the fan is picked up', async () => {
    const { x, y } = await pointOf(page, '1108');
    await page.mouse.click(x, y);
    const fan = page.locator('.fan');
    await fan.waitFor();
    assert.match(await fan.textContent() ?? '', /1108 Ostrołęka.*strength 13/);
    await fan.locator('button[data-piece="ru-xiii"]').click();
    await page.waitForSelector('.piece.selected');
    assert.match(await page.locator('.panel').textContent() ?? '', /Picked up.*RU XIII/);
    await page.keyboard.press('Escape');
});

test('the pointer reads out the hex, its ground and its stack', async () => {
    const { x, y } = await pointOf(page, '1108');
    await page.mouse.move(x, y);
    const where = page.locator('.board-where');
    assert.match(await where.textContent() ?? '', /^1108 Ostrołęka · clear.*RU XV Corps 7-2.*strength 13RU XV Corps: strength 7 · movement 2/);
});
