// Fields of forms that ask about opponents: each with its label, and read by its own function.

import { PACES, paceWords } from './clock-words.js';
import { el } from './dom.js';

/**
 * A list to choose from.
 * @param {string} id
 * @param {string} label
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} [value]
 */
export function selectField(id, label, options, value) {
    const input = el('select', { id, name: id, data: { test: id } }, options.map(([v, text]) => el('option', { value: v, selected: v === value }, text)));
    return { input, node: el('div', { class: 'field' }, el('label', { for: id }, label), input), value: () => input.value };
}

/**
 * A line of text.
 * @param {string} id
 * @param {string} label
 * @param {{ hint?: string, most?: number, value?: string, needed?: boolean, figures?: boolean }} [how]
 */
export function textField(id, label, how = {}) {
    const input = el('input', {
        id, name: id, type: 'text', value: how.value ?? '', maxlength: String(how.most ?? 60), required: how.needed ?? false, autocomplete: 'off', data: { test: id },
        ...how.figures ? { inputmode: 'numeric', pattern: '[0-9]{0,4}' } : {}, ...how.hint ? { 'aria-describedby': `${id}-hint` } : {},
    });
    return { input, value: () => input.value.trim(),
        node: el('div', { class: 'field' }, el('label', { for: id }, label), input, how.hint && el('p', { class: 'hint', id: `${id}-hint` }, how.hint)) };
}

/**
 * A box to tick.
 * @param {string} id
 * @param {string} label
 * @param {string} hint
 */
export function tickField(id, label, hint) {
    const input = el('input', { type: 'checkbox', id, name: id, data: { test: id } });
    return { input, value: () => input.checked, node: el('label', { class: 'radio', for: id }, input, el('span', null, el('strong', null, label), el('small', null, hint))) };
}

/** A pace by its name. @param {string} id */
export function paceField(id) {
    return selectField(id, 'Pace', PACES.map(p => /** @type {const} */ ([p.pace ? p.id : '', `${p.name}: ${paceWords(p.pace)}`])));
}

/**
 * A game and one of its scenarios for two.
 * @param {import('./wire.d.ts').Title[]} titles
 * @param {{ any?: boolean }} [how] any: any scenario will do
 */
export function scenarioFields(titles, how = {}) {
    const two = titles.filter(t => t.scenarios.some(s => s.sides.length === 2));
    const game = el('select', { id: 'ask-game', data: { test: 'ask-game' } }, two.map(t => el('option', { value: t.id }, t.title)));
    const scenario = el('select', { id: 'ask-scenario', data: { test: 'ask-scenario' } });
    const fill = () => {
        const offered = two.find(t => t.id === game.value)?.scenarios.filter(s => s.sides.length === 2) ?? [];
        scenario.replaceChildren(...how.any ? [el('option', { value: '' }, 'Any')] : [], ...offered.map(s => el('option', { value: s.id }, s.title)));
    };
    game.addEventListener('change', fill);
    fill();
    return {
        nodes: [
            el('div', { class: 'field' }, el('label', { for: 'ask-game' }, 'Game'), game),
            el('div', { class: 'field' }, el('label', { for: 'ask-scenario' }, 'Scenario'), scenario),
        ],
        input: scenario, gameInput: game,
        game: () => game.value, scenario: () => scenario.value,
        title: () => two.find(t => t.id === game.value),
    };
}
