// The order of games in the lobby.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ordered } from '../games-order.js';

/** @typedef {import('../wire.d.ts').Listing} Listing */

/** @param {string} id @param {number} touched @param {Partial<Listing>} [more] */
const game = (id, touched, more = {}) => /** @type {Listing} */ (/** @type {unknown} */ ({
    id, touched, deciding: ['b'], branch_of: null, seats: [{ side: 'a' }, { side: 'b' }], ...more,
}));
/** @param {Record<string, Record<string, string>>} keys */
const keysIn = keys => (/** @type {Listing} */ g) => keys[g.id] ?? {};

test('games that wait for me come first, then those that I play, then the rest; each by when it was played', () => {
    const games = [game('other', 90), game('mine', 50), game('mine-new', 60), game('waits', 10, { deciding: ['a'] })];
    const keys = keysIn({ mine: { a: 'k' }, 'mine-new': { a: 'k' }, waits: { a: 'k' } });
    assert.deepEqual(ordered(games, keys).map(r => r.game.id), ['waits', 'mine-new', 'mine', 'other']);
});

test('a branch stands under its game, and brings it up if it waits for me', () => {
    const games = [game('top', 90), game('root', 20), game('branch', 30, { branch_of: 'root' }), game('twig', 40, { branch_of: 'branch', deciding: ['a'] }), game('lost', 5, { branch_of: 'gone' })];
    const rows = ordered(games, keysIn({ twig: { a: 'k' } }));
    assert.deepEqual(rows.map(r => [r.game.id, r.deep]), [['root', 0], ['branch', 1], ['twig', 2], ['top', 0], ['lost', 0]]);
});

test('every game is listed once, even if one says that it branched off from itself', () => {
    assert.deepEqual(ordered([game('x', 1, { branch_of: 'x' })], keysIn({})).map(r => r.game.id), ['x']);
});
