// A window with a form: what is refused is said in it, and what was filled in stays.

import { el } from './dom.js';
import { dialog, message } from './ui.js';

/**
 * @param {string} title
 * @param {import('./dom.js').Child[]} fields
 * @param {{ test: string, go: string, act: () => Promise<unknown> }} how act: the window closes when it is done
 */
export function askForm(title, fields, { test, go, act }) {
    const wrong = el('p', { class: 'alert', role: 'alert', hidden: true });
    const start = el('button', { type: 'submit', class: 'primary big', data: { test: `${test}-go` } }, go);
    const form = el('form', { class: 'setup' }, fields, wrong, el('div', { class: 'row end' }, start));
    const node = dialog(title, [form], { class: 'new-game', test });
    form.addEventListener('submit', async event => {
        event.preventDefault();
        start.disabled = true;
        try {
            await act();
            node.close('');
        } catch (error) {
            wrong.textContent = message(error);
            wrong.hidden = false;
        }
        start.disabled = false;
    });
    return node;
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
