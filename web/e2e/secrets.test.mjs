// What a game with secrets and with scenarios for some of its sides needs of the browser, whichever it is: what the table
// answers about an open one is changed on its way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook } from './hands.mjs';
import { newPage, ready, shot, stage } from './table.mjs';

const { table, browser } = await stage();

test('a new game asks only for the seats of its scenario', async () => {
    const page = await newPage(browser, table);
    await page.route('**/api/titles', async route => {
        const titles = await (await route.fetch()).json();
        const fury = titles.find((/** @type {{ id: string }} */ t) => t.id === 'fury');
        fury.sides.push({ id: 'pl', name: 'Poland' });
        const [whole] = fury.scenarios;
        fury.scenarios = [{ ...whole, sides: ['ru', 'cp'] }, { ...whole, id: 'three', title: 'Three', sides: ['ru', 'cp', 'pl'] }];
        await route.fulfill({ json: titles });
    });
    await page.goto('/');
    await page.click(hook('play-fury'));
    const seats = () => page.locator('[data-test="new-game"] .seat-row label').allTextContents();
    assert.deepEqual(await seats(), ['Russia', 'Central Powers']);
    await page.selectOption(hook('seat-cp'), 'open');
    await page.selectOption(hook('scenario'), 'three');
    assert.deepEqual(await seats(), ['Russia', 'Central Powers', 'Poland']);
    assert.equal(await page.inputValue(hook('seat-cp')), 'open', 'what was chosen stays');
    await page.selectOption(hook('scenario'), 'campaign');
    assert.deepEqual(await seats(), ['Russia', 'Central Powers']);
});

/** Russians as their enemy sees them who knows nothing; what they decide is hidden too. @param {string} text */
function veiled(text) {
    return JSON.stringify(JSON.parse(text, (key, value) => {
        if (key === 'decision') return '';
        const russian = value?.branch && value.side === 'ru';
        return russian ? { ...value, branch: 'unknown', name: 'Russian Group', formation: '', echelon: '', values: [], reduced: false, badges: [] } : value;
    }));
}

test('a piece whose contents are hidden shows its back and is said to be unknown', async () => {
    const game = await table.game();
    const page = await newPage(browser, table, { keys: { [game.id]: { cp: game.keys.cp ?? '' } } });
    await page.route('**/api/games/**', async route => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: veiled(await answer.text()) });
    });
    await page.routeWebSocket('**/live', socket => {
        const server = socket.connectToServer();
        server.onMessage(message => socket.send(veiled(String(message))));
    });
    await page.goto(`/game/${game.id}`);
    await ready(page);
    const back = page.locator('.board-host .counter[aria-label^="Russian Group, contents unknown"]').first();
    assert.deepEqual(await back.locator('text').allTextContents(), ['?', 'Group']);
    assert.equal(await back.locator('.symbol, .values').count(), 0);
    assert.match(await page.innerText(hook('decision')), /Waiting for Russia …\s+7d\s+\?$/, 'of what he decides only the rule is said');
    await page.click(hook('tab-forces'));
    const russia = page.locator('.forces details[data-side="ru"]');
    assert.match(await russia.locator('h3').first().innerText(), /^Unknown \d+ · \d+ unknown$/);
    assert.match(await russia.locator(hook('force')).first().innerText(), /Russian Group\s+contents unknown/);
    await shot(page, 'unknown');
});

test('who plays both sides of a game with secrets looks from whichever he likes', async () => {
    const game = await table.game({ game: 'tannenberg', scenario: 'tannenberg', seats: { ru: { kind: 'me' }, de: { kind: 'me' } } });
    const page = await newPage(browser, table, { keys: { [game.id]: game.keys } });
    /** @type {import('../wire.d.ts').State[]} */
    const states = [];
    page.on('websocket', socket => socket.on('framereceived', frame => {
        const message = JSON.parse(String(frame.payload));
        if (message.kind === 'state') states.push(message);
    }));
    await page.goto(`/game/${game.id}`);
    await ready(page);
    const pressed = page.locator(`${hook('seat-switch')} [aria-pressed="true"]`);
    assert.equal(await pressed.getAttribute('data-test'), 'look-due');
    for (const [side, name] of [['ru', 'Russia'], ['de', 'Germany']]) {
        await page.click(hook(`look-${side}`));
        await page.waitForSelector(`${hook(`look-${side}`)}[aria-pressed="true"]`);
        await page.waitForSelector(`${hook('seat-switch')} b:text-is("${name}")`);
        const last = states.at(-1);
        assert.equal(last?.seat, side);
        assert.equal(last?.offers?.side, last?.view.deciding.find(s => s === side), 'only what this seat can do is offered');
    }
    await page.click(hook('look-due'));
    await page.waitForSelector(`${hook('look-due')}[aria-pressed="true"]`);
});
