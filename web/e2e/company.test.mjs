// Two people at one table, each in a browser of their own: who is told what, what they say, bots that stand in, draws and resigning.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, myDecision, press } from './hands.mjs';
import { ME, NARROW, newPage, OPEN, ready, shot, sit, stage } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();
const BOTH = { seats: { ru: ME, cp: OPEN } };

/** Opens the dialog of the people at the table. @param {Page} page */
async function company(page) {
    await page.keyboard.press('p');
    await page.waitForSelector(hook('company'));
}

/** A toast that says something. @param {Page} page @param {RegExp} words */
const toast = (page, words) => page.locator('.toast').filter({ hasText: words });

/** What is told of a seat in the dialog. @param {Page} page @param {string} side */
const person = (page, side) => page.locator(`${hook('person')}[data-side="${side}"]`);

test('the joining player is told the side, and both talk', { timeout: 60_000 }, async () => {
    const game = await table.game(BOTH);
    const ru = await sit(browser, game, { sides: ['ru'] });
    const cp = await newPage(browser, table);
    await cp.goto(`/game/${game.id}#key=${game.keys['cp']}`);
    await ready(cp);
    await cp.waitForSelector(hook('welcome'));
    assert.match(await cp.innerText(hook('welcome-side')), /^You play Central Powers in .*Fury/);
    assert.equal(new URL(cp.url()).hash, '', 'the address is cleaned of the key');
    await shot(cp, 'company-welcome');
    await cp.fill(hook('welcome-name'), 'Grace');
    await cp.press(hook('welcome-name'), 'Enter');
    await toast(ru, /is here/).waitFor();

    await company(ru);
    await person(ru, 'cp').filter({ hasText: 'Grace · Central Powers here' }).waitFor();
    await ru.fill(hook('person-name'), 'Ada');
    await ru.press(hook('person-name'), 'Tab');
    await ru.fill(hook('say'), 'Good luck');
    await ru.press(hook('say'), 'Enter');
    await ru.locator(hook('said')).filter({ hasText: 'Ada (Russia): Good luck' }).waitFor();
    assert.equal(await ru.inputValue(hook('say')), '');
    await shot(ru, 'company-talk');

    // The other one hears it, is shown that something is unread, and answers.
    await toast(cp, /Ada \(Russia\): Good luck/).waitFor();
    assert.equal(await cp.getAttribute(hook('menu'), 'data-unread'), '1');
    await toast(cp, /Good luck/).getByRole('button', { name: 'Answer' }).click();
    await cp.fill(hook('say'), 'Thanks <b>a lot</b>');
    // What is being typed is not lost when the other one speaks.
    await ru.fill(hook('say'), 'half a sen');
    await cp.press(hook('say'), 'Enter');
    await ru.locator(hook('said')).filter({ hasText: 'Grace (Central Powers): Thanks <b>a lot</b>' }).waitFor();
    assert.equal(await ru.inputValue(hook('say')), 'half a sen');
    assert.equal(await cp.getAttribute(hook('menu'), 'data-unread'), '0');

    // Those who watch hear nothing of it.
    const watcher = await newPage(browser, table);
    await watcher.goto(`/game/${game.id}`);
    await ready(watcher);
    await company(watcher);
    assert.equal(await watcher.locator(hook('said')).count(), 0);
    assert.equal(await watcher.locator(hook('say')).count(), 0);
    // Somebody who goes is missed.
    await cp.context().close();
    await toast(ru, /Grace \(Central Powers\) has left/).waitFor();
});

test('one’s own seat on another device', { timeout: 60_000 }, async () => {
    const game = await table.game(BOTH);
    const ru = await sit(browser, game, { sides: ['ru'] });
    await press(ru, hook('menu'));
    await press(ru, hook('menu-links'));
    const own = ru.locator(`${hook('own-link')} input`);
    const address = await own.inputValue();
    assert.match(address, /#key=/);
    const other = await newPage(browser, table, { size: NARROW, touch: true });
    await other.goto(address);
    await ready(other);
    assert.match(await other.innerText(hook('welcome-side')), /You play Russia/);
    await other.tap(hook('welcome-go'));
    await myDecision(other);
});

test('a bot stands in, and the seat is taken back', { timeout: 60_000 }, async () => {
    const game = await table.game(BOTH);
    const [ru, cp] = [await sit(browser, game, { sides: ['ru'] }), await sit(browser, game, { sides: ['cp'] })];
    await myDecision(ru);
    await company(ru);
    await press(ru, hook('hand-regular'));
    await person(ru, 'ru').filter({ hasText: 'a bot (regular) stands in' }).waitFor();
    await toast(cp, /Russia lets a bot \(regular\) play/).waitFor();
    await ru.waitForFunction(() => Number(document.documentElement.dataset.number) > 3);
    await shot(ru, 'company-bot');
    await press(ru, hook('take-back'));
    await person(ru, 'ru').filter({ hasText: /here/ }).waitFor();
    await toast(cp, /Russia plays again/).waitFor();
    assert.equal((await game.state()).seats.find(s => s.side === 'ru')?.kind, 'me');
});

test('a draw is offered, declined, offered again and accepted', { timeout: 60_000 }, async () => {
    const game = await table.game(BOTH);
    const [ru, cp] = [await sit(browser, game, { sides: ['ru'] }), await sit(browser, game, { sides: ['cp'] })];
    await company(ru);
    await press(ru, hook('draw'));
    await toast(cp, /Russia offers a draw/).waitFor();
    await press(cp, hook('toast-no_draw'));
    await ru.locator(hook('draw')).filter({ hasText: 'Offer a draw' }).waitFor();
    assert.equal((await game.state()).result, null);
    await press(ru, hook('draw'));
    await press(cp, hook('toast-offer_draw'));
    await cp.waitForSelector(hook('result'));
    assert.match(await cp.innerText(hook('result')), /draw/i);
    await ru.waitForSelector(hook('result'), { state: 'attached' });
});

test('a player resigns, and is asked whether that is meant', { timeout: 60_000 }, async () => {
    const game = await table.game(BOTH);
    const [ru, cp] = [await sit(browser, game, { sides: ['ru'] }), await sit(browser, game, { sides: ['cp'] })];
    await company(ru);
    await press(ru, hook('resign'));
    await ru.getByRole('button', { name: 'Play on' }).click();
    assert.equal((await game.state()).result, null);
    await press(ru, hook('resign'));
    await press(ru, hook('resign-yes'));
    await cp.waitForSelector(hook('result'));
    assert.match(await cp.innerText(hook('result')), /Central Powers wins: the other side has resigned/);
});

test('a game without hints', { timeout: 60_000 }, async () => {
    const page = await newPage(browser, table);
    await page.goto('/');
    await ready(page);
    await press(page, hook('play-fury'));
    assert.ok(await page.locator(hook('no-hints')).isHidden(), 'who plays a bot alone is not asked');
    await page.selectOption(hook('seat-cp'), 'open');
    await page.check(hook('no-hints'));
    await press(page, hook('start'));
    await page.waitForURL(/\/game\//);
    await ready(page);
    await myDecision(page);
    assert.ok(await page.locator(hook('hint')).isHidden());
    await page.keyboard.press('i');
    await toast(page, /without hints/).waitFor();
});
