// Two people who find each other at a table for strangers: an open game, a seek, a challenge, a tournament, and what is told of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './axe.mjs';
import { hook } from './hands.mjs';
import { NARROW, newPage, ready, stage, Table, WIDE } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage(['--public']);
const MIDDLE = { width: 1024, height: 768 };

/** @param {Page} page @param {string} [path] */
async function go(page, path = '/') {
    await page.goto(path);
    await ready(page);
}

/**
 * A request with the account of a page.
 * @param {Page} page @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
const ask = (page, path, body) => page.evaluate(async ([path, body]) => {
    const answer = await fetch(/** @type {string} */ (path), body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
}, /** @type {const} */ ([path, body]));

/** Somebody with an account, at the lobby. @param {string} name */
async function somebody(name) {
    const page = await newPage(browser, table);
    await go(page);
    await ask(page, '/api/account', { name, password: `a long password of ${name}` });
    await go(page);
    return page;
}

/** What bars anybody from a page, at three widths, in the light and in the dark. @param {Page} page @param {string} where */
async function looked(page, where) {
    const found = [];
    for (const [size, name] of /** @type {const} */ ([[WIDE, 'wide'], [MIDDLE, 'middle'], [NARROW, 'narrow']])) {
        await page.setViewportSize(size);
        found.push(...await barriers(page, `${where} ${name}`));
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wider <= 0, `${where} ${name} is ${wider} px wider than the window`);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...await barriers(page, `${where} dark`));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(WIDE);
    assert.deepEqual(found, []);
}

const ada = await somebody('Ada');
const bo = await somebody('Bo');

test('at home nobody is looked for', async t => {
    const home = await Table.start();
    t.after(() => home.stop());
    const page = await newPage(browser, home);
    await go(page);
    assert.equal(await page.locator(hook('opponents')).count(), 0);
    await page.click(hook('play-drill'));
    await page.waitForSelector(hook('start'));
    assert.equal(await page.isVisible(hook('terms')), false);
});

