// Layers of the ground by their keys, their legend, the ruler, and what it means to go somewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, pickListed, pointOf } from './hands.mjs';
import { ME, shot, sit, stage, waitForNumber } from './table.mjs';

const { table, browser } = await stage();
/** @type {import('../wire.d.ts').Title[]} */
const titles = await table.call('/api/titles');

for (const title of titles) {
    test(`the layers of ${title.title}, one key each`, async () => {
        const scenario = title.facts?.start ?? title.scenarios[0]?.id ?? '';
        const sides = title.scenarios.find(s => s.id === scenario)?.sides ?? [];
        const game = await table.game({ game: title.id, scenario, seats: Object.fromEntries(sides.map(s => [s, ME])) });
        const page = await sit(browser, game);
        /** @type {import('../wire.d.ts').Kit} */
        const kit = await table.call(`/api/titles/${title.id}/kit?scenario=${scenario}`);
        const kinds = /** @type {const} */ (['zones', 'supply', 'command', 'control', 'objectives', 'threat']);
        assert.equal(await page.locator(hook('ground')).count(), kit.ground.length, 'a switch for each kind that the game tells of, none for others');
        for (const [i, kind] of kinds.entries()) {
            if (!kit.ground.includes(kind)) continue;
            await page.keyboard.press(String(i + 1));
            /** @type {import('../wire.d.ts').Traces} */
            const told = await table.call(`${game.path}/ground?what=${kind}`, { keys: Object.values(game.keys) });
            const shown = told.layers.filter(l => l.places.length);
            await page.waitForFunction(some => Boolean(document.querySelector('.ground-legend:not([hidden]) li')) === some, shown.length > 0);
            await shot(page, `ground-${title.id}-${kind}`);
            const drawn = await page.locator('.layer-ground .ground-field, .layer-signs > *').count();
            assert.equal(drawn > 0, shown.length > 0, kind);
            await page.keyboard.press(String(i + 1));
            await page.locator('.ground-legend').waitFor({ state: 'hidden' });
            assert.equal(await page.locator('.layer-ground .ground-field, .layer-signs > *').count(), 0);
        }
        await page.context().close();
    });
}

test('a layer that is on is drawn anew when the game goes on, and not in the past', async () => {
    const game = await table.game();
    const page = await sit(browser, game);
    await page.keyboard.press('1');
    const zone = page.locator('.ground-field[data-kind="zones"] .fill');
    await zone.first().waitFor({ state: 'attached' });
    await game.act('front North');
    const { actions } = { actions: await game.actions() };
    const before = await zone.first().getAttribute('d');
    const march = actions.find(a => a.verb === 'move');
    assert.ok(march);
    const { number } = await game.act(march.number);
    await waitForNumber(page, number);
    await page.waitForFunction(was => document.querySelector('.ground-field[data-kind="zones"] .fill')?.getAttribute('d') !== was, before);
    await page.keyboard.press('[');
    await zone.first().waitFor({ state: 'detached' });
    await page.keyboard.press(']');
    await zone.first().waitFor({ state: 'attached' });
    await page.context().close();
});

test('the ruler counts hexes, by pointer and by keys', async () => {
    const page = await sit(browser, await table.game());
    await page.keyboard.press('m');
    const [a, b] = [await pointOf(page, '1109'), await pointOf(page, '1112')];
    await page.mouse.click(a.x, a.y);
    await page.mouse.move(b.x, b.y);
    await page.mouse.click(b.x, b.y);
    const ruler = page.locator('.layer-ruler .ruler');
    assert.equal(await ruler.getAttribute('data-far'), '3');
    assert.match(await ruler.textContent() ?? '', /3 hexes/);
    await shot(page, 'ruler');
    await page.keyboard.press('Escape');
    await ruler.waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.equal(await ruler.getAttribute('data-far'), '2');
    await page.context().close();
});

test('destinations tell what it means to end there', async () => {
    const game = await table.game();
    const { number } = await game.act('front North');
    const page = await sit(browser, game);
    await waitForNumber(page, number);
    await pickListed(page, 'ru-xv');
    await page.waitForSelector('.layer-reach .reach', { state: 'attached' });
    /** @type {import('../wire.d.ts').Can} */
    const can = await table.call(`${game.path}/can?piece=ru-xv`, { keys: Object.values(game.keys) });
    const way = can.ways.find(w => w.means?.length);
    assert.ok(way, 'some way means something');
    assert.ok(await page.locator('.plate.warns').count() > 0);
    const point = await pointOf(page, way.place);
    await page.mouse.move(point.x, point.y);
    await page.locator(hook('means')).first().waitFor();
    assert.ok((await page.locator(hook('means')).allTextContents()).join().includes(way.means?.[0] ?? '?'));
    await shot(page, 'means');
    await page.context().close();
});
