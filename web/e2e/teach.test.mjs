// What teaches a newcomer: facts in the lobby, the primer with its pictures, the guided lesson, the paragraph for every decision.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goesOn, hook, press } from './hands.mjs';
import { newPage, ready, shot, stage, waitForNumber } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../wire.d.ts').Title} Title */

const { table, browser } = await stage();
/** @type {Title[]} */
const titles = await table.call('/api/titles');
const taught = titles.filter(t => t.facts);

/** From the lobby into a lesson. @param {Page} page @param {string} id */
async function begin(page, id) {
    await page.goto('/');
    await ready(page);
    await Promise.all([page.waitForURL(/\/game\//), press(page, hook(`lesson-${id}`))]);
    await ready(page);
    await page.waitForSelector(hook('lesson-text'));
}

/** The title of the step that is shown. @param {Page} page */
const step = page => page.innerText(`${hook('lesson')} h2`);

/** Waits for a step. @param {Page} page @param {string} title */
const comes = (page, title) => page.locator(`${hook('lesson')} h2`, { hasText: title }).waitFor();

/**
 * Goes on in the lesson by one: reads on, or has the next move shown.
 * @param {Page} page
 * @returns {Promise<boolean>} whether there was more of it
 */
async function onward(page) {
    const any = ['next', 'show', 'end', 'return'].map(name => `${hook(`lesson-${name}`)}:enabled`).join(', ');
    const found = await (await page.waitForSelector(any)).getAttribute('data-test');
    assert.notEqual(found, 'lesson-return', 'the lesson goes as it is written');
    if (found === 'lesson-end') return false;
    if (found === 'lesson-show') {
        await goesOn(page, () => press(page, hook('lesson-show')));
        return true;
    }
    const read = await step(page);
    await press(page, hook('lesson-next'));
    await page.waitForFunction(was => document.querySelector('.lesson h2')?.textContent !== was, read);
    return true;
}

for (const title of titles) {
    test(`what the lobby says of ${title.title}`, async () => {
        const page = await newPage(browser, table);
        await page.goto('/');
        await ready(page);
        const there = await page.locator(hook(`facts-${title.id}`)).count();
        assert.equal(there, title.facts ? 1 : 0, 'a game without facts is shown without');
        assert.equal(await page.locator(hook(`lesson-${title.id}`)).count(), there);
        if (title.facts) {
            await page.click(hook(`play-${title.id}`));
            assert.equal(await page.inputValue(hook('scenario')), title.facts.start);
            assert.match(await page.innerText(hook('scenario-facts')), /players · about .* · some \d+ decisions/);
        }
        await page.context().close();
    });
}

for (const title of taught) {
    test(`the primer of ${title.title}`, async () => {
        const page = await newPage(browser, table);
        await page.goto('/');
        await ready(page);
        await page.click(hook(`primer-${title.id}`));
        const primer = page.locator(hook('primer'));
        await primer.waitFor();
        /** @type {import('../wire.d.ts').Kit} */
        const kit = await table.call(`/api/titles/${title.id}/kit?scenario=${title.facts?.start}`);
        const named = kit.teaching?.primer.match(/^!\[.*\]\(/gm)?.length ?? 0;
        assert.ok(named > 0, 'it has pictures');
        assert.equal(await primer.locator(hook('picture')).count(), named, 'and all of them are drawn');
        await shot(page, `primer-${title.id}`);
        const rule = primer.locator(hook('rule')).first();
        if (await rule.count()) {
            await rule.click();
            await page.locator(`${hook('reference')} .sought`).waitFor();
        }
        await page.context().close();
    });

    test(`the lesson of ${title.title} from its first step to its last, shown move by move`, { timeout: 180_000 }, async () => {
        const page = await newPage(browser, table);
        await begin(page, title.id);
        /** @type {import('../wire.d.ts').Kit} */
        const kit = await table.call(`/api/titles/${title.id}/kit?scenario=${title.facts?.start}`);
        const steps = kit.teaching?.lesson.step ?? [];
        const seen = [await step(page)];
        while (await onward(page)) {
            await page.waitForSelector(`${hook('lesson')} h2`);
            const now = await step(page);
            if (now !== seen.at(-1)) seen.push(now);
        }
        assert.equal(await step(page), steps.at(-1)?.title);
        assert.ok(seen.length > steps.length / 2, 'the steps were shown one after the other');
        await shot(page, `lesson-${title.id}-last`);
        await press(page, hook('lesson-end'));
        await page.locator(hook('lesson')).waitFor({ state: 'hidden' });
        const { seats } = await table.call(`/api/games/${page.url().split('/').pop()}`);
        const bots = seats.filter((/** @type {import('../wire.d.ts').Seat} */ s) => s.kind === 'bot');
        assert.equal(bots.length, seats.length - 1, 'the program plays on against you');
        await page.context().close();
    });
}

test('your own way, and back to the lesson', async () => {
    const page = await newPage(browser, table);
    await begin(page, 'fury');
    await press(page, hook('lesson-next'));
    await comes(page, 'Begin with the North');
    // The lesson says North.
    await goesOn(page, () => press(page, `.go ${hook('action')}:has-text("South")`));
    await page.waitForSelector(hook('lesson-astray'));
    await goesOn(page, () => press(page, hook('lesson-undo')));
    await page.waitForSelector(hook('lesson-text'));
    await comes(page, 'Begin with the North');
    await goesOn(page, () => press(page, hook('lesson-show')));
    const game = page.url();

    // After the page was left too.
    await goesOn(page, async () => {
        await page.keyboard.press('n');
        await press(page, `.panel ${hook('action')}[data-verb="move"]`);
    });
    await page.waitForSelector(hook('lesson-astray'));
    await page.reload();
    await page.waitForSelector(hook('lesson-astray'));
    await press(page, hook('lesson-return'));
    await page.waitForSelector(hook('lesson-text'));
    await comes(page, 'The 2nd Army marches');
    assert.equal(page.url(), game, 'as far as moves can be taken back, it is the same game');

    // By hand it goes on as well, in any order.
    await page.keyboard.press('Escape');
    const todo = page.locator('.lesson-todo li');
    await todo.first().waitFor();
    assert.equal(await todo.count(), 2);
    await page.locator(`${hook('able')} ${hook('piece')}[data-id="ru-xv"]`).click();
    await page.fill(hook('filter'), '1007');
    await goesOn(page, () => press(page, `.panel ${hook('action')}[data-text^="move RU XV to 1007" i]`));
    await page.waitForFunction(() => document.querySelector('.lesson-todo')?.textContent?.includes('1 of 2 done'));
    await page.context().close();
});

test('a question mark explains the decision', async () => {
    const game = await table.game({ seed: 1 });
    const page = await newPage(browser, table, { keys: { [game.id]: game.keys } });
    await page.goto(`/game/${game.id}`);
    await ready(page);
    await page.keyboard.press('?');
    await page.locator(hook('explained')).waitFor();
    assert.ok((await page.innerText(hook('explained'))).length > 80);
    await page.keyboard.press('Escape');
    await page.locator(hook('explain')).waitFor({ state: 'detached' });
    await page.click(hook('explain-this'));
    await page.click(hook('explain-keys'));
    await page.locator(hook('help')).waitFor();
    await page.keyboard.press('Escape');
    const { number } = await game.act('front North');
    await waitForNumber(page, number);
    await page.keyboard.press('?');
    assert.match(await page.innerText(hook('explained')), /move/i);
    await page.context().close();
});
