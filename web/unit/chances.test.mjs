// Chances in words and figures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, hundredths, line, losses, sums, tries, turnText, winsText } from '../chances.js';

/** @returns {import('../wire.d.ts').Analysis} */
const analysis = () => ({
    moves: 10, seed: 1, trials: 40, cut_short: false,
    camps: [{ sides: ['a'], name: 'Ada' }, { sides: ['b', 'c'], name: 'Bob and Cem' }],
    points: [0, 4, 10].map((number, i) => ({ number, moment: `turn ${i}`, side: 'a', wins: [[0.5, 0.5], [0.8, 0.2], [1, 0]][i] ?? [], error: 0, trials: 20 })),
    turns: [
        { from: 0, to: 4, side: 'a', change: [0.3, -0.3], dice: [0.1, -0.1], decisions: [0.2, -0.2], key: null },
        { from: 4, to: 10, side: 'c', change: [0.2, -0.2], dice: [0.25, -0.25], decisions: [-0.05, 0.05], key: null },
    ],
    turning: [0],
});

test('only what is certain is 0 or 100 in 100', () => {
    assert.deepEqual([0, 0.001, 0.505, 0.999, 1].map(hundredths), [0, 1, 51, 99, 100]);
    assert.deepEqual([0.104, -0.2, 0.001].map(by), ['+10', '−20', '±0']);
    assert.deepEqual([1, 8].map(tries), ['tried once', 'tried 8 times']);
});

test('the chance of a plan is a sentence, and silence where nothing was tried', () => {
    assert.equal(winsText({ trials: 3 }), '');
    assert.equal(winsText({ trials: 9, wins: 0.61, worst: 0.2, tried: [8, 3] }), 'Wins about 61 in 100, at worst 20 (8 trials, 3 of them to the end of the game).');
    assert.equal(winsText({ trials: 9, wins: 0.61, worst: 0.611, tried: [8, 8] }), 'Wins about 61 in 100 (8 trials, each to the end of the game).');
});

test('a turn tells the chance of whose turn it was', () => {
    assert.equal(turnText(analysis(), 0), 'Ada: 50 → 80 in 100; dice +10, decisions +20');
    assert.equal(turnText(analysis(), 1), 'Bob and Cem: 20 → 0 in 100; dice −25, decisions +5');
    assert.equal(turnText(analysis(), 2), '');
    const [ada, others] = sums(analysis());
    assert.deepEqual([ada, others].map(s => [s?.name, by(s?.dice ?? 0), by(s?.decisions ?? 0)]), [['Ada', '+35', '+15'], ['Bob and Cem', '−35', '−15']]);
    assert.deepEqual(line(analysis(), 0).map(p => [p.x, Math.round(10 * p.y)]), [[0, 5], [0.4, 2], [1, 0]]);
});

test('losses are what was there and is gone or reduced', () => {
    /** @type {(id: string, side: string, place: string, more?: object) => import('../wire.d.ts').Counter} */
    const unit = (id, side, place, more) => ({ id, side, place, nation: side, branch: 'infantry', name: id, formation: '', echelon: '', values: [3], reduced: false, badges: [], ...more });
    const start = [unit('a1', 'a', '0101'), unit('a2', 'a', 'turn 3'), unit('b1', 'b', '0202'), unit('mark', 'b', '0303', { values: [] })];
    const end = [unit('a1', 'a', 'eliminated'), unit('a2', 'a', '0101', { reduced: true }), unit('b2', 'b', '0202')];
    const lost = losses(start, end);
    assert.deepEqual([lost.get('a')?.gone.map(c => c.id), lost.get('a')?.reduced, lost.get('a')?.all], [['a1'], 1, 2]);
    // Who came later counts among all; a marker does not.
    assert.deepEqual([lost.get('b')?.gone.map(c => c.id), lost.get('b')?.all], [['b1'], 2]);
});
