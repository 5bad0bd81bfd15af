// What bots say: a hint that is asked for, shown and done; why bots moved as they did; levels with their time in the lobby.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goesOn, hook, myDecision, press } from './hands.mjs';
import { ME, NARROW, newPage, ready, shot, sit, stage } from './table.mjs';

const { table, browser } = await stage();

/**
 * The action that the card on the page advises, as it is offered.
 * @param {import('playwright-core').Page} page
 * @param {import('./table.mjs').Game} game
 */
async function advised(page, game) {
    const card = page.locator(hook('hint-card'));
    await card.waitFor({ timeout: 60_000 });
    const text = await card.locator(hook('hint-action')).textContent();
    const offered = (await game.actions()).find(a => a.label.toLowerCase() === text?.toLowerCase());
    assert.ok(offered, `${text} is offered`);
    return offered;
}

test('a hint is asked for, shown with its reasons and its places, and done', async () => {
    const game = await table.position('koenigsberg');
    const page = await sit(browser, game);
    await page.click(hook('hint'));
    const offered = await advised(page, game);
    const card = page.locator(hook('hint-card'));
    assert.ok(await card.locator(`${hook('why-weighed')} li`).count() > 1, 'what was weighed is shown');
    assert.match(await card.locator(hook('why-duty')).textContent() ?? '', /Rule 2\.2f: RU I Army must begin an attack\./);
    const rings = await page.locator('.layer-advice .advised').evaluateAll(all => all.map(ring => ring.getAttribute('data-place')));
    assert.equal(rings.includes(offered.place ?? ''), Boolean(offered.place), rings.join());
    await shot(page, 'hint');
    await goesOn(page, async () => {
        await press(page, hook('hint-do'));
        if (offered.weigh) await press(page, hook('battle-go'));
    });
    const { frames } = await game.history();
    assert.equal(frames.at(-1)?.text, offered.text);
    await card.waitFor({ state: 'detached' });
    assert.equal(await page.locator('.layer-advice .advised').count(), 0);
    await page.context().close();
});

test('the key asks too, another level can be asked, and a hint is put away', async () => {
    const game = await table.game();
    const page = await sit(browser, game);
    await page.keyboard.press('i');
    const card = page.locator(hook('hint-card'));
    await card.waitFor({ timeout: 60_000 });
    assert.match(await card.textContent() ?? '', /by marshal/);
    await page.selectOption(hook('hint-level'), 'regular');
    await page.waitForFunction(() => document.querySelector('[data-test=hint-card]')?.textContent?.includes('gives no reasons'), undefined, { timeout: 60_000 });
    await page.click(hook('hint-away'));
    await card.waitFor({ state: 'detached' });
    await page.context().close();
});

test('on a telephone the hint opens the panel', async () => {
    const game = await table.position('koenigsberg');
    const page = await sit(browser, game, { size: NARROW, touch: true });
    await press(page, hook('hint'));
    const offered = await advised(page, game);
    assert.notEqual(await page.getAttribute('.panel', 'data-height'), 'low');
    await shot(page, 'hint-narrow');
    await goesOn(page, async () => {
        await press(page, hook('hint-do'));
        if (offered.weigh) await press(page, hook('battle-go'));
    });
    await page.context().close();
});

test('bots that explain themselves do so in a panel; others say nothing while the game goes on', async () => {
    const seats = { ru: /** @type {const} */ ({ kind: 'bot', level: 'veteran' }), cp: ME };
    const game = await table.game({ seats, explain: true });
    const page = await sit(browser, game);
    await myDecision(page);
    await page.click(hook('tab-why'));
    const side = page.locator(hook('why-side'));
    await side.waitFor();
    assert.ok(await side.locator(`${hook('why-plan')} dt`).count() > 0, 'the plan is shown');
    await shot(page, 'why');
    const silent = await table.game({ seats });
    const other = await sit(browser, silent);
    await myDecision(other);
    assert.ok(await other.locator(hook('tab-why')).isHidden());
    assert.ok((await silent.history()).frames.every(f => !f.why));
    await page.context().close();
    await other.context().close();
});

test('the lobby offers every level, analysis with a time, and says what explaining means', async () => {
    const page = await newPage(browser, table);
    await page.goto('/');
    await ready(page);
    await page.click(hook('play-fury'));
    const time = page.locator(hook('time-cp'));
    assert.ok(await time.isHidden());
    assert.ok(await page.locator(hook('explain')).isHidden(), 'a regular has nothing to explain');
    await page.selectOption(hook('seat-cp'), 'bot:veteran');
    assert.match(await page.locator(`label:has(${hook('explain')})`).textContent() ?? '', /can read what they plan/);
    await page.check(hook('explain'));
    await page.selectOption(hook('seat-cp'), 'bot:analysis');
    await time.selectOption('2s');
    await shot(page, 'lobby-analysis');
    await page.click(hook('start'));
    await page.waitForURL(/\/game\//);
    await ready(page);
    const state = await table.call(`/api/games/${page.url().split('/').at(-1)}`);
    const seat = /** @type {import('../wire.d.ts').State} */ (state).seats.find(s => s.side === 'cp');
    assert.equal(seat?.level, 'analysis:2s');
    assert.equal(state.explains, true);
    await page.context().close();
});
