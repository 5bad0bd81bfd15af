// What a click can mean, as far as no picture is needed: places under a point, neighbours by arrow, the part of the map that is shown first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places } from '../places.js';
import { fullest } from '../frame.js';

/** A board of square places, three by three, 60 wide. */
const places = Array.from({ length: 9 }, (_, i) => {
    const [x, y] = [30 + 60 * (i % 3), 30 + 60 * Math.floor(i / 3)];
    const near = [i % 3 ? i - 1 : -1, i % 3 < 2 ? i + 1 : -1, i - 3, i + 3].filter(k => k >= 0 && k < 9);
    return { id: `p${i}`, name: '', terrain: 'clear', notes: [], x, y, next: near.map(k => `p${k}`), outline: [[x - 30, y - 30], [x + 30, y - 30], [x + 30, y + 30], [x - 30, y + 30]] };
});
const board = () => new Places(/** @type {import('../wire.d.ts').Kit} */ (/** @type {unknown} */ ({ places, unit: 60 })));

test('a point lies in the place whose outline holds it, or in none', () => {
    const all = board();
    for (const p of places) for (const [dx, dy] of [[0, 0], [28, -28], [-28, 28]]) assert.equal(all.at(p.x + (dx ?? 0), p.y + (dy ?? 0))?.id, p.id);
    assert.equal(all.at(-200, -200), null);
    assert.equal(all.get('p4')?.x, 90);
    assert.equal(all.get('nowhere'), undefined);
});

test('arrows go to the neighbour in their direction and stay at the edge', () => {
    const all = board();
    for (const [way, to] of /** @type {const} */ ([['left', 'p3'], ['right', 'p5'], ['up', 'p1'], ['down', 'p7']])) assert.equal(all.step('p4', way)?.id, to, way);
    assert.equal(all.step('p0', 'left')?.id ?? 'p0', 'p0');
});

test('the first view holds all units if it can, else the window with most of them', () => {
    const army = [{ x: 100, y: 100 }, { x: 200, y: 150 }, { x: 150, y: 260 }];
    assert.deepEqual(fullest(army, 400, 400), { x: 150, y: 180 });
    const far = { x: 3000, y: 3000 };
    const { x, y } = fullest([far, ...army], 400, 400);
    assert.deepEqual({ x, y }, { x: 150, y: 180 }, 'one far away does not draw the eye to nowhere');
});
