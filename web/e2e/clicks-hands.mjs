// The hands of a player whose clicks are counted.

import { hook, still } from './hands.mjs';
import { shownNumber } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./table.mjs').Game} Game */
/** @typedef {import('../wire.d.ts').Offered} Offered */
/** @typedef {import('../wire.d.ts').State} State */

/** The hands of a player at a page. */
export class Hands {
    /** @param {Page} page @param {Game} game @param {import('../wire.d.ts').Kit} kit */
    constructor(page, game, kit) {
        this.page = page;
        this.game = game;
        this.kit = kit;
        this.byApi = 0;
        this.asked = 0;
        this.last = { x: NaN, y: NaN, at: 0 };
        /** Who could act when several could. @type {Set<string>} */ this.main = new Set();
    }

    async clicks() {
        return this.page.evaluate(() => /** @type {any} */ (window).presses ?? 0);
    }

    /** Where a place is; null if something lies over it. @param {string} place */
    async at(place) {
        const p = this.kit.places.find(q => q.id === place);
        if (!p) return null;
        await still(this.page);
        return this.page.evaluate(({ x, y, w, h }) => {
            const box = /** @type {Element} */ (document.querySelector('.board-sheet')).getBoundingClientRect();
            const point = { x: box.x + (x * box.width) / w, y: box.y + (y * box.height) / h };
            return document.elementFromPoint(point.x, point.y)?.closest('.board-pane') ? point : null;
        }, { x: p.x, y: p.y, w: this.kit.width, h: this.kit.height });
    }

    /** Waits so long that two clicks are no double click. @param {{ x: number, y: number }} point */
    async apart(point) {
        if (Math.hypot(point.x - this.last.x, point.y - this.last.y) < 14) await this.page.waitForTimeout(Math.max(0, 340 - (Date.now() - this.last.at)));
        this.last = { ...point, at: Date.now() };
    }

    /** @param {string} selector */
    async press(selector) {
        const node = this.page.locator(selector).first();
        if (!(await node.isVisible())) return false;
        try {
            await node.click({ timeout: 2000 });
            return true;
        } catch {
            // It was drawn anew, or is gone: whoever asks looks again.
            return false;
        }
    }

    /** @param {string} place */
    async click(place) {
        const point = await this.at(place);
        if (!point) return false;
        await this.apart(point);
        await this.page.mouse.click(point.x, point.y);
        return true;
    }

    /** @param {string} from @param {string} to @param {boolean} whole */
    async drag(from, to, whole) {
        const [a, b] = [await this.at(from), await this.at(to)];
        if (!a || !b) return false;
        const { keyboard, mouse } = this.page;
        if (whole) await keyboard.down('Shift');
        await mouse.move(a.x, a.y);
        await mouse.down();
        await mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
        await mouse.move(b.x, b.y);
        await mouse.up();
        if (whole) await keyboard.up('Shift');
        return true;
    }

    /** Waits for the game to go on, and for the end of a group. @param {number} before @param {number} [by] @param {number} [ms] */
    async gone(before, by = 1, ms = 20_000) {
        try {
            await this.page.waitForFunction(n => Number(document.documentElement.dataset.number) >= n, before + by, { timeout: ms });
            return true;
        } catch {
            return false;
        }
    }

    /** A menu may have opened, or a window that asks; what is meant is pressed. @param {Offered} action @param {number} before */
    async answer(action, before) {
        for (const until = Date.now() + 12_000; Date.now() < until;) {
            if (await shownNumber(this.page) > before) return true;
            if (await this.press(`${hook('battle-go')}, ${hook('end-anyway')}`)) {
                this.asked += 1;
                continue;
            }
            if (await this.press(`.chooser ${hook('choice')}[data-number="${action.number}"]`)) continue;
            await this.page.waitForTimeout(40);
        }
        return false;
    }

    /** Puts down what is picked, by a key. */
    async free() {
        if (await this.page.locator('.chooser').count()) await this.page.keyboard.press('Escape');
        if (await this.page.locator('.piece.selected, [data-test="drop"]').count()) await this.page.keyboard.press('Escape');
    }

    /** One action by the plainest way. @param {State} state @param {Offered} action */
    async single(state, action) {
        const before = state.number;
        const button = `:is(.go, .panel) ${hook('action')}[data-number="${action.number}"]`;
        if (await this.press(button)) return this.answer(action, before);
        const lone = state.offers?.pieces.length === 1 && action.pieces[0] === state.offers.pieces[0];
        const inHand = lone && await this.page.locator('.piece.selected').count() > 0;
        if (!inHand) {
            for (const id of action.pieces) {
                if (!(await this.press(`${hook('able')} ${hook('piece')}[data-id="${id}"], .rest ${hook('piece')}[data-id="${id}"]`))) return false;
                await this.page.waitForTimeout(60);
            }
        }
        if (await shownNumber(this.page) > before) return true;
        if (action.place && await this.click(action.place) && await this.answer(action, before)) return true;
        if (!action.place && await this.press(`.chooser ${hook('choice')}[data-number="${action.number}"]`)) return this.answer(action, before);
        if (await this.press(button)) return this.answer(action, before);
        // Among many: a few letters find it.
        const field = this.page.locator(`.panel ${hook('filter')}`);
        if (await field.count()) {
            await field.click();
            await field.fill(action.text);
            if (await this.press(button)) return this.answer(action, before);
        }
        return false;
    }

    /** By the API, if no hand could do it: counted apart. @param {string} text */
    async api(text) {
        const before = await shownNumber(this.page);
        this.byApi += 1;
        await this.game.act(text);
        await this.gone(before);
    }
}
