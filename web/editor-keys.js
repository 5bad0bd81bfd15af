// The keyboard of the editor.

import { announce } from './ui.js';

/** @typedef {import('./editor.js').Editor} Editor */

/** @type {Record<string, 'left' | 'right' | 'up' | 'down'>} */
const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** Whether an element takes letters itself. @param {EventTarget | null} target */
function types(target) {
    return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** @param {Editor} editor */
export function editorKeys(editor) {
    document.addEventListener('keydown', event => {
        if (document.querySelector('dialog[open]')) return;
        const held = event.ctrlKey || event.metaKey;
        const key = event.key.toLowerCase();
        if (held && (key === 'z' || key === 'y')) {
            event.preventDefault();
            if (key === 'y' || event.shiftKey) editor.state.redo();
            else editor.state.undo();
            return;
        }
        if (held || event.altKey || types(event.target)) return;
        const arrow = ARROWS[event.key];
        const onBoard = editor.host.contains(/** @type {Node} */ (event.target));
        if (arrow && onBoard) {
            editor.board.step(arrow);
            if (editor.board.cursor) announce(editor.board.describe(editor.board.cursor), 'cursor');
        } else if (event.key === 'Enter' && onBoard && event.target === editor.host && editor.board.cursor) {
            editor.at(editor.board.cursor);
        } else if (event.key === 'Escape') {
            editor.board.fan(null);
            if (editor.hand) editor.take(editor.hand);
            else editor.look(null);
        } else if (event.key === 'Delete' || event.key === 'Backspace') {
            editor.remove();
        } else if (key === 'f') {
            editor.flip();
        } else {
            return;
        }
        event.preventDefault();
    });
}
