// Who sits at the table: names, who is here, talk, a bot that stands in, resigning and draws.

import * as api from './api.js';
import { button, el, fill } from './dom.js';
import { called, news, presence, speaker, state } from './people.js';
import { announce, dialog, dismiss, message, toast } from './ui.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./wire.d.ts').Seat} Seat */
/** @typedef {import('./wire.d.ts').Said} Said */

/** Levels that may stand in for a player: those that answer at once come first. */
const STANDING_IN = ['regular', 'veteran', 'marshal', 'recruit'];

/** Letters that can be said at once. */
const SPEECH = 500;

/** How long somebody must be gone to have left: a page that is loaded again is back in a moment. */
const SETTLED = 2500;

/** The dialog of the people at the table; it stays up to date while it is open. */
export class Company {
    /** @type {HTMLElement | null} */ #body = null;
    /** What the dialog shows. */ #shown = '';
    /** What was said that I have not seen. */ unread = 0;
    /** Who was here when it was last told. @type {readonly Seat[] | null} */ #were = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #soon;

    /** @param {Table} table */
    constructor(table) {
        this.table = table;
    }

    /** Somebody said something. @param {Said} said */
    hear(said) {
        const own = this.table.state.yours.includes(said.side) && this.table.state.yours.length === 1;
        if (this.#body || own) return;
        this.unread += 1;
        toast([el('b', null, `${speaker(this.table.kit, said)}: `), said.text, ' ', button('Answer', () => this.open())], { name: 'said', stay: 9000 });
    }

    /** Who sits where has changed: what concerns others is said. @param {readonly Seat[]} before */
    turned(before) {
        const { seats, yours, result } = this.table.state;
        for (const { text, offer } of news(before, seats, yours)) {
            announce(text);
            const answer = (/** @type {string} */ label, /** @type {'offer_draw' | 'no_draw'} */ change) =>
                button(label, () => void this.#answer(change), { data: { test: `toast-${change}` } });
            if (offer && yours.length && !result) toast([text, ' ', answer('Accept', 'offer_draw'), ' ', answer('Decline', 'no_draw')], { name: `draw-${offer}`, stay: 30_000 });
            else toast([text], { name: 'company', stay: 4000 });
        }
        // An offer that is gone cannot be accepted.
        for (const seat of seats) if (!seat.offers_draw || result) dismiss(`draw-${seat.side}`);
        this.#were ??= before;
        clearTimeout(this.#soon);
        this.#soon = setTimeout(() => {
            const said = presence(this.#were ?? [], this.table.state.seats, this.table.state.yours);
            this.#were = null;
            for (const text of said) announce(text);
            if (said.length) toast([said.join(' ')], { name: 'company', stay: 4000 });
        }, SETTLED);
    }

    /** Answers a draw that is offered, for every seat that I have. @param {'offer_draw' | 'no_draw'} change */
    async #answer(change) {
        const { seats, yours } = this.table.state;
        for (const seat of seats) if (yours.includes(seat.side)) await this.#change(seat, change);
    }

    /** Tells somebody who came by a link which side is theirs, and against whom. @param {readonly string[]} sides */
    welcome(sides) {
        const { kit, state: now } = this.table;
        const own = now.seats.filter(s => sides.includes(s.side));
        const [first] = own;
        if (!first) return;
        const rest = now.seats.filter(s => !now.yours.includes(s.side)).map(s => `${called(s)}, ${state(s)}`);
        const scenario = kit.title.scenarios.find(s => s.id === now.scenario)?.title ?? now.scenario;
        const name = el('input', { type: 'text', id: 'welcome-name', maxlength: '40', value: first.person, autocomplete: 'nickname', data: { test: 'welcome-name' } });
        const form = el('form', { class: 'setup' },
            el('p', { class: 'welcome', data: { test: 'welcome-side' } }, 'You play ', el('b', null, own.map(s => s.name).join(' and ')), ` in ${kit.title.title}, ${scenario}.`),
            rest.length > 0 && el('p', null, `The other ${rest.length > 1 ? 'sides' : 'side'}: ${rest.join('; ')}.`),
            now.no_hints && el('p', null, 'This game is played without hints.'),
            !first.account && el('div', { class: 'field' }, el('label', { for: 'welcome-name' }, 'Your name, for the others'), name),
            el('p', { class: 'hint' }, first.account ? 'The seat is that of your account: it is yours wherever you sign in.' : 'This browser keeps your seat. The menu has your own link for another device.'),
            el('div', { class: 'row end' }, el('button', { type: 'submit', class: 'primary big', data: { test: 'welcome-go' } }, 'To the table')));
        const node = dialog('You have a seat', [form], { class: 'small', test: 'welcome' });
        name.focus();
        form.addEventListener('submit', event => {
            event.preventDefault();
            node.close();
            const person = name.value.trim();
            for (const seat of own) if (!seat.account && person && person !== seat.person) void this.#change(seat, { person });
        });
    }

    open() {
        if (this.#body) return;
        this.unread = 0;
        this.#shown = '';
        this.#body = el('div', { class: 'company' });
        dialog('At the table', [this.#body], { test: 'company', onClose: () => {
            this.#body = null;
            this.table.redraw();
        } });
        this.update();
        this.#body.querySelector('input')?.focus();
    }

    update() {
        const { state: now } = this.table;
        if (!this.#body) return;
        const print = JSON.stringify([now.seats, now.said, now.result, now.view.deciding]);
        if (print === this.#shown) return;
        this.#shown = print;
        // What is being typed is not lost when somebody else speaks.
        const typed = /** @type {HTMLInputElement | null} */ (this.#body.querySelector('[name=say]'));
        const kept = typed ? { value: typed.value, focused: typed === document.activeElement } : null;
        fill(this.#body, el('ul', { class: 'people' }, now.seats.map(seat => this.#seat(seat))), this.#talk());
        const field = /** @type {HTMLInputElement | null} */ (this.#body.querySelector('[name=say]'));
        if (field && kept) {
            field.value = kept.value;
            if (kept.focused) field.focus();
        }
        const talk = this.#body.querySelector('.talk');
        talk?.scrollTo(0, talk.scrollHeight);
    }

    /** @param {Seat} seat */
    #seat(seat) {
        const { yours, result } = this.table.state;
        const mine = yours.includes(seat.side);
        return el('li', { data: { test: 'person', side: seat.side } },
            el('p', null, el('b', null, seat.person || seat.name), seat.person && ` · ${seat.name}`, ' ', el('span', { class: 'count' }, state(seat)),
                seat.offers_draw && !result && el('span', { class: 'count' }, ' · offers a draw'), mine && ' · you'),
            mine && el('div', { class: 'row' }, this.#mine(seat)));
    }

    /** What I can do with my seat. @param {Seat} seat @returns {import('./dom.js').Leaf[]} */
    #mine(seat) {
        const { seats, result } = this.table.state;
        const name = el('input', { type: 'text', name: 'person', maxlength: '40', value: seat.person, 'aria-label': `Your name as ${seat.name}`, placeholder: 'Your name', data: { test: 'person-name' },
            onchange: () => void this.#change(seat, { person: name.value }) });
        // A seat of an account shows the name of the account.
        const named = seat.account ? [] : [name];
        if (result) return named;
        const levels = STANDING_IN.filter(level => this.table.kit.title.levels.includes(level));
        const bots = seats.some(s => s.kind === 'bot');
        const offered = seats.some(s => s.offers_draw && s.side !== seat.side);
        const stand = seat.stands_in
            ? [button('Take the seat back', () => void this.#change(seat, 'take_back'), { class: 'primary', data: { test: 'take-back' } })]
            : levels.slice(0, 2).map(level => button(`Let ${level} play for me`, () => void this.#change(seat, { hand_to_bot: level }), { data: { test: `hand-${level}` } }));
        return [
            ...named, ...stand,
            !bots && !seat.offers_draw && button(offered ? 'Accept the draw' : 'Offer a draw', () => void this.#change(seat, 'offer_draw'), { data: { test: 'draw' } }),
            !bots && (seat.offers_draw || offered) && button(seat.offers_draw ? 'Withdraw the offer' : 'Decline', () => void this.#change(seat, 'no_draw'), { data: { test: 'no-draw' } }),
            seats.length === 2 && button('Resign …', () => this.#resign(seat), { data: { test: 'resign' } }),
        ].flat();
    }

    /** @param {Seat} seat */
    #resign(seat) {
        const node = dialog('Resign?', [
            el('p', null, `The game ends, and ${seat.name} has lost.`),
            el('div', { class: 'row end' }, button('Play on', () => node.close('')),
                button('Resign', () => node.close('resign'), { class: 'primary', data: { test: 'resign-yes' } })),
        ], { class: 'small', onClose: value => {
            if (value === 'resign') void this.#change(seat, 'resign');
        } });
    }

    #talk() {
        const { said, yours, seats } = this.table.state;
        const people = seats.filter(s => s.kind !== 'bot' || s.stands_in).length;
        if (!yours.length || people < 2) return null;
        const field = el('input', { type: 'text', name: 'say', maxlength: String(SPEECH), autocomplete: 'off', 'aria-label': 'Say something to the other players', data: { test: 'say' } });
        return el('section', { 'aria-label': 'Talk' },
            el('h3', null, 'Talk'),
            el('ol', { class: 'talk', tabindex: '0', role: 'log', 'aria-label': 'What was said' }, said.length
                ? said.map(s => el('li', { data: { test: 'said' } }, el('b', null, `${speaker(this.table.kit, s)}: `), s.text, ' ', el('time', { class: 'count', datetime: new Date(s.at).toISOString() }, new Date(s.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }))))
                : el('li', { class: 'empty' }, 'Nothing was said so far. Those who watch do not hear you.')),
            el('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void this.#say(field);
            } }, field, el('button', { type: 'submit', class: 'primary', data: { test: 'say-go' } }, 'Say')));
    }

    /** The seat that speaks: the one that must decide, if I have several. */
    #speaks() {
        const { offers, yours } = this.table.state;
        return offers?.side ?? yours[0] ?? null;
    }

    /** @param {HTMLInputElement} field */
    async #say(field) {
        if (!field.value.trim()) return;
        try {
            await api.say(this.table.id, this.table.keys, { side: this.#speaks(), text: field.value });
            const now = /** @type {HTMLInputElement | null | undefined} */ (this.#body?.querySelector('[name=say]'));
            if (now) now.value = '';
        } catch (error) {
            this.table.fail(error);
        }
    }

    /** @param {Seat} seat @param {import('./wire.d.ts').SeatChange} change */
    async #change(seat, change) {
        try {
            await api.changeSeat(this.table.id, this.table.keys, { side: seat.side, change });
        } catch (error) {
            toast([message(error)], { kind: 'error', name: 'error' });
        }
    }
}
