// The settings in a window, in the lobby and at the table. What is chosen holds at once.

import { button, el } from './dom.js';
import { choose, settings } from './settings.js';
import { play } from './sounds.js';
import { dialog } from './ui.js';

/** @typedef {import('./settings.js').Settings} Settings */

/**
 * One of several values.
 * @template {'theme' | 'type' | 'pace' | 'volume'} K
 * @param {K} name
 * @param {string} label
 * @param {readonly [value: Settings[K], text: string][]} values
 */
function one(name, label, values) {
    return el('fieldset', { class: 'setting' }, el('legend', null, label),
        el('div', { class: 'setting-values' }, values.map(([value, text]) => el('label', { class: 'radio' },
            el('input', {
                type: 'radio', name: `setting-${name}`, value, checked: settings()[name] === value, data: { test: `setting-${name}-${value}` },
                onchange: () => choose(/** @type {Partial<Settings>} */ ({ [name]: value })),
            }), el('span', null, text)))));
}

/**
 * On or off.
 * @param {'camera' | 'sounds' | 'ask' | 'weigh' | 'onward'} name
 * @param {string} label
 * @param {string} hint
 */
function onOff(name, label, hint) {
    const box = el('input', {
        type: 'checkbox', checked: settings()[name], data: { test: `setting-${name}` },
        onchange: () => choose(/** @type {Partial<Settings>} */ ({ [name]: box.checked })),
    });
    return el('label', { class: 'radio' }, box, el('span', null, label, el('small', null, hint)));
}

export function openSettings() {
    dialog('Settings', [
        one('theme', 'Colours', [['system', 'As the system'], ['light', 'Light'], ['dark', 'Dark']]),
        one('type', 'Size of the type', [['normal', 'Normal'], ['large', 'Large']]),
        one('pace', 'Moves of others', [['off', 'At once'], ['slow', 'Slow'], ['normal', 'Normal'], ['fast', 'Fast']]),
        onOff('camera', 'Follow the moves of others on the map', 'Without it the map stays where you put it.'),
        onOff('ask', 'Ask before a phase is ended in which units can still move', 'One press more, and no move is forgotten.'),
        onOff('weigh', 'Show the odds in a window before a battle', 'Without it they stand beside the button alone.'),
        onOff('onward', 'Do by itself what alone can be done', 'Only where nothing can be taken back any more.'),
        onOff('sounds', 'Sounds', 'Dice, battles, and your turn.'),
        one('volume', 'How loud', [['soft', 'Soft'], ['medium', 'Medium'], ['loud', 'Loud']]),
        el('div', { class: 'row' }, button('Hear it', () => play('turn', true), { data: { test: 'setting-hear' } })),
        el('p', { class: 'hint' }, 'This browser remembers what you choose, for all games.'),
    ], { class: 'settings', test: 'settings' });
}
