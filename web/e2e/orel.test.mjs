// The Battle of Orel by mouse: a Prepared Attack with artillery followed from its declaration to the pursuit, between two browsers; layers over the map.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { does, goesOn, hook, myDecision, pickListed, REACH, touchPlace } from './hands.mjs';
import { ME, NARROW, newPage, ready, shot, sit, stage } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();
// With this seed the battalion cannot slip away, loses the Assault and is pursued.
const KROMY = { game: 'orel', scenario: 'historical', ending: 'txt', seed: 2, seats: { white: ME, red: ME } };

/** Presses a button that does something, in the bar or in the panel. @param {Page} page @param {string} verb */
async function act(page, verb) {
    await myDecision(page);
    await goesOn(page, () => page.locator(`${hook('action')}[data-verb="${verb}"]`).first().click());
}

/**
 * Picks a unit up and has it do something, by the menu that opens or by the panel.
 * @param {Page} page @param {string} id @param {string} verb
 */
async function order(page, id, verb) {
    await myDecision(page);
    await goesOn(page, async () => {
        // With few choices they are buttons beside the decision.
        const few = page.locator(`${hook('action')}${does(verb, id)}`);
        if (await few.count()) {
            await few.first().click();
            return;
        }
        await page.locator(`${hook('able')} ${hook('piece')}[data-id="${id}"]`).click();
        await page.locator(`:is(${hook('choice')}, .panel ${hook('action')})[data-verb="${verb}"]`).first().click();
    });
}

/**
 * Picks a unit up, points at a hex and chooses what is meant there.
 * @param {Page} page @param {string} id @param {string} place @param {string} verb
 */
async function point(page, id, place, verb) {
    await pickListed(page, id);
    await page.waitForSelector(REACH);
    await touchPlace(page, place);
    await page.locator(`${hook('choice')}[data-verb="${verb}"]`).first().click();
}

/** What the combat's card says: attacker's and defender's side of a row. @param {Page} page @param {string} row */
function told(page, row) {
    return page.locator(`${hook('combat-row')}[data-row="${row}"] td`).allInnerTexts();
}

/** Waits until the combat has come to a stage. @param {Page} page @param {string} name */
async function stageIs(page, name) {
    await page.waitForFunction(want => document.querySelector('[data-test="combat-stages"] [aria-current="step"]')?.textContent === want, name);
}

