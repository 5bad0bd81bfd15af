// Going back and forth in a game, and branching off.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyChange } from '../view.js';
import { counterPlaces, hook } from './hands.mjs';
import { onBoard, ready, shownNumber, sit, stage, waitForNumber } from './table.mjs';

const { table, browser } = await stage();

/**
 * Where every piece was after each step, folded from the history.
 * @param {import('./table.mjs').Game} game
 */
async function past(game) {
    const [{ start, frames }, { places }] = await Promise.all([game.history(), table.kit()]);
    const views = [start];
    for (const frame of frames) views.push(applyChange(/** @type {typeof start} */ (views.at(-1)), frame.change));
    return { frames, views, at: views.map(view => onBoard(view, places)), places };
}

test('the board shows the past as it was, and comes back to now', async () => {
    const game = await table.game({ seed: 2 });
    const now = await game.wander({ seed: 4, until: ({ view }) => view.turn === 2 });
    const { at, views, places } = await past(game);
    const length = at.length - 1;
    assert.equal(length, now.number);
    const page = await sit(browser, game);
    await page.waitForFunction(n => document.querySelector('[data-test="replay-label"]')?.textContent === `move ${n} of ${n}`, length);

    /** @param {number} move */
    const shows = async move => {
        await waitForNumber(page, move);
        assert.deepEqual(await counterPlaces(page, places), at[move], `the board after move ${move}`);
        assert.equal(await page.locator(hook('replay-banner')).count(), move === length ? 0 : 1);
        assert.equal(await page.locator(`.go ${hook('action')}`).count() > 0, move === length && Boolean(now.offers?.buttons.length), 'nothing can be done in the past');
    };
    await shows(length);
    await page.click(hook('replay-prev'));
    await shows(length - 1);
    await page.keyboard.press('[');
    await shows(length - 2);
    await page.keyboard.press(']');
    await shows(length - 1);
    await page.click(hook('replay-next'));
    await shows(length);
    await page.click(hook('replay-first'));
    await shows(0);

    const third = Math.floor(length / 3);
    await page.locator(hook('replay-slider')).fill(String(third));
    await shows(third);
    const firstOfS1 = views.findIndex(view => view.turn === 1);
    await page.selectOption(hook('replay-turn'), { label: 'Turn S1' });
    await shows(firstOfS1);

    await page.selectOption(hook('replay-speed'), { label: 'very fast' });
    await page.click(hook('replay-play'));
    await page.waitForFunction(n => Number(document.documentElement.dataset.number) >= n, firstOfS1 + 3);
    await page.click(hook('replay-play'));
    const stopped = await shownNumber(page);
    assert.ok(stopped < length);
    await shows(stopped);

    await page.click(hook('back-to-now'));
    await shows(length);
    await page.locator(hook('replay-slider')).fill(String(length - 3));
    await page.click(hook('replay-play'));
    await shows(length);
    assert.equal(await page.getAttribute(hook('replay-play'), 'aria-label'), 'Play', 'it stops at the end');
});

test('a branch is a new game with the moves up to there', async () => {
    const game = await table.game({ seed: 2 });
    const { number } = await game.wander({ seed: 4, most: 40 });
    const { at, places } = await past(game);
    const page = await sit(browser, game);
    await page.click(hook('replay-first'));
    await page.locator(hook('replay-slider')).fill('25');
    await waitForNumber(page, 25);
    await page.click(hook('branch'));
    await page.waitForSelector(hook('branch-dialog'));
    await Promise.all([page.waitForURL(url => !url.pathname.includes(game.id)), page.click(hook('branch-start'))]);
    await ready(page);
    assert.equal(await shownNumber(page), 25);
    assert.deepEqual(await counterPlaces(page, places), at[25]);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const listed = (await table.call('/api/games')).find((/** @type {{ id: string }} */ g) => g.id === id);
    assert.equal(listed.moves, 25);
    assert.ok(await page.locator('.table.mine').count(), 'and it can be played');
    assert.equal((await game.state()).number, number, 'the first game stays as it is');
});

test('a move taken back is not in the past, and a branch after it has the right moves', async () => {
    const game = await table.game();
    await game.act('front North');
    const [first] = (await game.actions()).filter(a => a.pieces.includes('ru-ii'));
    await game.act(first?.text ?? '');
    await table.call(`${game.path}/undo`, { keys: Object.values(game.keys), body: { after: 2 } });
    const [other] = (await game.actions()).filter(a => a.pieces.includes('ru-iii'));
    await game.act(other?.text ?? '');
    const { at, places, frames } = await past(game);
    assert.equal(frames.length, 2);
    const page = await sit(browser, game);
    await page.waitForFunction(() => document.querySelector('[data-test="replay-label"]')?.textContent === 'move 2 of 2');
    await page.click(hook('replay-prev'));
    await page.waitForSelector(hook('replay-banner'));
    assert.deepEqual(await counterPlaces(page, places), at[1]);
    await page.click(hook('branch'));
    await Promise.all([page.waitForURL(url => !url.pathname.includes(game.id)), page.click(hook('branch-start'))]);
    await ready(page);
    assert.equal(await shownNumber(page), 1);
});
