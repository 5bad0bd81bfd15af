// What one chooses for all games: colours, type, sounds, whether the map moves. It follows the system until one chooses, and is remembered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './axe.mjs';
import { goesOn, hook, inSight, LIT_STACK, press } from './hands.mjs';
import { ME, NARROW, newPage, ready, shot, sit, stage, WIDE } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();

/** How light what is behind a part of the page is, from 0 to 255. @param {Page} page @param {string} selector */
const light = (page, selector) => page.evaluate(what => {
    for (let node = document.querySelector(what); node; node = node.parentElement) {
        const [r = 0, g = 0, b = 0, alpha = 1] = getComputedStyle(node).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
        if (alpha > 0.5) return Math.round((r + g + b) / 3);
    }
    return 255;
}, selector);

/** @param {Page} page */
const typeSize = page => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector('.decision') ?? document.body).fontSize));

test('colours follow the system, then the choice, which is remembered by lobby and table', async () => {
    const game = await table.position('koenigsberg');
    const page = await sit(browser, game);
    const parts = ['.decide', '.panel-body', '.board', '.replay'];
    for (const part of parts) assert.ok(await light(page, part) > 180, `${part} is light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForSelector('html[data-theme=dark]', { state: 'attached' });
    for (const part of parts) assert.ok(await light(page, part) < 70, `${part} is dark`);
    const before = await typeSize(page);
    await press(page, hook('menu'));
    await press(page, hook('menu-settings'));
    assert.ok(await light(page, '[data-test=settings] .dialog-body') < 70, 'so is the window');
    await page.locator(hook('setting-type-large')).check();
    assert.ok(await typeSize(page) > before * 1.15, 'the type is larger');
    await page.locator(hook('setting-theme-light')).check();
    assert.ok(await light(page, '.decide') > 180, 'the choice goes before the system');
    await page.locator(hook('setting-theme-dark')).check();
    await page.keyboard.press('Escape');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await ready(page);
    assert.ok(await light(page, 'body') < 70, 'the lobby remembers it');
    assert.deepEqual(await barriers(page, 'dark lobby, large type'), []);
    await page.context().close();
});

test('type follows the size that the browser is set to', async () => {
    const page = await newPage(browser, table);
    await page.goto('/');
    await ready(page);
    const before = await page.evaluate(() => parseFloat(getComputedStyle(/** @type {Element} */ (document.querySelector('.card-text p'))).fontSize));
    await page.addStyleTag({ content: 'html { font-size: 150% }' });
    const after = await page.evaluate(() => parseFloat(getComputedStyle(/** @type {Element} */ (document.querySelector('.card-text p'))).fontSize));
    assert.equal(after, before * 1.5);
    await page.context().close();
});

test('the primer, a battle and a new game can be read in the dark, wide and narrow', async () => {
    /** @type {string[]} */
    const found = [];
    const game = await table.position('koenigsberg');
    for (const action of ['attack 1004 from 1104 with RU III + RU IV', 'end declarations', 'fight for 1004']) await game.act(action);
    for (const size of [WIDE, NARROW]) {
        const page = await sit(browser, game, { size, touch: size === NARROW, settings: { theme: 'dark' } });
        await press(page, hook('tab-log'));
        await press(page, '.log-battle-open');
        await page.waitForSelector(`${hook('combat')}:not([hidden])`);
        found.push(...await barriers(page, `dark battle ${size.width}`));
        await press(page, hook('menu'));
        await press(page, hook('menu-primer'));
        await page.waitForSelector(hook('primer'));
        found.push(...await barriers(page, `dark primer ${size.width}`));
        await page.goto('/');
        await ready(page);
        await press(page, hook('play-empires'));
        await press(page, hook('options'));
        found.push(...await barriers(page, `dark new game ${size.width}`));
        await page.context().close();
    }
    assert.deepEqual(found, []);
});

test('sounds are off until they are asked for, and remembered', async () => {
    const game = await table.game({ game: 'drill', scenario: 'towns', seats: { blue: ME, red: ME } });
    const page = await newPage(browser, table, { keys: { [game.id]: { blue: game.keys.blue ?? '' } } });
    await page.addInitScript(() => {
        const made = /** @type {number[]} */ ([]);
        Object.assign(window, { made });
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (/** @type {number | undefined} */ when) {
            made.push(this.frequency.value);
            start.call(this, when);
        };
    });
    const made = () => page.evaluate(() => /** @type {{ made: number[] }} */ (/** @type {unknown} */ (window)).made.length);
    /** Red's turn comes, and mine again. */
    const around = async () => {
        const { number } = await game.state();
        for (let i = 0; i < 40; i += 1) {
            const state = await game.state();
            if (i > 1 && state.view.deciding.includes('blue') && state.number > number + 2) break;
            const actions = await game.actions();
            await game.act((actions.find(a => /^(end|done|pass|finish)/.test(a.verb)) ?? actions[0])?.number ?? 0);
            // Each is seen by itself: a turn that comes and goes within one picture is no turn to be told of.
            const now = await game.state();
            await page.waitForFunction(n => document.documentElement.dataset.number === String(n), now.number);
        }
    };
    await page.goto(`/game/${game.id}`);
    await ready(page);
    await around();
    assert.equal(await made(), 0, 'nothing sounds unasked');
    await press(page, hook('menu'));
    await press(page, hook('menu-settings'));
    await page.locator(hook('setting-sounds')).check();
    await page.locator(hook('setting-volume-loud')).check();
    await page.keyboard.press('Escape');
    await page.reload();
    await ready(page);
    await page.mouse.click(700, 500);
    await around();
    await page.waitForFunction(() => /** @type {{ made: number[] }} */ (/** @type {unknown} */ (window)).made.length > 0);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('sandtable.settings') ?? '{}').volume), 'loud');
    await page.context().close();
});

test('the map stays where it is put; what can be touched out of sight is said, and shown on a press', async () => {
    const game = await table.game({ seed: 1 });
    await game.wander({ seed: 1, most: 40, until: ({ offers }) => (offers?.pieces.length ?? 0) >= 6 && Boolean(offers?.buttons.some(b => b.verb === 'end_moves')) });
    const page = await sit(browser, game);
    assert.ok((await inSight(page, LIT_STACK)).length > 2, 'it opens on the units that can act');
    const sheet = () => page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.board-sheet')).style.transform);
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('+');
    const box = await page.locator(hook('board')).boundingBox();
    assert.ok(box);
    // Dragged to the corner where the sea is.
    for (let i = 0; i < 5 && !(await page.locator(`${hook('finder')}:visible`).count()); i += 1) {
        await page.mouse.move(box.x + 200, box.y + 150);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width - 120, box.y + box.height - 120, { steps: 4 });
        await page.mouse.up();
        await page.waitForTimeout(250);
    }
    await page.waitForSelector(hook('finder'));
    assert.equal((await inSight(page, LIT_STACK)).length, 0);
    const there = await sheet();
    await goesOn(page, async () => {
        const move = (await game.actions()).find(a => a.verb === 'move');
        await game.act(move?.number ?? 0);
    });
    assert.equal(await sheet(), there, 'a move does not push the map');
    await shot(page, 'finder');
    await press(page, hook('finder'));
    await page.waitForSelector(hook('finder'), { state: 'hidden' });
    assert.ok((await inSight(page, LIT_STACK)).length > 0, 'what can act is in sight');
    await page.context().close();
});

test('names can be read from afar', async () => {
    const game = await table.game({ game: 'empires', scenario: 'ulm1805', seats: { fr: ME, ru: ME, au: ME } });
    const page = await sit(browser, game);
    await page.keyboard.press('0');
    await page.waitForSelector('.layer-names .region');
    const names = await page.evaluate(() => [...document.querySelectorAll('.layer-names text')].map(node => ({ text: node.textContent, height: node.getBoundingClientRect().height })));
    for (const country of ['France', 'Austria', 'Russia']) assert.ok(names.some(n => n.text === country), country);
    assert.ok(names.every(n => n.height >= 11), 'large enough on the screen');
    assert.ok(names.every(n => !/^[A-Z]{2,3}$/.test(n.text ?? '')), 'no codes');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('+');
    await page.waitForFunction(() => !document.querySelector('.layer-names text'));
    await page.context().close();
});

test('a finger that rests on a counter is told what its figures are, and picks nothing', async () => {
    const game = await table.game({ game: 'drill', scenario: 'towns', seats: { blue: ME, red: ME } });
    const page = await sit(browser, game, { size: NARROW, touch: true });
    const [at] = await inSight(page, LIT_STACK);
    assert.ok(at);
    const client = await page.context().newCDPSession(page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await page.waitForSelector(`.board-where ${hook('named')}`);
    assert.match(await page.innerText('.board-where'), /strength \d+ · movement \d+/);
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForTimeout(150);
    assert.equal(await page.locator('.piece.selected, .fan:not([hidden])').count(), 0);
    await page.context().close();
});
