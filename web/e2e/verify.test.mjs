// Dice that anybody can check: the browser puts a secret of its own into them, and a page works every die of the finished game out without the table.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { barriers } from './axe.mjs';
import { goesOn, hook, myDecision, pickListed, press, touchPlace } from './hands.mjs';
import { Game, ME, NARROW, newPage, ready, shot, sit, stage, WIDE } from './table.mjs';

const { table, browser } = await stage();

/** A game whose dice nobody can know. */
async function sealed() {
    const { id, keys } = await table.call('/api/games', { body: { game: 'drill', scenario: 'towns', seats: { blue: ME, red: ME } } });
    return new Game(table, id, keys);
}

/** @param {import('playwright-core').Page} page */
const verdict = page => page.locator(hook('verdict')).getAttribute('data-verdict');

test('what is rolled here follows from a secret of this browser, and the page proves it', { timeout: 180_000 }, async () => {
    const game = await sealed();
    const page = await sit(browser, game);
    // Both seats put something in without being asked.
    await assert.doesNotReject(until(async () => (await game.state()).dice_facts.seats.length === 2));
    await pickListed(page, 'b2');
    await goesOn(page, () => touchPlace(page, '0403'));
    await goesOn(page, () => page.click('.go [data-test="action"].primary'));
    await myDecision(page);
    await page.locator(`${hook('action')}[data-verb="attack"]`).first().click();
    await page.waitForSelector(hook('battle'));
    await goesOn(page, () => page.click(hook('battle-go')));
    for (let i = 0; i < 40; i += 1) {
        await myDecision(page);
        const { view } = await game.state();
        if ((await game.history()).frames.some(f => f.dice?.length)) break;
        assert.ok(view.decision);
        await goesOn(page, () => page.locator(hook('action')).first().click());
    }
    const rolled = (await game.history()).frames.findIndex(f => f.dice?.length);
    assert.ok(rolled >= 0);
    const { seats } = (await game.state()).dice_facts;
    assert.ok(seats.some(s => s.link !== s.seal), 'a link was shown with the roll');

    // The rest is played by another program, which has no chain: the file says so, and the dice are proved all the same.
    await game.wander({});
    await page.waitForSelector(hook('ending'));
    await press(page, hook('ending-verify'));
    await page.waitForURL(/\/verify\?game=/);
    await page.waitForSelector(hook('verdict'));
    assert.equal(await verdict(page), 'proved');
    assert.match(await page.innerText(hook('verify-memory')), /as you saw them/);
    assert.match(await page.innerText(hook('verify-chains')), /[1-9]\d* links? shown/);
    const rows = page.locator(`${hook('verify-moves')} tbody tr`);
    assert.equal(await rows.count(), (await game.history()).frames.filter(f => f.dice?.length).length);
    assert.ok(await rows.filter({ hasText: 'a link that the seat showed' }).count() > 0);
    for (const size of [WIDE, { width: 1024, height: 768 }, NARROW]) {
        await page.setViewportSize(size);
        await shot(page, `verify-${size.width}`);
        assert.deepEqual(await barriers(page, `verify ${size.width}`), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${size.width}: nothing is cut off`);
    }

    // A file in which a die was changed, and one that lacks its secret; without the table.
    const file = JSON.parse(await readFile(await game.save(), 'utf8'));
    const bare = await newPage(browser, table);
    await bare.goto('/verify');
    await ready(bare);
    /** @param {unknown} text */
    const give = text => bare.setInputFiles(hook('verify-file'), { name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)) });
    const forged = structuredClone(file);
    const at = forged.moves.findIndex((/** @type {any} */ m) => m.dice);
    forged.moves[at].dice[0] = forged.moves[at].dice[0] % 6 + 1;
    forged.moves[at].faces = forged.moves[at].dice.map(() => 6);
    await give(forged);
    await bare.waitForSelector(hook('verdict'));
    assert.equal(await verdict(bare), 'wrong');
    assert.equal(await bare.locator(`${hook('verify-moves')} tr.wrong`).count(), 1);
    await shot(bare, 'verify-wrong');
    await give({ ...file, dice: { ...file.dice, secrets: [null] } });
    await bare.waitForSelector(`${hook('verdict')}[data-verdict=unproved]`);
    await give('no file');
    assert.match(await bare.innerText(hook('verify-refused')), /no game file/);
    await give(file);
    await bare.waitForSelector(`${hook('verdict')}[data-verdict=proved]`);
});

/** Waits until something holds. @param {() => Promise<boolean>} holds */
async function until(holds) {
    for (let i = 0; i < 200; i += 1) {
        if (await holds()) return;
        await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error('it never came to that');
}
