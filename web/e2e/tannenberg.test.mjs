// Tannenberg by mouse, both sides in browsers of their own: what the German hides the Russian never receives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { does, goesOn, hook, myDecision, pointOf, press, touch, touchPlace } from './hands.mjs';
import { ME, NARROW, newPage, ready, shot, sit, stage, waitForNumber } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();
const TANNENBERG = { game: 'tannenberg', scenario: 'tannenberg', seats: { ru: ME, de: ME } };

/**
 * A page in one seat that keeps everything it receives of the game.
 * @param {import('./table.mjs').Game} game
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
        // What does not change in a game is the same for everybody, and names every counter in the box.
        if (answer.url().includes('/api/games/')) coming.push(answer.text().then(text => got.push(text), () => {}));
    });
    await page.goto(`/game/${game.id}`);
    await ready(page);
    return { page, received: async () => (await Promise.all(coming), got.join('\n')) };
}

/** Picks a piece up from the list of those that can act. @param {Page} page @param {string} id */
async function pick(page, id) {
    // Looked for and pressed in one go: what is in the hand may be put down by the page itself in between.
    await page.evaluate(drop => /** @type {HTMLElement | null} */ (document.querySelector(drop))?.click(), hook('drop'));
    await page.locator(`${hook('able')} ${hook('piece')}[data-id="${id}"]`).click();
    await page.waitForSelector(`:is(.panel .actions, ${hook('chooser')}) button`);
}

/**
 * Picks a piece up and has it do what its words say, in the menu that opens or in the panel.
 * @param {Page} page
 * @param {string} id
 * @param {string} verb
 * @param {string} [words] if several are alike
 */
async function order(page, id, verb, words = '') {
    await goesOn(page, async () => {
        await pick(page, id);
        const all = page.locator(`:is(${hook('choice')}, .panel ${hook('action')})${does(verb, words)}`);
        const menu = page.locator(`${hook('chooser')} ${does(verb, words)}`);
        await all.first().waitFor();
        await (await menu.count() ? menu : all).first().click();
    });
}

/**
 * Picks a piece up and points at a place.
 * @param {Page} page
 * @param {string} id
 * @param {string} verb
 * @param {string} place
 */
async function send(page, id, verb, place) {
    await goesOn(page, async before => {
        await pick(page, id);
        await touchPlace(page, place);
        // Where others stand it is asked who is meant.
        const choice = page.locator(`${hook('choice')}[data-verb="${verb}"]`);
        await Promise.race([choice.waitFor().catch(() => {}), waitForNumber(page, before + 1).catch(() => {})]);
        if (await choice.count()) await choice.first().click();
    });
}

/** Presses the button of a verb beside the decision. @param {Page} page @param {string} verb @param {string} [words] */
async function bar(page, verb, words = '') {
    await goesOn(page, () => page.locator(`.go ${hook('action')}${does(verb, words)}`).click());
}

/** Where the page shows a counter; null if it has none. @param {Page} page @param {string} id */
function counter(page, id) {
    return page.locator(`.layer-counters [data-piece="${id}"]`);
}

/** The lines of the log. @param {Page} page */
async function log(page) {
    await page.click(hook('tab-log'));
    const lines = await page.locator('.log').innerText();
    await page.click(hook('tab-orders'));
    return lines;
}

/** The number of a Gruppe in any shape. */
const NUMBERED = 'Gruppe \\d|"gruppe-\\d{1,2}"';

/** Which of some patterns a text holds. @param {string} text @param {string[]} patterns */
const held = (text, patterns) => patterns.filter(p => new RegExp(p).test(text));

test('the German forms Gruppen before play; the Russian sees markers', { timeout: 60_000 }, async () => {
    const game = await table.game({ ...TANNENBERG, seed: 1 });
    const [german, russian] = [await seat(game, 'de'), await seat(game, 'ru')];
    const { page } = german;
    assert.match(await page.innerText(hook('decision')), /Hide your army before play begins: put Gruppe markers on the map and units into their boxes/);
    await send(page, 'gruppe-1', 'place', '1016');
    await order(page, 'de-35', 'hide');
    await order(page, 'de-36', 'hide');
    await order(page, 'hq-de-vm-17', 'hide');
    await send(page, 'gruppe-2', 'place', '1420');
    assert.equal(await counter(russian.page, 'de-36').count(), 0);
    await shot(page, 'tann-setup-german');
    await bar(page, 'done', 'End set-up');

    await myDecision(russian.page);
    assert.equal(await counter(russian.page, 'gruppe-1016-1').count(), 1);
    assert.equal(await counter(russian.page, 'gruppe-1420-1').count(), 1);
    assert.match(await counter(russian.page, 'gruppe-1016-1').getAttribute('aria-label') ?? '', /^Gruppe, contents unknown/);
    assert.equal(await counter(russian.page, 'de-d2').count(), 1, 'what is not hidden is seen');
    await shot(russian.page, 'tann-russian');
    const all = await russian.received();
    const secret = [NUMBERED, '"de-35"', '"de-36"', '"hq-de-vm-17"', 'DE 35\\b', 'DE 36\\b', '35th Infantry Division', '36th Infantry Division', 'vM-17', 'HQ Mackensen', 'Mackensen'];
    assert.deepEqual(held(all, secret), []);
    assert.deepEqual(held(await german.received(), secret), secret, 'its owner knows it');
});

