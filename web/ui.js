// Small pieces that every page uses: messages, dialogs, choices, rule numbers, counters beside text.

import { add, button, el, fill, svg } from './dom.js';
import { counter } from './counters.js';
import { Refused } from './api.js';
import { glosses } from './terms.js';
import { capital } from './view.js';

/** @typedef {import('./dom.js').Child} Child */
/** @typedef {import('./wire.d.ts').Counter} Counter */

/** @type {{ text: string, name: string }[]} */
let said = [];

/**
 * Says something to those who listen. What is said in the same moment is said together.
 * @param {string} text
 * @param {string} [name] with a name it takes the place of what was last said under it
 */
export function announce(text, name = '') {
    if (!said.length) {
        setTimeout(() => {
            const live = document.getElementById('live');
            if (live) live.textContent = said.slice(-6).map(s => s.text).join(' ');
            said = [];
        }, 60);
    }
    said = [...said.filter(s => !name || s.name !== name), { text, name }];
}

/**
 * A message that goes by itself, unless somebody reads it with the pointer or the focus on it.
 * @param {Child[]} content
 * @param {{ kind?: 'note' | 'rule' | 'error', stay?: number, name?: string }} [how] with a name it takes the place of the last one so named
 */
export function toast(content, how = {}) {
    const region = document.getElementById('toasts');
    if (!region) return;
    if (how.name) region.querySelector(`[data-name="${how.name}"]`)?.remove();
    const node = el('div', {
        class: `toast toast-${how.kind ?? 'note'}`, role: how.kind === 'error' ? 'alert' : 'status',
        data: { test: 'toast', name: how.name ?? '' },
    });
    const body = el('div', { class: 'toast-body' });
    add(body, content);
    const close = () => node.remove();
    add(node, [body, button('×', close, { class: 'quiet', 'aria-label': 'Dismiss' })]);
    region.append(node);
    while (region.children.length > 3) region.firstElementChild?.remove();
    let timer = setTimeout(close, how.stay ?? 7000);
    const hold = () => clearTimeout(timer);
    const release = () => {
        clearTimeout(timer);
        timer = setTimeout(close, 3000);
    };
    node.addEventListener('pointerenter', hold);
    node.addEventListener('focusin', hold);
    node.addEventListener('pointerleave', release);
    node.addEventListener('focusout', release);
}

/** Takes a message away that no longer holds. @param {string} name */
export function dismiss(name) {
    document.querySelector(`#toasts [data-name="${name}"]`)?.remove();
}

/**
 * A text of the game; what is written short in it says what it means when it is pointed at or touched.
 * @param {string} text
 * @returns {Child}
 */
export function glossed(text) {
    return glosses(text).map(({ text: part, means }) => means ? el('abbr', { title: means, onclick: () => toast([el('b', null, part), ` ${means}`], { name: 'term' }) }, part) : part);
}

/** @param {unknown} error */
export function message(error) {
    return capital(error instanceof Error ? error.message : String(error));
}

/**
 * Shows a failure where it cannot be overlooked.
 * @param {HTMLElement} host
 * @param {unknown} error
 * @param {string} title
 */
export function problem(host, error, title) {
    if (!(error instanceof Refused)) console.error(error);
    fill(host, el('main', { class: 'problem' },
        el('h1', null, title),
        el('p', { role: 'alert' }, message(error)),
        el('p', null, el('a', { href: '/' }, 'Back to the lobby'))));
}

/**
 * A rule number that opens the rule. The page that knows the rules listens for `rule`.
 * @param {string} rule
 * @param {string} [label]
 */
export function ruleButton(rule, label) {
    return button(label ?? rule, event => {
        event.stopPropagation();
        document.dispatchEvent(new CustomEvent('rule', { detail: rule }));
    }, { class: 'rule', 'aria-label': `Rule ${rule}`, title: `Open rule ${rule}`, data: { test: 'rule', rule } });
}

/**
 * A counter beside text. It stays silent: the text says the same.
 * @param {Counter} c
 * @param {number} [size] in pixels
 */
export function figure(c, size = 40) {
    const drawn = counter(c);
    for (const name of ['data-piece', 'role', 'aria-label', 'tabindex']) drawn.removeAttribute(name);
    return svg('svg', {
        class: 'figure', viewBox: '-25 -25 50 50', width: size, height: size, 'aria-hidden': 'true', focusable: 'false',
    }, drawn);
}

/** When the focused control is gone, the board takes the focus: you are not thrown to the top of the page. */
export function keepFocus() {
    if (document.activeElement && document.activeElement !== document.body) return;
    /** @type {HTMLElement | null} */ (document.querySelector('[role=application]'))?.focus({ preventScroll: true });
}

/**
 * A dialog with a title, a close button and a body. The focus goes back by itself when it closes.
 * @param {string} title
 * @param {Child[]} body
 * @param {{ class?: string, test?: string, onClose?: (value: string) => void }} [how]
 */
