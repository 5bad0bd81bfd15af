// How far a lesson has come is told from the moves of its game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progress, shownStep } from '../lesson-plan.js';

/** @param {string} title @param {string[]} [own] @param {string[]} [enemy] @returns {import('../wire.d.ts').LessonStep} */
const step = (title, own = [], enemy = []) => ({ title, text: '', do: own, enemy });
const lesson = { side: 'a', step: [step('read'), step('march', ['move I to 1', 'move II to 2']), step('read again'), step('fight', ['fight'], ['retreat', 'end']), step('over')] };
/** @param {string} text */
const mine = text => ({ side: 'a', text });
/** @param {string} text */
const theirs = text => ({ side: 'b', text });

test('it begins with what is to be read', () => {
    const where = progress(lesson, []);
    assert.deepEqual(where, { act: 1, from: 0, left: ['move I to 1', 'move II to 2'], done: 0, foe: [], astray: 0 });
    assert.deepEqual([0, 1, 2, 9].map(read => shownStep(where, read, 5)), [0, 1, 1, 1]);
});

test('moves of a step come in any order, and the step waits for all of them', () => {
    const where = progress(lesson, [mine('Move II to 2')]);
    assert.deepEqual([where.act, where.left, where.done, where.astray], [1, ['move I to 1'], 1, 0]);
    assert.equal(shownStep(where, 0, 5), 1);
    assert.equal(progress(lesson, [mine('move II to 2'), mine('move I to 1')]).act, 3);
});

test('what is to be read after a step is shown before the next move is asked for', () => {
    const where = progress(lesson, [mine('move II to 2'), mine('move I to 1')]);
    assert.deepEqual([where.from, where.act], [2, 3]);
    assert.deepEqual([1, 2, 3, 4].map(read => shownStep(where, read, 5)), [2, 2, 3, 3]);
});

test('the others answer once you have done your part', () => {
    const moves = [mine('move I to 1'), mine('move II to 2'), mine('fight')];
    assert.deepEqual(progress(lesson, moves).foe, ['retreat', 'end']);
    assert.deepEqual(progress(lesson, [...moves, theirs('')]).foe, ['end']);
    const over = progress(lesson, [...moves, theirs(''), theirs('end')]);
    assert.deepEqual([over.act, over.from, over.astray], [5, 4, 0]);
    assert.equal(shownStep(over, 0, 5), 4);
    assert.equal(progress(lesson, [...moves, theirs(''), theirs('end'), mine('whatever')]).astray, 0, 'what comes after the last step is nobody’s business');
});

test('another move is your own way, until it is taken back', () => {
    const astray = progress(lesson, [mine('move I to 1'), mine('move II to 7'), theirs('x')]);
    assert.deepEqual([astray.act, astray.astray, astray.left], [1, 2, ['move II to 2']]);
    assert.equal(progress(lesson, [mine('move I to 1')]).astray, 0);
    assert.equal(progress(lesson, [theirs('x')]).astray, 1, 'so is a move of the others out of turn');
});

test('what was shown counts, however the game writes it', () => {
    assert.equal(progress(lesson, [mine('move I to 0001'), mine('move II to 2')], { 'move I to 0001': 'move I to 1' }).act, 3);
});
