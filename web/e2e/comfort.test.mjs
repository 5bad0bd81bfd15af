// What helps at the table: hiding counters, help, rules, tables, the order of battle, the luck ledger.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, pointOf } from './hands.mjs';
import { sit, stage } from './table.mjs';

const { table, browser } = await stage();
const game = await table.game({ seed: 1 });
await game.wander({ seed: 1, most: 600 });
const page = await sit(browser, game);

test('a key hides the counters and brings them back', async () => {
    const counters = page.locator('.layer-counters');
    assert.ok(await counters.isVisible());
    await page.keyboard.press('h');
    await counters.waitFor({ state: 'hidden' });
    await page.keyboard.press('h');
    await counters.waitFor({ state: 'visible' });
});

test('the help lists every key', async () => {
    await page.keyboard.press('k');
    const help = page.locator(hook('help'));
    await help.waitFor();
    const keys = await help.locator('kbd').allTextContents();
    for (const key of ['Enter', 'Space', 'Escape', 'n', 'N', 'h', 'g', 'e', 'u', '[', ']', 'r', 't', 'k', '?']) assert.ok(keys.includes(key), key);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
});

test('rules are found by number and by words', async () => {
    /** @type {import('../wire.d.ts').Rule[]} */
    const rules = await table.call('/api/titles/fury/rules');
    await page.keyboard.press('r');
    const entries = page.locator(`${hook('rule-entry')}:visible`);
    await entries.first().waitFor();
    assert.equal(await entries.count(), rules.length);
    await page.fill(hook('rule-filter'), 'siege');
    const found = await entries.allTextContents();
    assert.ok(found.length > 0 && found.length < rules.length);
    for (const text of found) assert.match(text, /siege/i);
    assert.equal(found.length, rules.filter(r => `${r.id} ${r.kind}${r.summary}`.toLowerCase().includes('siege')).length);
    await page.fill(hook('rule-filter'), '9.1b');
    assert.ok((await entries.allTextContents()).some(text => text.startsWith('9.1b')));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForSelector(hook('reference'), { state: 'detached' });
});

test('every table of the rules is shown whole', async () => {
    const { charts } = await table.kit();
    await page.keyboard.press('t');
    const shown = page.locator(`${hook('reference')} ${hook('chart')}`);
    await shown.first().waitFor();
    assert.equal(await shown.count(), charts.length);
    for (const [i, chart] of charts.entries()) {
        const rows = await shown.nth(i).locator('tbody tr').evaluateAll(all => all.map(row => [...row.children].map(cell => cell.textContent)));
        assert.deepEqual(rows, chart.rows, chart.title);
        assert.match(await shown.nth(i).locator('caption').textContent() ?? '', chart.source === 'rulebook' ? /from the rulebook/ : /reconstructed/i);
    }
    await page.keyboard.press('Escape');
    await page.waitForSelector(hook('reference'), { state: 'detached' });
});

test('a click in the order of battle brings the unit into sight', async () => {
    await page.click(hook('tab-forces'));
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('+');
    const { view } = await game.state();
    const box = await page.locator(hook('board')).boundingBox();
    assert.ok(box);
    /** @param {import('./hands.mjs').Point} point */
    const inside = ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
    let far = 0;
    for (const row of (await page.locator(hook('force')).all()).filter((_, i) => i % 13 === 0)) {
        const id = await row.getAttribute('data-id');
        const place = view.counters.find(c => c.id === id)?.place ?? '';
        if (!inside(await pointOf(page, place))) far += 1;
        await row.click();
        assert.ok(inside(await pointOf(page, place)), `${place} is in sight`);
    }
    assert.ok(far > 0, 'some were out of sight before');
    await page.keyboard.press('0');
});

test('the luck ledger adds up to the history', async () => {
    const { frames } = await game.history();
    await page.click(hook('tab-status'));
    const rows = await page.locator(`${hook('luck')} tbody tr`).evaluateAll(all => all.map(row => [...row.children].map(cell => cell.textContent ?? '')));
    assert.equal(rows.length, 2);
    for (const [i, side] of ['ru', 'cp'].entries()) {
        const own = frames.filter(f => f.side === side);
        const dice = own.flatMap(f => f.dice ?? []);
        const weighed = own.flatMap(f => f.luck ?? []);
        /** @param {number[]} list */
        const sum = list => list.reduce((a, b) => a + b, 0);
        const [, count, mean, expected, came, luck] = rows[i] ?? [];
        assert.ok(dice.length > 0, 'dice were rolled');
        assert.equal(Number(count), dice.length);
        assert.equal(mean, (sum(dice) / dice.length).toFixed(2));
        assert.equal(expected, weighed.length ? sum(weighed.map(l => l.expected)).toFixed(2) : '–');
        assert.equal(came, weighed.length ? sum(weighed.map(l => l.came)).toFixed(2) : '–');
        if (weighed.length) assert.ok(Math.abs(Number(luck?.replace('−', '-')) - sum(weighed.map(l => l.came - l.expected))) < 0.006, `luck ${luck}`);
    }
    assert.ok(frames.some(f => f.luck), 'some rolls are weighed');
});
