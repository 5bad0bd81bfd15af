// Several browsers at one table: steps are pushed, seats are kept apart, lost lines come back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { counterPlaces, goesOn, hook, LIT_PLACE, LIT_STACK, pickListed, REACH, touchPlace } from './hands.mjs';
import { newPage, OPEN, ready, shownNumber, sit, stage, waitForNumber } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { table, browser } = await stage();

/**
 * Comes to a game by the link of a seat.
 * @param {import('./table.mjs').Game} game
 * @param {string} side
 */
async function invited(game, side) {
    const page = await newPage(browser, table);
    await page.goto(`/game/${game.id}#key=${game.keys[side]}`);
    await ready(page);
    // You are told which side is yours before you come to the table.
    const name = (await game.state(side)).seats.find(s => s.side === side)?.name ?? '';
    assert.match(await page.innerText(hook('welcome-side')), new RegExp(`^You play ${name} in `));
    await page.click(hook('welcome-go'));
    await page.waitForSelector(hook('welcome'), { state: 'detached' });
    return page;
}

/** Lets a page note when it was last clicked and when its game went on, by the clock of this machine. @param {Page} page */
async function noteTimes(page) {
    await page.evaluate(() => {
        const { dataset } = document.documentElement;
        addEventListener('pointerdown', () => (dataset.clicked = String(Date.now())), true);
        let { number } = dataset;
        new MutationObserver(() => {
            if (number !== dataset.number) dataset.stepped = String(Date.now());
            ({ number } = dataset);
        }).observe(document.documentElement, { attributeFilter: ['data-number'] });
    });
}

test('a move in one browser appears in the other, and only its own side can act', async () => {
    const game = await table.game({ seats: { ru: OPEN, cp: OPEN } });
    const [russia, centre] = [await invited(game, 'ru'), await invited(game, 'cp')];
    const { places } = await table.kit();
    assert.ok(!russia.url().includes(game.keys.ru ?? ''), 'the key is taken out of the address');
    for (const page of [russia, centre]) await noteTimes(page);
    await goesOn(russia, () => russia.locator(`.go ${hook('action')}`).first().click());
    await waitForNumber(centre, 1);

    await pickListed(russia, 'ru-ii');
    await russia.waitForSelector(REACH, { state: 'attached' });
    await goesOn(russia, () => touchPlace(russia, '1305'));
    await waitForNumber(centre, 2);
    const took = Number(await centre.evaluate(() => document.documentElement.dataset.stepped)) - Number(await russia.evaluate(() => document.documentElement.dataset.clicked));
    assert.ok(took > 0 && took < 1000, `the other browser saw it after ${took} ms`);
    assert.equal((await counterPlaces(centre, places))['ru-ii'], '1305');

    assert.equal(await centre.locator(hook('action')).count(), 0, 'nothing is offered to the other side');
    assert.equal(await centre.locator(LIT_STACK).count(), 0);
    assert.equal(await centre.locator(hook('undo')).getAttribute('aria-disabled'), 'true');
    await centre.keyboard.press('e');
    const refused = await centre.evaluate(async ({ id, key }) => {
        const answer = await fetch(`/api/games/${id}/actions`, {
            method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
            body: JSON.stringify({ after: 2, side: 'ru', action: 'end movement' }),
        });
        return answer.status;
    }, { id: game.id, key: game.keys.cp });
    assert.equal(refused, 403);
    assert.equal((await game.state()).number, 2);
});

test('the key of a seat stays in the browser that came by its link', async () => {
    const game = await table.game({ seats: { ru: OPEN, cp: OPEN } });
    const page = await invited(game, 'cp');
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    assert.ok(kept.includes(game.keys.cp ?? ''));
    assert.ok(!kept.includes(game.keys.ru ?? ''));
    await page.reload();
    await ready(page);
    await page.click(hook('tab-status'));
    assert.match(await page.textContent('.seat-list') ?? '', /Central Powers you/);
});

