// What is said of opponents, ratings and results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agoText, pointsText, rangeText, ratingText, share, signed, spanText, termsText } from '../opponent-words.js';

test('a rating says how unsure it is while it is', () => {
    assert.equal(ratingText({ points: 1500, deviation: 350, games: 0 }), 'no rating yet');
    assert.equal(ratingText({ points: 1662, deviation: 290, games: 1 }), '1662 ± 580');
    assert.equal(ratingText({ points: 1710, deviation: 80, games: 30 }), '1710');
});

test('terms are said in pieces', () => {
    assert.deepEqual(termsText({}), ['not rated']);
    assert.deepEqual(termsText({ rated: true, pace: 'a move a day', lowest: 1400, highest: 1600, bot_after: 60, bot_level: 'recruit' }),
        ['rated', 'a move a day', 'ratings from 1400 to 1600', 'a bot (recruit) comes after 60 minutes']);
    assert.equal(rangeText({ lowest: 0 }), 'ratings from 0');
    assert.equal(rangeText({ highest: 1500 }), 'ratings up to 1500');
});

test('times are said as people say them', () => {
    assert.deepEqual([1, 5, 119, 120, 1440, 2879, 2880, 10_080].map(spanText),
        ['1 minute', '5 minutes', '119 minutes', '2 hours', '24 hours', '48 hours', '2 days', '7 days']);
    assert.equal(agoText(1_000_000, 1_030_000), 'just now');
    assert.equal(agoText(0, 180_000), '3 minutes ago');
});

test('figures have their signs and halves', () => {
    assert.deepEqual([signed(12), signed(-3.26, 1), signed(0.04, 1), signed(0)], ['+12', '−3.3', '0.0', '0']);
    assert.deepEqual([0, 0.5, 1, 2.5].map(pointsText), ['0', '½', '1', '2½']);
    assert.deepEqual([share(1, 3), share(0, 0)], ['33 %', '–']);
});
