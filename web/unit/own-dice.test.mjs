// What a seat puts into the dice: one chain for each, one link for each roll, and the game goes on whatever is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkBefore } from '../dice-proof.js';
import { chainsOf, linksOf, OwnDice } from '../own-dice.js';
import { hex, unhex } from '../sha256.js';

/** A table that takes links as the real one does, for one side. */
function table() {
    let kept = /** @type {string | null} */ (null);
    const shelf = { read: () => kept, write: (/** @type {string} */ text) => { kept = text; } };
    const state = /** @type {any} */ ({ yours: ['a'], seeded: false, seals: ['x'], result: null, seats: [], dice_facts: { seats: [] } });
    /** @type {(string | undefined)[]} */ const sent = [];
    const ways = {
        putIn: async (/** @type {any} */ { side, seal }) => {
            state.dice_facts = { ...state.dice_facts, seats: [...state.dice_facts.seats, { side, seal, link: seal, counts: true }] };
            return state.dice_facts;
        },
        state: async () => structuredClone(state),
    };
    const rolling = async (/** @type {any} */ body) => {
        sent.push(body.reveal);
        const last = state.dice_facts.seats.at(-1);
        if (!body.reveal) return 'done';
        const link = unhex(body.reveal);
        if (!link || hex(linkBefore(link)) !== last.link) throw { problem: { code: 'reveal' } };
        last.link = body.reveal;
        return 'done';
    };
    return { shelf, state, sent, ways, rolling, own: (every = false) => new OwnDice('g', state, ways, every, shelf) };
}

/** @param {OwnDice} own @param {any} state */
async function joined(own, state) {
    own.join(state);
    await new Promise(resolve => setTimeout(resolve));
    return own;
}

test('a link is the one whose hash was shown before', () => {
    const links = linksOf('ab'.repeat(32));
    assert.equal(links.length, 1001);
    assert.equal(hex(links.at(-1) ?? new Uint8Array()), 'ab'.repeat(32));
    assert.ok([1, 2, 1000].every(i => hex(linkBefore(links[i] ?? new Uint8Array())) === hex(links[i - 1] ?? new Uint8Array())));
});

test('each roll shows the next link, and what rolls nothing shows none', async () => {
    const t = table();
    const own = await joined(t.own(), t.state);
    assert.equal(t.state.dice_facts.seats.length, 1);
    await own.act({ side: 'a' }, async body => { t.sent.push(/** @type {any} */ (body).reveal); return 'moved'; });
    for (let i = 0; i < 3; i += 1) assert.equal(await own.act({ side: 'a' }, t.rolling), 'done');
    const links = linksOf(chainsOf('g', t.shelf)['a']?.[0]?.root ?? '').map(hex);
    assert.deepEqual(t.sent, ['ask', 'ask', links[1], 'ask', links[2], 'ask', links[3]]);
    // The page is opened again: the chain is remembered and no other put in.
    const again = await joined(t.own(), t.state);
    assert.equal(t.state.dice_facts.seats.length, 1);
    await again.act({ side: 'a' }, t.rolling);
    assert.equal(t.sent.at(-1), links[4]);
});

test('where every action wants a link, it is sent at once, and again when a move was taken back', async () => {
    const t = table();
    const own = await joined(t.own(true), t.state);
    for (let i = 0; i < 3; i += 1) await own.act({ side: 'a' }, t.rolling);
    const links = linksOf(chainsOf('g', t.shelf)['a']?.[0]?.root ?? '').map(hex);
    assert.deepEqual(t.sent, [links[1], links[2], links[3]]);
    t.state.dice_facts = { seats: [{ ...t.state.dice_facts.seats[0], link: links[1] }] };
    await own.act({ side: 'a' }, t.rolling);
    assert.deepEqual(t.sent.slice(3), [links[4], links[2]], 'the first is not the next any more');
});

test('who lost the chain acts without, and begins another', async () => {
    const t = table();
    await joined(t.own(), t.state);
    t.shelf.write('{}');
    const own = await joined(t.own(), t.state);
    assert.equal(t.state.dice_facts.seats.length, 2);
    // Another browser with the same seat put one in since.
    t.state.dice_facts.seats.push({ side: 'a', seal: '00', link: '00', counts: true });
    await own.act({ side: 'a' }, t.rolling);
    assert.deepEqual(t.sent, ['ask', undefined]);
    assert.equal(t.state.dice_facts.seats.length, 4);
    await own.act({ side: 'a' }, t.rolling);
    assert.equal(t.sent.at(-1)?.length, 64);
});

test('nothing is put in where dice are known, the game is over or somebody watches, and refusals are passed on', async () => {
    for (const change of [{ seeded: true }, { result: {} }, { yours: [] }, { seals: [] }, { closed: {} }]) {
        const t = table();
        await joined(t.own(), Object.assign(t.state, change));
        assert.equal(t.state.dice_facts.seats.length, 0, JSON.stringify(change));
    }
    const t = table();
    const own = await joined(t.own(), t.state);
    await assert.rejects(own.act({ side: 'a' }, async () => { throw { problem: { code: 'illegal' } }; }), { problem: { code: 'illegal' } });
    t.ways.putIn = async () => { throw new Error('offline'); };
    t.state.dice_facts = { seats: [] };
    t.shelf.write('broken');
    const bare = await joined(t.own(), t.state);
    assert.equal(await bare.act({ side: 'a' }, t.rolling), 'done');
});