test('a Prepared Attack with guns, from its declaration to the pursuit', { timeout: 180_000 }, async () => {
    const game = await table.position('orel-kromy', KROMY);
    const [red, white] = [await sit(browser, game, { sides: ['red'] }), await sit(browser, game, { sides: ['white'] })];
    await pickListed(red, 'r-5-let');
    await red.waitForSelector(REACH);
    await touchPlace(red, '2112');
    await red.locator(`${hook('choice')}[data-verb="prepared_attack"]`).first().click();
    // Everything that bears on it before it is declared.
    await red.waitForSelector(hook('battle'));
    assert.match(await red.innerText(hook('battle')), /2112/);
    assert.equal(await red.innerText(hook('chance-sum')), '100 %');
    assert.match(await red.innerText(hook('expected')), /retreats before combat/i);
    await shot(red, 'orel-weigh');
    await goesOn(red, () => red.click(hook('battle-go')));
    for (const id of ['r-6-let', 'r-cv-let']) {
        await goesOn(red, async () => {
            await point(red, id, '2112', 'prepared_attack');
            await red.click(hook('battle-go'));
        });
    }
    await goesOn(red, () => point(red, 'r-art-let', '2112', 'support_prepared'));
    // Two stacks attack, one supports.
    assert.equal(await red.locator('.layer-arrows .arrow.attack').count(), 2);
    assert.equal(await red.locator('.layer-arrows .arrow.support').count(), 1);
    for (let i = 0; i < 3; i += 1) await red.click('[aria-label="Zoom in"]');
    await shot(red, 'orel-declared');
    await act(red, 'done');
    await red.waitForFunction(() => /munitions/i.test(document.querySelector('[data-test="decision"]')?.textContent ?? ''));
    await shot(red, 'orel-munitions');
    await act(red, 'done');

    // The battalion tries to slip away and cannot.
    await stageIs(white, 'Retreat before combat');
    assert.deepEqual(await told(white, 'units'), ['5/Let, 6/Let, Cv/Let', '2/3M']);
    await shot(white, 'orel-before');
    await act(white, 'retreat');
    await stageIs(red, 'Charge');
    assert.deepEqual(await told(red, 'die of White'), ['', '5']);
    assert.ok(await red.locator('.lift.turned [data-piece="w-2-3m"]').count(), 'it stands there in March mode');
    await order(red, 'r-cv-let', 'charge');

    await stageIs(red, 'Assault');
    assert.deepEqual(await told(red, 'strength'), ['17', '3']);
    await goesOn(red, async () => {
        await red.locator(`${hook('action')}[data-verb="assault"]`).first().click();
        await red.waitForSelector(hook('battle'));
        assert.match(await red.innerText(hook('battle')), /17 : 3/);
        await shot(red, 'orel-assault');
        await red.click(hook('battle-go'));
    });
    await stageIs(red, 'Losses');
    assert.deepEqual(await told(red, 'dice of Red'), ['1 + 4 = 5', '']);
    await shot(red, 'orel-losses');
    await order(red, 'r-5-let', 'lose');

    // Morale: it goes back one hex, and is pursued.
    await stageIs(white, 'Morale');
    await shot(white, 'orel-morale');
    await goesOn(white, () => touchPlace(white, '2113'));
    await stageIs(red, 'Advance and pursuit');
    for (const id of ['r-5-let', 'r-6-let', 'r-cv-let']) await order(red, id, 'advance');
    await order(red, 'r-cv-let', 'pursue');
    assert.match(await red.locator(`${hook('combat')} h2`).innerText(), /Pursuit/i);
    await order(red, 'r-cv-let', 'charge');
    await stageIs(white, 'Morale');
    await shot(white, 'orel-pursuit');
    await goesOn(white, () => touchPlace(white, '2213'));
    await order(red, 'r-cv-let', 'advance');
    const { view } = await game.state('red');
    const at = (/** @type {string} */ id) => view.counters.find(c => c.id === id);
    assert.deepEqual([at('w-2-3m')?.place, at('w-2-3m')?.echelon, at('r-cv-let')?.place], ['2213', '•', '2113']);
    assert.equal(view.tracks.find(t => t.name === 'Red: prisoners taken')?.value, '2');
    assert.equal(view.combats.length, 0);
    // The card tells the whole pursuit, with nothing of it left to do, until it is put away.
    assert.equal(await red.locator(hook('combat-stages')).count(), 0);
    assert.equal(await red.locator(hook('account')).getAttribute('data-over'), 'true');
    assert.equal(await red.locator(hook('account-fate')).last().locator('button').innerText(), 'Cv/Let advances from 2112 to Gostoml (2113)');
    await red.click(hook('battle-close'));
    assert.ok(await red.locator(hook('combat')).isHidden(), 'the card is gone');
});

test('what cannot be done is answered with its rule', { timeout: 60_000 }, async () => {
    const game = await table.position('orel-kromy', KROMY);
    const page = await sit(browser, game, { sides: ['red'] });
    await pickListed(page, 'r-1-pavl');
    await touchPlace(page, '2112');
    await page.waitForSelector('.toast');
    assert.match(await page.locator('.toast').first().innerText(), /Rule \d/);
    await shot(page, 'orel-refused');
});

