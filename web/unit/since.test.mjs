// What happened since you last acted, grouped by battle.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { grouped, see, seen, sinceActed } from '../since.js';
import { Story } from '../story.js';

/** @typedef {import('../wire.d.ts').Frame} Frame */

/** @param {string} side @param {Partial<Frame>} [more] @returns {Frame} */
const frame = (side, more = {}) => ({ number: 0, side, text: '', label: '', lines: [{ text: 'moves', places: [], rule: '' }], change: {}, ...more });

/** @type {Map<string, string>} */
const shelf = new Map();
Object.assign(globalThis, { localStorage: { getItem: (/** @type {string} */ k) => shelf.get(k) ?? null, setItem: (/** @type {string} */ k, /** @type {string} */ v) => shelf.set(k, v) } });
beforeEach(() => shelf.clear());

test('it begins after your last own move', () => {
    const frames = [frame('a'), frame('b'), frame('a'), frame('b'), frame('b')];
    assert.equal(sinceActed(frames, 'a'), 3);
    assert.equal(sinceActed(frames, 'b'), 5);
    assert.equal(sinceActed(frames, 'c'), 0);
});

test('moves of a battle stand together, and what says nothing is left out', () => {
    /** @type {import('../wire.d.ts').BattlePart} */
    const opens = { part: 'opens', place: '1', title: 'Assault', attackers: [], defenders: [] };
    const frames = [
        frame('b'), frame('b', { lines: [] }), frame('b', { battle: [opens] }), frame('a', { lines: [], label: 'retreat' }), frame('b', { battle: [{ part: 'closes' }] }),
        frame('b', { lines: [], label: 'end' }), frame('b'),
    ];
    const story = new Story();
    story.follow(frames);
    const groups = grouped(frames, 0, i => story.of(i));
    assert.deepEqual(groups.map(g => [g.battle?.title ?? null, g.moves.map(m => m.index)]), [[null, [0]], ['Assault', [2, 3, 4]], [null, [6]]]);
    assert.deepEqual(grouped(frames, 6, i => story.of(i)).map(g => g.moves.map(m => m.index)), [[6]]);
});

test('how much of a game was seen is remembered by game; spoiled stores count as empty', () => {
    assert.equal(seen('g'), null);
    see('g', 12);
    see('h', 3);
    see('g', 14);
    assert.deepEqual([seen('g'), seen('h')], [14, 3]);
    for (let i = 0; i < 300; i += 1) see(`other${i}`, i);
    assert.equal(seen('h'), null, 'of old games nothing is kept');
    assert.equal(seen('other299'), 299);
    shelf.set('sandtable.seen', '[1,');
    assert.equal(seen('other299'), null);
});