test('a German Player-Turn and what the Russian finds out', { timeout: 90_000 }, async () => {
    const game = await table.position('tannenberg', { ...TANNENBERG, ending: 'txt' });
    const [german, russian] = [await seat(game, 'de'), await seat(game, 'ru')];
    const [de, ru] = [german.page, russian.page];
    await shot(de, 'tann-movement');

    // A Gruppe is split on its way: the slow brigade stays, the rest goes on; then a second Gruppe takes it up.
    await touchPlace(de, '1625');
    await de.waitForSelector('.fan-piece');
    await shot(de, 'tann-fan');
    assert.deepEqual(await de.locator('.fan-piece').evaluateAll(all => all.map(node => node.dataset.piece)), ['gruppe-7', 'de-1', 'de-1lw', 'hq-de-vf-1'],
        'the marker lies on what is in its box');
    await de.click('.fan-piece[data-piece="gruppe-7"]');
    await de.waitForSelector(`.panel ${hook('action')}[data-verb="entrain"]`);
    await shot(de, 'tann-gruppe');
    assert.deepEqual(await de.locator(`.panel ${hook('action')}:not([data-verb="move"])`).evaluateAll(all => all.map(node => node.dataset.verb)), ['entrain', 'remove', 'pretend']);
    await send(de, 'gruppe-7', 'move', '1724');
    await send(de, 'gruppe-1', 'place', '1724');
    await order(de, 'de-1lw', 'hide', 'Gruppe 1');
    await send(de, 'gruppe-7', 'move', '1723');
    await send(de, 'gruppe-9', 'move', '1823');
    await send(de, 'de-41', 'move', '1720');
    await order(de, 'de-2', 'entrain');
    await pick(de, 'de-2');
    await shot(de, 'tann-rail');
    await send(de, 'de-2', 'ride', '1625');
    await order(de, 'de-2', 'detrain');
    await bar(de, 'done', 'End movement');
    // What is rolled for hidden units is rolled in an action of their owner.
    await bar(de, 'done', 'Begin combat');

    // The attack: target, attackers, a headquarters that lends its columns.
    await goesOn(de, () => touchPlace(de, '1820'));
    await shot(de, 'tann-declare');
    await order(de, 'de-37', 'with');
    await order(de, 'de-41', 'with');
    await order(de, 'hq-de-vs-20', 'shift');
    await de.locator(`.go ${hook('action')}[data-verb="fight"]`).click();
    await de.waitForSelector(hook('battle'));
    await shot(de, 'tann-battle');
    const rows = await de.locator(`${hook('battle')} ${hook('chance')}`).evaluateAll(all => all.map(row => [Number(row.dataset.parts), Number(row.dataset.of)]));
    assert.ok(rows.length > 1);
    const whole = rows.reduce((product, [, of = 1]) => product * BigInt(of), 1n);
    assert.equal(rows.reduce((sum, [parts = 0, of = 1]) => sum + (whole / BigInt(of)) * BigInt(parts), 0n), whole, 'the chances sum to one');
    assert.equal(await de.textContent(hook('chance-sum')), '100 %');
    assert.match(await de.innerText(`${hook('battle')} .factors`), /\+1\tHQ Scholtz shifts the column\t10\.21b/);
    await goesOn(de, () => de.click(hook('battle-go')));

    // The defender chooses in his own browser, and then the hex to retreat to.
    await myDecision(ru);
    assert.match(await ru.innerText(hook('decision')), /37th Infantry Division and 41st Infantry Division attack 1820 Neidenburg, and 1 step is affected\. 54th Infantry Division must lose 1 step and stay, or retreat 1 hex/);
    await shot(ru, 'tann-choose');
    await bar(ru, 'choose', 'etreat 1 hex');
    assert.match(await ru.innerText(hook('decision')), /54th Infantry Division must retreat 1 hex from 1820 Neidenburg after the attack of 37th Infantry Division and 41st Infantry Division: choose the next hex/);
    await shot(ru, 'tann-retreat');
    await goesOn(ru, () => touchPlace(ru, '1921'));
    await myDecision(de);
    await order(de, 'de-37', 'lose');
    await send(de, 'de-41', 'advance', '1820');
    assert.deepEqual(where((await game.state()).view, 'de-41', 'ru-54', 'de-2', 'gruppe-7', 'gruppe-1', 'gruppe-9'),
        ['1820', '1921', '1625', '1723', '1724', '1823']);
    await bar(de, 'done', 'End the advance');

    // The Russian comes beside Gruppen: a dummy goes off the map, another answers and stays hidden until the phase ends.
    await myDecision(ru);
    await shot(ru, 'tann-contact-before');
    assert.equal(await counter(ru, 'gruppe-1823-1').count(), 1);
    await send(ru, 'ru-c15', 'move', '1924');
    await counter(ru, 'gruppe-1823-1').waitFor({ state: 'detached' });
    await counter(de, 'gruppe-9').waitFor({ state: 'detached' });
    assert.match(await log(ru), /a dummy is found out in\s*1823/i);
    assert.match(await log(de), /a dummy is found out in\s*1823/i);
    await send(ru, 'ru-c6', 'move', '1925');
    assert.match(await log(ru), /a Gruppe controls\s*1925/i);
    assert.equal(await counter(ru, 'gruppe-1926-1').getAttribute('aria-label'), 'Gruppe, contents unknown, zone of control');
    assert.equal(await counter(ru, 'de-70lw').count(), 0, 'it controls the hex and stays hidden');
    await shot(ru, 'tann-contact');
    assert.deepEqual(held(await russian.received(), ['70LW', '70lw', '70th Landwehr']), []);
    await bar(ru, 'done', 'End movement');
    await counter(ru, 'de-70lw').waitFor({ state: 'attached' });
    assert.equal(await counter(ru, 'gruppe-1926-1').count(), 0, 'opened as the phase ended');

    // What the Russian has received, all in all.
    await myDecision(de);
    await bar(de, 'done');
    const all = await russian.received();
    const secret = [NUMBERED, '"de-1"', '"de-1lw"', '"de-3r"', '"de-po"', '"hq-de-vf-1"', 'DE 1\\b', 'DE 1LW', 'DE 3R', 'DE PO',
        '\\b1st Infantry Division', '1st Landwehr Division', '3rd Reserve Division', 'Posen Garrison', 'HQ François'];
    assert.deepEqual(held(all, [...secret, 'François', 'vF-1\\b']), []);
    assert.deepEqual(held(await german.received(), secret), secret);
    const [his, mine] = await Promise.all(['ru', 'de'].map(side => table.call(`${game.path}/history`, { keys: [game.keys[side] ?? ''] })));
    assert.match(JSON.stringify(mine.frames.at(-1).lines), /"Posen Garrison rolls \d for command: in command"/);
    const told = his.frames.at(-1);
    assert.deepEqual(told.dice ?? [], told.lines.flatMap((/** @type {{ text: string }} */ { text }) => text.match(/(?<=^attrition of [^:]*: )\d/)?.map(Number) ?? []),
        'he is shown the dice that he is told of, not those of hidden units');
    await shot(de, 'tann-second');

    // On a telephone the orders for which no place is touched are beside the decision.
    const phone = await sit(browser, game, { sides: ['de'], size: NARROW, touch: true });
    await touch(phone, await pointOf(phone, '1620'));
    await press(phone, '.fan-piece[data-piece="gruppe-4"]');
    await phone.waitForSelector(`.go ${hook('more')}`);
    await shot(phone, 'tann-phone');
    await press(phone, `.go ${hook('more')}`);
    assert.deepEqual(await phone.locator(hook('choice')).allTextContents(), ['Take Gruppe 4 off the map', 'Mark Gruppe 4 as out of command']);
});

