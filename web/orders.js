// What can be done now.

import { button, el, fill } from './dom.js';
import * as api from './api.js';
import { figure, glossed, keepFocus, linkRow } from './ui.js';
import { named } from './terms.js';
import { strength } from './describe.js';
import { capital, placeName, sideName, unknown, words } from './view.js';
import { inBar } from './shell.js';
import { seatSwitch } from './seats.js';
import { centre } from './sight.js';

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Counter} Counter */

const MANY = 12;

/**
 * What it means to end a move where an action leads: only if all ways there mean the same, for the action does not say which it takes.
 * @param {Offered} action
 * @param {readonly import('./wire.d.ts').Way[]} ways
 */
function meansOf(action, ways) {
    const said = new Set(ways.filter(way => way.place === action.place).map(way => (way.means ?? []).join(', ')));
    return said.size === 1 && action.verb !== 'attack' ? [...said].join() : '';
}

export class Orders {
    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.host = host;
        this.table = table;
        this.wanted = '';
        this.shownFor = '';
    }

    update() {
        const { table } = this;
        const { state, picker } = table;
        const focus = /** @type {HTMLElement | null} */ (this.host.contains(document.activeElement) ? document.activeElement : null);
        const mark = focus?.dataset.focus ?? '';
        const key = [...picker.selected].join();
        if (key !== this.shownFor) {
            this.shownFor = key;
            this.wanted = '';
        }
        const offers = table.replaying ? null : state.offers;
        fill(this.host,
            this.#invitations(),
            this.#seat(),
            seatSwitch(table.match),
            table.adviser.card(),
            !picker.selected.size && table.since.card(),
            table.gestures.waiting > 0 && el('p', { class: 'note row', role: 'status', data: { test: 'waiting' } },
                `${table.gestures.waiting} more go the same way: what you answer is answered for them too.`,
                button('Only this one', () => {
                    table.gestures.forget();
                    table.refresh();
                }, { class: 'quiet', data: { test: 'only-this', focus: 'only-this' } })),
            this.#selected(),
            offers && !picker.selected.size && this.#buttons(offers),
            !picker.selected.size && this.#looked(),
            offers ? this.#able(offers) : this.#idle());
        if (mark) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-focus="${CSS.escape(mark)}"]`))?.focus({ preventScroll: true });
        if (focus) keepFocus();
    }

    #invitations() {
        const { state } = this.table;
        const invites = api.invitesOf(state.id);
        const open = state.seats.filter(s => s.kind === 'open' && !s.taken && invites[s.side]);
        if (!open.length) return null;
        return el('section', { class: 'note', 'aria-label': 'Invitation' },
            el('p', null, 'Send this link to the person who plays:'),
            open.map(s => linkRow(s.name, api.invitation(state.id, invites[s.side]))),
            open.length > 1 && linkRow('All of these', api.invitation(state.id, open.map(s => invites[s.side]).join(','))));
    }

    /** If you came without a key, you can sit down at your own table. */
    #seat() {
        const { state } = this.table;
        if (state.yours.length || state.result || !state.seats.some(s => s.kind === 'me')) return null;
        return el('section', { class: 'note', 'aria-label': 'Seat' },
            el('p', null, 'You are watching.'),
            button('Sit down and play', () => void this.table.sit(), { data: { test: 'sit' } }));
    }

    #selected() {
        const { picker, shown } = this.table;
        if (!picker.selected.size) return null;
        const pieces = shown.counters.filter(c => picker.selected.has(c.id));
        const cost = new Map((picker.can?.ways ?? []).toReversed().map(way => [way.place, way.cost + (way.by === 'foot' ? 0 : 100)]));
        const joints = (picker.joint ?? []).filter(j => j.place === null);
        // What is near comes first.
        const actions = picker.actions().toSorted((a, b) => (cost.get(a.place ?? '') ?? 0) - (cost.get(b.place ?? '') ?? 0));
        return el('section', { 'aria-labelledby': 'picked' },
            el('div', { class: 'section-head' },
                el('h2', { id: 'picked' }, pieces.length > 1 ? 'Picked up together' : 'Picked up'),
                button('Put down', () => picker.drop(), { class: 'quiet', 'aria-keyshortcuts': 'Escape', data: { test: 'drop', focus: 'drop' } })),
            pieces.length > 4 ? this.#pieces(pieces) : pieces.map(c => this.#sheet(c)),
            this.#kin(),
            !picker.can ? el('p', { class: 'hint' }, 'Asking what it can do …') : picker.joint ? this.#group(picker.joint.length, joints) : this.#list(actions, true),
            this.#rest(pieces));
    }

    /** Buttons that pick up what belongs together. */
    #kin() {
        const { picker } = this.table;
        const kin = [/** @type {const} */ (['place', 'Whole stack', 'whole-stack']), /** @type {const} */ (['formation', 'Whole formation', 'whole-formation'])]
            .map(([by, label, test]) => ({ ids: picker.kin(by), label, test })).filter(k => k.ids.length > 1 && k.ids.some(id => !picker.selected.has(id)));
        // What is on the march has begun: it cannot be said to stay.
        const stays = (picker.offers?.pieces.length ?? 0) > 1 && button(picker.selected.size > 1 ? 'They stay' : 'It stays', () => void picker.stay(),
            { class: 'quiet', 'aria-keyshortcuts': 'x', title: 'Stays where it is in this phase (x)', data: { test: 'stay', focus: 'stay' } });
        return (kin.length > 0 || stays) && el('div', { class: 'row kin' },
            kin.map(k => button(`${k.label} (${k.ids.length})`, () => void picker.choose(k.ids), { data: { test: k.test, focus: k.test } })), stays);
    }

    /**
     * What several units can all do.
     * @param {number} count
     * @param {import('./together.js').Joint[]} joints
     */
    #group(count, joints) {
        const places = this.table.picker.places().size;
        return [
            el('p', { class: 'hint', data: { test: 'group' } }, places ? `Click a lit place: they go there one after the other. ${places} ${places === 1 ? 'place' : 'places'} all can reach.`
                : count ? 'All of them can do this:' : 'There is nothing that all of them can do now. Click a place to hear why, or take some out by shift and a click.'),
            el('div', { class: 'actions' }, joints.map(j => button(j.label, () => void this.table.picker.order(j), { data: { test: 'together', verb: j.verb, focus: `together-${j.verb}` } }))),
        ];
    }

    /** The other pieces of the stack, to pick instead or besides. @param {Counter[]} pieces */
    #rest(pieces) {
        const place = pieces[0]?.place;
        const rest = this.table.shown.counters.filter(c => c.place === place && !pieces.includes(c));
        if (!rest.length) return null;
        return el('div', { class: 'rest' }, el('h3', null, `Also at ${this.#short(place ?? '')}`), this.#pieces(rest));
    }

    /** A place in a list: its number, or where it has none its name. @param {string} place */
    #short(place) {
        return /\d/.test(place) ? place : placeName(this.table.kit, place);
    }

    /** @param {Counter} c */
    #sheet(c) {
        return el('div', { class: 'sheet' }, figure(c, 60), el('div', null,
            el('b', null, c.name),
            named(c) && el('p', { class: 'named', data: { test: 'named' } }, named(c)),
            c.detail && el('p', null, glossed(capital(c.detail))),
            el('p', null, [c.detail ? '' : c.formation, unknown(c) && !c.detail ? 'contents unknown' : '', c.reduced ? 'reduced' : '', ...c.badges].filter(Boolean).join(', ')),
            el('p', null, placeName(this.table.kit, c.place))));
    }

    /**
     * Actions as buttons; of many only some, with a field to find the others.
     * @param {Offered[]} actions
     * @param {boolean} lit whether their places are lit on the board
     */
    #list(actions, lit) {
        if (!actions.length) return el('p', { class: 'hint' }, 'Nothing can be done with it now.');
        const list = el('div', { class: 'actions' });
        const show = () => {
            const found = actions.filter(a => `${a.label}\n${a.text}`.toLowerCase().includes(this.wanted.toLowerCase()));
            const some = found.slice(0, actions.length > MANY && !this.wanted ? 6 : 40);
            const left = found.length - some.length;
            fill(list, some.map(a => this.#action(a)),
                left > 0 && el('p', { class: 'hint' }, `${left} more${lit ? ': click a lit place on the board, or' : ':'} type to find one.`),
                !found.length && el('p', { class: 'hint' }, 'No action reads like this.'));
        };
        show();
        if (actions.length <= MANY) return list;
        const field = el('input', {
            type: 'search', class: 'filter', placeholder: `Find among ${actions.length}`, 'aria-label': 'Find an action', data: { test: 'filter', focus: 'filter' },
            oninput: () => {
                this.wanted = field.value;
                show();
            },
        });
        field.value = this.wanted;
        return [field, list];
    }

    /** @param {Offered} a */
    #action(a) {
        const town = this.table.kit.places.find(p => p.id === a.place)?.name;
        const { number } = this.table.state;
        const means = this.table.picker.selected.size ? meansOf(a, this.table.picker.can?.ways ?? []) : '';
        return el('button', {
            type: 'button', onclick: () => void this.table.picker.button(a, number),
            data: { test: 'action', verb: a.verb, number: a.number, text: a.text, focus: `action-${a.number}` },
            onpointerenter: () => this.table.board.point(a.place ? [a.place] : []),
            onpointerleave: () => this.table.board.point([]),
            onfocus: () => this.table.board.point(a.place ? [a.place] : []),
            onblur: () => this.table.board.point([]),
        }, el('span', null, capital(a.label)), town && !a.label.includes(town) && el('small', null, town), this.table.odds.beside(a), means && el('small', { class: 'means' }, means));
    }

    #looked() {
        const { picker, shown, kit } = this.table;
        if (!picker.looked) return null;
        const place = kit.places.find(p => p.id === picker.looked);
        const here = shown.counters.filter(c => c.place === picker.looked);
        if (!place && !here.length) return null;
        const sum = strength(here);
        return el('section', { 'aria-label': 'Place', data: { test: 'looked' } },
            el('h2', null, place ? placeName(kit, picker.looked) : capital(picker.looked)),
            place && el('p', { class: 'hint' }, [place.terrain, ...place.notes].filter(Boolean).map((w, i) => i ? w : capital(w)).join(' · ')),
            here.length > 0 && this.#pieces(here),
            here.length > 1 && sum && el('p', { class: 'hint' }, sum.startsWith('strength') ? `Total ${sum}` : sum));
    }

    /** @param {Counter[]} pieces */
    #pieces(pieces) {
        const lit = this.table.picker.pieces();
        return el('ul', { class: 'pieces' }, pieces.map(c => el('li', null, el('button', {
            type: 'button', class: lit.has(c.id) ? 'lit' : '', data: { test: 'piece', id: c.id, focus: `piece-${c.id}` },
            onclick: () => {
                centre(this.table, c.place);
                void this.table.picker.piece(c.id);
            },
        }, figure(c, 36), el('span', null, c.name, el('span', { class: 'hidden' }, words(c).slice(c.name.length))), el('small', null, this.#short(c.place))))));
    }

    /** @param {import('./wire.d.ts').Offers} offers */
    #buttons(offers) {
        const bar = new Set(inBar(offers, this.table.gestures.primary).map(b => b.number));
        const rest = offers.buttons.filter(b => !bar.has(b.number));
        if (!rest.length) return null;
        return el('section', { 'aria-labelledby': 'choices' }, el('h2', { id: 'choices' }, 'Choose'), this.#list(rest, false));
    }

    /** @param {import('./wire.d.ts').Offers} offers */
    #able(offers) {
        const { shown, picker } = this.table;
        const lit = picker.pieces();
        const able = shown.counters.filter(c => lit.has(c.id) && !picker.selected.has(c.id));
        const staying = offers.pieces.filter(id => !lit.has(id)).length;
        if (!able.length && staying && !picker.selected.size) return this.#staying(staying);
        if (!able.length) {
            if (picker.selected.size) return null;
            return offers.places.length ? el('p', { class: 'hint' }, 'Click a highlighted place on the board.')
                : !offers.buttons.length ? null : el('p', { class: 'hint' }, 'Choose with the buttons beside the decision.');
        }
        /** @type {Map<string, Counter[]>} */
        const groups = new Map();
        for (const c of able) groups.set(c.formation, [...(groups.get(c.formation) ?? []), c]);
        return el('section', { 'aria-labelledby': 'able', data: { test: 'able' } },
            el('h2', { id: 'able' }, 'Can act ', el('span', { class: 'count' }, able.length)),
            !picker.selected.size && el('p', { class: 'hint' }, 'Pick a unit here or on the board.', el('span', { class: 'for-keys' }, ' ', el('kbd', null, 'n'), ' goes to the next, ', el('kbd', null, 'x'), ' lets it stay.')),
            !picker.selected.size && staying > 0 && this.#staying(staying),
            [...groups].map(([name, pieces]) => el('div', { class: 'group' }, groups.size > 1 && el('h3', null, name), this.#pieces(pieces))));
    }

    /** How many stay of those that could move. @param {number} count */
    #staying(count) {
        const { gestures, picker, stays, state } = this.table;
        return el('p', { class: 'row staying', data: { test: 'staying' } }, `${count} ${count === 1 ? 'stays' : 'stay'}.`,
            button('They may move again', () => {
                stays.remove(gestures.asked, state.offers?.pieces ?? []);
                picker.drop();
            }, { class: 'quiet', data: { test: 'may-move', focus: 'may-move' } }));
    }

    #idle() {
        const { table } = this;
        if (table.replaying) return el('p', { class: 'empty' }, 'You look at the past. Nothing can be done here, but you can branch off below.');
        if (table.state.result) return el('p', { class: 'empty' }, 'The game is over. Step through it below, or branch off at any move.');
        if (table.picker.looked) return null;
        const names = table.shown.deciding.map(side => sideName(table.kit, side)).join(' and ');
        return el('p', { class: 'empty' }, `Waiting for ${names}. Click a stack or a place to look at it.`);
    }
}
