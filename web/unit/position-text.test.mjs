// A position as text: every edit on the board is an edit of its rows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packed, unpacked } from '../position-link.js';
import { addRow, bare, beginPhase, faceOf, filled, flip, gaps, headOf, lines, overlay, pattern, placements, put, remove, rowsAt, setHead, setState, sets, toggle, withoutPlace } from '../position-text.js';

/** @typedef {import('../wire.d.ts').CounterWord} CounterWord */

/** @param {string} word @param {Partial<CounterWord>} [more] @returns {CounterWord} */
const counter = (word, more = {}) => ({ word, kind: 'foot', faces: ['', 'reduced'], needs: '', ...more });
/** @param {string} id */
const picture = id => ({ id, side: 'blue', nation: 'blue', branch: 'infantry', name: id, formation: '', echelon: '', values: [4, 4], reduced: false, place: '', badges: [] });

/** @type {import('../wire.d.ts').PositionWords} */
const words = {
    heads: [{ key: 'turn', about: 'the turn', values: ['1', '2'] }, { key: 'phase', about: 'the phase', values: ['movement'] }],
    clear: 'clear',
    away: [{ word: 'lost', about: 'out of the game' }, { word: 'due={n}', about: 'to come' }, { word: 'aboard {n}', about: 'at sea' }],
    counters: [counter('b1', { picture: picture('b1') }), counter('b2', { needs: '3I 1C', picture: picture('b2') }), counter('r1', { faces: ['', 'lost=1', 'lost=2'], picture: picture('r-block') })],
    states: [], rows: [{ word: 'held {side} {place}', about: 'held' }],
};
const isPlace = (/** @type {string} */ word) => /^\d{4}$/.test(word);
const TEXT = `# A title
turn = 3   # the third
clear
b1 0203 reduced  # tired
r1 0304 lost=1 moved
held red 0506 0507
set march.left.2 = [1, 2]
`;

test('lines are heads, rows, values and blanks', () => {
    assert.deepEqual(lines(TEXT).map(l => l.kind), ['blank', 'head', 'row', 'row', 'row', 'row', 'set', 'blank']);
    assert.deepEqual(lines(TEXT)[3], { at: 3, kind: 'row', words: ['b1', '0203', 'reduced'], key: '', value: '', comment: '  # tired' });
    assert.equal(lines('b1 0203 lost=1')[0]?.kind, 'row');
});

