// What somebody who chooses a game wants to know of it and of its scenarios.

import { el } from './dom.js';

/** @typedef {import('./wire.d.ts').Title} Title */

/** What the degrees of complexity are called. */
const DEGREES = ['', 'an evening without reading', 'easy to begin', 'of middle weight', 'demanding', 'for the experienced'];

/**
 * A length in words.
 * @param {number} minutes
 */
export function lasting(minutes) {
    if (minutes < 90) return `${minutes} minutes`;
    const hours = Math.round(minutes / 30) / 2;
    return `${Math.floor(hours)}${hours % 1 ? '½' : ''} hours`;
}

/** A number of decisions, as round as it is meant. @param {number} decisions */
function round(decisions) {
    const step = decisions < 100 ? 10 : decisions < 1000 ? 50 : 100;
    return Math.max(step, Math.round(decisions / step) * step);
}

/**
 * A scenario in a line: how many play it, how long it takes.
 * @param {Title} title
 * @param {string} id
 */
export function scenarioLine({ facts }, id) {
    const told = facts?.scenario.find(s => s.id === id);
    return told ? `${told.players} players · about ${lasting(told.minutes)} · some ${round(told.decisions)} decisions` : '';
}

/** Scenarios by name, with the one to start with marked. @param {Title} title @param {string} id @param {string} name */
export function scenarioName({ facts, scenarios }, id, name) {
    return facts?.start === id && scenarios.length > 1 ? `${name} · start here` : name;
}

/** What a game's card says of it; nothing if it has no facts. @param {Title} title */
export function titleFacts(title) {
    const { facts, scenarios } = title;
    if (!facts) return null;
    const start = scenarios.find(s => s.id === facts.start);
    const degree = Math.max(1, Math.min(5, facts.complexity));
    /** @param {string} name @param {import('./dom.js').Child} value */
    const row = (name, value) => el('div', null, el('dt', null, name), el('dd', null, value));
    return [el('p', null, facts.command), el('dl', { class: 'title-facts', data: { test: `facts-${title.id}` } },
        row('Weight', [el('span', { class: 'pips', 'aria-hidden': 'true' }, '●'.repeat(degree), el('span', null, '●'.repeat(5 - degree))), ` ${degree} of 5, ${DEGREES[degree] ?? ''}`]),
        row('Hidden', facts.hidden),
        start && row('Start with', [el('b', null, start.title), ` · ${scenarioLine(title, start.id)}`]))];
}
