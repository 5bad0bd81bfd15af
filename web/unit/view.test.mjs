// A view and its changes; the ways that counters went.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between, routesOf } from '../routes.js';
import { applyChange, dueTurn, howItEnded, Past, placesOf, sameView, sidesOf, trailsSince } from '../view.js';

/** @typedef {import('../wire.d.ts').View} View */
/** @typedef {import('../wire.d.ts').Counter} Counter */
/** @typedef {import('../wire.d.ts').Frame} Frame */

/** @param {string} id @param {string} place @returns {Counter} */
const counter = (id, place) => ({ id, place, name: id, side: 'a', nation: 'a', branch: 'infantry', echelon: '', formation: '', values: [1], badges: [], reduced: false });
/** @param {...Counter} counters @returns {View} */
const view = (...counters) => ({ moment: 'turn 1', turn: 0, deciding: ['a'], decision: 'move', rule: '1', counters, marks: [], layers: [], combats: [], tracks: [], victory: [] });
/** @param {Partial<Frame>} more @returns {Frame} */
const frame = more => ({ number: 1, side: 'a', text: '', label: '', lines: [], change: {}, ...more });

test('a change moves, adds and takes away counters, and leaves the old view as it was', () => {
    const before = view(counter('i', '1'), counter('ii', '2'), counter('iii', '3'));
    const after = applyChange(before, { counters: [counter('ii', '4'), counter('iv', '1')], gone: ['i'] });
    assert.deepEqual(after.counters.map(c => [c.id, c.place]), [['ii', '4'], ['iii', '3'], ['iv', '1']]);
    assert.deepEqual(before.counters.map(c => c.place), ['1', '2', '3']);
    assert.equal(after.counters[1], before.counters[2], 'what did not change is the same object');
});

test('what a change does not name stays; what it empties is empty', () => {
    const before = { ...view(), marks: [{ place: '1', side: 'a', what: 'siege' }] };
    assert.equal(applyChange(before, {}).marks, before.marks);
    assert.deepEqual(applyChange(before, { marks: [], deciding: [] }), { ...before, marks: [], deciding: [] });
    assert.equal(applyChange(before, { turn: 0, moment: 'turn 2' }).moment, 'turn 2');
});

test('layers are put in and taken out by their places in the list', () => {
    /** @param {string} name */
    const layer = name => ({ what: 'held', side: name, places: [] });
    const before = { ...view(), layers: ['a', 'b', 'c'].map(layer) };
    const after = applyChange(before, { layers_gone: [0, 2], layers: [{ at: 0, layer: layer('x') }, { at: 2, layer: layer('y') }] });
    assert.deepEqual(after.layers.map(l => l.side), ['x', 'b', 'y']);
    assert.equal(applyChange(before, {}).layers, before.layers, 'the same list if none changed');
});

test('the past gives the view after any move, also after some were taken back', () => {
    const frames = Array.from({ length: 100 }, (_, i) => frame({ number: i + 1, change: { counters: [counter('i', String(i + 1))] } }));
    const past = new Past(view(counter('i', '0')), frames);
    for (const i of [100, 0, 64, 33, 99]) assert.equal(past.at(i).counters[0]?.place, String(i));
    for (let i = 0; i < 40; i += 1) past.back();
    past.add(frame({ change: { counters: [counter('i', 'x')] } }));
    assert.equal(past.at(61).counters[0]?.place, 'x');
    assert.equal(past.frames.at(-1)?.number, 61);
    assert.equal(past.at(60).counters[0]?.place, '60');
});

/** A row of places: 0 1 2 … 9. @param {string} p */
const row = p => /^\d$/.test(p) ? [Number(p) - 1, Number(p) + 1].filter(n => n >= 0 && n < 10).map(String) : undefined;

test('the shortest way leads over neighbours; what lies apart is gone to straight', () => {
    assert.deepEqual(between(p => row(p) ?? [], '2', '5'), ['2', '3', '4', '5']);
    assert.deepEqual(between(p => row(p) ?? [], '2', '2'), ['2']);
    assert.deepEqual(between(p => p === '0' ? ['1'] : [], '0', '9'), ['0', '9']);
});