test('heads are set where they stand, and keep their comment', () => {
    assert.equal(headOf(TEXT, 'turn'), '3');
    assert.match(setHead(TEXT, 'turn', '4'), /^turn = 4 {3}# the third$/m);
    assert.equal(lines(setHead(TEXT, 'phase', 'movement'))[2]?.key, 'phase');
    assert.equal(headOf(setHead(TEXT, 'turn', ''), 'turn'), null);
    assert.equal(setHead('# a\nb1 0203\n', 'turn', '1'), '# a\nturn = 1\nb1 0203\n');
});

test('a phase takes the place of values', () => {
    assert.equal(sets(TEXT), 1);
    const begun = beginPhase(TEXT, 'movement');
    assert.equal(sets(begun), 0);
    assert.equal(headOf(begun, 'phase'), 'movement');
});

test('a counter is moved with its states, or comes below the others with what it needs', () => {
    const [b1, b2] = /** @type {[CounterWord, CounterWord]} */ (words.counters.slice(0, 2));
    assert.match(put(TEXT, b1, '0405', words, isPlace), /^b1 0405 reduced {2}# tired$/m);
    assert.match(put(TEXT, b1, 'aboard 2', words, isPlace), /^b1 aboard 2 reduced/m);
    assert.match(put(put(TEXT, b1, 'aboard 2', words, isPlace), b1, '0101', words, isPlace), /^b1 0101 reduced/m);
    assert.match(put(TEXT, b2, '0405', words, isPlace), /moved\nb2 0405 3I 1C\nheld/);
    assert.match(put(TEXT, b2, 'lost', words, isPlace), /\nb2 lost\n/);
    assert.match(put(`${TEXT}lost b2 r9\n`, b2, '0405', words, isPlace), /\nlost r9\n/);
});

test('a counter taken off is gone where only what is named is in play, and away where the scenario would put it', () => {
    const [b1] = /** @type {[CounterWord]} */ (words.counters);
    assert.ok(bare(TEXT, words));
    assert.ok(!/^b1/m.test(remove(TEXT, b1, words, isPlace)));
    const over = TEXT.replace('clear\n', '');
    assert.match(remove(over, b1, words, isPlace), /^b1 lost$/m);
});

test('faces are turned one after the other', () => {
    const [b1, , r1] = /** @type {[CounterWord, CounterWord, CounterWord]} */ (words.counters);
    assert.match(flip(TEXT, b1), /^b1 0203 {2}# tired$/m);
    const twice = flip(TEXT, r1);
    assert.match(twice, /^r1 0304 moved lost=2$/m);
    assert.match(flip(twice, r1), /^r1 0304 moved$/m);
    assert.equal(faceOf(['r1', '0304', 'lost=2'], r1), 2);
});

test('states are put on and taken off; those of one kind replace each other', () => {
    assert.match(toggle(TEXT, 'b1', 'moved'), /^b1 0203 reduced moved {2}# tired$/m);
    assert.match(toggle(TEXT, 'r1', 'moved'), /^r1 0304 lost=1$/m);
    assert.match(toggle(TEXT, 'r1', 'lost=2'), /^r1 0304 lost=2 moved$/m);
    assert.match(setState(TEXT, 'b1', '{n}I', '12I'), /^b1 0203 reduced 12I/m);
    assert.match(setState(setState(TEXT, 'b1', '{n}I', '12I'), 'b1', '{n}I', '3I'), /^b1 0203 reduced 3I/m);
    assert.match(setState(setState(TEXT, 'b1', '{n}I', '12I'), 'b1', '{n}I', ''), /^b1 0203 reduced {2}#/m);
});

test('templates have gaps', () => {
    assert.deepEqual(gaps('works {side} {place}'), ['side', 'place']);
    assert.equal(filled('bridge {place}/{place}', ['2212', '2312']), 'bridge 2212/2312');
    assert.ok(pattern('attack=hasty:{place}').test('attack=hasty:1811') && !pattern('{n}I').test('12FI'));
});

test('rows about a place are found and taken apart', () => {
    const [row] = rowsAt(TEXT, '0507', words);
    assert.equal(row?.words.join(' '), 'held red 0506 0507');
    assert.match(withoutPlace(TEXT, /** @type {import('../position-text.js').Line} */ (row), '0507', isPlace), /^held red 0506$/m);
    const alone = addRow(TEXT, 'held blue 0101');
    assert.match(alone, /held blue 0101\nset /);
    const [one] = rowsAt(alone, '0101', words);
    assert.ok(!withoutPlace(alone, /** @type {import('../position-text.js').Line} */ (one), '0101', isPlace).includes('0101'));
});

test('the board shows an edit before the game has read it', () => {
    assert.deepEqual([...placements(TEXT, words, isPlace)].map(([word, { place }]) => [word, place]), [['b1', '0203'], ['r1', '0304']]);
    const seen = [{ ...picture('b1'), place: '0101' }, { ...picture('r-block'), place: '0304' }, { ...picture('depot-x'), place: '0506' }];
    const now = overlay(seen, { 'r-block': 'r1' }, `${TEXT}b2 0405 3I\n`, words, isPlace);
    assert.deepEqual(now.map(c => [c.id, c.place, c.reduced]), [['b1', '0203', true], ['r-block', '0304', false], ['depot-x', '0506', false], ['b2', '0405', false]]);
    const without = overlay(seen, { 'r-block': 'r1' }, TEXT.replace(/^b1.*\n/m, ''), words, isPlace);
    assert.deepEqual(without.map(c => c.id), ['r-block', 'depot-x']);
});

test('a text goes into an address and comes back', async () => {
    const long = TEXT.repeat(40);
    const word = await packed(long);
    assert.match(word, /^[\w-]+$/);
    assert.ok(word.length < long.length / 5);
    assert.equal(await unpacked(word), long);
    await assert.rejects(unpacked('AAAA'));
});
