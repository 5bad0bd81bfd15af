// What is told of the other people at a table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { news, presence } from '../people.js';

/** @typedef {import('../wire.d.ts').Seat} Seat */

/** @param {Partial<Seat>} [how] @returns {Seat} */
const seat = how => ({ side: 'cp', name: 'Central Powers', kind: 'open', here: true, person: '', account: false, taken: true, stands_in: false, offers_draw: false, resigned: false, ...how });

test('who comes and leaves is told by name, of oneself and of bots nothing', () => {
    assert.deepEqual(presence([seat()], [seat({ here: false, person: 'Ada' })], ['ru']), ['Ada (Central Powers) has left the table.']);
    assert.deepEqual(presence([seat({ here: false })], [seat()], ['ru']), ['Central Powers is here.']);
    assert.deepEqual(presence([seat()], [seat({ here: false })], ['cp']), []);
    assert.deepEqual(presence([seat({ kind: 'bot', here: false })], [seat({ kind: 'bot' })], ['ru']), []);
});

test('draws, bots that stand in and resigning are told once, as they change', () => {
    const texts = (/** @type {Partial<Seat>} */ was, /** @type {Partial<Seat>} */ now) => news([seat(was)], [seat(now)], ['ru']).map(n => n.text);
    assert.deepEqual(news([seat()], [seat({ offers_draw: true })], ['ru']), [{ text: 'Central Powers offers a draw.', offer: 'cp' }]);
    assert.deepEqual(texts({ offers_draw: true }, { offers_draw: true }), []);
    assert.deepEqual(texts({ offers_draw: true }, {}), ['Central Powers offers a draw no more.']);
    assert.deepEqual(texts({}, { kind: 'bot', level: 'regular', stands_in: true }), ['Central Powers lets a bot (regular) play.']);
    assert.deepEqual(texts({ kind: 'bot', stands_in: true }, {}), ['Central Powers plays again.']);
    assert.deepEqual(texts({}, { resigned: true }), ['Central Powers has resigned.']);
    assert.deepEqual(news([seat()], [seat({ offers_draw: true })], ['cp']), [], 'of one’s own seat nothing is told');
});
