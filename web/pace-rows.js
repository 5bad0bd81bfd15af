// The rows with which a pace is chosen for a new game.

import { lasting, PACES, THEN, paceWords } from './clock-words.js';
import { el, fill } from './dom.js';

/** @typedef {import('./wire.d.ts').Pace} Pace */

/**
 * What is chosen is told in words; the length and what happens at its end can be changed.
 * @returns {{ node: HTMLElement, value(): Pace | null, name(): string }}
 */
export function paceRows() {
    const words = el('summary', { data: { test: 'pace' } });
    const about = el('p', { class: 'hint' });
    const choice = el('select', { id: 'pace', data: { test: 'pace-choice' }, onchange: tell }, PACES.map(p => el('option', { value: p.id }, p.name)));
    const minutes = el('input', { id: 'pace-main', type: 'number', min: '1', max: '527040', step: '1', data: { test: 'pace-main' }, onchange: tellWords });
    const increment = el('input', { id: 'pace-increment', type: 'number', min: '0', max: '527040', step: '0.5', data: { test: 'pace-increment' }, onchange: tellWords });
    const then = el('select', { id: 'pace-then', data: { test: 'pace-then' }, onchange: tellWords }, THEN.map(([id, name]) => el('option', { value: id }, name)));
    const figures = el('div', { class: 'row' },
        el('label', null, 'Minutes each ', minutes), el('label', null, 'More for every turn of play ', increment), el('label', null, 'When the time is up ', then));
    const node = el('details', { class: 'pace' }, words, el('div', { class: 'field' }, el('label', { for: 'pace' }, 'Pace'), choice, about), figures);
    function tell() {
        const preset = PACES.find(p => p.id === choice.value)?.pace ?? null;
        figures.hidden = !preset;
        if (preset) {
            minutes.value = String(preset.main / 60);
            increment.value = String((preset.increment ?? 0) / 60);
            then.value = preset.then ?? 'forfeit';
        }
        fill(about, PACES.find(p => p.id === choice.value)?.about ?? '');
        tellWords();
    }
    function tellWords() {
        const pace = value();
        fill(words, 'Pace: ', paceWords(pace));
    }
    /** @returns {Pace | null} */
    function value() {
        const preset = PACES.find(p => p.id === choice.value)?.pace ?? null;
        if (!preset) return null;
        const main = Math.max(10, Math.round(Number(minutes.value) * 60));
        return { main, increment: Math.round(Number(increment.value) * 60), cap: Math.max(main, preset.cap ?? main), then: /** @type {Pace['then']} */ (then.value) };
    }
    /** What those who look for a game are told: the name of a pace as it is offered, else its length. */
    function name() {
        const pace = value();
        const preset = PACES.find(p => p.id === choice.value)?.pace ?? null;
        if (!pace || !preset) return '';
        const same = ['main', 'increment', 'then'].every(key => pace[/** @type {'main'} */ (key)] === preset[/** @type {'main'} */ (key)]);
        return same ? choice.value : `${lasting(pace.main)} each`;
    }
    tell();
    return { node, value, name };
}
