// Few clicks: groups, dragging, units that stay, odds in lists, and taking it all back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { does, goesOn, hook, pickListed, pointOf } from './hands.mjs';
import { ME, shot, shownNumber, sit, stage } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();

/** Waits until the game has gone on by so many steps. @param {Page} page @param {number} from @param {number} by */
function steps(page, from, by) {
    return page.waitForFunction(n => Number(document.documentElement.dataset.number) === n, from + by);
}

/** Drags from a place to another. @param {Page} page @param {string} from @param {string} to @param {boolean} [shift] */
async function drag(page, from, to, shift = false) {
    const [a, b] = [await pointOf(page, from), await pointOf(page, to)];
    if (shift) await page.keyboard.down('Shift');
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
    await page.mouse.move(b.x, b.y, { steps: 3 });
    await page.mouse.up();
    if (shift) await page.keyboard.up('Shift');
}

test('a stack is dragged, goes one after the other, and comes back as one', async () => {
    const game = await table.game();
    await game.act('front North');
    const page = await sit(browser, game);
    const before = await game.places();
    const able = (await game.state()).offers?.pieces ?? [];
    const own = able.filter(id => before[id] === '1108');
    const went = own.length;
    assert.ok(went > 1, 'a stack');
    const number = await shownNumber(page);
    await drag(page, '1108', '1107', true);
    await steps(page, number, went);
    const after = await game.places();
    for (const id of own) assert.equal(after[id], '1107', id);
    await page.waitForFunction(n => new RegExp(`${n} moves`).test(document.querySelector('[data-test="undo"]')?.getAttribute('title') ?? ''), went);
    await shot(page, 'clicks-group');
    await page.click(hook('undo'));
    await steps(page, number, 2 * went);
    assert.deepEqual(await game.places(), before);
});

test('dragging where it cannot go says why; a box and shift pick up several', async () => {
    const game = await table.game();
    await game.act('front North');
    const page = await sit(browser, game);
    const number = await shownNumber(page);
    await drag(page, '1009', '0118');
    await page.waitForSelector(`${hook('toast')}[data-name="wish"] ${hook('rule')}`);
    assert.equal(await shownNumber(page), number);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.piece.selected', { state: 'detached' });
    // From ground without units: 1208 is free.
    const [a, b] = [await pointOf(page, '0907'), await pointOf(page, '1210')];
    await page.keyboard.down('Shift');
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await shot(page, 'clicks-box');
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await page.waitForFunction(() => document.querySelectorAll('.piece.selected').length > 2);
    await page.waitForSelector(hook('group'));
    await shot(page, 'clicks-picked');
});

test('a group is asked once what ends the move of each; the next unit is taken up as you ended the last', async () => {
    const game = await table.game({ game: 'orel', scenario: 'historical', seats: { white: ME, red: ME } });
    await game.act('done');
    const page = await sit(browser, game, { sides: ['white'] });
    const state = await game.state('white');
    const places = new Map(state.view.counters.map(c => [c.id, c.place]));
    const ids = ['w-1-2k', 'w-2-2k', 'w-3-2k'];
    await pickListed(page, 'w-1-2k');
    for (const id of ids.slice(1)) await page.locator(`${hook('able')} ${hook('piece')}[data-id="${id}"]`).click({ modifiers: ['Shift'] });
    await page.waitForSelector(hook('group'));
    await shot(page, 'clicks-orel-group');
    const before = await shownNumber(page);
    const { x, y } = await pointOf(page, '2206');
    await page.mouse.click(x, y);
    await steps(page, before, 1);
    await shot(page, 'clicks-orel-asked');
    await page.locator(`.panel ${hook('action')}[data-verb="combat_mode"]`).click();
    await steps(page, before, 6);
    const now = await game.state('white');
    for (const id of ids) assert.equal(now.view.counters.find(c => c.id === id)?.place, '2206', `${id} came from ${places.get(id)}`);
    assert.ok((now.offers?.pieces.length ?? 0) > 10, 'the last one is asked no more');
    await page.click(hook('undo'));
    await steps(page, before, 12);
    assert.deepEqual(new Map((await game.state('white')).view.counters.map(c => [c.id, c.place])), places);

    // One after the other: who is dragged next ends the move of the one before as you did last.
    await drag(page, places.get('w-1-1d') ?? '', '1812');
    await steps(page, before, 13);
    await page.click(hook('tab-log'));
    await drag(page, places.get('w-3-3d') ?? '', '0615');
    await steps(page, before, 15);
    const then = await game.state('white');
    assert.equal(then.view.counters.find(c => c.id === 'w-3-3d')?.place, '0615');
    assert.deepEqual(then.offers?.pieces, ['w-3-3d'], 'it is asked in its turn');
});

