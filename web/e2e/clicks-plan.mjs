// What is played where clicks are counted: what the bot advises, in the order of a player with sense.

import { upwards } from '../counters.js';
import { ME } from './table.mjs';

/** @typedef {import('./table.mjs').Game} Game */
/** @typedef {import('../wire.d.ts').Offered} Offered */
/** @typedef {import('../wire.d.ts').State} State */
/** @typedef {{ side: string, what: string, moment: string, action: Offered }} Deed */
/** @typedef {{ game: string, scenario: string, sides: string[], turn: number, name: string }} Sample */

const LEVEL = 'regular';

/** @param {Game} game */
const keys = game => Object.values(game.keys);

/** What `regular` would do. @param {Game} game @param {State} state @returns {Promise<Offered>} */
export async function advised(game, state) {
    const hint = await game.table.call(`${game.path}/hint`, { keys: keys(game), body: { after: state.number, side: state.offers?.side, level: LEVEL } });
    return hint.action;
}

/**
 * An action as it is offered now: its number holds for this moment alone.
 * @param {Game} game @param {State} state @param {Offered} wanted
 * @returns {Promise<Offered | undefined>}
 */
export async function offered(game, state, wanted) {
    const listed = state.offers?.buttons.find(b => b.text === wanted.text);
    const about = wanted.pieces[0] ? `piece=${wanted.pieces[0]}` : wanted.place ? `place=${wanted.place}` : '';
    if (listed || !about) return listed;
    const can = await game.table.call(`${game.path}/can?${about}&side=${state.offers?.side}`, { keys: keys(game) });
    return can.actions.find((/** @type {Offered} */ a) => a.text === wanted.text);
}

/** @param {State} state */
export const asked = state => `${state.offers?.side}|${state.view.moment}|${state.offers?.what}`;

/** @param {State} state @param {Offered} action @returns {Deed} */
export const deed = (state, action) => ({ side: state.offers?.side ?? '', what: state.offers?.what ?? '', moment: state.view.moment, action });

/**
 * A turn as a player means it: what comes to nothing, as adding a unit and taking it out again, is left out.
 * @param {import('./table.mjs').Table} table @param {Sample} sample
 * @returns {Promise<{ before: string[], turn: Deed[] }>}
 */
export async function plan(table, sample) {
    const game = await newGame(table, sample);
    /** @type {string[]} */
    const before = [];
    /** @type {Deed[]} */
    let turn = [];
    /** @type {Map<string, number>} */
    const seen = new Map();
    for (let i = 0; i < 3000; i += 1) {
        const state = await game.state();
        if (!state.offers || state.view.turn > sample.turn) break;
        const action = await advised(game, state);
        if (state.view.turn < sample.turn) before.push(action.text);
        else {
            const print = JSON.stringify([state.view, state.offers.count, state.offers.pieces]);
            const at = seen.get(print);
            if (at !== undefined) turn = turn.slice(0, at);
            for (const [key, where] of seen) if (where > turn.length) seen.delete(key);
            seen.set(print, turn.length);
            turn.push(deed(state, action));
        }
        await game.act(action.text);
    }
    return { before, turn };
}

/** @param {import('./table.mjs').Table} table @param {Sample} sample */
export function newGame(table, sample) {
    return table.game({ game: sample.game, scenario: sample.scenario, seed: 1, seats: Object.fromEntries(sample.sides.map(s => [s, ME])) });
}

/** Whether a deed belongs to what is asked. @param {State} state @param {Deed} d */
export const belongs = (state, d) => d.side === state.offers?.side && d.moment === state.view.moment && d.what === state.offers.what;

/** Whether one unit simply goes somewhere. @param {Deed} d */
export const goes = d => d.action.pieces.length === 1 && Boolean(d.action.place) && !d.action.weigh;

/**
 * What is left to be done now, in the order of a player with sense: what takes most units with one drag first. Who has something else to do before it goes, waits.
 * @param {State} state @param {Deed[]} left @returns {Deed[]}
 */
export function sensibly(state, left) {
    const fitting = left.filter(d => belongs(state, d));
    const [head] = fitting;
    if (!head || !goes(head)) return fitting;
    const last = fitting.findIndex(d => !d.action.pieces.length);
    const before = last < 0 ? fitting : fitting.slice(0, last);
    const first = before.filter((d, i) => before.findIndex(other => other.action.pieces[0] === d.action.pieces[0]) === i);
    const able = new Set(state.offers?.pieces);
    /** How many units go with one drag; half a unit if it must be looked for in the list. @param {Deed} d */
    const worth = d => {
        const from = state.view.counters.find(c => c.id === d.action.pieces[0])?.place ?? '';
        const stack = state.view.counters.filter(c => c.place === from && able.has(c.id));
        const alike = stack.filter(c => first.some(o => goes(o) && o.action.pieces[0] === c.id && o.action.verb === d.action.verb && o.action.place === d.action.place));
        if (alike.length > 1 && alike.length === stack.length) return alike.length;
        return top(state, from, id => able.has(id)) === d.action.pieces[0] ? 1 : 0.5;
    };
    const ranked = first.filter(goes).map(d => ({ d, worth: worth(d) })).sort((a, b) => b.worth - a.worth).map(r => r.d);
    return [...ranked, ...fitting.filter(d => !ranked.includes(d))];
}

/**
 * A unit that would go on afterwards goes there at once, if that is offered.
 * @param {Game} game @param {State} state @param {Deed[]} left @param {Deed} d
 * @returns {Promise<{ d: Deed, action: Offered } | null>}
 */
export async function atOnce(game, state, left, d) {
    if (!goes(d)) return null;
    const own = left.filter(o => o.side === d.side && o.moment === d.moment && o.action.pieces.includes(d.action.pieces[0] ?? ''));
    const chain = own.slice(own.indexOf(d));
    const end = chain.findIndex(o => !goes(o) || o.what !== d.what || o.action.verb !== d.action.verb);
    const hops = end < 0 ? chain : chain.slice(0, end);
    for (const further of hops.slice(1).reverse()) {
        const action = await offered(game, state, further.action);
        if (!action) continue;
        drop(left, hops.slice(0, hops.indexOf(further)));
        return { d: further, action };
    }
    return null;
}

/** Takes deeds out of what is left. @param {Deed[]} left @param {Deed[]} done */
export function drop(left, done) {
    for (const d of done) if (left.includes(d)) left.splice(left.indexOf(d), 1);
}

/** The counter that lies on top of those that are meant. @param {State} state @param {string} place @param {(id: string) => boolean} meant */
export function top(state, place, meant) {
    return state.view.counters.filter(c => c.place === place && meant(c.id)).sort(upwards).at(-1)?.id ?? null;
}
