// Empires in Arms by mouse: a march with forage, a battle between two browsers, an assault on a city.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { does, goesOn, hook, myDecision, REACH, touchPlace } from './hands.mjs';
import { ME, NARROW, newPage, ready, shot, sit, stage } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./table.mjs').Game} Game */

const { table, browser } = await stage();
const ULM = { game: 'empires', scenario: 'ulm1805', ending: 'txt', seats: { fr: ME, au: ME, ru: ME } };

/**
 * A page in one seat that keeps everything it receives of the game.
 * @param {Game} game
 * @param {string} side
 */
async function seat(game, side) {
    const page = await newPage(browser, table, { keys: { [game.id]: { [side]: game.keys[side] ?? '' } } });
    /** @type {string[]} */
    const got = [];
    /** @type {Promise<unknown>[]} */
    const coming = [];
    page.on('websocket', socket => socket.on('framereceived', frame => got.push(String(frame.payload))));
    page.on('response', answer => {
        // What does not change in a game is the same for everybody, and names every chit; so do odds, which reckon with each of the enemy's.
        if (answer.url().includes('/api/games/') && !answer.url().endsWith('/odds')) coming.push(answer.text().then(text => got.push(text), () => {}));
    });
    await page.goto(`/game/${game.id}`);
    await ready(page);
    return { page, received: async () => (await Promise.all(coming), got.join('\n')) };
}

/** The id of a corps by its name, as its own side sees it. @param {Game} game @param {string} side @param {string} name */
async function block(game, side, name) {
    const { view } = await game.state(side);
    const found = view.counters.find(c => c.name === name);
    assert.ok(found, `${side} sees ${name}`);
    return found.id;
}

/** Presses a button that does something, in the bar or in the panel. @param {Page} page @param {string} verb @param {string} [words] */
async function act(page, verb, words = '') {
    await goesOn(page, () => page.locator(`${hook('action')}${does(verb, words)}`).first().click());
}

/** What the combat's card says: attacker's and defender's side of a row. @param {Page} page @param {string} row */
function told(page, row) {
    return page.locator(`${hook('combat-row')}[data-row="${row}"] td`).allInnerTexts();
}

/** Does what has to be confirmed in the window with the odds. @param {Page} page @param {string} verb @param {string} [words] */
async function begin(page, verb, words = '') {
    await goesOn(page, async () => {
        await page.locator(`${hook('action')}${does(verb, words)}`).first().click();
        await page.click(hook('battle-go'));
    });
}

test('a corps marches and forages; the enemy sees a block go by', { timeout: 90_000 }, async () => {
    const game = await table.position('empires-ulm', ULM);
    const [french, austrian] = [await seat(game, 'fr'), await seat(game, 'au')];
    const { page } = french;
    const id = await block(game, 'fr', 'French I');
    await goesOn(page, () => page.locator(`${hook('able')} ${hook('piece')}[data-id="${id}"]`).click());
    // On the march it stays in the hand: its reach is lit without another click.
    await page.waitForSelector(`.layer-counters .selected [data-piece="${id}"]`);
    await page.waitForSelector(REACH);
    await shot(page, 'empires-march');
    await goesOn(page, () => touchPlace(page, 'kar'));
    await page.waitForSelector(REACH);
    await act(page, 'end_march');
    await act(page, 'forage');
    await page.click(hook('tab-log'));
    assert.match(await page.locator('.log').innerText(), /French I Corps forages in Karlsruhe: \d/i);

    await austrian.page.waitForFunction(piece => document.querySelector(`.layer-counters [data-piece="${piece}"]`), id);
    const { view } = await game.state('au');
    const seen = view.counters.find(c => c.id === id);
    assert.equal(seen?.place, 'kar');
    assert.equal(seen?.branch, 'unknown-infantry');
    const named = /FR I\b|French I\b|fr-i\b/i;
    assert.match(await french.received(), named);
    assert.doesNotMatch(await austrian.received(), named, 'nothing says which corps it is');
    await shot(austrian.page, 'empires-austrian');
});

