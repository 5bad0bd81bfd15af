// Primers are read as they are written; what the game says of its words is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocks, runs } from '../markdown.js';
import { explanation, figureNames, meaning, named } from '../terms.js';

test('headings, paragraphs, lists and pictures', () => {
    const page = blocks('# Title\n\nOne line\nand another.\n\n## Part\nText below.\n- one\n- two,\n  longer\n\n![Two corps](counters ru-i de-x)\n![The gap](board 1004 1104)\n\n1. first\n2. second');
    assert.deepEqual(page.map(b => b.kind), ['heading', 'paragraph', 'heading', 'paragraph', 'list', 'picture', 'picture', 'list']);
    assert.deepEqual(page[1], { kind: 'paragraph', runs: [{ kind: 'text', text: 'One line and another.' }] });
    assert.deepEqual(page[4], { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two, longer' }]] });
    assert.deepEqual(page[5], { kind: 'picture', caption: 'Two corps', of: 'counters', ids: ['ru-i', 'de-x'] });
    assert.equal(page[7]?.kind === 'list' && page[7].ordered, true);
});

test('bold, italics, and rules in brackets', () => {
    assert.deepEqual(runs('A **corps** stops [9.1e], *always* [2.2f, 10.1a].'), [
        { kind: 'text', text: 'A ' }, { kind: 'strong', text: 'corps' }, { kind: 'text', text: ' stops ' }, { kind: 'rule', text: '9.1e' }, { kind: 'text', text: ', ' },
        { kind: 'em', text: 'always' }, { kind: 'text', text: ' ' }, { kind: 'rule', text: '2.2f' }, { kind: 'rule', text: '10.1a' }, { kind: 'text', text: '.' },
    ]);
    assert.deepEqual(runs('no [rule] here'), [{ kind: 'text', text: 'no [rule] here' }]);
});

/** @type {import('../wire.d.ts').Facts} */
const facts = {
    complexity: 2, command: '', hidden: '', start: 'x', scenario: [],
    figures: [{ branches: ['hq'], names: ['support', 'range'] }, { names: ['strength', 'movement'] }, { names: ['strength'] }],
    term: [{ word: 'CEL', means: 'how well it holds together' }, { word: 'A2, S1', means: 'the turns' }],
};

test('numbers have the names of their branch, or those of all others', () => {
    assert.deepEqual(figureNames({ branch: 'hq', values: [1, 2] }, facts), ['support', 'range']);
    assert.equal(named({ branch: 'infantry', values: [-6, 2] }, facts), 'strength −6 · movement 2');
    assert.equal(named({ branch: 'hq', values: [6] }, facts), 'strength 6');
    assert.equal(named({ branch: 'hq', values: [6, 6, 6] }, facts), '');
    assert.equal(named({ branch: 'hq', values: [6] }, null), '');
});

test('words are found alone and among others', () => {
    assert.equal(meaning('cel', facts), 'how well it holds together');
    assert.equal(meaning('S1', facts), 'the turns');
    assert.equal(meaning('D1', facts), '');
});

test('of the paragraphs for a rule the one whose words fit furthest explains a decision', () => {
    const all = ['', 'choose the next', 'choose'].map(what => ({ rule: '10b', what, title: what, text: '', rules: [] }));
    assert.equal(explanation(all, { rule: '10b', what: 'choose the next combat' })?.title, 'choose the next');
    assert.equal(explanation(all, { rule: '10b', what: 'end' })?.title, '');
    assert.equal(explanation(all, { rule: '9a', what: 'end' }), null);
});
