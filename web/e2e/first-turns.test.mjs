// A newcomer at every game: the lobby, a few steps of the lesson, a first turn of their own, the enemy's turn as it can be followed, and a second one.
// Each game at one size, or with SANDTABLE_LONG=1 at all three.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './axe.mjs';
import { goesOn, hook, press } from './hands.mjs';
import { figureNames, meaning } from '../terms.js';
import { decide, moveOne, pressBar, settleChoice } from './player.mjs';
import { NARROW, newPage, ready, shot, stage, WIDE } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../wire.d.ts').Title} Title */

const MIDDLE = { width: 1024, height: 768 };
const SIZES = [WIDE, MIDDLE, NARROW];

const { table, browser } = await stage();
/** @type {Title[]} */
const titles = await table.call('/api/titles');
const runs = titles.filter(t => t.facts).flatMap((title, i) => SIZES
    .filter((_, at) => process.env.SANDTABLE_LONG || at === (i + 2) % SIZES.length).map(size => ({ title, size })));

/** @param {Page} page @returns {Promise<import('../wire.d.ts').State>} */
const seen = page => page.evaluate(async () => {
    const id = location.pathname.split('/')[2] ?? '';
    const keys = JSON.parse(localStorage.getItem('sandtable.keys') ?? '{}')[id];
    return (await fetch(`/api/games/${id}`, { headers: { Authorization: `Bearer ${Object.values(keys).join(',')}` } })).json();
});

