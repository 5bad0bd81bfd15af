// A new game: which scenario, who plays, and the rest as usual unless somebody wants it otherwise.

import { el, fill } from './dom.js';
import * as api from './api.js';
import { linksToo } from './account.js';
import { openTerms } from './open-terms.js';
import { scenarioLine, scenarioName } from './lobby-facts.js';
import { seatRows } from './seats.js';
import { paceRows } from './pace-rows.js';
import { dialog, message } from './ui.js';
import { capital } from './view.js';

/** @typedef {import('./wire.d.ts').Title} Title */

/**
 * Asks how to play a title, and begins.
 * @param {Title} title
 * @param {(error: unknown) => void} fail
 * @param {string} [wanted]  the scenario that is proposed
 * @param {{ open?: boolean }} [how]  open: anybody may come
 */
export function begin(title, fail, wanted = title.facts?.start, how = {}) {
    /** @type {Record<string, import('./wire.d.ts').Player>} */
    const free = {};
    // In an open game the first side is mine, and others come for the rest.
    if (how.open) title.sides.forEach(s => free[s.id] = { kind: 'open' });
    const first = title.scenarios.find(s => s.id === wanted)?.sides[0];
    if (how.open && first) free[first] = { kind: 'me' };
    const terms = openTerms(how);
    let seats = seatRows(title, title.scenarios[0]?.id, how.open ? { defaults: free } : {});
    const choices = new Map(title.options.map(o => [o, option(o)]));
    const count = el('summary', { data: { test: 'options' } });
    const more = el('details', { class: 'options' }, count, ...choices.values());
    const about = el('p', { class: 'hint' });
    const scenario = el('select', { id: 'scenario', name: 'scenario', data: { test: 'scenario' }, onchange: tell },
        title.scenarios.map(s => el('option', { value: s.id }, scenarioName(title, s.id, s.title))));
    if (wanted) scenario.value = wanted;
    function tell() {
        fill(about, title.scenarios.find(s => s.id === scenario.value)?.about ?? '', ' ', el('b', { data: { test: 'scenario-facts' } }, scenarioLine(title, scenario.value)), ' ',
            el('a', { href: `/edit/${title.id}/${scenario.value}`, data: { test: 'edit-scenario' } }, 'Edit its position'));
        for (const [choice, node] of choices) node.hidden = !choice.scenarios.includes(scenario.value);
        tellRules();
        const chosen = seatRows(title, scenario.value, { defaults: seats.value(), explain: seats.explain(), noHints: seats.noHints() });
        seats.node.replaceWith(chosen.node);
        seats = chosen;
    }
    /** Most people play by the usual rules: the others are folded away, and what is changed is said. */
    function tellRules() {
        const offered = [...choices.keys()].filter(choice => choice.scenarios.includes(scenario.value));
        const changed = offered.filter(o => o.values.indexOf(picked(o)) > 0);
        more.hidden = !offered.length;
        fill(count, changed.length ? 'Rules: ' : 'The usual rules', changed.map(o => `${words(o.name)} ${picked(o)}`).join(', '), el('small', null, ` · ${offered.length} optional`));
    }
    /** @param {import('./wire.d.ts').Choice} o */
    function picked(o) {
        const on = /** @type {HTMLInputElement | null | undefined} */ (choices.get(o)?.querySelector('input:checked'));
        return on?.value ?? o.values[0] ?? '';
    }
    more.addEventListener('change', tellRules);
    tell();
    const seed = el('input', { id: 'seed', name: 'seed', type: 'text', inputmode: 'numeric', pattern: '[0-9]{0,15}', placeholder: 'secret', data: { test: 'seed' } });
    const pace = paceRows();
    const links = linksToo();
    const wrong = el('p', { class: 'alert', role: 'alert', hidden: true });
    const start = el('button', { type: 'submit', class: 'primary big', data: { test: 'start' } }, 'Start');
    const form = el('form', { class: 'setup' },
        el('div', { class: 'field' }, el('label', { for: 'scenario' }, 'Scenario'), scenario, about),
        more,
        seats.node,
        pace.node,
        terms.node,
        links.node,
        el('details', null, el('summary', null, 'Dice'),
            el('div', { class: 'field' }, el('label', { for: 'seed' }, 'Seed'), seed,
                el('p', { class: 'hint' }, 'Leave it empty for dice that nobody can know. The same seed gives the same dice again.'))),
        wrong,
        el('div', { class: 'row end' }, start));
    const node = dialog(title.title, [form], { class: 'new-game', test: 'new-game' });
    form.addEventListener('submit', async event => {
        event.preventDefault();
        start.disabled = true;
        const data = new FormData(form);
        const players = seats.value();
        try {
            const made = await api.create({
                game: title.id,
                scenario: scenario.value,
                options: Object.fromEntries(title.options.filter(o => o.scenarios.includes(scenario.value)).map(o => [o.name, String(data.get(field(o)) ?? o.values[0])])),
                seats: players,
                explain: seats.explain(),
                no_hints: seats.noHints(),
                pace: pace.value(),
                ...toldPace(terms.value(), pace.name()),
                links: links.wanted(),
                ...(seed.value.trim() ? { seed: Number(seed.value) } : {}),
            });
            api.storeCreated(made);
            location.assign(`/game/${made.id}`);
        } catch (error) {
            start.disabled = false;
            wrong.textContent = message(error);
            wrong.hidden = false;
            if (!node.open) fail(error);
        }
    });
}

/**
 * What is said to strangers tells the pace too.
 * @template {{ terms?: import('./wire.d.ts').Terms }} T
 * @param {T} said @param {string} pace
 * @returns {T}
 */
const toldPace = (said, pace) => said.terms ? { ...said, terms: { ...said.terms, pace } } : said;

/** The name of an option as words. @param {string} name */
const words = name => name.replaceAll(/[_-]/g, ' ');

/** The field of an option: scenarios may offer the same one with another default. @param {import('./wire.d.ts').Choice} choice */
function field(choice) {
    return `option-${choice.name}-${choice.scenarios[0] ?? ''}`;
}

/**
 * An option with its values. Its explanation often reads `value: meaning; value: meaning`; then each value gets its own.
 * @param {import('./wire.d.ts').Choice} choice
 */
function option(choice) {
    const parts = new Map(choice.about.split(/;\s*/).map(part => {
        const [value, ...rest] = part.split(/:\s*/);
        return /** @type {const} */ ([value ?? '', rest.join(': ')]);
    }));
    const each = choice.values.every(v => parts.get(v));
    return el('fieldset', { class: 'option' },
        el('legend', null, capital(words(choice.name))),
        !each && el('p', { class: 'hint' }, choice.about),
        choice.values.map((value, i) => el('label', { class: 'radio' },
            el('input', { type: 'radio', name: field(choice), value, checked: i === 0, data: { test: `option-${choice.name}-${value}` } }),
            el('span', null, el('strong', null, capital(value)), each && el('small', null, parts.get(value))))));
}
