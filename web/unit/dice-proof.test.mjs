// What a file proves of its dice: the browser comes to the same as the kernel, whose test made the vectors.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { linkBefore, NoFile, prove, readFile, Sealed, sealOf } from '../dice-proof.js';
import { hash, hex, sha256, unhex } from '../sha256.js';

const vectors = JSON.parse(readFileSync(new URL('dice-vectors.json', import.meta.url), 'utf8'));
/** @param {string} text */
const bytes = text => unhex(text) ?? assert.fail(text);
/** A copy of the game in the vectors, changed. @param {(file: any) => void} change @param {string} [which] */
function changed(change, which = 'record') {
    const file = structuredClone(vectors[which]);
    change(file);
    return prove(readFile(JSON.stringify(file)));
}

test('SHA-256 is that of everybody else', () => {
    for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000]) {
        const data = randomBytes(length);
        assert.equal(hex(sha256(data)), createHash('sha256').update(data).digest('hex'), `${length} bytes`);
    }
    assert.deepEqual([unhex('zz'), unhex('+f'.repeat(32)), unhex(7)], [null, null, null]);
});

test('secrets, chains and dice are those of the kernel', () => {
    const secrets = vectors.secrets.map(bytes);
    assert.deepEqual(secrets.map((/** @type {Uint8Array} */ s) => hex(sealOf(s))), vectors.seals);
    const links = vectors.chain.links.map(bytes);
    assert.equal(hex(links.at(-1)), vectors.chain.last);
    for (let i = 1; i < links.length; i += 1) assert.equal(hex(linkBefore(links[i])), vectors.chain.links[i - 1]);
    for (const { links: shown, from, faces, dice } of vectors.rolls) {
        const source = new Sealed(secrets, from, shown.map(bytes));
        assert.deepEqual(dice.map(() => source.roll(faces)), dice, `${faces} faces, ${shown.length} links`);
    }
    const { number, undone, side, action, seal } = vectors.choice;
    const salt = hash('salt', hash('salts', ...secrets), number, undone);
    assert.equal(hex(hash('choice', `${side} ${action}`, salt)), seal);
});

test('a file proves its dice, its choices and what seats put in', () => {
    const proof = changed(() => {});
    assert.deepEqual([proof.dice, proof.said], ['proved', 'Every die follows from the sealed secrets.']);
    assert.ok(proof.moves.some(m => m.dice.length && m.verdict === 'fits'));
    assert.ok(proof.moves.every(m => m.choice === 'fits'), 'all bids are secret');
    assert.deepEqual(proof.chains.map(c => [c.side, c.links]), [['a', 1], ['b', 1]]);
});

test('whatever is changed is found', () => {
    const wrong = (/** @type {(file: any) => void} */ change) => assert.equal(changed(change).dice, 'wrong', String(change));
    const rolled = vectors.record.moves.findIndex((/** @type {any} */ m) => m.dice);
    for (let die = 1; die <= 6; die += 1) {
        if (die !== vectors.record.moves[rolled].dice[0]) assert.notEqual(changed(f => { f.moves[rolled].dice = [die]; }).dice, 'proved');
    }
    wrong(f => { f.moves[rolled].dice = [vectors.record.moves[rolled].dice[0] % 6 + 1]; f.moves[rolled].faces = [6]; });
    wrong(f => { f.moves[rolled].reveal = f.moves[0].reveal; });
    wrong(f => { delete f.moves[rolled].reveal; f.moves[rolled].faces = [6]; });
    wrong(f => { f.dice.seats.reverse(); });
    wrong(f => { f.moves[0].action = 1; });
    wrong(f => { f.dice.secrets = ['00'.repeat(32)]; });
    wrong(f => { f.dice.seals = []; f.dice.secrets = []; });
    wrong(f => { f.dice.secrets = []; });
});

test('what cannot be proved is said', () => {
    const missing = changed(f => { f.dice.secrets = [null]; });
    assert.deepEqual([missing.dice, missing.said], ['unproved', 'The dice cannot be proved: secret 1 is missing.']);
    const branch = changed(() => {}, 'branch');
    assert.equal(branch.dice, 'unproved');
    assert.match(branch.said, /the first 4 moves came from a file or from another game/);
    const marked = changed(f => { f.moves[2].hand = true; });
    assert.match(marked.said, /the first 3 moves/, 'a mark of dice by hand hides nothing');
    assert.equal(changed(f => { f.dice = { kind: 'hand' }; }).dice, 'typed in');
    assert.equal(changed(f => { f.dice.hand = true; }).dice, 'seeded');
});

test('what is no game file is refused', () => {
    for (const text of ['', '[]', '{}', '{"moves":[],"dice":{}}', '{"sandtable":2,"moves":[],"dice":{"kind":"hand"}}', '{"sandtable":1,"moves":[7],"dice":{"kind":"hand"}}']) {
        assert.throws(() => readFile(text), NoFile, text);
    }
});