test('one makes an open game, the other sits down', { timeout: 120_000 }, async () => {
    await go(ada);
    await ada.click(hook('open-game'));
    await ada.selectOption(hook('ask-game'), 'drill');
    await ada.click(hook('open-game-which-go'));
    await ada.waitForSelector(hook('terms'));
    assert.equal(await ada.inputValue(hook('open-to')), 'everyone');
    await looked(ada, 'opponents form');
    await ada.check(hook('rated'));
    await ada.click(hook('pace'));
    await ada.selectOption(hook('pace-choice'), 'live');
    await ada.fill(hook('note'), 'A quiet game');
    await ada.click(hook('start'));
    await ada.waitForURL(/\/game\//);
    await ready(ada);
    const id = new URL(ada.url()).pathname.split('/')[2] ?? '';

    // The waiting room finds it by itself.
    const row = bo.locator(`${hook('waiting-game')}[data-game="${id}"]`);
    await row.waitFor();
    assert.match(await row.innerText(), /made by Ada[\s\S]*rated · live: 1 hour each[\s\S]*A quiet game/);
    await looked(bo, 'opponents lobby');
    await row.locator(hook('take')).click();
    await bo.waitForURL(`**/game/${id}`);
    await ready(bo);
    assert.deepEqual((await ask(bo, `/api/games/${id}`)).yours, ['red']);
    await ask(bo, `/api/games/${id}/seat`, { change: 'resign' });
    await go(bo, '/people/Ada');
    assert.match(await bo.innerText(hook('played')), /Won: resignation/);
    await looked(bo, 'opponents person');
    await go(bo, '/statistics/drill');
    assert.match(await bo.innerText(hook('sides')), /Blue\s+people\s+1\s+1 \(100 %\)/);
    await looked(bo, 'opponents figures');
});

test('who seeks the same finds the other', { timeout: 60_000 }, async () => {
    for (const page of [ada, bo]) {
        await go(page);
        await page.click(hook('seek'));
        await page.selectOption(hook('ask-game'), 'drill');
        await page.fill(hook('seek-range'), '2000');
        await page.click(hook('seek-form-go'));
        await page.waitForSelector(`${hook('seeking')}, ${hook('found')}`);
    }
    await ada.waitForSelector(hook('found'));
    await ada.click(hook('to-found'));
    await ada.waitForURL(/\/game\//);
    await ready(ada);
    await bo.click(hook('to-found'));
    await bo.waitForURL(/\/game\//);
    assert.equal(new URL(ada.url()).pathname, new URL(bo.url()).pathname);
});

test('a challenge is accepted', { timeout: 60_000 }, async () => {
    await go(ada);
    await go(bo);
    await ada.click(hook('challenge'));
    await ada.fill(hook('challenge-to'), 'Nobody at all');
    await ada.selectOption(hook('ask-game'), 'drill');
    await ada.selectOption(hook('challenge-side'), 'red');
    await ada.click(hook('challenge-form-go'));
    await ada.locator('.alert', { hasText: 'nobody here is called' }).waitFor();
    await ada.fill(hook('challenge-to'), 'Bo');
    await ada.click(hook('challenge-form-go'));
    await ada.locator(hook('challenge-line'), { hasText: 'You challenge Bo' }).waitFor();
    await bo.locator(hook('challenge-line'), { hasText: 'Ada plays Red' }).waitFor();
    await bo.click(hook('accept'));
    await bo.waitForURL(/\/game\//);
    await ready(bo);
    assert.deepEqual((await ask(bo, `/api/games/${new URL(bo.url()).pathname.split('/')[2]}`)).yours, ['blue']);
});

test('a tournament of four bots and two people', { timeout: 300_000 }, async () => {
    await go(ada, '/tournaments');
    await ada.click(hook('new-tournament'));
    await ada.fill(hook('cup-name'), 'Cup of the five towns');
    await ada.selectOption(hook('ask-game'), 'drill');
    await ada.fill(hook('cup-rounds'), '2');
    await ada.click(hook('tournament-form-go'));
    await ada.waitForURL(/\/tournaments\/\w+/);
    await ready(ada);
    const path = new URL(ada.url()).pathname;
    await ada.click(hook('join'));
    for (const level of ['recruit', 'regular', 'recruit', 'regular']) {
        const before = await ada.locator(`${hook('standings')} tbody tr`).count();
        await ada.selectOption(hook('bot-level'), level);
        await ada.click(hook('add-bot'));
        await ada.waitForFunction(n => document.querySelectorAll('[data-test="standings"] tbody tr').length > n, before);
    }
    await go(bo, path);
    await bo.click(hook('join'));
    await bo.waitForSelector(hook('leave'));
    await looked(bo, 'opponents tournament');
    await go(ada, path);
    await ada.click(hook('begin'));
    await ada.waitForSelector(hook('round-1'));
    for (let i = 0; i < 200; i += 1) {
        const cup = await ask(ada, `/api${path}`);
        if (cup.state === 'over') break;
        for (const game of cup.games.at(-1)) {
            if (game.result || !game.game) continue;
            for (const [page, name] of /** @type {const} */ ([[ada, 'Ada'], [bo, 'Bo']])) {
                if (game.first === name || game.second === name) await ask(page, `/api/games/${game.game}/seat`, { change: 'resign' }).catch(() => null);
            }
        }
        await ada.waitForTimeout(1000);
    }
    await ada.locator(hook('cup-state'), { hasText: 'over' }).waitFor();
    assert.equal(await ada.locator(`${hook('round-2')} tbody tr`).count(), 3);
    assert.equal(await ada.locator(`${hook('standings')} tbody tr`).count(), 6);
    await looked(ada, 'opponents standings');
    await go(ada, '/tournaments');
    await looked(ada, 'opponents tournaments');
});
