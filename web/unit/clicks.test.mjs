// What saves clicks, without a picture: orders for several, usual answers, who stays, what is taken back together, odds in short.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inShort, matrix } from '../odds-words.js';
import { Stays } from '../stays.js';
import { ofPhase, together, withGesture } from '../taken-back.js';
import { allAtOnce, beginning, common, fitting, labelFor } from '../together.js';
import { ends, goOn, isAnswer, question, Usual } from '../usual.js';

/** @typedef {import('../wire.d.ts').Offered} Offered */
/** @typedef {import('../wire.d.ts').Offers} Offers */

let count = 0;
/** @param {string} verb @param {string[]} pieces @param {string | null} [place] @param {string} [label] @param {boolean} [weigh] @returns {Offered} */
const offer = (verb, pieces, place = null, label = `${verb} ${pieces.join()} to ${place}`, weigh = false) => ({ number: count++, text: label, label, verb, pieces, place, weigh });
/** @param {Offered[]} buttons @param {Partial<Offers>} [more] @returns {Offers} */
const offers = (buttons, more = {}) => ({ side: 'a', what: 'move', rule: '1', count: buttons.length, buttons, pieces: [...new Set(buttons.flatMap(b => b.pieces))], places: [], ...more });

test('several can do together what each of them can do alone', () => {
    const joint = common(new Map([
        ['i', [offer('move', ['i'], '1'), offer('move', ['i'], '2'), offer('dig', ['i']), offer('attack', ['i', 'ii'], '3')]],
        ['ii', [offer('move', ['ii'], '2'), offer('move', ['ii'], '3'), offer('dig', ['ii'])]],
    ]));
    assert.deepEqual(joint.map(j => [j.verb, j.place, j.actions.map(a => a.pieces[0])]), [['move', '2', ['i', 'ii']], ['dig', null, ['i', 'ii']]]);
    assert.deepEqual(common(new Map()), []);
});

test('what a unit can do in two ways is no plain order', () => {
    const twice = [offer('reform', ['i'], null, 'Reform I full'), offer('reform', ['i'], null, 'Reform I reduced')];
    assert.deepEqual(common(new Map([['i', twice], ['ii', [offer('reform', ['ii'])]]])), []);
    assert.equal(fitting('i', twice, { verb: 'reform', place: null }), null);
    assert.equal(fitting('ii', [offer('dig', ['ii'])], { verb: 'dig', place: null })?.verb, 'dig');
});

test('a unit that can only begin begins', () => {
    assert.equal(beginning([offer('pick', ['i'])])?.verb, 'pick');
    assert.equal(beginning([offer('pick', ['i']), offer('dig', ['i'])]), null);
    assert.equal(beginning([offer('move', ['i'], '1')]), null);
});

test('an order for several is called by the words that all begin and end with', () => {
    const all = [offer('move', ['i'], '1516', 'Move 5th Guard Brigade to 1516 Kutno · 5 of 5 MP'), offer('move', ['ii'], '1516', 'Move 2nd Horse to 1516 Kutno · 3 of 4 MP')];
    assert.equal(labelFor(all), 'Move 2 units to 1516 Kutno');
    assert.equal(labelFor([offer('restore', ['i'], null, 'Restore RU IV to full strength · 2 of 7 points'), offer('restore', ['ii'], null, 'Restore RU XX to full strength · 2 of 7 points')]), 'Restore 2 units to full strength');
    assert.equal(labelFor([offer('dig_in', ['i'], null, 'I digs'), offer('dig_in', ['ii'], null, 'II digs')]), 'dig in 2 units');
    const garrison = ['French I Guard Corps', 'Italian I Corps'].map(name => offer('garrison', [name], null, `Make ${name} the garrison of its city · at Milan`));
    assert.equal(labelFor(garrison), 'Make 2 units the garrison of its city');
    assert.equal(labelFor(['Paris', 'Mainz'].map(city => offer('remove', [city], null, `Remove the depot at ${city}`))), 'Remove the depot · all 2');
    assert.equal(labelFor(all.slice(0, 1)), 'Move 5th Guard Brigade to 1516 Kutno');
});

