// Beginning a lesson: a game of its own with the dice of the lesson, and the keys of all its seats.

import * as api from './api.js';

/** @typedef {import('./wire.d.ts').Lesson} Lesson */
/**
 * What this browser remembers of a lesson that is played.
 * @typedef {object} Kept
 * @property {number} step  how far it has been read
 * @property {Record<string, string>} keys  of the other sides, by side
 * @property {Record<string, string>} same  what was shown here, as the game writes it, by what the lesson calls it
 * @property {boolean} over  whether it is no lesson any more
 */

const SHELF = 'sandtable.lessons';

/** @returns {Record<string, Kept>} */
function all() {
    try {
        const value = JSON.parse(localStorage.getItem(SHELF) ?? '{}');
        return typeof value === 'object' && value ? value : {};
    } catch {
        return {};
    }
}

/** @param {string} id @returns {Kept | null} */
export function keptLesson(id) {
    const kept = all()[id];
    return kept && !kept.over ? kept : null;
}

/** @param {string} id @param {Kept} kept */
export function keepLesson(id, kept) {
    try {
        localStorage.setItem(SHELF, JSON.stringify({ ...all(), [id]: kept }));
    } catch {
        // A browser that keeps nothing plays the lesson until the page is left.
    }
}

/**
 * Makes the game of a lesson and plays it up to a step.
 * @param {string} game
 * @param {Lesson} lesson
 * @param {readonly string[]} sides  of its scenario
 * @param {number} [upTo]  the steps before this one are played
 * @returns {Promise<string>} its id
 */
export async function makeLesson(game, lesson, sides, upTo = 0) {
    const made = await api.create({
        game, scenario: lesson.scenario, options: lesson.options ?? {}, seed: lesson.seed, explain: false, no_hints: false,
        seats: Object.fromEntries(sides.map(side => [side, { kind: /** @type {const} */ ('me') }])),
    });
    const { [lesson.side]: mine = '', ...others } = made.keys;
    const every = Object.values(made.keys);
    await api.rename(made.id, every, `Lesson: ${lesson.title}`.slice(0, 40));
    let after = 0;
    for (const step of lesson.step.slice(0, upTo)) {
        for (const text of step.do ?? []) after = (await api.act(made.id, [mine], { after, action: text })).number;
        for (const text of step.enemy ?? []) after = (await api.act(made.id, Object.values(others), { after, action: text })).number;
    }
    api.storeKeys(made.id, { [lesson.side]: mine });
    keepLesson(made.id, { step: upTo, keys: others, same: {}, over: false });
    return made.id;
}

/**
 * Begins the lesson of a game and goes there.
 * @param {import('./wire.d.ts').Title} title
 * @param {(error: unknown) => void} fail
 */
export async function startLesson(title, fail) {
    try {
        const { teaching } = await api.kit(title.id, title.facts?.start ?? title.scenarios[0]?.id ?? '');
        if (!teaching) return;
        const { lesson } = teaching;
        const sides = title.scenarios.find(s => s.id === lesson.scenario)?.sides ?? title.sides.map(s => s.id);
        location.assign(`/game/${await makeLesson(title.id, lesson, sides)}`);
    } catch (error) {
        fail(error);
    }
}