/** @param {import('../wire.d.ts').View} view @param {...string} ids */
function where(view, ...ids) {
    return ids.map(id => view.counters.find(c => c.id === id)?.place);
}

test('the form shows the options and seats of the scenario that is chosen, and the game begins with them', async () => {
    const page = await newPage(browser, table);
    await page.goto('/');
    await page.click(hook('play-tannenberg'));
    const better = page.locator(hook('option-improved-command-on'));
    assert.equal(await page.inputValue(hook('scenario')), 'tannenberg');
    assert.equal(await better.isVisible(), false, '17.5 is for the campaigns');
    await page.selectOption(hook('scenario'), 'three-player');
    assert.equal(await page.locator('[data-test="new-game"] .seat-row').count(), 3);
    assert.match(await page.innerText(hook('options')), /usual rules/);
    await page.click(hook('options'));
    await better.check();
    assert.match(await page.innerText(hook('options')), /improved command on/);
    await page.click(hook('start'));
    await page.waitForURL('**/game/*');
    await ready(page);
    const id = new URL(page.url()).pathname.split('/').pop();
    const { scenario, options } = await table.call(`/api/games/${id}`);
    assert.deepEqual([scenario, options['improved-command']], ['three-player', 'on']);
    // Chosen and then left behind, it is not asked for.
    await page.goto('/');
    await page.click(hook('play-tannenberg'));
    await page.selectOption(hook('scenario'), 'campaign');
    await page.click(hook('options'));
    await better.check();
    await page.selectOption(hook('scenario'), 'tannenberg');
    await page.click(hook('start'));
    await page.waitForURL('**/game/*');
    await ready(page);
});
