// The keyboard: every key with what it does, and the page that lists them.

import { goto } from './asides.js';
import { el } from './dom.js';
import { explain } from './explain.js';
import { KINDS } from './ground.js';
import { dialog } from './ui.js';

/** @typedef {{ keys: string[], shown: string, does: string, act: (event: KeyboardEvent) => void, whole?: boolean }} Command */

/**
 * @param {import('./table.js').Table} table
 * @returns {{ title: string, commands: Command[] }[]}
 */
function commands(table) {
    const { board, replay, reference, shell } = table;
    /** @param {string} keys @param {string} does @param {(event: KeyboardEvent) => void} act @param {string} [shown] @returns {Command} */
    const key = (keys, does, act, shown) => ({ keys: keys.split(' '), shown: shown ?? keys, does, act });
    /** What the mouse does: listed beside the keys. @param {string} shown @param {string} does @returns {Command} */
    const hand = (shown, does) => ({ keys: [], shown, does, act: () => {}, whole: true });
    /** @param {'left' | 'right' | 'up' | 'down'} way */
    const step = way => () => table.going.cursor(way);
    /** @param {import('./shell.js').Tab} tab */
    const tab = tab => () => shell.tabs.show(tab);
    return [
        { title: 'Board', commands: [
            key('ArrowLeft', '', step('left')), key('ArrowRight', '', step('right')), key('ArrowUp', '', step('up')),
            key('ArrowDown', 'Move the cursor', step('down'), '← → ↑ ↓'),
            key('Enter', 'Do what a click at the cursor does', () => table.going.enter(false)),
            key('Space', 'Pick the next piece of the stack at the cursor', () => table.going.enter(true)),
            key('Escape', 'Put down what is picked up', () => table.escape()),
            key('n', 'Next piece that can act', () => table.going.next(1)),
            key('N', 'Previous piece that can act', () => table.going.next(-1)),
            key('x', 'What is picked stays in this phase; the next piece comes', () => void table.picker.stay()),
            key('X', 'The rest stays; once more: all may move again', () => table.picker.rest()),
            key('h', 'Hide or show all counters', () => table.hideCounters()),
            key('y', 'Show or hide the supply', () => table.supply()),
            ...KINDS.map(([kind, name], i) => key(String(i + 1), table.kit.ground.includes(kind) ? `Show or hide: ${name.toLowerCase()}` : '', () => table.grounds.toggle(kind))),
            key('m', 'Ruler: how far it is between two places', () => table.measure()),
            key('g', 'Go to a place', () => goto(table)),
            key('+ =', 'Zoom in', () => board.zoom(1.25), '+'),
            key('- _', 'Zoom out', () => board.zoom(0.8), '-'),
            key('0', 'Fit the board', () => board.fit()),
        ] },
        { title: 'Mouse', commands: [
            hand('Drag a counter', 'Move it: lit places take it, others say why not'),
            hand('Shift + click', 'Pick a unit or a stack besides; on a lit place: the way leads through it'),
            hand('Shift + drag', 'From a counter: the whole stack. From free ground: a box around units'),
        ] },
        { title: 'Game', commands: [
            key('e', 'Go on: press the red button', () => table.goOn()),
            key('u', 'Take the last move back, or all that went together', () => void table.undo()),
            key('U', 'Take the moves of this phase back, as far as nothing was learned', () => void table.gestures.undoPhase()),
            key('i', 'Hint: what a strong player would do', () => void table.adviser.ask()),
            key('[', 'Replay: back one move', () => replay.step(-1)),
            key(']', 'Replay: on one move', () => replay.step(1)),
        ] },
        { title: 'Panels', commands: [
            key('o', 'Orders', tab('orders')), key('l', 'Log', tab('log')), key('f', 'Forces', tab('forces')), key('s', 'Status', tab('status')),
            key('w', 'Why bots moved as they did, where they explain it', () => table.explains && shell.tabs.show('why')),
            key('r', 'Rules', () => reference.open('rules')), key('t', 'Tables', () => reference.open('tables')),
            key('p', 'Players and talk', () => table.company.open()),
            key('?', 'What the decision is about; without it, this list', () => ask(table)),
            key('k', 'This list', () => help(table)),
        ] },
    ];
}

/** Explains the decision of the moment; where there is nothing to explain, lists the keys. @param {import('./table.js').Table} table */
export function ask(table) {
    if (!explain(table, () => help(table))) help(table);
}

/** @param {import('./table.js').Table} table */
export function help(table) {
    dialog('Keys', [el('div', { class: 'keys' }, commands(table).map(part => el('section', null,
        el('h3', null, part.title),
        el('dl', null, part.commands.filter(c => c.does).map(c => el('div', null,
            el('dt', null, c.whole ? c.shown : c.shown.split(' ').map(k => el('kbd', null, k))), el('dd', null, c.does))))))),
    el('p', { class: 'hint' }, 'Everything can be reached with Tab as well.')], { class: 'help', test: 'help' });
}

/** Keys that a focused control needs for itself. */
const OWN = new Set(['Enter', 'Space', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

/** @param {import('./table.js').Table} table */
export function listen(table) {
    /** @type {Map<string, Command>} */
    const map = new Map();
    for (const part of commands(table)) for (const c of part.commands) for (const k of c.keys) map.set(k, c);
    document.addEventListener('keydown', event => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (document.querySelector('dialog[open], .chooser, .menu:popover-open')) return;
        const on = /** @type {HTMLElement} */ (event.target);
        if (on.closest('textarea, select, input:not([type=range])')) return;
        const name = event.key === ' ' ? 'Space' : event.key;
        const free = on === document.body || on.closest('.board-host');
        if (OWN.has(name) && !free) return;
        const command = map.get(name);
        if (!command) return;
        event.preventDefault();
        command.act(event);
    });
}
