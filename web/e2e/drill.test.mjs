// Drill, the first game of the lobby: somebody who has never played a wargame begins it, moves, is refused with a rule, and fights a battle.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goesOn, hook, myDecision, pickListed, press, REACH, touchPlace } from './hands.mjs';
import { ME, NARROW, newPage, ready, shot, sit, stage } from './table.mjs';

const { table, browser } = await stage();

test('the first game of the lobby begins with two clicks, on a telephone too', async () => {
    const page = await newPage(browser, table, { size: NARROW, touch: true });
    await page.goto('/');
    await ready(page);
    assert.equal(await page.locator('[data-test^="play-"]').first().getAttribute('data-test'), 'play-drill');
    await press(page, hook('play-drill'));
    assert.equal(await page.inputValue(hook('seat-blue')), 'me');
    await Promise.all([page.waitForURL(/\/game\//), press(page, hook('start'))]);
    await ready(page);
    await myDecision(page);
    await shot(page, 'drill-narrow');
});

test('a move, a refusal with its rule, and a battle with its odds', async () => {
    const game = await table.game({ game: 'drill', scenario: 'towns', seats: { blue: ME, red: ME } });
    const page = await sit(browser, game);
    await pickListed(page, 'b2');
    await page.waitForSelector(REACH);
    await shot(page, 'drill-reach');
    // Too far: the table says which rule forbids it.
    await touchPlace(page, '0706');
    await page.waitForFunction(() => /Rule 2a/.test([...document.querySelectorAll('.toast')].at(-1)?.textContent ?? ''));
    // The unit is still picked up.
    await goesOn(page, () => touchPlace(page, '0403'));
    await goesOn(page, () => page.click('.go [data-test="action"].primary'));
    await myDecision(page);
    await page.locator(`${hook('action')}[data-verb="attack"]`).first().click();
    await page.waitForSelector(hook('battle'));
    assert.equal(await page.innerText(hook('chance-sum')), '100 %');
    await shot(page, 'drill-battle');
    await goesOn(page, () => page.click(hook('battle-go')));
    await myDecision(page);
    await shot(page, 'drill-assemble');
    assert.match(await page.innerText(hook('decision')), /fight/i);
});
