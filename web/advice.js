// What bots say: advice for one's own decision, and why they moved as they did.

import * as api from './api.js';
import { hundredths, tries, winsText } from './chances.js';
import { button, el, fill } from './dom.js';
import { group } from './forces.js';
import { announce, ruleButton, toast } from './ui.js';
import { capital, sideName } from './view.js';

/** @typedef {import('./wire.d.ts').Hint} Hint */
/** @typedef {import('./wire.d.ts').Why} Why */
/** @typedef {import('./wire.d.ts').Remark} Remark */
/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./wire.d.ts').WeighedAction} WeighedAction */
/** @typedef {import('./wire.d.ts').Frame} Frame */

/** How long a hint of the level analysis thinks: more than the table allows would be refused. */
const ANALYSIS = 'analysis:10s';
/** Results of an action that are named. */
const LIKELY = 4;
/** Decisions of a bot that are shown with what it weighed. */
const RECENT = 12;

/** The plan: every order with the formations that have it. @param {Why} why */
function plan(why) {
    if (!why.plan?.length) return null;
    const orders = group(why.plan, o => o.order);
    return el('div', { class: 'advice-plan', data: { test: 'why-plan' } }, el('h3', null, 'Plan'),
        el('dl', null, [...orders].map(([order, all]) => el('div', null,
            el('dt', null, capital(order)), el('dd', null, all.map(o => o.formation).join(', '))))));
}

/**
 * What is expected or feared, a sentence each; its places are shown when it is chosen.
 * @param {string} title @param {string} about @param {readonly Remark[] | undefined} remarks @param {Table} table
 */
function outlook(title, about, remarks, table) {
    if (!remarks?.length) return null;
    const known = new Set(table.kit.places.map(p => p.id));
    return el('div', null, el('h3', { title: about }, title), el('ul', { class: 'remarks', data: { test: `why-${title.toLowerCase()}` } }, remarks.map(({ text, places }) => {
        const there = (places ?? []).filter(p => known.has(p));
        return el('li', null, capital(text), there.length > 0 && [' ', button('Show', () => table.going.seek(there), { class: 'chip', 'aria-label': `Show on the board: ${text}` })]);
    })));
}

/** The chance to win with a plan. @param {Why} why */
function wins(why) {
    const text = winsText(why);
    return text ? el('p', { class: 'wins', data: { test: 'why-wins' } }, text) : null;
}

/** Actions that were weighed, the best first, and the rule that wants one of them. @param {Why | null | undefined} why */
function weighedList(why) {
    const weighed = why?.weighed;
    if (!weighed?.length) return null;
    return el('div', { data: { test: 'why-weighed' } }, el('h3', null, 'Weighed'),
        why?.duty && el('p', { class: 'hint', data: { test: 'why-duty' } }, ruleButton(why.duty.rule, `Rule ${why.duty.rule}`), `: ${why.duty.reason}.`.replace('..', '.')),
        el('ol', { class: 'weighed' }, weighed.map(a => {
            const likely = (a.chances ?? []).toSorted((x, y) => y.probability - x.probability);
            const odds = likely.slice(0, LIKELY).map(c => `${Math.round(100 * c.probability)} % ${c.outcome}`).join(', ');
            return el('li', null,
                el('span', null, capital(a.label || a.text)), el('b', null, typeof a.wins === 'number' && `${hundredths(a.wins)} in 100`),
                el('small', null, capital(tries(a.trials)), odds && `: ${odds}`, likely.length > LIKELY && ', …'));
        })));
}

/** Reasons in full. @param {Why} why @param {Table} table */
export function reasons(why, table) {
    return [wins(why), weighedList(why), plan(why), ...outlooks(why, table)];
}

/** @param {Why} why @param {Table} table */
const outlooks = (why, table) => [
    outlook('Hopes', 'What the trials of the plan brought', why.expects, table),
    outlook('Fears', 'What went wrong in trials of the plan', why.dangers, table),
];

