// The attack window: everything that bears on a fight, exactly as the command line reckons it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goesOn, hook, pickListed, touchPlace } from './hands.mjs';
import { shownNumber, sit, stage } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ outcome: string, parts: number, of: number }} Row */

const { table, browser } = await stage();

/** The outcomes that the open window lists. @param {Page} page @returns {Promise<Row[]>} */
function rows(page) {
    return page.locator(`${hook('battle')} ${hook('chance')}`).evaluateAll(all => all.map(row => ({
        outcome: row.querySelector('th')?.textContent?.toLowerCase() ?? '', parts: Number(row.dataset.parts), of: Number(row.dataset.of),
    })));
}

/** @param {string} text with a sign of any kind */
const figure = text => Number(text.replace('−', '-').replace('+', ''));

/**
 * Compares the open window with the forecast of the command line, and adds up what it shows.
 * @param {Page} page
 * @param {import('./table.mjs').Game} game
 * @param {string} fight
 * @param {...string} first  actions that come before it: a declaration is weighed by the fight it leads to
 */
async function compare(page, game, fight, ...first) {
    await page.waitForSelector(hook('battle'));
    const shown = await rows(page);
    assert.ok(shown.length > 1, 'a fight can end in several ways');
    // Whole numbers only: the sum of all fractions is one.
    const whole = shown.reduce((product, row) => product * BigInt(row.of), 1n);
    assert.equal(shown.reduce((sum, row) => sum + (whole / BigInt(row.of)) * BigInt(row.parts), 0n), whole);

    const file = await game.save();
    if (first.length) await table.command('do', file, ...first);
    const forecast = JSON.parse(await table.command('forecast', file, fight, '--json'));
    const plain = (/** @type {Row} */ { outcome, parts, of }) => ({ outcome: outcome.toLowerCase(), parts, of });
    const inOrder = (/** @type {Row[]} */ list) => list.map(plain).sort((a, b) => (a.outcome < b.outcome ? -1 : 1));
    assert.deepEqual(inOrder(shown), inOrder(forecast.chances));
    for (const row of await page.locator(hook('chance')).all()) {
        assert.equal(await row.locator('.fraction').textContent(), `${await row.getAttribute('data-parts')}/${await row.getAttribute('data-of')}`);
    }

    const factors = await page.locator(`${hook('factor')} .number`).allTextContents();
    assert.ok(factors.length > 0, 'something changes the odds');
    assert.equal(factors.map(figure).reduce((a, b) => a + b, 0), figure(await page.textContent('.factors tfoot .number') ?? ''));
    assert.equal(await page.locator(`${hook('factor')} ${hook('rule')}`).count(), factors.length, 'each with its rule');
}

test('a fight is weighed, put off, and fought', async () => {
    const game = await table.position('koenigsberg');
    await game.act('attack 1004 from 1104 with RU III + RU IV');
    await game.act('end declarations');
    const page = await sit(browser, game);
    const { number } = await game.state();

    await touchPlace(page, '1004');
    await compare(page, game, 'fight for 1004');
    await page.click(hook('battle-not'));
    await page.waitForSelector(hook('battle'), { state: 'detached' });
    assert.equal(await shownNumber(page), number);
    assert.equal((await game.state()).number, number, 'nothing was done');

    await page.locator(`${hook('action')}[data-verb="fight"]`).click();
    await goesOn(page, () => page.click(hook('battle-go')));
    const frame = (await game.history()).frames.at(-1);
    assert.equal(frame?.dice?.length, 1, 'one die was rolled');
    await page.click(hook('tab-log'));
    const entry = page.locator(hook('entry')).last();
    assert.equal(await entry.locator(hook('dice')).getAttribute('aria-label'), `dice ${frame?.dice?.join(', ')}`);
    assert.ok(await entry.locator(hook('rule')).count() > 0, 'the log names a rule');
});

test('a declaration is weighed with the units picked, alone and together', async () => {
    const game = await table.position('koenigsberg');
    const page = await sit(browser, game);
    for (const [names, action] of /** @type {const} */ ([
        [['ru-iii'], 'attack 1004 from 1104 with RU III'],
        [['ru-iii', 'ru-iv'], 'attack 1004 from 1104 with RU III + RU IV'],
    ])) {
        for (const name of names) await pickListed(page, name);
        await page.waitForFunction(n => document.querySelectorAll('.piece.selected').length === n, names.length);
        await touchPlace(page, '1004');
        await compare(page, game, 'fight for 1004', action, 'end declarations');
        await page.click(hook('battle-not'));
        await page.click(hook('drop'));
    }
    assert.equal((await game.state()).number, 0);
});

test('an attack met in play', async () => {
    const game = await table.game({ seed: 3 });
    const met = await game.wander({ seed: 6, until: ({ offers }) => offers?.buttons.some(b => b.weigh && b.verb === 'attack') ?? false });
    const action = met.offers?.buttons.find(b => b.weigh);
    assert.ok(action, 'an attack is offered');
    const page = await sit(browser, game);
    await page.locator(`.panel ${hook('action')}[data-number="${action.number}"]`).click();
    await compare(page, game, `fight for ${action.place}`, action.text, 'end declarations');
    await goesOn(page, () => page.click(hook('battle-go')));
    assert.equal((await game.state()).number, met.number + 1);
});
