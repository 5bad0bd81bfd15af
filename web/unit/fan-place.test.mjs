// Where a fanned-out stack goes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside } from '../fan-place.js';

const PANE = { width: 1000, height: 700 };
const PANEL = { width: 240, height: 130 };

/** @param {{ left: number, top: number }} spot @param {number} x @param {number} y */
const covers = ({ left, top }, x, y) => x > left && x < left + PANEL.width && y > top && y < top + PANEL.height;

test('a fan goes above its stack if nothing is fought for there', () => {
    const spot = beside({ x: 500, y: 350, clear: 40 }, PANEL, PANE, []);
    assert.deepEqual(spot, { left: 380, top: 180 });
});

test('it keeps away from what is attacked, and from the stack itself', () => {
    for (const [dx, dy] of [[0, -60], [0, 60], [60, 0], [-60, 0], [50, -50], [-50, 50]]) {
        const kept = [{ x: 500 + (dx ?? 0), y: 350 + (dy ?? 0), weight: 6 }];
        const spot = beside({ x: 500, y: 350, clear: 40 }, PANEL, PANE, kept);
        assert.ok(!covers(spot, 500 + (dx ?? 0), 350 + (dy ?? 0)), `the target at ${dx} ${dy}`);
        assert.ok(!covers(spot, 500, 350));
    }
});

test('at the edges it stays in the pane and beside the stack', () => {
    for (const [x, y] of [[5, 5], [995, 5], [5, 695], [995, 695], [500, 5], [500, 695]]) {
        const spot = beside({ x: x ?? 0, y: y ?? 0, clear: 40 }, PANEL, PANE, []);
        assert.ok(spot.left >= 8 && spot.top >= 8 && spot.left + PANEL.width <= 992 && spot.top + PANEL.height <= 692, `${x} ${y}`);
        assert.ok(!covers(spot, x ?? 0, y ?? 0), `${x} ${y}`);
    }
});

test('of two things it hides the lesser', () => {
    const kept = [{ x: 500, y: 250, weight: 6 }, ...[[500, 450], [700, 350], [300, 350], [700, 250], [300, 250], [700, 450], [300, 450]].map(([x = 0, y = 0]) => ({ x, y, weight: 1 }))];
    assert.ok(!covers(beside({ x: 500, y: 350, clear: 40 }, PANEL, PANE, kept), 500, 250));
});