test('who stays is not lit; ending with units left asks; the phase is taken back at once', async () => {
    const game = await table.game({ game: 'drill', scenario: 'towns', seats: { blue: ME, red: ME } });
    const page = await sit(browser, game, { settings: { ask: true } });
    const units = (await game.state()).offers?.pieces ?? [];
    const able = () => page.locator(`${hook('able')} ${hook('piece')}`).count();
    assert.equal(await able(), units.length);
    await page.keyboard.press('n');
    await page.waitForSelector('.piece.selected');
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
    await page.waitForSelector(hook('staying'));
    assert.equal(await able(), units.length - 1);
    await page.keyboard.press('e');
    const asks = page.locator(hook('still-able-dialog'));
    await asks.waitFor();
    assert.match(await asks.innerText(), new RegExp(`${units.length - 1} units can still act`));
    assert.equal(await page.locator(hook('still-able')).count(), units.length - 1);
    await shot(page, 'clicks-ask');
    await page.click(hook('next-able'));
    await page.waitForSelector('.piece.selected');
    assert.equal((await game.state()).number, 0, 'nothing was ended');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Shift+X');
    await page.waitForFunction(() => !document.querySelector('[data-test="able"]'));
    await page.click(hook('may-move'));
    await page.waitForSelector(hook('able'));
    assert.equal(await able(), units.length);
    for (const text of ['move Blue 1st Foot to 0403', 'move Blue 3rd Foot to 0403', 'move Blue Horse to 0504']) await game.act(text);
    await steps(page, 0, 3);
    const phase = page.locator(hook('undo-phase'));
    assert.match(await phase.innerText(), /3/);
    await phase.click();
    await steps(page, 0, 6);
    assert.deepEqual((await game.state()).offers?.pieces.length, units.length);
    await page.keyboard.press('e');
    await goesOn(page, () => page.click(hook('end-anyway')));
    assert.match((await game.state()).view.decision, /attack/);
});

test('odds stand beside attacks, as the window reckons them', async () => {
    const game = await table.position('koenigsberg');
    const page = await sit(browser, game);
    const offers = (await game.state()).offers;
    await pickListed(page, offers?.pieces.find(id => id === 'ru-iii') ?? '');
    const row = page.locator(`.panel ${hook('action')}${does('attack')}`).first();
    await page.waitForFunction(() => (document.querySelector('.panel [data-test="action"] [data-test="odds"]')?.textContent ?? '') !== '');
    const said = await row.locator(hook('odds')).textContent() ?? '';
    await shot(page, 'clicks-odds');
    await row.click();
    await page.waitForSelector(hook('battle'));
    const [share] = /\d+(?= %)/.exec(said) ?? [];
    const all = await page.locator(`${hook('battle')} ${hook('chance')}`).evaluateAll(rows => rows.map(r => Math.round(Number(r.dataset.probability) * 100)));
    assert.equal(Number(share), Math.max(...all));
    await page.click(hook('battle-not'));
});

test('all secret choices stand in one window, and each is chosen from it', { timeout: 60_000 }, async () => {
    const game = await table.position('empires-battle', { game: 'empires', scenario: 'ulm1805', ending: 'txt', seats: { fr: ME, au: ME, ru: ME } });
    const fight = (await game.actions()).find(a => a.verb === 'fight');
    await game.act(fight?.text ?? '');
    const page = await sit(browser, game, { sides: ['fr'] });
    await page.locator(`${hook('action')}${does('chit', 'probe')}`).first().click();
    await page.waitForSelector(hook('matrix'));
    const offered = (await game.state('fr')).offers?.buttons.filter(b => b.verb === 'chit') ?? [];
    const rows = page.locator(hook('matrix-row'));
    assert.equal(await rows.count(), offered.length);
    await shot(page, 'clicks-matrix');
    // A cell says what the odds of that choice say of that answer.
    const { number } = await game.state('fr');
    const odds = await table.call(`${game.path}/odds`, { keys: [game.keys.fr ?? ''], body: { after: number, side: 'fr', action: offered[1]?.number } });
    const [answer] = odds.battle.expects.rows;
    assert.equal(await rows.nth(1).locator('td').first().locator('span').textContent(), `${answer[1]} : ${answer[2]}`);
    await goesOn(page, () => page.locator(`${hook('matrix-choose')}[data-text="${offered[1]?.text}"]`).click());
    assert.match((await game.state('fr')).view.combats[0]?.rows.find(r => r.name === 'chit')?.attacker ?? '', new RegExp(`chosen: ${offered[1]?.text.replace('chit ', '')}`));
});
