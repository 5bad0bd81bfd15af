// Accounts in browsers: somebody registers, signs in elsewhere, signs a device out, plays, and goes; the keeper keeps the table.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { barriers } from './axe.mjs';
import { hook } from './hands.mjs';
import { NARROW, newPage, ready, shot, stage, Table, WIDE } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage(['--public']);
const PASSWORD = 'seven bridges of koenigsberg';
const MIDDLE = { width: 1024, height: 768 };

/** @param {Page} page @param {string} [path] */
async function go(page, path = '/') {
    await page.goto(path);
    await ready(page);
}

/** Waits until the page is opened anew. @param {Page} page @param {() => Promise<unknown>} act */
async function anew(page, act) {
    await page.evaluate(() => (document.documentElement.dataset.old = '1'));
    await act();
    await page.waitForSelector('html[data-ready]:not([data-old])', { state: 'attached' });
}

/** @param {Page} page @param {string} name */
async function register(page, name) {
    await page.click(hook('to-register'));
    await page.fill(hook('register-name'), name);
    await page.fill(hook('register-password'), PASSWORD);
    await anew(page, () => page.click(hook('register-go')));
}

/** @param {Page} page @param {string} name @param {string} [password] */
async function signIn(page, name, password = PASSWORD) {
    await page.click(hook('to-sign-in'));
    await page.fill(hook('sign-name'), name);
    await page.fill(hook('sign-password'), password);
    await anew(page, () => page.click(hook('sign-in-go')));
}

/** A page at the lobby. */
async function visitor(how = {}) {
    const page = await newPage(browser, table, how);
    await go(page);
    return page;
}

test('a table at home says nothing of accounts', async t => {
    const home = await Table.start();
    t.after(() => home.stop());
    const page = await newPage(browser, home);
    await go(page);
    assert.equal(await page.locator('.account-line').count(), 0);
    await go(page, '/account');
    assert.match(await page.innerText('main'), /no accounts/);
});

