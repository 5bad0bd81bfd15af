// The puzzles of a game in the lobby, and how one begins.

import * as api from './api.js';
import { button, el } from './dom.js';
import { dialog } from './ui.js';

/** @typedef {import('./wire.d.ts').PuzzleTitle} PuzzleTitle */

const SHELF = 'sandtable.solutions';

/** Whether the solution is to be played at a table. @param {string} id */
export function solutionOf(id) {
    try {
        return sessionStorage.getItem(SHELF) === id;
    } catch {
        return false;
    }
}

/**
 * Makes the table of a puzzle and goes there.
 * @param {PuzzleTitle} puzzle
 * @param {boolean} [solution] whether its solution is to be played there
 */
export async function beginPuzzle(puzzle, solution = false) {
    const made = await api.beginPuzzle(puzzle.game, puzzle.id);
    api.storeKeys(made.id, made.keys);
    try {
        if (solution) sessionStorage.setItem(SHELF, made.id);
    } catch {
        // Without it the puzzle begins as usual.
    }
    location.assign(`/game/${made.id}`);
}

/**
 * @param {import('./wire.d.ts').Title} title
 * @param {(error: unknown) => void} fail
 */
export async function openPuzzles(title, fail) {
    try {
        const all = (await api.puzzles()).filter(p => p.game === title.id);
        dialog(`Puzzles of ${title.title}`, [all.length
            ? el('ol', { class: 'puzzles-list', data: { test: 'puzzles' } }, all.map(p => el('li', null,
                el('div', null, el('b', null, p.title), el('p', null, `You play ${title.sides.find(s => s.id === p.side)?.name ?? p.side}. ${p.task}`)),
                button('Try it', () => void beginPuzzle(p).catch(fail), { class: 'primary', 'aria-label': `Try ${p.title}`, data: { test: `puzzle-${p.id}` } }))))
            : el('p', { class: 'empty' }, 'This game has no puzzles yet.')], { class: 'new-game', test: 'puzzles-dialog' });
    } catch (error) {
        fail(error);
    }
}
