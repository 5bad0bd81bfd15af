// Everybody can use the table: checked by axe at both widths.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barriers } from './axe.mjs';
import { hook, myDecision, press } from './hands.mjs';
import { ME, NARROW, newPage, ready, sit, stage, WIDE } from './table.mjs';

const SCREENS = /** @type {const} */ ([['wide', WIDE, false], ['narrow', NARROW, true]]);

const { table, browser } = await stage();

for (const [name, size, touch] of SCREENS) {
    test(`the lobby and a new game, ${name}`, async () => {
        /** @type {string[]} */
        const found = [];
        await table.game();
        const page = await newPage(browser, table, { size, touch });
        await page.goto('/');
        await ready(page);
        found.push(...await barriers(page, `${name} lobby`));
        await press(page, hook('play-fury'));
        await page.waitForSelector(hook('new-game'));
        found.push(...await barriers(page, `${name} new game`));
        await page.context().close();
        assert.deepEqual(found, []);
    });

    test(`a hint and the reasons of a bot, ${name}`, async () => {
        const game = await table.game({ seats: { ru: { kind: 'bot', level: 'veteran' }, cp: ME }, explain: true });
        const page = await sit(browser, game, { size, touch });
        await myDecision(page);
        if (!(await page.locator(hook('hint')).isVisible())) await press(page, hook('menu'));
        await press(page, `${hook('hint')}:visible, ${hook('menu-hint')}:visible`);
        await page.locator(hook('hint-card')).waitFor({ timeout: 60_000 });
        const found = await barriers(page, `hint ${name}`);
        await press(page, hook('tab-why'));
        await page.locator(hook('why-side')).waitFor();
        found.push(...await barriers(page, `why ${name}`));
        assert.deepEqual(found, []);
        await page.context().close();
    });

    test(`the table with its panels and windows, ${name}`, async () => {
        /** @type {string[]} */
        const found = [];
        const game = await table.position('koenigsberg');
        const page = await sit(browser, game, { size, touch });
        for (const tab of ['orders', 'log', 'forces', 'status']) {
            await press(page, hook(`tab-${tab}`));
                found.push(...await barriers(page, `${name} ${tab}`));
        }
        await press(page, hook('tab-orders'));
        await press(page, `${hook('able')} ${hook('piece')}[data-id="ru-ii"]`);
        await page.waitForSelector(`.panel ${hook('action')}`);
        found.push(...await barriers(page, `${name} picked up`));
        await press(page, `.panel ${hook('action')}[data-verb="attack"]`);
        await page.waitForSelector(hook('battle'));
        found.push(...await barriers(page, `${name} battle`));
        await press(page, hook('battle-not'));
        await page.waitForSelector(hook('battle'), { state: 'detached' });
        for (const what of ['rules', 'tables', 'keys', 'links']) {
            await press(page, hook('menu'));
            await press(page, hook(`menu-${what}`));
            await page.waitForSelector('dialog[open]');
            if (what === 'rules') await page.locator(hook('rule-entry')).first().waitFor();
                found.push(...await barriers(page, `${name} ${what}`));
            await press(page, 'dialog[open] [aria-label="Close"]');
            await page.waitForSelector('dialog', { state: 'detached' });
        }
        await page.context().close();
        assert.deepEqual(found, []);
    });

    test(`a game with hidden units, from both sides, ${name}`, async () => {
        /** @type {string[]} */
        const found = [];
        const game = await table.position('tannenberg', { game: 'tannenberg', scenario: 'tannenberg', ending: 'txt', seats: { ru: ME, de: ME } });
        const page = await sit(browser, game, { size, touch, sides: ['de'] });
        await press(page, hook('tab-orders'));
        await press(page, `${hook('able')} ${hook('piece')}[data-id="gruppe-7"]`);
        await page.waitForSelector(`.panel ${hook('action')}`);
        found.push(...await barriers(page, `${name} Gruppe`));
        await page.context().close();
        const other = await sit(browser, game, { size, touch, sides: ['ru'] });
        for (const tab of ['orders', 'forces']) {
            await press(other, hook(`tab-${tab}`));
            found.push(...await barriers(other, `${name} hidden ${tab}`));
        }
        await other.context().close();
        assert.deepEqual(found, []);
    });

    test(`a board of areas with a combat under way, ${name}`, async () => {
        /** @type {string[]} */
        const found = [];
        const seats = { fr: ME, au: ME, ru: ME };
        const game = await table.position('empires-battle', { game: 'empires', scenario: 'ulm1805', ending: 'txt', seats });
        const page = await sit(browser, game, { size, touch, sides: ['fr'] });
        await game.act('fight ulm');
        await page.waitForSelector(hook('combat'));
        found.push(...await barriers(page, `${name} combat of areas`));
        await press(page, hook('tab-forces'));
        found.push(...await barriers(page, `${name} forces of areas`));
        await page.context().close();
        assert.deepEqual(found, []);
    });

    test(`layers that are switched on and the stages of a combat, ${name}`, async () => {
        /** @type {string[]} */
        const found = [];
        const game = await table.position('orel-kromy', { game: 'orel', scenario: 'historical', ending: 'txt', seats: { white: ME, red: ME } });
        for (const action of ['r-5-let prepared 2112', 'r-art-let support prepared 2112', 'done']) await game.act(action);
        const page = await sit(browser, game, { size, touch });
        await page.waitForSelector(hook('combat-stages'));
        found.push(...await barriers(page, `${name} stages of a combat`));
        await press(page, `${hook('switches')} summary`);
        await page.locator(hook('switch')).first().check();
        found.push(...await barriers(page, `${name} layers`));
        await page.context().close();
        assert.deepEqual(found, []);
    });

    test(`a long log, a roll and the past, ${name}`, async () => {
        /** @type {string[]} */
        const found = [];
        const game = await table.position('koenigsberg');
        for (const action of ['attack 1004 from 1104 with RU III + RU IV', 'end declarations', 'fight for 1004']) await game.act(action);
        const page = await sit(browser, game, { size, touch });
        await press(page, hook('tab-log'));
        await page.locator(hook('dice')).first().waitFor();
        found.push(...await barriers(page, `${name} rolled`));
        await press(page, hook('tab-status'));
        await page.locator(hook('luck')).waitFor();
        found.push(...await barriers(page, `${name} luck`));
        await page.keyboard.press('[');
        await page.waitForSelector(hook('replay-banner'));
        found.push(...await barriers(page, `${name} past`));
        await page.context().close();
        assert.deepEqual(found, []);
    });
}
