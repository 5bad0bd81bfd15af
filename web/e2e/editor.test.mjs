// The editor of positions: counters are put, turned and taken off on the board, the text says so, faults stand at their lines, and a game begins
// from there.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { hook, still } from './hands.mjs';
import { NARROW, newPage, ready, shot, stage } from './table.mjs';

const { table, browser } = await stage();
const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const text = page => page.inputValue(hook('position-text'));

/** Does something, and waits until the server has read what came of it. @param {Page} page @param {() => Promise<unknown>} act */
async function checked(page, act) {
    const before = Number(await page.evaluate(() => document.documentElement.dataset.checked));
    await act();
    await page.waitForFunction(n => Number(document.documentElement.dataset.checked) > n, before);
}

/** Where a place is on the screen. @param {Page} page @param {string} game @param {string} scenario @param {string} place */
async function point(page, game, scenario, place) {
    await still(page);
    return page.evaluate(async ([g, s, id]) => {
        const kit = await (await fetch(`/api/titles/${g}/kit?scenario=${s}`)).json();
        const { x, y } = kit.places.find((/** @type {{ id: string }} */ p) => p.id === id);
        const box = /** @type {Element} */ (document.querySelector('.board-sheet')).getBoundingClientRect();
        return { x: box.x + (x * box.width) / kit.width, y: box.y + (y * box.height) / kit.height };
    }, [game, scenario, place]);
}

/** @param {Page} page @param {string} place */
async function touch(page, place) {
    const { x, y } = await point(page, 'drill', 'towns', place);
    await page.mouse.click(x, y);
}

/** @param {Parameters<typeof newPage>[2]} [how] @param {string} [path] */
async function edit(how = {}, path = '/edit/drill/towns') {
    const page = await newPage(browser, table, how);
    await page.goto(path);
    await ready(page);
    await page.waitForFunction(() => Number(document.documentElement.dataset.checked) > 0);
    return page;
}

test('counters are put, turned, taken off and brought back, and the text says so', async () => {
    const page = await edit();
    assert.match(await text(page), /^r1 0503$/m);
    await page.fill(hook('palette-search'), 'Red 3rd');
    await page.click(`${hook('palette-item')}[data-word="r3"]`);
    await checked(page, () => touch(page, '0601'));
    assert.match(await text(page), /^r3 0601$/m);
    await page.waitForSelector('.layer-counters [data-piece="r3"]');
    // Its place is looked at: it is turned there.
    await page.click(hook('tab-here'));
    await checked(page, () => page.click(`[data-word="r3"] ${hook('here-flip')}`));
    assert.match(await text(page), /^r3 0601 reduced$/m);
    // On the board it is picked up, put elsewhere, and taken off by the keyboard.
    await touch(page, '0601');
    await checked(page, () => touch(page, '0602'));
    assert.match(await text(page), /^r3 0602 reduced$/m);
    await shot(page, 'editor-wide');
    await page.waitForTimeout(400);
    await touch(page, '0602');
    await checked(page, () => page.keyboard.press('Delete'));
    assert.doesNotMatch(await text(page), /^r3 /m);
    for (let i = 0; i < 2; i++) await checked(page, () => page.click(hook('editor-undo')));
    assert.match(await text(page), /^r3 0601 reduced$/m);
    await checked(page, () => page.keyboard.press('Control+y'));
    assert.match(await text(page), /^r3 0602 reduced$/m);
});

test('what is wrong stands at its line at once, with its rule, and the last good board stays', async () => {
    const page = await edit();
    const counters = await page.locator('.layer-counters .piece').count();
    const good = await text(page);
    await checked(page, () => page.fill(hook('position-text'), `${good}b4 9999\nr3 0503\nr4 0503\n`));
    assert.match(await page.innerText(`${hook('fault')}[data-line="${good.split('\n').length}"]`), /9999/);
    assert.match(await page.innerText(hook('editor-state')), /wrong/);
    assert.ok(await page.isDisabled(hook('editor-play')));
    assert.ok(await page.locator('.layer-counters .piece').count() >= counters);
    assert.ok(await page.locator('.gutter .wrong').count() >= 1);
    await shot(page, 'editor-faults');
    await checked(page, () => page.fill(hook('position-text'), `${good}r3 0503\nr4 0503\n`));
    assert.match(await page.innerText(hook('fault')), /at most 2 units/i);
    await page.click(`${hook('fault')} ${hook('rule')}`);
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await checked(page, () => page.fill(hook('position-text'), good));
    assert.equal(await page.locator(hook('fault')).count(), 0);
});