test('layers over the map are switched on and off', { timeout: 60_000 }, async () => {
    const game = await table.game({ game: 'orel', scenario: 'historical', seats: { white: ME, red: ME } });
    const page = await sit(browser, game);
    await page.click(`${hook('switches')} summary`);
    const boxes = page.locator(hook('switch'));
    const whats = await boxes.evaluateAll(all => all.map(b => `${/** @type {HTMLElement} */ (b).dataset.what} ${/** @type {HTMLElement} */ (b).dataset.side}`));
    const own = ['depot range', 'main body', 'inactive', 'entry zone'];
    assert.deepEqual(whats, own.flatMap(what => [`${what} white`, `${what} red`]));
    for (const what of own) {
        for (const side of ['white', 'red']) await page.check(`${hook('switch')}[data-what="${what}"][data-side="${side}"]`);
        assert.ok(await page.locator(`.layer-fields .field[data-what="${what}"]`).count() >= 2, what);
        await shot(page, `orel-layer-${what.replaceAll(' ', '-')}`);
        for (const side of ['white', 'red']) await page.uncheck(`${hook('switch')}[data-what="${what}"][data-side="${side}"]`);
    }
    // Zones and railways are layers of the ground, which every game has: one switch shows them for both sides.
    for (const [kind, name] of [['zones', 'Zones of control'], ['control', 'Who holds what']]) {
        const ground = page.locator(`${hook('switches')} label:has(${hook('ground')}[data-what="${kind}"])`);
        assert.equal(await ground.locator('span').innerText(), name);
        await ground.locator('input').check();
        for (const side of ['white', 'red']) await page.waitForSelector(`.layer-ground .ground-field[data-kind="${kind}"][data-side="${side}"]`, { state: 'attached' });
        await shot(page, `orel-layer-${kind}`);
        await ground.locator('input').uncheck();
        await page.waitForSelector('.layer-ground .ground-field', { state: 'detached' });
    }
    assert.equal(await page.locator('.layer-fields *').count(), 0);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator(`${hook('switches')}[open]`).count(), 0);
});

test('states are seen on the counters', { timeout: 60_000 }, async () => {
    const game = await table.position('orel-kromy', KROMY);
    const page = await sit(browser, game);
    const badge = (/** @type {string} */ id, /** @type {string} */ word) =>
        page.locator(`.layer-counters [data-piece="${id}"] title`).filter({ hasText: word }).count();
    assert.equal(await page.locator('.lift.turned [data-piece="r-3-7d"]').count(), 1);
    assert.equal(await badge('w-3-83s', 'routed'), 1);
    assert.equal(await badge('w-3-83s', 'unsupplied'), 1);
    assert.equal(await badge('r-3-7d', 'out of command'), 1);
    assert.equal(await badge('w-1-3k', 'entrenched'), 1);
    for (let i = 0; i < 3; i += 1) await page.click('[aria-label="Zoom in"]');
    await touchPlace(page, '2112');
    await shot(page, 'orel-counters');
});

test('a new game from the lobby', { timeout: 60_000 }, async () => {
    const page = await newPage(browser, table);
    await page.goto('/');
    await page.click(hook('play-orel'));
    await page.selectOption(hook('scenario'), 'brasovo');
    await page.selectOption(hook('seat-white'), 'me');
    await page.selectOption(hook('seat-red'), 'bot:recruit');
    await page.click(hook('start'));
    await page.waitForURL(/\/game\//);
    await ready(page);
    await myDecision(page);
    await shot(page, 'orel-brasovo');
});

test('the board on a telephone', { timeout: 90_000 }, async () => {
    const game = await table.position('orel-kromy', KROMY);
    const page = await sit(browser, game, { sides: ['red'], size: NARROW, touch: true });
    await page.waitForSelector('.layer-counters .piece');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    await shot(page, 'orel-phone');
    for (const words of ['r-5-let prepared 2112', 'r-6-let prepared 2112', 'r-art-let support prepared 2112', 'done', 'done']) await game.act(words);
    await stageIs(page, 'Retreat before combat');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nor does the card of the combat');
    await shot(page, 'orel-phone-combat');
    await page.click(`${hook('switches')} summary`);
    await page.check(`${hook('switch')}[data-what="depot range"][data-side="red"]`);
    await shot(page, 'orel-phone-layers');
});
