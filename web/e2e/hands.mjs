// What a player's hands do at the table: looking for what is lit on the board, and touching it.

import { shownNumber } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ x: number, y: number }} Point */

/** Selectors of what the board shows. */
export const LIT_STACK = '.layer-frames .lit-piece';
export const LIT_PLACE = '.layer-dots .lit-dot';
export const REACH = '.layer-reach .reach';

/** By the hook of a control. @param {string} name */
export const hook = name => `[data-test="${name}"]`;

/**
 * By what a button does: its verb, and words of the text that you would type for it.
 * @param {string} verb
 * @param {string} [words]
 */
export const does = (verb, words = '') => `[data-verb="${verb}"]${words && `[data-text*="${words}" i]`}`;

/** Waits until the board lies still. @param {Page} page */
export async function still(page) {
    await page.waitForSelector('.board-sheet:not(.moving):not(.gliding)');
}

/**
 * Middles of what a selector finds on the board, as far as it is in sight and nothing lies over it.
 * @param {Page} page
 * @param {string} selector
 * @returns {Promise<Point[]>}
 */
export async function inSight(page, selector) {
    await still(page);
    return page.evaluate(what => [...document.querySelectorAll(what)].flatMap(node => {
        const box = node.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return document.elementFromPoint(x, y)?.closest('.board-pane') ? [{ x, y }] : [];
    }), selector);
}

/**
 * Where places are on the screen.
 * @param {Page} page
 * @param {string} place
 * @returns {Promise<Point>}
 */
export async function pointOf(page, place) {
    await still(page);
    return page.evaluate(async id => {
        const game = await (await fetch(`/api/games/${location.pathname.split('/')[2]}`)).json();
        const kit = await (await fetch(`/api/titles/${game.game}/kit?scenario=${game.scenario}`)).json();
        const { x, y } = kit.places.find((/** @type {{ id: string }} */ p) => p.id === id);
        const box = /** @type {Element} */ (document.querySelector('.board-sheet')).getBoundingClientRect();
        return { x: box.x + (x * box.width) / kit.width, y: box.y + (y * box.height) / kit.height };
    }, place);
}

/** Whether the page is on a screen that is touched. @param {Page} page */
async function touched(page) {
    return page.evaluate(() => matchMedia('(pointer: coarse)').matches);
}

/**
 * Touches a point of the board: a tap where there is no mouse.
 * @param {Page} page
 * @param {Point} point
 */
export async function touch(page, { x, y }) {
    if (await touched(page)) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
}

/**
 * Presses a control, the first of several.
 * @param {Page} page
 * @param {string} selector
 */
export async function press(page, selector) {
    const control = page.locator(selector).first();
    await (await touched(page) ? control.tap() : control.click());
}

/**
 * Brings a place into sight by the dialog for it, and touches it.
 * @param {Page} page
 * @param {string} place
 */
export async function touchPlace(page, place) {
    await page.keyboard.press('g');
    await page.fill(hook('goto'), place);
    await page.keyboard.press('Enter');
    await page.waitForSelector(hook('goto-dialog'), { state: 'detached' });
    await touch(page, await pointOf(page, place));
}

/**
 * Does something and waits until the game has gone on.
 * @param {Page} page
 * @param {(before: number) => Promise<unknown>} act  is told the game's length before it
 */
export async function goesOn(page, act) {
    const before = await shownNumber(page);
    await act(before);
    await page.waitForFunction(n => Number(document.documentElement.dataset.number) > n, before);
}

/** Waits until it is up to the player, or the game is over. @param {Page} page */
export async function myDecision(page) {
    await page.waitForSelector(`.table.mine, ${hook('result')}`, { timeout: 30_000 });
}

/** The turn that the track shows. @param {Page} page */
export async function turn(page) {
    return (await page.textContent('.turns [aria-current="step"]'))?.match(/^[A-Z]\d/)?.[0];
}

/**
 * Where the board shows every counter: the place next to its middle.
 * @param {Page} page
 * @param {import('../wire.d.ts').Place[]} places
 * @returns {Promise<Record<string, string>>} by piece
 */
export async function counterPlaces(page, places) {
    const at = await page.evaluate(() => [...document.querySelectorAll('.layer-counters .piece')].map(node => {
        const [x, y] = (node.getAttribute('transform')?.match(/-?[\d.]+/g) ?? []).map(Number);
        return { id: node.querySelector('[data-piece]')?.getAttribute('data-piece') ?? '', x: x ?? NaN, y: y ?? NaN };
    }));
    return Object.fromEntries(at.map(({ id, x, y }) => {
        const near = places.reduce((a, b) => (Math.hypot(a.x - x, a.y - y) <= Math.hypot(b.x - x, b.y - y) ? a : b));
        return [id, near.id];
    }));
}

/**
 * Picks a unit up from the list of those that can act.
 * @param {Page} page
 * @param {string} id
 */
export async function pickListed(page, id) {
    await page.locator(`${hook('able')} ${hook('piece')}[data-id="${id}"]`).click();
    await page.waitForFunction(piece => document.querySelector(`.layer-counters .selected [data-piece="${piece}"]`), id);
}