test('the moment is changed by fields, and a game begins from there', async () => {
    const page = await edit();
    await page.click(hook('tab-heads'));
    await checked(page, () => page.selectOption(hook('head-turn'), '4'));
    await checked(page, () => page.selectOption(hook('head-side'), 'red'));
    assert.match(await text(page), /^turn = 4$/m);
    assert.match(await page.innerText(hook('editor-state')), /Turn 4 of 6.*Red/);
    await page.click(hook('editor-play'));
    await page.selectOption(hook('seat-red'), 'me');
    await Promise.all([page.waitForURL(/\/game\//), page.click(hook('editor-start'))]);
    await ready(page);
    assert.match(await page.innerText(hook('decision')), /Turn 4 of 6/);
    // From the table back to the editor, with this very moment.
    await page.click(hook('menu'));
    await Promise.all([page.waitForURL(/\/edit\?from=/), page.click(hook('menu-edit'))]);
    await ready(page);
    assert.match(await text(page), /^side = red$/m);
});

test('a position goes out as a link and as a file, and comes back', async () => {
    const page = await edit();
    await checked(page, () => page.fill(hook('position-text'), 'turn = 2\nside = blue\nphase = movement\nb1 0403 reduced\nr1 0603\n'));
    await page.click(hook('position-menu'));
    await page.click(hook('position-share'));
    const address = await page.inputValue('.link');
    assert.ok(address.length < 400, address);
    await page.keyboard.press('Escape');
    const other = await edit({}, new URL(address).pathname + new URL(address).hash);
    assert.equal(await text(other), await text(page));
    await page.click(hook('position-menu'));
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(hook('position-save'))]);
    assert.equal(await readFile(await download.path(), 'utf8'), await text(page));
    await checked(other, () => other.setInputFiles(hook('position-file'), { name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('turn = 3\nside = red\nr1 0603\n') }));
    assert.match(await text(other), /^turn = 3$/m);
});

test('every game has its counters, its board and its words', async () => {
    for (const [game, scenario, word, place] of [['fury', 'campaign', 'ru-iii', '1404'], ['tannenberg', 'tannenberg', 'ru-54', '1820'], ['orel', 'brasovo', '', ''], ['lodz', 'lodz', 'de-1-49-res', '2025'], ['empires', 'ulm1805', 'fr-i', 'ulm']]) {
        const page = await edit({}, `/edit/${game}/${scenario}`);
        assert.equal(await page.locator(hook('fault')).count(), 0, game);
        assert.ok(await page.locator('.layer-counters .piece').count() > 10, game);
        assert.ok(await page.locator(hook('palette-item')).count() > 30, game);
        if (word && place) {
            await page.fill(hook('palette-search'), word);
            await page.click(`${hook('palette-item')}[data-word="${word}"]`);
            const { x, y } = await point(page, game ?? '', scenario ?? '', place);
            await checked(page, () => page.mouse.click(x, y));
            assert.match(await text(page), new RegExp(`^${word} ${place}`, 'm'), game);
        }
        await shot(page, `editor-${game}`);
        await page.context().close();
    }
});

test('it serves a telephone, and everybody', async () => {
    const page = await edit({ size: NARROW });
    await shot(page, 'editor-narrow');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.ok(!wide, 'nothing stands out of the side');
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] }));
    assert.deepEqual(violations.map((/** @type {any} */ v) => [v.id, v.nodes.map((/** @type {any} */ n) => n.html)]), []);
    // By the keyboard alone: a counter of the list, the cursor of the board, Enter.
    await page.fill(hook('palette-search'), 'Blue 5th');
    await page.focus(`${hook('palette-item')}[data-word="b5"]`);
    await page.keyboard.press('Enter');
    await page.focus('[role=application]');
    await page.keyboard.press('ArrowRight');
    await checked(page, () => page.keyboard.press('Enter'));
    assert.match(await text(page), /^b5 \d{4}$/m);
});

test('what is hidden from a side is not in its position', async () => {
    const game = await table.game({ game: 'tannenberg', scenario: 'tannenberg', seats: { de: { kind: 'open' }, ru: { kind: 'open' } } });
    const path = `${game.path}/position`;
    assert.equal((await table.ask(path)).status, 403, 'who watches gets none');
    const [whole, known] = await Promise.all([table.call(path, { keys: Object.values(game.keys) }), table.call(path, { keys: [game.keys.ru ?? ''] })]);
    assert.deepEqual([whole.known, known.known], [false, true]);
    const german = (/** @type {{ text: string }} */ { text }) => text.split('\n').filter(l => /^de-/.test(l)).length;
    assert.ok(german(known) < german(whole), `${german(known)} of ${german(whole)}`);
});
