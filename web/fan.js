// A stack fanned out: its counters side by side with their names and the strength of all.

import { counterPicture, title } from './counters.js';
import { el, fill } from './dom.js';
import { beside } from './fan-place.js';
import { figureNames, named } from './terms.js';

/** @typedef {import('./wire.d.ts').Counter} Counter */

export class Fan {
    /** The place that is fanned out. @type {string | null} */
    place = null;
    #width = 0;
    #height = 0;
    /** What is shown, to leave the panel alone when nothing changed. */
    #print = '';

    /**
     * @param {HTMLElement} host
     * @param {(id: string) => void} onPiece
     * @param {(place: string) => void} onWhole  all that can act are meant
     */
    constructor(host, onPiece, onWhole) {
        this.host = host;
        this.onPiece = onPiece;
        this.onWhole = onWhole;
        this.head = el('div', { class: 'fan-head' });
        this.row = el('div', { class: 'fan-row' });
        this.panel = el('div', { class: 'fan', role: 'group', hidden: true, onkeydown: (/** @type {Event} */ e) => this.#key(/** @type {KeyboardEvent} */ (e)) }, this.head, this.row);
        host.append(this.panel);
    }

    /**
     * Shows a stack; if it is shown already, only what changed.
     * @param {object} what
     * @param {string} what.place
     * @param {readonly Counter[]} what.stack            bottom first
     * @param {string} what.heading
     * @param {string} what.total
     * @param {ReadonlySet<string>} what.lit
     * @param {ReadonlySet<string>} what.selected
     * @param {boolean} what.focus                       whether the keyboard goes in
     */
    open({ place, stack, heading, total, lit, selected, focus }) {
        const print = JSON.stringify([place, heading, stack, stack.map((c) => [lit.has(c.id), selected.has(c.id)])]);
        if (print === this.#print) return;
        // Redrawing must not drop the keyboard out of the panel.
        const held = this.panel.contains(document.activeElement) ? document.activeElement?.getAttribute('data-piece') : null;
        this.#print = print;
        this.place = place;
        const shown = [...stack].reverse();
        const able = stack.filter((c) => lit.has(c.id)).length;
        const figures = [...new Set(shown.map((c) => figureNames(c).join(' · ')).filter(Boolean))];
        fill(this.head, el('strong', null, heading), el('span', null, total),
            able > 1 && el('button', { type: 'button', class: 'fan-whole', data: { test: 'fan-whole' }, onclick: () => this.onWhole(place) }, `Whole stack (${able})`),
            figures.map((names) => el('small', { class: 'fan-names' }, names)));
        fill(this.row, shown.map((c) => el('button', {
            type: 'button', class: 'fan-piece', title: named(c) || null, data: { piece: c.id },
            'aria-pressed': selected.has(c.id) ? 'true' : 'false', 'data-lit': lit.has(c.id), onclick: () => this.onPiece(c.id),
        }, counterPicture(c, { size: 66 }), el('span', null, title(c, true)), lit.has(c.id) && el('span', { class: 'board-hidden' }, ', can act'))));
        this.panel.setAttribute('aria-label', `${heading}: ${total}`);
        this.panel.hidden = false;
        [this.#width, this.#height] = [this.panel.offsetWidth, this.panel.offsetHeight];
        const buttons = this.#buttons();
        if (held) (buttons.find((b) => b.dataset['piece'] === held) ?? buttons[0])?.focus();
        else if (focus) (buttons.find((b) => b.dataset['lit'] !== undefined) ?? buttons[0])?.focus();
    }

    close() {
        if (this.place === null) return;
        const held = this.panel.contains(document.activeElement);
        this.place = null;
        this.#print = '';
        this.panel.hidden = true;
        if (held) this.host.focus({ preventScroll: true });
    }

    /**
     * Puts the panel by its place, where it hides least of what is fought for.
     * @param {{ x: number, y: number, clear: number }} place
     * @param {{ width: number, height: number }} pane
     * @param {readonly import('./fan-place.js').Kept[]} kept
     */
    move(place, pane, kept) {
        const { left, top } = beside(place, { width: this.#width, height: this.#height }, pane, kept);
        this.panel.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    }

    #buttons() {
        return /** @type {HTMLButtonElement[]} */ ([...this.row.children]);
    }

    /** Arrows walk the stack, Escape closes it. @param {KeyboardEvent} e */
    #key(e) {
        const buttons = this.#buttons();
        const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
        if (e.key === 'Escape') this.close();
        else if (by !== undefined && at >= 0) buttons[(at + by + buttons.length) % buttons.length]?.focus();
        else return;
        e.preventDefault();
        e.stopPropagation();
    }
}