export function dialog(title, body, how = {}) {
    const id = `dialog-${crypto.randomUUID()}`;
    const node = el('dialog', { class: how.class ?? '', 'aria-labelledby': id, data: how.test ? { test: how.test } : {} },
        el('header', { class: 'dialog-head' },
            el('h2', { id }, title),
            button('×', () => node.close(''), { class: 'quiet', 'aria-label': 'Close' })),
        el('div', { class: 'dialog-body', tabindex: '0', role: 'group', 'aria-labelledby': id }, ...body));
    node.addEventListener('click', event => {
        if (event.target === node) node.close('');
    });
    node.addEventListener('close', () => {
        node.remove();
        how.onClose?.(node.returnValue);
        keepFocus();
    });
    document.body.append(node);
    node.showModal();
    return node;
}

/**
 * A small menu at a point, for when a click can mean several things.
 * @param {{ x: number, y: number }} at
 * @param {string} title
 * @param {{ text: string, act: () => void, data?: Record<string, unknown>, more?: Child }[]} items  more: what is said beside it
 */
export function choose(at, title, items) {
    document.querySelector('.chooser')?.remove();
    const from = document.activeElement;
    const node = el('div', { class: 'chooser', popover: 'auto', role: 'dialog', 'aria-label': title, data: { test: 'chooser' } },
        el('p', { class: 'chooser-title' }, title),
        items.map(item => {
            const choice = button(item.text, () => {
                node.hidePopover();
                item.act();
            }, { data: { test: 'choice', ...item.data } });
            add(choice, [item.more]);
            return choice;
        }));
    document.body.append(node);
    node.addEventListener('toggle', event => {
        if (/** @type {ToggleEvent} */ (event).newState !== 'closed') return;
        node.remove();
        if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
        keepFocus();
    });
    node.addEventListener('keydown', event => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        if (!step) return;
        event.preventDefault();
        const all = [...node.querySelectorAll('button')];
        const now = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        all[(now + step + all.length) % all.length]?.focus();
    });
    // Not within the click itself, which would close it at once as one beside it.
    setTimeout(() => {
        node.showPopover();
        const box = node.getBoundingClientRect();
        node.style.left = `${Math.max(8, Math.min(at.x + 8, innerWidth - box.width - 8))}px`;
        node.style.top = `${Math.max(8, Math.min(at.y + 8, innerHeight - box.height - 8))}px`;
        node.querySelector('button')?.focus();
    });
}

/**
 * Copies a text and says so.
 * @param {string} text
 */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        toast(['Copied.'], { name: 'copied', stay: 2500 });
    } catch {
        // Without a secure address the browser has no clipboard; the text can still be taken by hand.
        prompt('Copy this link:', text);
    }
}

/**
 * A link to be given away, with its button.
 * @param {string} label
 * @param {string} address
 */
export function linkRow(label, address) {
    const field = el('input', { class: 'link', type: 'text', readonly: true, 'aria-label': label, onfocus: () => field.select() });
    field.value = address;
    return el('div', { class: 'link-row', data: { test: 'invite' } },
        el('span', null, label), field, button('Copy', () => void copy(address), { data: { test: 'copy' } }));
}

/**
 * Tabs: arrow keys go between them, only the open one is reached by Tab.
 * @param {{ id: string, label: string, panel: HTMLElement }[]} tabs
 * @param {{ label: string, onShow(id: string): void, test?: string }} how
 */
export function tabs(tabs, how) {
    const bar = el('div', { class: 'tabs', role: 'tablist', 'aria-label': how.label });
    const heads = tabs.map(tab => {
        const head = button(tab.label, () => show(tab.id), {
            role: 'tab', id: `tab-${tab.id}`, 'aria-controls': `panel-${tab.id}`, data: { test: `tab-${tab.id}` },
        });
        put(tab.panel, tab.id);
        bar.append(head);
        return head;
    });
    /** @param {HTMLElement} panel @param {string} id */
    function put(panel, id) {
        panel.id = `panel-${id}`;
        panel.setAttribute('role', 'tabpanel');
        panel.setAttribute('aria-labelledby', `tab-${id}`);
        panel.tabIndex = 0;
    }
    let open = '';
    /** @param {string} id */
    function show(id) {
        open = id;
        tabs.forEach((tab, i) => {
            const on = tab.id === id;
            tab.panel.hidden = !on;
            heads[i]?.setAttribute('aria-selected', String(on));
            heads[i]?.setAttribute('tabindex', on ? '0' : '-1');
        });
        how.onShow(id);
    }
    bar.addEventListener('keydown', event => {
        const now = tabs.findIndex(tab => tab.id === open);
        const step = { ArrowLeft: -1, ArrowRight: 1, Home: -now, End: tabs.length - 1 - now }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const next = (now + step + tabs.length) % tabs.length;
        show(/** @type {{ id: string }} */ (tabs[next]).id);
        heads[next]?.focus();
    });
    return { bar, show, get open() { return open; } };
}
