// The end of a game: it is told, analysed, and played once more with sides exchanged by the same two people.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, press } from './hands.mjs';
import { ME, NARROW, OPEN, shot, sit, stage } from './table.mjs';

const { table, browser } = await stage();

test('the end is told and analysed, and both go to the rematch', { timeout: 180_000 }, async () => {
    const game = await table.game({ game: 'drill', scenario: 'towns', seats: { blue: ME, red: OPEN } });
    // Some turns are played before somebody gives up.
    await game.wander({ most: 60 });
    const blue = await sit(browser, game, { sides: ['blue'] });
    const red = await sit(browser, game, { sides: ['red'] });
    await red.waitForSelector(hook('board'));
    await table.call(`/api/games/${game.id}/seat`, { body: { side: 'red', change: 'resign' }, keys: [game.keys['red'] ?? ''] });

    // It opens by itself for both, and says what there is to say.
    for (const page of [blue, red]) await page.waitForSelector(hook('ending'));
    assert.match(await blue.innerText(hook('ending-result')), /Blue wins: the other side has resigned/);
    assert.equal(await blue.locator(`${hook('ending-losses')} tbody tr`).count(), 2);
    await blue.waitForSelector(`${hook('ending-held')} dt`);
    await blue.locator(hook('turning')).waitFor({ timeout: 60_000 });
    await shot(blue, 'ending');
    await blue.setViewportSize(NARROW);
    await shot(blue, 'ending-narrow');
    await blue.setViewportSize({ width: 1024, height: 768 });

    // The analysis has a line for each side, and turns can be opened.
    await press(blue, hook('ending-analysis'));
    await blue.locator(hook('curve')).waitFor({ timeout: 60_000 });
    assert.equal(await blue.locator('.curve-line').count(), 2);
    const turns = blue.locator(`${hook('analysis')} ${hook('turning')} summary`);
    assert.ok(await turns.count() > 0, 'somebody gave up: the chances changed');
    await turns.last().click();
    await blue.locator(`${hook('analysis')} ${hook('turning-then')}`).last().click();
    await blue.locator(hook('then')).waitFor({ timeout: 60_000 });
    assert.match(await blue.innerText(hook('then')), /would have played: ./);
    await shot(blue, 'analysis');
    await blue.locator(`${hook('analysis')} ${hook('turning-show')}`).last().click();
    await blue.waitForSelector(hook('replay-banner'));
    await press(blue, hook('back-to-now'));

    // It can be opened again, and the game kept under a name.
    await press(blue, hook('open-ending'));
    await blue.fill(hook('ending-name'), 'The crossing of the Marl');
    await press(blue, hook('ending-keep'));
    await blue.locator('.toast').filter({ hasText: 'kept as' }).waitFor();
    assert.equal((await game.state()).name, 'The crossing of the Marl');

    // A rematch: the other one is told, and joins the same game on the other side.
    await press(blue, hook('ending-rematch'));
    await blue.waitForURL(url => url.pathname.startsWith('/game/') && !url.pathname.endsWith(game.id));
    await red.waitForSelector(hook('join-rematch'));
    await red.locator(hook('ending-rematch')).filter({ hasText: 'Join the rematch' }).click();
    await red.waitForURL(blue.url());
    const next = blue.url().split('/').pop() ?? '';
    for (const [page, side] of /** @type {const} */ ([[blue, 'red'], [red, 'blue']])) {
        const keys = await page.evaluate(id => Object.keys(JSON.parse(localStorage.getItem('sandtable.keys') ?? '{}')[id] ?? {}), next);
        assert.deepEqual(keys, [side]);
    }
});