test('counters go the way that is told, else the shortest; boxes beside the board are no way', () => {
    const before = view(counter('i', '1'), counter('ii', '2'), counter('iii', 'box'), counter('iv', '5'));
    const change = { counters: [counter('i', '4'), counter('ii', '5'), counter('iii', '3'), counter('iv', 'gone')] };
    const routes = routesOf(frame({ change, lines: [{ text: '', rule: '', places: ['2', '1', '3', '5'] }] }), before, row);
    assert.deepEqual(Object.fromEntries(routes), { i: ['1', '2', '3', '4'], ii: ['2', '1', '2', '3', '4', '5'] });
    /** @type {import('../wire.d.ts').BattlePart} */
    const fate = { part: 'fate', kind: 'retreat', side: 'a', piece: 'i', text: '', places: ['1', '0', '4'] };
    assert.deepEqual(routesOf(frame({ change: { counters: [counter('i', '4')] }, battle: [fate] }), before, row).get('i'), ['1', '0', '1', '2', '3', '4']);
});

test('the past is the same forwards, backwards and after a move was taken back', () => {
    const frames = Array.from({ length: 70 }, (_, i) => frame({ number: i + 1, change: { counters: [counter('i', String(i + 1))], turn: i } }));
    const past = new Past(view(counter('i', '0')), [...frames]);
    for (const index of [70, 3, 64, 33, 0, 69]) assert.deepEqual([past.at(index).counters[0]?.place, past.at(index).turn], [String(index), Math.max(0, index - 1)], `after ${index}`);
    for (let i = 70; i > 60; i -= 1) assert.equal(past.back()?.number, i);
    assert.equal(past.frames.length, 60);
    past.add(frame({ number: 99, change: { counters: [counter('i', 'elsewhere')] } }));
    assert.equal(past.frames.at(-1)?.number, 61, 'it is numbered among the moves that stand');
    assert.equal(past.at(61).counters[0]?.place, 'elsewhere');
    assert.equal(past.at(64).counters[0]?.place, 'elsewhere', 'what was kept of moves that were taken back is forgotten');
});

test('views are the same if they show the same, whatever the order', () => {
    const a = view(counter('i', '1'), counter('ii', '2'));
    assert.ok(sameView(a, view(counter('ii', '2'), counter('i', '1'))));
    assert.ok(!sameView(a, view(counter('i', '1'), counter('ii', '3'))));
    assert.ok(!sameView(a, { ...a, decision: 'fight' }));
});

test('trails are of the others, on the board, and only of those that moved', () => {
    const then = placesOf(view(counter('i', '1'), counter('ii', '2'), counter('iii', 'box'), { ...counter('iv', '3'), side: 'b' }));
    const now = view(counter('i', '4'), counter('ii', '2'), counter('iii', '5'), { ...counter('iv', '6'), side: 'b' });
    assert.deepEqual(trailsSince(then, now, 'b', new Set(['1', '2', '3', '4', '5', '6'])), [{ from: '1', to: '4', side: 'a' }]);
});

test('the sides of a scenario, and boxes of later turns', () => {
    const title = { sides: [{ id: 'a', name: 'A' }, { id: 'b', name: 'B' }], scenarios: [{ id: 's', title: '', about: '', board: '', sides: ['b'] }] };
    assert.deepEqual(sidesOf(title, 's').map(s => s.id), ['b']);
    assert.deepEqual(sidesOf(title, 'unknown').map(s => s.id), ['a', 'b']);
    assert.deepEqual([dueTurn('turn 3'), dueTurn('1304')], ['3', null]);
});

test('whose victory it is is said, unless its name says it', () => {
    const kit = /** @type {any} */ ({ title: { sides: [{ id: 'ru', name: 'Russia' }, { id: 'cp', name: 'Central Powers' }], nations: [{ id: 'ru', words: ['Russia', 'Russian'] }] } });
    const ended = (/** @type {string} */ level, /** @type {string | null} */ winner = 'ru') => howItEnded(kit, /** @type {any} */ ({ level, winner }));
    assert.equal(ended('victory'), 'Victory for Russia');
    assert.equal(ended('marginal'), 'Marginal victory for Russia');
    assert.equal(ended('Russian decisive victory'), 'Russian decisive victory');
    assert.equal(ended('resignation'), 'Russia wins: the other side has resigned');
    assert.equal(ended('draw', null), 'A draw');
    assert.equal(ended('stalemate', null), 'A draw: stalemate');
});
