// Taking moves back, and being told why not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterPlaces, goesOn, hook, pickListed, REACH, touchPlace } from './hands.mjs';
import { shownNumber, sit, stage } from './table.mjs';

const { table, browser } = await stage();

/**
 * Presses the button though it is greyed, as anybody can.
 * @param {import('playwright-core').Page} page
 */
async function pressUndo(page) {
    await page.locator(hook('undo')).click({ force: true });
}

test('a move without dice is taken back, by button and by key', async () => {
    const game = await table.game();
    await game.act('front North');
    const { places } = await table.kit();
    const page = await sit(browser, game);
    const undo = page.locator(hook('undo'));
    const before = await game.places();
    assert.deepEqual(await counterPlaces(page, places), before);

    for (const back of [() => undo.click(), () => page.keyboard.press('u')]) {
        const number = await shownNumber(page);
        await pickListed(page, 'ru-ii');
        await page.waitForSelector(REACH, { state: 'attached' });
        await goesOn(page, () => touchPlace(page, '1305'));
        assert.equal(await shownNumber(page), number + 1);
        assert.equal((await counterPlaces(page, places))['ru-ii'], '1305');
        assert.equal(await undo.getAttribute('aria-disabled'), 'false');

        await goesOn(page, back);
        assert.equal(await shownNumber(page), number + 2, 'what is taken back counts as a step');
        assert.deepEqual(await counterPlaces(page, places), before);
        assert.deepEqual(await game.places(), before);
    }
});

test('after a roll it is greyed, says why, and does nothing', async () => {
    const game = await table.position('koenigsberg');
    await game.act('attack 1004 from 1104 with RU III + RU IV');
    await game.act('end declarations');
    const page = await sit(browser, game);
    const undo = page.locator(hook('undo'));
    assert.equal(await undo.getAttribute('aria-disabled'), 'false');
    await page.locator(`${hook('action')}[data-verb="fight"]`).click();
    await goesOn(page, () => page.click(hook('battle-go')));

    const state = await game.state();
    assert.equal(state.undo.may, false);
    assert.equal(await undo.getAttribute('aria-disabled'), 'true');
    assert.equal((await undo.getAttribute('title'))?.toLowerCase(), state.undo.why.toLowerCase());
    for (const press of [() => pressUndo(page), () => page.keyboard.press('u')]) {
        await press();
        const toast = page.locator(`${hook('toast')}[data-name="undo"]`);
        assert.match((await toast.textContent() ?? '').toLowerCase(), new RegExp(state.undo.why.slice(0, 20).toLowerCase()));
        await toast.getByRole('button', { name: 'Dismiss' }).click();
    }
    assert.equal((await game.state()).number, state.number);
    assert.equal(await shownNumber(page), state.number);
});

test('an illegal wish is answered with a rule that opens', async () => {
    const game = await table.game();
    await game.act('front North');
    const page = await sit(browser, game);
    await pickListed(page, 'ru-ii');
    await page.waitForSelector(REACH, { state: 'attached' });
    await touchPlace(page, '0118');

    const cited = page.locator(`${hook('toast')}[data-name="wish"] ${hook('rule')}`).first();
    const rule = await cited.getAttribute('data-rule');
    const rules = await table.call('/api/titles/fury/rules');
    assert.ok(rules.some((/** @type {{ id: string }} */ r) => r.id === rule), `${rule} is a rule of the game`);
    await cited.click();
    const entry = page.locator(`${hook('reference')} ${hook('rule-entry')}.sought`);
    assert.equal(await entry.getAttribute('data-rule'), rule);
    assert.ok(await entry.evaluate(node => {
        const box = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    }), 'the rule is in sight');
    assert.equal((await game.state()).number, 1, 'nothing was done');
});