/** Asks for advice and keeps it until the game goes on. */
export class Adviser {
    /** @type {Hint | null} */ hint = null;
    /** Whether advice is being thought out. */ asking = false;
    /** @type {string} who advises; empty for the strongest that answers quickly */ level = '';

    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.table = table;
    }

    /** Asks what a bot would do in my place. */
    async ask() {
        const { table } = this;
        if (this.asking) return;
        if (table.state.no_hints) {
            toast(['This game is played without hints.'], { name: 'hint', stay: 3500 });
            return;
        }
        if (!table.mine || table.replaying) {
            toast(['It is not your decision now: there is nothing to advise.'], { name: 'hint', stay: 3500 });
            return;
        }
        this.asking = true;
        this.hint = null;
        table.shell.tabs.show('orders');
        table.redraw();
        const after = table.state.number;
        try {
            const hint = await api.hint(table.id, table.keys, { after, side: table.state.offers?.side, level: this.level || undefined });
            // Who has gone on meanwhile needs it no more.
            if (after === table.state.number && !table.replaying) {
                this.hint = hint;
                announce(`Hint: ${hint.action.label}.`);
            }
        } catch (error) {
            table.fail(error);
        }
        this.asking = false;
        if (this.hint) table.going.reveal(this.places());
        table.refresh();
    }

    /** What was advised no longer holds. */
    lapse() {
        this.hint = null;
    }

    /** Places of what is advised: where its pieces stand, and where they go. @returns {string[]} */
    places() {
        const { table } = this;
        if (!this.hint || table.replaying) return [];
        const { pieces, place } = this.hint.action;
        const from = table.state.view.counters.filter(c => pieces.includes(c.id)).map(c => c.place);
        return [...new Set([...from, ...(place ? [place] : [])])];
    }

    /** Does what is advised. */
    async #follow() {
        const { table, hint } = this;
        if (!hint) return;
        if (hint.action.number) await table.picker.button(hint.action);
        else await table.actText(hint.action.text);
    }

    /** The card in the panel of orders; nothing if nobody asked. */
    card() {
        const { table, hint } = this;
        if (this.asking) {
            return el('section', { class: 'note advice', 'aria-label': 'Hint', 'aria-busy': 'true', data: { test: 'hint-thinking' } },
                el('p', null, 'Thinking about your decision …'));
        }
        if (!hint || table.replaying) return null;
        const places = this.places();
        const silent = !hint.why.plan?.length && !hint.why.weighed?.length && !hint.why.expects?.length;
        return el('section', { class: 'note advice', 'aria-labelledby': 'hint-head', data: { test: 'hint-card' } },
            el('div', { class: 'section-head' },
                el('h2', { id: 'hint-head' }, 'Hint ', el('small', null, `by ${hint.level}`)),
                button('Put away', () => {
                    this.lapse();
                    table.redraw();
                }, { class: 'quiet', data: { test: 'hint-away', focus: 'hint-away' } })),
            el('p', { class: 'advised', data: { test: 'hint-action' } }, capital(hint.action.label)),
            el('div', { class: 'row' },
                button('Do it', () => void this.#follow(), { class: 'primary', data: { test: 'hint-do', focus: 'hint-do' } }),
                places.length > 0 && button('Show', () => table.going.seek(places), { data: { test: 'hint-show', focus: 'hint-show' } }),
                this.#levels()),
            silent ? el('p', { class: 'hint' }, 'This level gives no reasons.') : el('details', { open: true, class: 'reasons' }, el('summary', null, 'Why'), reasons(hint.why, table)));
    }

    /** Who advises. */
    #levels() {
        const levels = this.table.kit.title.levels.filter(l => l !== 'recruit').reverse();
        if (levels.length < 2) return null;
        const select = el('select', {
            'aria-label': 'Ask another level', data: { test: 'hint-level', focus: 'hint-level' },
            onchange: () => {
                this.level = select.value;
                void this.ask();
            },
        }, levels.map(l => el('option', { value: l === 'analysis' ? ANALYSIS : l }, l === 'analysis' ? 'analysis, 10 s' : l)));
        select.value = this.hint?.level ?? '';
        return select;
    }
}

/** The panel that tells why bots moved as they did, where one may know. */
export class WhyPanel {
    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.host = host;
        this.table = table;
    }

    update() {
        const { table } = this;
        const frames = table.past?.frames.slice(0, table.index) ?? [];
        const bots = table.state.seats.filter(s => s.kind === 'bot');
        const scroll = this.host.scrollTop;
        const said = bots.map(s => this.#side(s.side, frames)).filter(node => node !== null);
        fill(this.host, said.length ? said : el('p', { class: 'empty' },
            'No bot has explained itself up to here. Only those that plan do: veteran, marshal and analysis.'));
        this.host.scrollTop = scroll;
    }

    /** What a bot said last of its plan, and what it weighed of late. @param {string} side @param {Frame[]} frames */
    #side(side, frames) {
        const own = frames.filter(f => f.side === side && f.why);
        if (!own.length) return null;
        const planned = own.findLast(f => f.why?.plan?.length || f.why?.expects?.length);
        const weighed = own.filter(f => f.why?.weighed?.length).slice(-RECENT).toReversed();
        const trials = own.at(-1)?.why?.trials ?? 0;
        return el('section', { class: 'part', 'aria-label': sideName(this.table.kit, side), data: { test: 'why-side', side } },
            el('h2', null, sideName(this.table.kit, side)),
            planned?.why && el('div', { class: 'reasons' },
                el('p', { class: 'hint' }, 'Planned at ', this.#move(planned), trials > 0 && ` ${trials} trials so far this turn`),
                wins(planned.why), plan(planned.why), ...outlooks(planned.why, this.table)),
            weighed.map(f => el('details', { class: 'reasons', open: f === weighed[0], data: { test: 'why-move', number: f.number } },
                el('summary', null, `Move ${f.number}${f.label ? `: ${f.label}` : ''}`),
                this.#move(f), weighedList(f.why))));
    }

    /** @param {Frame} frame */
    #move(frame) {
        return button(`move ${frame.number}`, () => this.table.replay.show(frame.number), { class: 'chip', title: `Show the board after move ${frame.number}` });
    }
}
