// Names of figures, and what is written short.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureNames, glosses, named } from '../terms.js';

const facts = /** @type {import('../wire.d.ts').Facts} */ (/** @type {unknown} */ ({
    figures: [{ branches: ['hq'], names: ['range', 'movement'] }, { branches: [], names: ['strength', 'movement'] }],
    term: [{ word: 'level, CEL', means: 'how effective a unit is' }, { word: 'A2, S1', means: 'turns' }, { word: '3M', means: 'a regiment' }, { word: 'zone', means: 'around a unit' }],
}));

test('the figures of a branch have names of their own, of others the usual ones', () => {
    assert.deepEqual(figureNames({ branch: 'hq', values: [2, 3] }, facts), ['range', 'movement']);
    assert.deepEqual(figureNames({ branch: 'infantry', values: [2, 3] }, facts), ['strength', 'movement']);
    assert.deepEqual(figureNames({ branch: 'infantry', values: [1] }, facts), [], 'nothing is made up');
    assert.equal(named(/** @type {any} */ ({ branch: 'infantry', values: [-2, 3] }), facts), 'strength −2 · movement 3');
});

test('what is written short is set apart with what it means; the text stays as it was', () => {
    const text = 'CEL 3 before turn A2, but not LCEL, SA2 or zone';
    const parts = glosses(text, facts);
    assert.equal(parts.map(p => p.text).join(''), text);
    assert.deepEqual(parts.filter(p => p.means).map(p => [p.text, p.means]), [['CEL', 'how effective a unit is'], ['A2', 'turns']]);
    const units = glosses('2/3M and Cv/3M attack 13M, CEL/3M', facts);
    assert.deepEqual(units.filter(p => p.means).map(p => p.text), ['2/3M', 'Cv/3M', 'CEL', '3M'], 'a battalion is one name');
    assert.deepEqual(glosses('nothing told', null), [{ text: 'nothing told', means: '' }]);
});
