import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lasting, leftNow, PACES, paceWords, shown } from '../clock-words.js';

test('a clock shows days, hours or minutes', () => {
    assert.equal(shown(59_999), '0:59');
    assert.equal(shown(3_600_000 + 61_000), '1:01:01');
    assert.equal(shown(3 * 86_400_000 + 5 * 3_600_000), '3 d 5 h');
    assert.equal(shown(-61_000), '−1:01');
});

test('a pace is told in words', () => {
    assert.equal(lasting(90), '90 seconds');
    assert.equal(lasting(120), '2 minutes');
    assert.equal(lasting(86_400), '1 day');
    assert.equal(paceWords(null), 'no clock');
    assert.match(paceWords(PACES[1]?.pace), /^1 hour each, 30 seconds more .*; then the game is lost$/);
});

test('only a running clock goes down', () => {
    const clocks = { pace: { main: 10, increment: 0, cap: null, then: /** @type {const} */ ('forfeit') }, paused: false, pausing: [], sides: [{ side: 'a', left: 5000, running: true }, { side: 'b', left: 5000, running: false }] };
    assert.deepEqual(leftNow(clocks, 2000).map(c => c.left), [3000, 5000]);
});
