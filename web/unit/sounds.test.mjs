// Sounds are tones with a beginning and an end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sing, TONES } from '../sounds.js';

test('every tone is put into the context once, rises from silence and ends in it', () => {
    for (const [name, tones] of Object.entries(TONES)) {
        /** @type {{ from: number, to: number }[]} */
        const played = [];
        /** @type {number[]} */
        const levels = [];
        const param = () => ({ setValueAtTime: (/** @type {number} */ v) => levels.push(v), exponentialRampToValueAtTime: (/** @type {number} */ v) => levels.push(v) });
        const audio = {
            currentTime: 5, destination: 'out',
            createGain: () => ({ gain: param(), connect: (/** @type {unknown} */ to) => assert.equal(to, 'out') }),
            createOscillator: () => {
                const tone = { from: 0, to: 0 };
                return { type: '', frequency: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (/** @type {unknown} */ next) => next, start: (/** @type {number} */ at) => (tone.from = at), stop: (/** @type {number} */ at) => played.push({ ...tone, to: at }) };
            },
        };
        sing(/** @type {AudioContext} */ (/** @type {unknown} */ (audio)), tones, 0.3);
        assert.equal(played.length, tones.length, name);
        assert.ok(played.every(({ from, to }) => from >= 5 && to > from && to - 5 < 1.2), `${name} is short`);
        // An exponential ramp cannot start from or come to nothing.
        assert.ok(levels.every(v => v > 0 && v <= 0.3), name);
        assert.ok(levels.length === 3 * tones.length && levels.at(-1) === 0.0001, name);
    }
});
