// A position that comes and goes: as a file, as a link, as the beginning of the scenario.

import * as api from './api.js';
import { button, el, fill } from './dom.js';
import { LONGEST_LINK, packed } from './position-link.js';
import { copy, dialog, linkRow, message, toast } from './ui.js';

/** @typedef {import('./editor.js').Editor} Editor */

/** The largest file that is taken in: the server takes no larger text. */
const LARGEST = 500_000;

/**
 * The menu of files and links, and what takes dropped files.
 * @param {Editor} editor
 */
export function exchange(editor) {
    const file = el('input', { type: 'file', accept: '.txt,.toml,text/plain', class: 'hidden', tabindex: '-1', 'aria-hidden': 'true', data: { test: 'position-file' }, onchange: () => {
        const [chosen] = file.files ?? [];
        if (chosen) void take(chosen);
        file.value = '';
    } });

    /** @param {File} chosen */
    async function take(chosen) {
        if (chosen.size > LARGEST) toast([`“${chosen.name}” is too large for a position.`], { kind: 'error' });
        else editor.edit(await chosen.text(), `${chosen.name} loaded`);
    }
    function save() {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([editor.state.text], { type: 'text/plain' }));
        link.download = `${editor.game}-${editor.scenario}.txt`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }
    async function share() {
        const address = `${location.origin}/edit/${encodeURIComponent(editor.game)}/${encodeURIComponent(editor.scenario)}#t=${await packed(editor.state.text)}`;
        if (address.length > LONGEST_LINK) {
            dialog('Too long for a link', [
                el('p', null, `The link would have ${address.length} characters; many programs cut one off after ${LONGEST_LINK}. Send the file instead.`),
                el('div', { class: 'row end' }, button('Copy it all the same', () => void copy(address)), button('Save the file', save, { class: 'primary', data: { test: 'link-file' } })),
            ], { class: 'small', test: 'link-too-long' });
            return;
        }
        dialog('A link to this position', [linkRow('Whoever opens it comes to this editor', address)], { class: 'small', test: 'position-link' });
    }
    async function again() {
        try {
            editor.edit((await api.startText(editor.game, editor.scenario)).text, 'Beginning of the scenario');
        } catch (error) {
            toast([message(error)], { kind: 'error' });
        }
    }
    function empty() {
        const heads = editor.words.heads.flatMap(h => h.values[0] && !['initiative', 'activation', 'front', 'front_a', 'nation', 'order'].includes(h.key) ? `${h.key} = ${h.values[0]}` : []);
        editor.edit([`scenario = ${editor.scenario}`, ...heads, editor.words.clear, ''].filter((l, i, all) => l || i === all.length - 1).join('\n'), 'Board cleared');
    }

    document.addEventListener('dragover', event => {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    document.addEventListener('drop', event => {
        const chosen = event.dataTransfer?.files[0];
        if (!chosen) return;
        event.preventDefault();
        void take(chosen);
    });

    const menu = el('div', { id: 'editor-menu', class: 'menu', popover: 'auto' });
    /** @param {string} label @param {() => void} act @param {string} test */
    const item = (label, act, test) => button(label, () => {
        menu.hidePopover();
        act();
    }, { data: { test } });
    fill(menu, item('Save as a file', save, 'position-save'), item('Load a file …', () => file.click(), 'position-load'), item('Link …', () => void share(), 'position-share'),
        el('hr'), item('Beginning of the scenario', () => void again(), 'position-again'), item('Empty board', empty, 'position-empty'));
    return el('div', { class: 'menu-holder' }, file,
        el('button', { type: 'button', class: 'menu-button', popovertarget: 'editor-menu', data: { test: 'position-menu' } }, 'File'), menu);
}
