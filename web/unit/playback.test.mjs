// The moves of others come one after the other, none is left out, and one's own wait for nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delay, Playback, span } from '../playback.js';

/** @typedef {import('../wire.d.ts').Step} Step */
/** @typedef {import('../settings.js').Settings['pace']} Pace */

/** A stage with a clock that is turned by hand. */
function stage() {
    /** @type {{ at: number, act: () => void }[]} */
    let timers = [];
    const stage = {
        /** @type {[number: number, waiting: number, played: boolean][]} */ shown: [],
        /** @type {Pace} */ pace: 'normal',
        now: 0,
        /** @param {number} ms */
        pass(ms) {
            const end = stage.now + ms;
            for (;;) {
                const next = timers.toSorted((a, b) => a.at - b.at)[0];
                if (!next || next.at > end) break;
                timers = timers.filter(t => t !== next);
                stage.now = next.at;
                next.act();
            }
            stage.now = end;
        },
        get numbers() {
            return stage.shown.map(([number]) => number);
        },
    };
    const playback = new Playback({
        show: (step, { waiting, played }) => stage.shown.push([step.frame.number, waiting, played]),
        changed: () => {},
        own: step => step.frame.side === 'me',
        pace: () => stage.pace,
        later: (act, ms) => {
            const timer = { at: stage.now + ms, act };
            timers.push(timer);
            return timer;
        },
        never: timer => {
            timers = timers.filter(t => t !== timer);
        },
    });
    return { stage, playback };
}

/** @param {number} number @param {string} [side] @param {Partial<import('../wire.d.ts').Frame>} [more] @returns {Step} */
const step = (number, side = 'you', more = {}) => ({
    frame: { number, side, text: '', label: '', lines: [{ text: 'moves', places: [], rule: '' }], change: {}, ...more }, undo: { may: false, why: '' },
});

test('steps of others are shown in order, each after the one before was looked at', () => {
    const { stage: s, playback } = stage();
    for (let i = 1; i <= 4; i += 1) playback.add(step(i));
    assert.deepEqual(s.numbers, [1], 'the first waits for nothing');
    assert.equal(playback.waiting, 3);
    s.pass(span(step(1).frame));
    assert.deepEqual(s.numbers, [1, 2]);
    s.pass(60_000);
    assert.deepEqual(s.numbers, [1, 2, 3, 4]);
    assert.equal(playback.waiting, 0);
    playback.add(step(5));
    assert.deepEqual(s.numbers.at(-1), 5, 'after a pause the next is shown at once');
});

test('an own step is never delayed, and shows first what came before it', () => {
    const { stage: s, playback } = stage();
    for (let i = 1; i <= 3; i += 1) playback.add(step(i));
    playback.add(step(4, 'me'));
    assert.deepEqual(s.shown, [[1, 2, true], [2, 1, false], [3, 0, false], [4, 0, false]].map(([n, w, p], i) => [n, i ? w : 0, p]));
    assert.equal(playback.waiting, 0);
});

test('pause, the next one, and on', () => {
    const { stage: s, playback } = stage();
    for (let i = 1; i <= 4; i += 1) playback.add(step(i));
    playback.pause(true);
    s.pass(60_000);
    assert.deepEqual(s.numbers, [1]);
    playback.skip();
    s.pass(60_000);
    assert.deepEqual(s.numbers, [1, 2], 'it still stands');
    playback.pause(false);
    assert.deepEqual(s.numbers, [1, 2, 3]);
    playback.skip();
    assert.deepEqual(s.numbers, [1, 2, 3, 4]);
});

test('straight to the decision shows every step, in order, at once', () => {
    const { stage: s, playback } = stage();
    for (let i = 1; i <= 50; i += 1) playback.add(step(i));
    playback.pause(true);
    playback.finish();
    assert.deepEqual(s.numbers, Array.from({ length: 50 }, (_, i) => i + 1));
    assert.equal(playback.paused, false);
    assert.deepEqual(s.shown.at(-1), [50, 0, false], 'nothing waits behind the last');
});

test('without a pace nothing waits, and a change to it shows what does', () => {
    const { stage: s, playback } = stage();
    s.pace = 'off';
    for (let i = 1; i <= 3; i += 1) playback.add(step(i));
    assert.deepEqual(s.numbers, [1, 2, 3]);
    s.pace = 'slow';
    for (let i = 4; i <= 6; i += 1) playback.add(step(i));
    assert.deepEqual(s.numbers, [1, 2, 3, 4]);
    s.pace = 'off';
    playback.hurry();
    assert.deepEqual(s.numbers, [1, 2, 3, 4, 5, 6]);
});

test('what waits is forgotten when the whole state has come', () => {
    const { stage: s, playback } = stage();
    for (let i = 1; i <= 3; i += 1) playback.add(step(i));
    playback.clear();
    s.pass(60_000);
    assert.deepEqual(s.numbers, [1]);
    assert.equal(playback.newest, null);
});

test('a move that is taken back while it waits takes one with it', () => {
    const { playback } = stage();
    playback.add(step(1));
    playback.add(step(2));
    playback.add(step(3, 'you', { undone: true }));
    playback.add(step(4));
    assert.equal(playback.waiting, 3);
    assert.equal(playback.ahead, 1);
    assert.equal(playback.newest, 4);
});

test('a battle is looked at longer than a move, a move longer than a word, and a long turn is hurried', () => {
    const battle = step(1, 'you', { battle: [{ part: 'roll', side: '', what: '', dice: [1] }] }).frame;
    const move = step(1, 'you', { change: { gone: ['x'] } }).frame;
    const word = step(1, 'you', { lines: [] }).frame;
    assert.ok(span(battle) > span(move) && span(move) > span(word));
    assert.ok(delay(move, [], 'slow') > delay(move, [], 'normal') && delay(move, [], 'normal') > delay(move, [], 'fast'));
    const many = Array(1000).fill(move);
    assert.ok(delay(move, many, 'normal') < delay(move, [], 'normal'));
    assert.ok(delay(move, Array(100_000).fill(move), 'fast') >= 33, 'no faster than frames are drawn');
});
