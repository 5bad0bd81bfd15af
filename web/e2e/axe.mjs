// What keeps anybody out of a page, as axe sees it.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { shot } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What on the page keeps anybody out, as axe sees it.
 * @param {Page} page
 * @param {string} where
 * @returns {Promise<string[]>}
 */
export async function barriers(page, where) {
    await rest(page);
    await shot(page, `access-${where.replaceAll(' ', '-')}`);
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
    return page.evaluate(async place => {
        const { violations } = await /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window)).axe.run();
        return violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
            .flatMap(v => v.nodes.map(node => `${place}: ${v.id}: ${node.target.join(' ')}: ${node.any.map(a => a.message).join('; ')}`));
    }, where);
}

/** Lets moving things come to rest: what fades in has other colours. @param {Page} page */
async function rest(page) {
    await page.waitForFunction(() => document.getAnimations().every(a => a.playState !== 'running' || a.effect?.getComputedTiming().iterations === Infinity));
}
