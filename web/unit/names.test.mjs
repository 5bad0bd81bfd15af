// Names from afar: which are shown, and where.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOf, shownNames } from '../names.js';

/** @typedef {import('../wire.d.ts').Kit} Kit */
/** @typedef {import('../wire.d.ts').Place} Place */

/** @param {string} id @param {number} x @param {number} y @param {Partial<Place>} [more] @returns {Place} */
const place = (id, x, y, more = {}) => ({ id, name: '', terrain: 'clear', notes: [], next: [], outline: [[x, y], [x + 9, y], [x, y + 9]], x, y, ...more });
/** @param {Place[]} places */
const kit = places => /** @type {Kit} */ (/** @type {unknown} */ ({
    places, unit: 60, width: 1000, height: 800,
    title: { sides: [{ id: 'aa', name: 'Aland' }], nations: [{ id: 'bb', words: ['Bish', 'Bland'] }] },
}));

test('a country is named where most of its places hang together, an island of it is not', () => {
    const places = [
        place('1', 100, 100, { notes: ['AA'], next: ['2'] }), place('2', 200, 100, { notes: ['AA'], next: ['1', '3'] }), place('3', 300, 100, { notes: ['AA'], next: ['2'] }),
        place('4', 900, 700, { notes: ['AA'] }),
        ...[1, 2, 3].map(i => place(`b${i}`, 500, 100 * i, { notes: ['BB'], next: [`b${i - 1}`, `b${i + 1}`] })),
        place('z', 700, 100, { notes: ['ZZ'] }),
    ];
    const regions = namesOf(kit(places), true).filter(n => n.kind === 'region');
    assert.deepEqual(regions.map(r => r.text).toSorted(), ['Aland', 'Bland'], 'a code that is no country has no name, and a nation goes by its last word');
    assert.deepEqual(regions.find(r => r.text === 'Aland')?.at[0], { x: 200, y: 100 });
    assert.equal(namesOf(kit(places), false).length, 0, 'on a board of hexes countries are printed');
});

test('what stands in a place makes its name weigh', () => {
    const names = namesOf(kit([
        place('v', 100, 100, { name: 'Village' }), place('f', 300, 100, { name: 'Fort', notes: ['fortress of grade 5'] }), place('c', 500, 100, { name: 'Field', notes: ['capital Great City', '6 spires'] }),
        place('r', 700, 100, { name: 'Halt', notes: ['railway'] }),
    ]), true);
    assert.deepEqual(names.map(n => n.text), ['Great City', 'Fort', 'Halt', 'Village']);
});

test('names are few from afar and more when one comes near; none lies over another or over a counter', () => {
    const places = Array.from({ length: 100 }, (_, i) => place(`p${i}`, 60 + 95 * (i % 10), 60 + 75 * Math.floor(i / 10), { name: `Town ${i}`, notes: i % 9 ? [] : ['junction'] }));
    const names = namesOf(kit(places), false);
    const taken = [{ left: 0, top: 0, right: 300, bottom: 300 }];
    const sheet = { width: 1000, height: 800 };
    const [far, near] = [0.2, 0.5].map(scale => shownNames(names, scale, sheet, taken));
    assert.ok(far && near && far.length > 2 && far.length < near.length, `${far?.length} then ${near?.length}`);
    assert.ok(far.some(n => Number(n.text.slice(5)) % 9 === 0), 'the weightiest first');
    assert.deepEqual(far.map(n => Math.round(n.size * 0.2)), near.slice(0, far.length).map(n => Math.round(n.size * 0.5)), 'as large on the screen');
    for (const shown of [far, near]) {
        for (const [i, a] of shown.entries()) {
            assert.ok(a.x > 300 || a.y > 300, `${a.text} lies over a counter`);
            for (const b of shown.slice(i + 1)) assert.ok(Math.abs(a.y - b.y) > a.size || Math.abs(a.x - b.x) > a.text.length * a.size * 0.5, `${a.text} and ${b.text}`);
        }
    }
    assert.deepEqual(shownNames(names, 0.9, sheet, []), [], 'close by the printed names are read');
});