test('a choice is offered for all at once only where one may stop and no dice wait', () => {
    const adds = ['i', 'ii', 'iii'].map(id => offer('add', [id]));
    const cancel = offer('cancel', []);
    assert.deepEqual(allAtOnce(offers([...adds, cancel])).map(j => [j.verb, j.actions.length]), [['add', 3]]);
    assert.deepEqual(allAtOnce(offers(adds)), [], 'a loss that must be borne by one');
    assert.deepEqual(allAtOnce(offers([...adds, offer('fight', [], null, 'Fight', true)])), [], 'dice wait');
    assert.deepEqual(allAtOnce(offers([...adds, cancel, offer('add_all', [])])), [], 'the game has its own');
    assert.deepEqual(allAtOnce(offers([...adds, cancel], { count: 40 })), [], 'not all is listed');
    assert.deepEqual(allAtOnce(offers([...adds, offer('add', ['i']), cancel])).map(j => j.actions.flatMap(a => a.pieces)), [['ii', 'iii']]);
});

test('the red button is the answer given before, else what deals with everything, else what goes on', () => {
    const usual = new Usual();
    const [halt, combat, done] = [offer('halt', ['i']), offer('combat_mode', ['i']), offer('done', [])];
    const asked = offers([halt, combat], { what: 'go on with the unit' });
    assert.equal(usual.primary(asked, 'day 1'), null);
    usual.note(question(asked, 'day 1'), 'combat_mode');
    assert.equal(usual.primary(asked, 'day 1'), combat);
    assert.equal(usual.primary(asked, 'day 2'), null, 'another phase');
    usual.note(question(asked, 'day 1'), 'halt');
    assert.equal(usual.again(asked, question(asked, 'day 1')), halt);
    assert.equal(usual.again(offers([combat], { what: asked.what }), question(asked, 'day 1')), combat, 'the one before, where the last is not offered');
    assert.equal(usual.again(offers([halt, offer('halt', ['ii'])], { what: asked.what }), question(asked, 'day 1')), null, 'two are meant');
    const long = offers([done], { what: asked.what, count: 20, pieces: ['i'] });
    assert.equal(usual.again(long, question(asked, 'day 1'), [halt]), halt, 'what is not listed');
    const pay = offer('pay_all', []);
    assert.equal(usual.primary(offers([done, pay]), 'day 1'), pay);
    assert.equal(usual.primary(offers([offer('lose', ['i']), done]), 'day 1'), done);
    assert.equal(usual.primary(null, 'day 1'), null);
});

test('an answer is about no place and no one of many; only some verbs end a step', () => {
    const one = offer('halt', ['i']);
    assert.ok(isAnswer(offers([one]), one));
    assert.ok(!isAnswer(offers([one, offer('halt', ['ii'])]), one));
    assert.ok(!isAnswer(offers([]), offer('fight', [], null, 'Fight', true)));
    assert.deepEqual([offer('end_moves', []), offer('done', []), offer('end_march', ['i']), offer('ending', []), offer('pay_all', [])].map(ends), [true, true, false, false, false]);
    assert.equal(goOn(offers([offer('retreat_to', [])]))?.verb, 'retreat_to', 'the only thing to do');
    assert.equal(goOn(offers([offer('front', []), offer('other', [])])), null);
});

test('units stay for one question of one phase', () => {
    const stays = new Stays();
    stays.add('a|1|move', ['i', 'ii']);
    stays.remove('a|1|move', ['i']);
    assert.deepEqual([...stays.of('a|1|move')], ['ii']);
    assert.equal(stays.of('a|1|fight').size, 0);
});