/** What must hold wherever a newcomer looks. @param {Page} page @param {string} where */
async function sound(page, where) {
    const found = await page.evaluate(() => {
        /** @type {string[]} */
        const wrong = [];
        const root = document.documentElement;
        if (root.scrollWidth > innerWidth) wrong.push(`sticks out at the side by ${root.scrollWidth - innerWidth}`);
        // Nothing lies over a control that is shown: what is in its middle belongs to it.
        for (const control of document.querySelectorAll('.decide button, .bar a, .menu-button, .board-buttons button, .replay button, .replay select, .playback button, .lesson button, .switches summary')) {
            const box = control.getBoundingClientRect();
            if (!box.width || !box.height || getComputedStyle(control).visibility === 'hidden') continue;
            const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            if (over && (control.contains(over) || over.contains(control) || over.closest('.toast'))) continue;
            wrong.push(`${control.textContent || control.getAttribute('aria-label')} is covered by ${over?.outerHTML.slice(0, 90) ?? 'the edge of the window'}`);
        }
        const asked = document.querySelector('.decision strong')?.textContent ?? '';
        if (/\b[a-z]+_[a-z]+\b|undefined|null|\[object/.test(asked)) wrong.push(`asks in the words of a program: ${asked}`);
        return wrong;
    });
    assert.deepEqual(found, [], where);
}

/**
 * Waits until it is up to me or over, and nothing waits to be shown. Who has seen enough of the others' moves goes straight to the own decision.
 * @param {Page} page
 */
async function mine(page) {
    const finish = page.locator(`${hook('playback')}:not([hidden]) ${hook('playback-finish')}`);
    for (let i = 0; i < 40; i += 1) {
        const there = page.waitForFunction(() => document.querySelector('[data-test="result"]')
            || (document.querySelector('.table.mine') && (document.querySelector('[data-test="playback"]')?.hasAttribute('hidden') ?? true)), undefined, { timeout: 4_000 });
        if (await there.then(() => true, () => false)) return;
        if (await finish.count()) await finish.click({ timeout: 1_000 }).catch(() => {});
    }
    assert.fail('it is never up to me');
}

/** So many decisions of a turn are taken by hand. */
const OWN = 12;

/**
 * Plays until another side has moved and it is up to me again. The others' moves are watched as they are played back.
 * @param {Page} page
 * @param {string} side
 * @returns {Promise<{ others: number, shown: number }>} how many moves the others made, and how often the bar of their moves was seen
 */
async function turnOf(page, side) {
    await page.evaluate(() => {
        const bar = /** @type {HTMLElement} */ (document.querySelector('[data-test="playback"]'));
        const seen = { shown: 0, asked: 0 };
        Object.assign(window, { seen });
        new MutationObserver(() => {
            if (bar.hidden) return;
            seen.shown += 1;
            // While moves wait nothing is asked: that would be about what has not been seen.
            if (document.querySelector('.go [data-test="action"], .layer-frames .lit-piece')) seen.asked += 1;
        }).observe(bar, { attributes: true, childList: true, subtree: true, characterData: true });
    });
    const others = async () => page.evaluate(async mine => {
        const id = location.pathname.split('/')[2] ?? '';
        const keys = JSON.parse(localStorage.getItem('sandtable.keys') ?? '{}')[id];
        const { frames } = await (await fetch(`/api/games/${id}/history`, { headers: { Authorization: `Bearer ${Object.values(keys).join(',')}` } })).json();
        return frames.filter((/** @type {import('../wire.d.ts').Frame} */ f) => f.side && f.side !== mine).length;
    }, side);
    const before = await others();
    /** A bot takes the seat, or gives it back. @param {unknown} change */
    const seat = change => page.evaluate(async ([mine, change]) => {
        const id = location.pathname.split('/')[2] ?? '';
        const keys = JSON.parse(localStorage.getItem('sandtable.keys') ?? '{}')[id];
        const answer = await fetch(`/api/games/${id}/seat`, {
            method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${Object.values(keys).join(',')}` }, body: JSON.stringify({ side: mine, change }),
        });
        if (!answer.ok) throw new Error(await answer.text());
    }, /** @type {const} */ ([side, change]));
    let came = 0;
    for (let i = 0; came < 1 && i < 60; i += 1) {
        if (await page.locator(hook('result')).count()) break;
        if (i === OWN) {
            // A large army has more to do than there is time for here: a bot does the rest of the turn.
            await seat({ hand_to_bot: 'regular' });
            await page.waitForFunction(() => !document.querySelector('.go [data-test="action"]'));
            for (let wait = 0; wait < 300 && await others() === before; wait += 1) await page.waitForTimeout(100);
            // The bot may have ended the game with it, even at this moment.
            await seat('take_back').catch(error => {
                if (!/the game is over/.test(String(error))) throw error;
            });
            await mine(page);
            came = await others() - before;
            break;
        }
        if (await page.locator(`.go ${hook('action')}`).count()) {
            await goesOn(page, async number => {
                await pressBar(page);
                await settleChoice(page, number);
            });
        } else {
            await decide(page);
        }
        await mine(page);
        came = await others() - before;
    }
    const { shown, asked } = await page.evaluate(() => /** @type {{ seen: { shown: number, asked: number } }} */ (/** @type {unknown} */ (window)).seen);
    assert.equal(asked, 0, 'nothing is asked while moves of the others wait to be shown');
    return { others: came, shown };
}

for (const title of titles.filter(t => t.facts)) {
    test(`every figure and every turn of ${title.title} has a name`, async () => {
        for (const scenario of title.scenarios) {
            /** @type {import('../wire.d.ts').Kit} */
            const kit = await table.call(`/api/titles/${title.id}/kit?scenario=${scenario.id}`);
            const facts = kit.teaching?.facts ?? null;
            const unnamed = kit.counters.filter(c => c.values.length && !figureNames(c, facts).length).map(c => `${c.name}, ${c.branch}: ${c.values}`);
            assert.deepEqual(unnamed, [], scenario.title);
            // A turn that is more than a number or a date is explained.
            assert.deepEqual(kit.turns.filter(t => /^[A-Z]+\d*$/.test(t) && !meaning(t, facts)), [], scenario.title);
        }
    });
}

for (const { title, size } of runs) {
    const name = `${title.id}-${size.width}`;
    test(`a newcomer at ${title.title}, ${size.width} × ${size.height}`, { timeout: 240_000 }, async () => {
        const page = await newPage(browser, table, { size, touch: size === NARROW, motion: true, settings: { pace: 'fast', ask: false } });
        await page.route('**/api/games', async route => {
            const wish = route.request().postDataJSON();
            await route.continue(wish ? { postData: JSON.stringify({ ...wish, seed: wish.seed ?? 7 }) } : {});
        });
        await page.goto('/');
        await ready(page);
        await shot(page, `first-${name}-0-lobby`);

        await Promise.all([page.waitForURL(/\/game\//), press(page, hook(`lesson-${title.id}`))]);
        await ready(page);
        await page.waitForSelector(hook('lesson-text'));
        for (let i = 0; i < 3; i += 1) {
            const before = await page.innerText(hook('lesson'));
            await press(page, ['next', 'show'].map(step => `${hook(`lesson-${step}`)}:enabled`).join(', '));
            await page.waitForFunction(was => /** @type {HTMLElement} */ (document.querySelector('[data-test="lesson"]')).innerText !== was, before);
        }
        await shot(page, `first-${name}-1-lesson`);
        await sound(page, 'in the lesson');
        await press(page, '.lesson [aria-label="Leave the lesson and play on"]');
        await page.waitForSelector(hook('lesson'), { state: 'hidden' });

        await page.goto('/');
        await ready(page);
        await press(page, hook(`try-${title.id}`));
        await page.waitForSelector(hook('new-game'));
        await Promise.all([page.waitForURL(/\/game\//), press(page, hook('start'))]);
        await ready(page);
        await mine(page);
        const { yours: [side = ''], view } = await seen(page);
        await shot(page, `first-${name}-2-mine`);
        await sound(page, 'at the first decision');
        assert.ok(await page.evaluate(() => [...document.querySelectorAll('.layer-counters .piece')].some(node => {
            const box = node.getBoundingClientRect();
            return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.board-pane');
        })), 'units are in sight');

        // The game to begin with is played whole: a unit is moved too, by touch where there is no mouse.
        if (title === titles[0]) await moveOne(page);
        const first = await turnOf(page, side);
        assert.ok(first.others > 0, 'the others have moved');
        assert.ok(first.others < 3 || first.shown > 0, 'and their moves were played back');
        await shot(page, `first-${name}-3-after`);
        // A short game may be over by now: the account of it has opened over the page.
        if ((await seen(page)).result) {
            await page.waitForSelector(hook('ending'));
            await page.keyboard.press('Escape');
            await page.waitForSelector(hook('ending'), { state: 'detached' });
        }
        await sound(page, 'after the turn of the others');
        const again = await seen(page);
        assert.notEqual(again.number, 0);
        assert.ok(again.result || again.yours.some(s => again.view.deciding.includes(s)), `it is up to me again, after ${view.moment}`);

        /** @type {string[]} */
        const barred = [];
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
            await page.emulateMedia({ colorScheme });
            await page.waitForFunction(theme => document.documentElement.dataset.theme === theme, colorScheme);
            barred.push(...await barriers(page, `${name} ${colorScheme}`));
        }
        assert.deepEqual(barred, []);
        await page.context().close();
    });
}
