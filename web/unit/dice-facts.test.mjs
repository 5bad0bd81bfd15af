// What is said of the dice of a game, and of a game that does not go on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedText, diceFacts } from '../dice-facts.js';

/** @param {any} dice @param {string[]} [yours] */
const told = (dice, yours = []) => diceFacts({ dice_facts: { seats: [], from_file: false, ...dice }, yours }, side => side.toUpperCase());

test('where the dice came from is said', () => {
    assert.deepEqual(told({}), []);
    assert.match(told({ before: 0 })[0] ?? '', /dice of the set-up/);
    assert.match(told({ before: 1 })[0] ?? '', /the first move came/);
    assert.match(told({ before: 12 })[0] ?? '', /the first 12 moves came/);
    assert.match(told({ from_file: true, before: 3 })[0] ?? '', /rolled none of its dice/);
});

test('the seats are named that put something in which counts', () => {
    const seats = [{ side: 'ru', counts: true }, { side: 'ru', counts: true }, { side: 'cp', counts: false }];
    assert.match(told({ seats }, ['ru'])[0] ?? '', /^RU \(you\) put a secret into/);
    assert.match(told({ seats: seats.map(s => ({ ...s, counts: true })) })[0] ?? '', /^RU and CP put secrets into/);
});

test('a closed game says where it stands and why', () => {
    assert.match(closedText({ number: 3, moves: 9, why: 'move 3: rule 2: bids go from 1 to 5' }), /before move 3 of 9.*rule 2/);
});