test('accounts, from the first to the last', async t => {
    const desk = await visitor();
    await t.test('the first who registers keeps the table', async () => {
        await desk.click(hook('to-register'));
        await desk.fill(hook('register-name'), 'Max');
        await desk.fill(hook('register-password'), 'password123');
        await desk.click(hook('register-go'));
        assert.match(await desk.innerText(`${hook('register')} [role=alert]:visible`), /tried first/);
        await desk.fill(hook('register-password'), PASSWORD);
        await anew(desk, () => desk.click(hook('register-go')));
        assert.equal(await desk.innerText(hook('my-account')), 'Max');
        assert.equal(await desk.locator(hook('keeper')).count(), 1);
    });

    const phone = await visitor({ size: NARROW, touch: true });
    await t.test('a wrong password is refused in words, the right one opens another device', async () => {
        await phone.click(hook('to-sign-in'));
        await phone.fill(hook('sign-name'), 'max');
        await phone.fill(hook('sign-password'), 'not the password');
        await phone.click(hook('sign-in-go'));
        await phone.waitForSelector(`${hook('sign-in')} [role=alert]:visible`);
        await phone.fill(hook('sign-password'), PASSWORD);
        await anew(phone, () => phone.click(hook('sign-in-go')));
        assert.equal(await phone.innerText(hook('my-account')), 'Max');
    });

    await t.test('a device that is signed out is out at its next step', async () => {
        await go(desk, '/account');
        assert.equal(await desk.locator(hook('device')).count(), 2);
        await desk.click(hook('revoke'));
        await desk.waitForFunction(selector => document.querySelectorAll(selector).length === 1, hook('device'));
        await go(phone, '/account');
        assert.equal(await phone.locator(hook('to-sign-in')).count(), 1);
    });

    const guest = await visitor();
    await register(guest, 'Erich');
    let game = '';
    await t.test('a game belongs to accounts, and needs no link but the invitation', async () => {
        await go(desk);
        const made = await desk.evaluate(async () => {
            const body = { game: 'fury', scenario: 'campaign', seats: { ru: { kind: 'me' }, cp: { kind: 'open' } }, seed: 1, explain: false };
            const answer = await fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
            return answer.json();
        });
        game = made.id;
        assert.deepEqual(made.keys, {});
        const stranger = await visitor();
        await stranger.goto(`/game/${game}#seat=${made.invitations.cp}`);
        await stranger.waitForSelector(hook('to-sign-in'));
        await guest.goto(`/game/${game}#seat=${made.invitations.cp}`);
        await ready(guest);
        assert.match(await guest.innerText(hook('welcome-side')), /^You play /);
        await guest.click(hook('welcome-go'));
        // The stranger looks on without an account, and the invitation is spent.
        await stranger.goto(`/game/${game}?watch`);
        await ready(stranger);
        await go(desk);
        const row = desk.locator(`[data-game="${game}"]`);
        assert.equal(await row.locator('.game-status').innerText(), 'Your decision');
        await row.locator(hook('resume')).click();
        await ready(desk);
        assert.ok(await desk.locator(`.go ${hook('action')}`).count() > 0, 'the seat of the account can act');
        await stranger.context().close();
    });

    await t.test('the name changes at the seats too', async () => {
        await go(guest, '/account');
        await guest.click(hook('change-name'));
        await guest.fill(hook('new-name'), 'Hindenburg');
        await guest.click(hook('name-dialog-go'));
        await guest.waitForFunction(selector => document.querySelector(selector)?.textContent === 'Hindenburg', hook('account-name'));
        const { seats } = await table.call(`/api/games/${game}`);
        assert.deepEqual(seats.map((/** @type {{ person: string }} */ s) => s.person).sort(), ['Hindenburg', 'Max']);
    });

    await t.test('the pages keep nobody out', async () => {
        for (const [name, size] of /** @type {const} */ ([['wide', WIDE], ['middle', MIDDLE], ['narrow', NARROW]])) {
            for (const settings of [{ theme: 'light' }, { theme: 'dark', type: 'large' }]) {
                await desk.setViewportSize(size);
                await desk.evaluate(s => localStorage.setItem('sandtable.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('sandtable.settings') ?? '{}'), ...s })), settings);
                for (const path of ['/', '/account', '/keeper']) {
                    await go(desk, path);
                    const where = `account ${name} ${settings.theme} ${path.slice(1) || 'lobby'}`;
                    assert.deepEqual(await barriers(desk, where), [], where);
                    const wide = await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                    assert.ok(wide <= 0, `${where} is ${wide} px too wide`);
                }
                await go(desk, '/account');
                await desk.click(hook('change-password'));
                assert.deepEqual(await barriers(desk, `account ${name} ${settings.theme} dialog`), []);
            }
        }
        await desk.setViewportSize(WIDE);
        await desk.evaluate(() => localStorage.setItem('sandtable.settings', JSON.stringify({ pace: 'off', ask: false, onward: false })));
    });

    await t.test('everything is done by the keyboard', async () => {
        const page = await visitor();
        await page.focus(hook('to-sign-in'));
        await page.keyboard.press('Enter');
        await page.keyboard.type('Hindenburg');
        await page.keyboard.press('Tab');
        await page.keyboard.type(PASSWORD);
        await anew(page, () => page.keyboard.press('Enter'));
        assert.equal(await page.innerText(hook('my-account')), 'Hindenburg');
        await page.context().close();
    });

    await t.test('the keeper closes registration and invites', async () => {
        await go(desk, '/keeper');
        await desk.click(hook('set-registration'));
        await desk.waitForFunction(selector => document.querySelector(selector)?.textContent?.startsWith('Only those'), hook('registration'));
        await desk.click(hook('make-invitation'));
        const link = await desk.inputValue(`${hook('invite')} input`);
        const invited = await visitor();
        assert.equal(await invited.locator(hook('to-register')).count(), 0);
        await go(invited, new URL(link).pathname + new URL(link).hash);
        await register(invited, 'Carl');
        assert.equal(await invited.innerText(hook('account-name')), 'Carl');
        await invited.context().close();
    });

    await t.test('whom the keeper bans is out at once, and comes back when the keeper says so', async () => {
        await guest.goto(`/game/${game}`);
        await ready(guest);
        await go(desk, '/keeper');
        await desk.fill(hook('find-account'), 'hinden');
        await desk.click(hook('find'));
        await desk.waitForFunction(selector => document.querySelectorAll(selector).length === 1, hook('account'));
        await desk.locator(`${hook('account')}[data-name="Hindenburg"] ${hook('ban')}`).click();
        await desk.click(hook('sure-go'));
        await desk.waitForSelector(`${hook('account')}[data-name="Hindenburg"] ${hook('unban')}`);
        await go(guest);
        assert.equal(await guest.locator(hook('to-sign-in')).count(), 1);
        assert.match(await desk.innerText(hook('notes')), /Max banned Hindenburg/);
        await desk.click(hook('unban'));
        await desk.waitForSelector(`${hook('account')}[data-name="Hindenburg"] ${hook('ban')}`);
        await signIn(guest, 'Hindenburg');
    });

    await t.test('a hidden game is gone for those who do not play it', async () => {
        await desk.fill(hook('hide-game'), `${table.url}/game/${game}`);
        await desk.keyboard.press('Enter');
        await desk.waitForSelector(hook('hidden-game'));
        assert.equal((await table.ask(`/api/games/${game}`)).status, 404);
        await desk.click(hook('unhide'));
        await desk.waitForSelector(hook('hidden-game'), { state: 'detached' });
        assert.equal((await table.ask(`/api/games/${game}`)).status, 200);
    });

    await t.test('what is kept is exported, and an account goes with it', async () => {
        await go(guest, '/account');
        const [saved] = await Promise.all([guest.waitForEvent('download'), guest.click(hook('export-account'))]);
        const all = JSON.parse(await readFile(await saved.path(), 'utf8'));
        assert.equal(all.account.name, 'Hindenburg');
        assert.deepEqual(all.games.map((/** @type {{ id: string }} */ g) => g.id), [game]);
        await guest.click(hook('delete-account'));
        await guest.fill(hook('delete-password'), PASSWORD);
        await Promise.all([guest.waitForURL(`${table.url}/`), guest.click(hook('delete-account-dialog-go'))]);
        await ready(guest);
        assert.equal(await guest.locator(hook('to-sign-in')).count(), 1);
        const state = await table.call(`/api/games/${game}`);
        assert.equal(state.result.winner, 'ru');
        await shot(desk, 'account-end');
    });
});
