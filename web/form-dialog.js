// A small window with a form that does one thing.

import { button, el } from './dom.js';
import { dialog, message } from './ui.js';

/**
 * A small window with a form that does one thing, and says what went wrong.
 * @param {string} title
 * @param {(HTMLElement | null)[]} body
 * @param {{ test: string, go: string, act(): Promise<unknown> }} how
 */
export function formDialog(title, body, { test, go, act }) {
    const wrong = el('p', { class: 'alert', role: 'alert', hidden: true });
    const submit = el('button', { type: 'submit', class: 'primary big', data: { test: `${test}-go` } }, go);
    const form = el('form', { class: 'setup' }, body, wrong,
        el('div', { class: 'row end' }, button('Cancel', () => node.close(''), { class: 'big', data: { test: `${test}-not` } }), submit));
    const node = dialog(title, [form], { class: 'small', test });
    form.addEventListener('submit', async event => {
        event.preventDefault();
        submit.disabled = true;
        try {
            await act();
            node.close('');
        } catch (error) {
            wrong.textContent = message(error);
            wrong.hidden = false;
            submit.disabled = false;
        }
    });
    return node;
}
