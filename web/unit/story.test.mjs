// Battles are collected from the steps that tell of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ground, outcome, Story, upTo } from '../story.js';

/** @typedef {import('../wire.d.ts').BattlePart} BattlePart */

/** @param {BattlePart[]} battle @returns {import('../wire.d.ts').Frame} */
const frame = (...battle) => ({ number: 0, side: 'a', text: '', label: '', lines: [], change: {}, battle });
/** @param {string} place @returns {BattlePart} */
const opens = place => ({ part: 'opens', place, title: `Assault on ${place}`, attackers: [{ name: 'I Corps', piece: 'i', strength: 5 }], defenders: [{ name: 'X Corps', piece: 'x', strength: 3 }] });
/** @type {BattlePart} */
const roll = { part: 'roll', side: 'a', what: 'combat', dice: [4] };
/** @type {BattlePart} */
const result = { part: 'result', text: 'the defence goes back', rule: '10.3' };
/** @type {BattlePart} */
const retreat = { part: 'fate', kind: 'retreat', side: 'b', piece: 'x', text: 'X Corps goes back', places: ['0101', '0202'] };
/** @type {BattlePart} */
const closes = { part: 'closes' };

test('a battle grows over several steps, and what is between them belongs to it', () => {
    const story = new Story();
    const frames = [frame(), frame(opens('0101')), frame(), frame(roll, result), frame(retreat), frame(closes), frame()];
    for (let i = 1; i <= frames.length; i += 1) story.follow(frames.slice(0, i));
    assert.equal(story.battles.length, 1);
    const [battle] = story.battles;
    assert.ok(battle);
    assert.deepEqual([battle.first, battle.last, battle.over], [1, 5, true]);
    assert.deepEqual(battle.told.map(t => t.part.part), ['roll', 'result', 'fate']);
    assert.deepEqual(frames.map((_, i) => story.of(i)?.title ?? ''), ['', ...Array(5).fill('Assault on 0101'), '']);
    assert.equal(outcome(battle), 'the defence goes back');
    assert.deepEqual(ground(battle), ['0101', '0202']);
});

test('a battle that opens ends the one before', () => {
    const story = new Story();
    story.follow([frame(opens('0101'), roll), frame(opens('0303'), roll)]);
    assert.deepEqual(story.battles.map(b => [b.place, b.over, b.at]), [['0101', true, 0], ['0303', false, 1]]);
});

test('who joins stands with its side, but not before it has joined', () => {
    const story = new Story();
    story.follow([frame(opens('0101')), frame({ part: 'joins', attacks: false, force: { name: 'Y Corps', piece: 'y', strength: 2 } }, roll)]);
    const [battle] = story.battles;
    assert.ok(battle);
    assert.deepEqual(battle.defenders.map(f => f.piece), ['x', 'y']);
    const early = upTo(battle, 1);
    assert.deepEqual([early.defenders.map(f => f.piece), early.told, early.over], [['x'], [], false]);
    assert.equal(upTo(battle, 2), battle);
});

test('what is told of the fate of a piece right after the end still belongs to the battle', () => {
    const story = new Story();
    story.follow([frame(opens('0101'), roll, closes, retreat), frame(retreat)]);
    assert.equal(story.battles[0]?.told.length, 2);
    assert.equal(story.battles[1]?.title, 'Battle', 'later it is one whose beginning was not told');
});

test('steps that are taken back take their battles with them', () => {
    const story = new Story();
    const frames = [frame(), frame(opens('0101')), frame(opens('0303'))];
    story.follow(frames);
    story.follow(frames.slice(0, 2));
    assert.deepEqual(story.battles.map(b => b.place), ['0101']);
    story.follow([...frames.slice(0, 2), frame(opens('0404'))]);
    assert.deepEqual(story.battles.map(b => [b.place, b.over]), [['0101', true], ['0404', false]]);
});

test('another past is read anew', () => {
    const story = new Story();
    story.follow([frame(opens('0101'))]);
    story.follow([frame(opens('0202')), frame(closes)]);
    assert.deepEqual(story.battles.map(b => [b.place, b.over]), [['0202', true]]);
});