test('supply of a power can be looked at', { timeout: 60_000 }, async () => {
    const game = await table.position('empires-ulm', ULM);
    const page = await sit(browser, game, { sides: ['fr'] });
    await page.click(`${hook('switches')} summary`);
    const box = page.locator(`${hook('ground')}[data-what="supply"]`);
    await box.check();
    const legend = page.locator(`${hook('legend')} li`);
    await legend.filter({ hasText: 'In supply · France' }).waitFor();
    assert.ok((await legend.allTextContents()).includes('Source of supply · France'));
    const fields = (/** @type {string} */ what) => page.locator(`.layer-ground .ground-field.${what}[data-kind="supply"][data-side="fr"]`);
    assert.equal(await fields('supplied').count(), 1);
    assert.equal(await fields('blocked').count(), 1, 'enemies block some areas');
    const edge = (/** @type {string} */ what) => fields(what).locator('.edge').getAttribute('stroke');
    assert.notEqual(await edge('blocked'), await edge('supplied'), 'which is told from what is fed');
    const ring = (/** @type {string} */ place) => page.locator(`.layer-signs .ground-ring.source[data-place="${place}"]`);
    for (const place of ['str', 'stu']) assert.equal(await ring(place).count(), 1, `${place} is a source`);
    await shot(page, 'empires-supply');
    await box.uncheck();
    await legend.first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('.layer-ground .ground-field, .layer-signs > *').count(), 0);
});

test('a field battle between two browsers: no chit is seen before both are shown', { timeout: 120_000 }, async () => {
    const game = await table.position('empires-battle', ULM);
    const [french, austrian] = [await seat(game, 'fr'), await seat(game, 'au')];
    await begin(french.page, 'fight');
    await begin(french.page, 'chit', 'probe');
    await austrian.page.waitForSelector(`${hook('combat-row')}[data-row="chit"]`);
    await austrian.page.waitForFunction(() => document.querySelector('[data-row="chit"] td')?.textContent === 'chosen');
    assert.deepEqual(await told(french.page, 'chit'), ['chosen: probe', 'not yet chosen']);
    assert.deepEqual(await told(austrian.page, 'chit'), ['chosen', 'not yet chosen']);
    assert.doesNotMatch(await austrian.received(), /probe/i, 'the chit of the French has not been sent');
    await shot(austrian.page, 'empires-chits');

    await begin(austrian.page, 'chit', 'defend');
    await french.page.waitForFunction(() => document.querySelector('[data-row="chit"] td:last-child')?.textContent === 'defend');
    assert.deepEqual(await told(french.page, 'chit'), ['probe', 'defend']);
    assert.deepEqual(await told(austrian.page, 'chit'), ['probe', 'defend']);
    assert.match(await austrian.received(), /probe/i);
    assert.deepEqual(await told(austrian.page, 'factors left'), ['42', '33']);

    // Both order the round; a die for each.
    await act(french.page, 'order');
    await act(austrian.page, 'order');
    for (const { page } of [french, austrian]) await page.waitForSelector(`${hook('combat-row')}[data-row="die"]`);
    assert.match((await told(french.page, 'die')).join(), /^\d.*,\d/);
    assert.deepEqual(await told(french.page, 'table'), await told(austrian.page, 'table'));
    await shot(french.page, 'empires-round');
});

test('an assault on a city', { timeout: 120_000 }, async () => {
    // With these dice the first attempt is a breach.
    const game = await table.position('empires-siege', { ...ULM, seed: 2 });
    const [french, austrian] = [await seat(game, 'fr'), await seat(game, 'au')];
    await begin(french.page, 'assault');
    await myDecision(austrian.page);
    await act(austrian.page, 'fight');
    for (const { page } of [french, austrian]) await page.waitForSelector(hook('combat-round'));
    assert.equal(await french.page.locator(`${hook('combat')} h2`).innerText(), 'Assault on Ulm');
    assert.deepEqual((await told(french.page, 'table')).slice(0, 2), ['5-1', '5-2']);
    await shot(french.page, 'empires-assault');
});

test('one person takes several powers in a new game', { timeout: 60_000 }, async () => {
    const page = await newPage(browser, table);
    await page.goto('/');
    await page.click(hook('play-empires'));
    await page.selectOption(hook('scenario'), 'ulm1805');
    const seats = await page.locator('[data-test="new-game"] .seat-row label').allTextContents();
    assert.deepEqual([...seats].sort(), ['Austria', 'France', 'Russia']);
    await page.selectOption(hook('seat-fr'), 'bot:recruit');
    await page.selectOption(hook('seat-au'), 'me');
    await page.selectOption(hook('seat-ru'), 'me');
    await page.click(hook('start'));
    await page.waitForURL(/\/game\//);
    await ready(page);
    await myDecision(page);
    assert.match(await page.innerText(hook('decision')), /Austria|Russia/);
    await shot(page, 'empires-allies');
});

test('the board of areas on a telephone', { timeout: 60_000 }, async () => {
    const game = await table.position('empires-ulm', ULM);
    const page = await sit(browser, game, { sides: ['fr'], size: NARROW, touch: true });
    await page.waitForSelector('.layer-counters .piece');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    await shot(page, 'empires-phone');
});
