// Somebody at the table who does not know the game: touches what is lit, presses what is offered, answers what is asked.

import assert from 'node:assert/strict';
import { goesOn, hook, inSight, LIT_PLACE, LIT_STACK, press, REACH, touch } from './hands.mjs';
import { shot } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Clicks the button that ends a step, or any other of the decision bar. @param {Page} page */
export async function pressBar(page) {
    const primary = `.go ${hook('action')}.primary`;
    await press(page, await page.locator(primary).count() ? primary : `.go ${hook('action')}`);
}

/**
 * Picks up a lit counter on the board, one of those in sight; in a fanned stack the first that can act. What comes in meanwhile may push the board
 * aside or lie under the finger: a person looks again where the counter is now, and taps again.
 * @param {Page} page
 * @param {number} nth
 * @returns {Promise<import('./hands.mjs').Point | undefined>} where it was, if there are so many
 */
export async function pickUp(page, nth) {
    const opened = '.fan:not([hidden]), .piece.selected';
    for (let tries = 1; ; tries += 1) {
        const stack = (await inSight(page, LIT_STACK))[nth];
        if (!stack) return undefined;
        await touch(page, stack);
        const found = page.waitForSelector(opened, { timeout: 5_000 });
        if (tries < 4 && !(await found.catch(() => null))) continue;
        await found;
        if (!(await page.locator('.piece.selected').count())) await press(page, '.fan-piece[data-lit]');
        await page.waitForSelector('.piece.selected');
        return stack;
    }
}

/**
 * Moves a unit: a lit counter, then a place in reach. Tries the stacks in sight until one can go somewhere in sight.
 * @param {Page} page
 * @param {string} [picture]
 */
export async function moveOne(page, picture) {
    assert.ok((await inSight(page, LIT_STACK)).length > 0, 'stacks that can act are lit and in sight');
    for (let tried = 0; ; tried += 1) {
        const stack = await pickUp(page, tried);
        if (!stack) break;
        const can = await page.waitForSelector(`${REACH}, .hint:text("Nothing can be done")`, { state: 'attached' });
        const goals = (await can.getAttribute('class')) === 'hint' ? [] : await inSight(page, REACH);
        const goal = goals.find(p => Math.hypot(p.x - stack.x, p.y - stack.y) > 20);
        if (!goal) {
            await page.keyboard.press('Escape');
            continue;
        }
        if (picture) await shot(page, picture);
        const id = await page.getAttribute('.piece.selected [data-piece]', 'data-piece') ?? '';
        await goesOn(page, async before => {
            await touch(page, goal);
            await settleChoice(page, before);
        });
        // It glides there, and stands where the click was.
        await page.waitForFunction(({ id, x, y }) => {
            const box = document.querySelector(`.layer-counters [data-piece="${id}"]`)?.getBoundingClientRect();
            return box && Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < box.width;
        }, { id, ...goal });
        return;
    }
    assert.fail('no lit unit could be moved by clicks');
}

/**
 * A click that could mean several things asks which; a fight is weighed first.
 * @param {Page} page
 * @param {number} before  the game's length before the click
 * @param {number} [timeout]
 */
export async function settleChoice(page, before, timeout = 15_000) {
    for (;;) {
        const what = await page.waitForFunction(n => {
            if (Number(document.documentElement.dataset.number) > n) return 'done';
            if (document.querySelector('[data-test="battle"]')) return 'battle-go';
            return document.querySelector('[data-test="chooser"]:popover-open') ? 'choice' : null;
        }, before, { timeout });
        const found = await what.jsonValue();
        if (found === 'done' || !found) return;
        if (found === 'battle-go') await shot(page, 'newcomer-battle');
        await press(page, hook(found));
        await page.waitForSelector(hook(found === 'choice' ? 'chooser' : 'battle'), { state: 'detached' });
        if (found === 'battle-go') return;
    }
}

/** One decision, whatever it is, by clicking what is offered. @param {Page} page */
export async function decide(page) {
    await goesOn(page, async before => {
        if (await page.locator(`.go ${hook('action')}`).count()) {
            await pressBar(page);
            return settleChoice(page, before);
        }
        // What comes in meanwhile may push the board aside: a person looks again and clicks again.
        for (let tries = 1; tries <= 4; tries += 1) {
            const [place] = await inSight(page, LIT_PLACE);
            if (!place) break;
            await touch(page, place);
            if (await settleChoice(page, before, tries < 4 ? 4_000 : 15_000).then(() => true, error => (tries < 4 ? false : Promise.reject(error)))) return;
        }
        const piece = `.panel ${hook('piece')}.lit`;
        if (!(await page.locator(`.panel ${hook('action')}`).count()) && await page.locator(piece).count()) {
            await pull(page, 'half');
            await press(page, piece);
            await page.waitForSelector(`.panel ${hook('action')}, ${hook('choice')}`);
        }
        await pull(page, 'half');
        await press(page, `${hook('choice')}, .panel ${hook('action')}`);
        await settleChoice(page, before);
    });
    await pull(page, 'low');
}

/** On a telephone the panel with the lists is a sheet, which is pulled up and shut by its handle. @param {Page} page @param {'low' | 'half'} height */
async function pull(page, height) {
    const handle = page.locator(hook('sheet'));
    if (!(await handle.isVisible()) || await page.locator(hook('chooser')).count()) return;
    const now = () => page.getAttribute('.panel', 'data-height');
    for (let tries = 0; tries < 3 && (height === 'low') !== (await now() === 'low'); tries += 1) {
        await press(page, hook('sheet'));
        // It slides.
        await page.waitForTimeout(250);
    }
}