test('what went together comes back together; what went after it first', () => {
    let made = withGesture([], { start: 3, end: 7 });
    assert.equal(together(made, 7), 4);
    assert.equal(together(made, 8), 1);
    made = withGesture(made, { start: 7, end: 8 });
    assert.equal(together(made, 8), 1);
    // The first was taken back, and others were made in its place.
    made = withGesture(made, { start: 3, end: 5 });
    assert.equal(together(made, 5), 2);
    assert.equal(together(made, 7), 1);
});

test('a phase goes back to where it began, or to the last dice', () => {
    /** @param {string} side @param {number[]} [dice] @returns {import('../wire.d.ts').Frame} */
    const frame = (side, dice) => ({ number: 0, side, text: '', label: '', lines: [], change: {}, dice });
    const moments = ['a moves', 'b moves', 'b moves', 'b moves', 'b fights'];
    const at = (/** @type {number} */ i) => moments[i] ?? '';
    const frames = [frame('a'), frame('b'), frame('b'), frame('b')];
    assert.deepEqual(ofPhase(frames, at), { moves: 3, whole: true });
    assert.deepEqual(ofPhase([frame('a'), frame('b'), frame('b', [6]), frame('b')], at), { moves: 1, whole: false });
    assert.deepEqual(ofPhase([frame('b'), frame('a'), frame('a'), frame('b')], at), { moves: 1, whole: true });
    assert.deepEqual(ofPhase([], at), { moves: 0, whole: true });
});

/** @param {string[][]} rows @returns {import('../wire.d.ts').Chart} */
const chart = rows => ({ title: '', rule: '1', head: ['against', 'you lose', 'he loses', 'you break', 'he breaks', 'undecided'], rows, source: '' });

test('odds in short say what the label does not, and what is most likely', () => {
    /** @type {import('../wire.d.ts').Odds} */
    const odds = {
        text: '', label: '', chances: [{ outcome: 'attacker retreats', parts: 1, of: 3, probability: 1 / 3 }, { outcome: 'defender retreats', parts: 2, of: 3, probability: 2 / 3 }],
        battle: { place: '1', attackers: [], defenders: [], ratio: '7 : 14 → 1/2', factors: [], total: 0, note: '' },
    };
    assert.equal(inShort(odds, offer('attack', ['i'], '1', 'Attack 1 with I · 7 : 14')), '→ 1/2 · 67 % defender retreats');
    assert.equal(inShort(odds, offer('attack', ['i'], '1', 'Attack 1 with I')), '7 : 14 → 1/2 · 67 % defender retreats');
    assert.equal(inShort(odds, offer('chit', [], null, 'Attack by probe')), '67 % defender retreats');
    assert.equal(inShort({ text: '', label: '', chances: [] }, offer('chit', [])), '');
});

test('charts of the same answers make one matrix, others none', () => {
    const [a, b] = [chart([['defend', '0.9', '9.9', '5 %', '83 %', '13 %'], ['withdraw', '2.0', '1.0', '0 %', '9 %', '4 %']]), chart([['defend', '1', '2', '3 %', '4 %', '5 %'], ['withdraw', '0', '0', '0 %', '0 %', '1 %']])];
    const told = matrix([a, b]);
    assert.deepEqual(told?.heads, ['defend', 'withdraw']);
    assert.deepEqual(told?.pairs, ['you lose : he loses', 'you break : he breaks']);
    assert.deepEqual(told?.rows[0]?.cells.map(c => c.pairs), [['0.9 : 9.9', '5 % : 83 %'], ['2.0 : 1.0', '0 % : 9 %']]);
    assert.ok((told?.rows[0]?.cells[0]?.leads ?? 0) > 8.9 && (told?.rows[0]?.cells[1]?.leads ?? 0) < 0);
    assert.match(told?.rows[0]?.cells[0]?.all ?? '', /^you lose 0\.9, .*undecided 13 %$/);
    assert.equal(matrix([a, chart([['other', '1', '2', '3', '4', '5'], ['withdraw', '0', '0', '0', '0', '0']])]), null);
    assert.equal(matrix([a, null]), null);
    assert.equal(matrix([]), null);
});