test('after a crash of the program the page comes back by itself with the newest state', { timeout: 60_000 }, async () => {
    const game = await table.game();
    await game.act('front North');
    const page = await sit(browser, game);
    const { places } = await table.kit();
    await waitForNumber(page, 1);
    await page.evaluate(() => {
        document.documentElement.dataset.mark = 'never loaded again';
    });
    await table.kill();
    await page.waitForSelector(hook('offline'));
    await table.up();
    const move = (await game.actions()).find(a => a.pieces.includes('ru-ii') && a.place === '1305');
    await game.act(move?.text ?? '');
    await waitForNumber(page, 2);
    await page.waitForSelector(hook('offline'), { state: 'detached' });
    assert.equal((await counterPlaces(page, places))['ru-ii'], '1305');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.mark), 'never loaded again');

    const next = (await game.actions()).find(a => a.place && a.pieces.length === 1);
    await goesOn(page, () => game.act(next?.text ?? ''));
    assert.equal((await game.state()).number, 3, 'and it can be played on');
});

test('a reload in mid-decision loses nothing', async () => {
    const game = await table.position('koenigsberg');
    const page = await sit(browser, game);
    /** Loads the page again and sees that all is as it was. */
    const reload = async () => {
        const [state, decision] = [await game.state(), await page.textContent(hook('decision'))];
        await page.reload();
        await ready(page);
        assert.equal(await page.textContent(hook('decision')), decision);
        assert.equal(await shownNumber(page), state.number);
        assert.deepEqual((await game.state()).view, state.view);
    };
    await pickListed(page, 'ru-iii');
    await pickListed(page, 'ru-iv');
    await reload();
    assert.equal(await page.locator('.piece.selected').count(), 0, 'what was only in the hand is put down');

    await pickListed(page, 'ru-iii');
    await pickListed(page, 'ru-iv');
    await touchPlace(page, '1004');
    await goesOn(page, () => page.click(hook('battle-go')));
    await reload();
    await goesOn(page, () => page.locator(`.go ${hook('action')}.primary`).click());
    assert.match(await page.textContent(hook('decision')) ?? '', /Russia: One attack is still to be fought: choose the next one/);
    await reload();
    await page.locator(`${hook('action')}[data-verb="fight"]`).click();
    await goesOn(page, () => page.click(hook('battle-go')));
});

test('who watches sees everything open and nothing else', async () => {
    const game = await table.position('koenigsberg');
    const secrets = JSON.parse(await (await table.ask(`${game.path}/record`, { keys: Object.values(game.keys) })).text()).dice.secrets;
    assert.ok(secrets.length > 0);
    const page = await newPage(browser, table);
    /** @type {string[]} */
    const heard = [];
    /** @type {string[]} */
    const said = [];
    page.on('websocket', socket => {
        socket.on('framereceived', frame => heard.push(String(frame.payload)));
        socket.on('framesent', frame => said.push(String(frame.payload)));
    });
    /** @type {Promise<string>[]} */
    const answers = [];
    page.on('response', answer => {
        if (answer.url().includes('/api/')) answers.push(answer.text());
    });
    await page.goto(`/game/${game.id}?watch`);
    await ready(page);
    // The page may show the game before its line is open; what happens till then comes as a whole, not as a step.
    while (!heard.length) await setTimeout(20);
    for (const action of ['attack 1004 from 1104 with RU III + RU IV', 'end declarations', 'fight for 1004']) await game.act(action);
    await waitForNumber(page, 3);

    const frames = heard.map(text => JSON.parse(text));
    assert.ok(frames.filter(f => f.kind === 'step').length >= 3, 'the steps were pushed');
    assert.ok(frames.some(f => f.frame?.dice?.length), 'with the dice that were rolled');
    for (const frame of frames) if (frame.kind === 'step' || frame.kind === 'state') assert.equal(frame.offers, null);
    const all = [...heard, ...await Promise.all(answers)].join('\n');
    for (const secret of [...Object.values(game.keys), ...secrets]) assert.ok(!all.includes(secret), 'no key and no secret of the dice');
    assert.deepEqual(said.map(text => JSON.parse(text)), [{ keys: [] }]);
    assert.equal(await page.evaluate(() => localStorage.getItem('sandtable.keys')), '{}');

    for (const none of [hook('action'), LIT_STACK, LIT_PLACE, REACH]) assert.equal(await page.locator(none).count(), 0, none);
    await touchPlace(page, '1104');
    await page.keyboard.press('e');
    await page.keyboard.press('n');
    assert.equal(await page.locator('.piece.selected').count(), 0);
    await page.click(hook('menu'));
    await page.click(hook('menu-export'));
    assert.match(await page.textContent(`${hook('toast')}[data-name="error"]`) ?? '', /dice to come/);
    assert.equal((await table.ask(`${game.path}/record`)).status, 403);
    assert.equal((await game.state()).number, 3);
});
