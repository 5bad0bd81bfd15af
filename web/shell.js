// The frame of the table: bars, board, panel with its tabs, and how it all folds on a small screen.

import { button, el, fill } from './dom.js';
import { goto, links } from './asides.js';
import { explained } from './explain.js';
import { ask, help } from './keys.js';
import { openPrimer } from './primer.js';
import { openSettings } from './settings-panel.js';
import { meaning } from './terms.js';
import { allAtOnce } from './together.js';
import { glossed, ruleButton, tabs, toast } from './ui.js';
import { goOn } from './usual.js';
import { capital, dueTurn, sideName } from './view.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {'orders' | 'log' | 'forces' | 'status' | 'why'} Tab */

const HEIGHTS = ['low', 'half', 'full'];

/**
 * What stands in the bar: the plain buttons, if they are few, else only the one to go on; always the red one. A choice among two or
 * three pieces, as for a loss, stands there too: on a telephone the panel is shut.
 * @param {import('./wire.d.ts').Offers | null | undefined} offers
 * @param {import('./wire.d.ts').Offered | null} [red]
 * @returns {import('./wire.d.ts').Offered[]}
 */
export function inBar(offers, red = null) {
    const list = usualBar(offers);
    return red && list.every(b => b.number !== red.number) ? [...list, red] : list;
}

/** @param {import('./wire.d.ts').Offers | null | undefined} offers */
function usualBar(offers) {
    if (offers && offers.count <= 3 && offers.buttons.every(b => !b.place)) return offers.buttons;
    const plain = offers?.buttons.filter(b => !b.pieces.length && !b.place) ?? [];
    const go = goOn(offers);
    const fights = offers?.buttons.filter(b => !b.pieces.length && b.place && b.weigh) ?? [];
    const few = plain.length <= 4 ? plain : go ? [go] : [];
    // One fight to be fought stands first; of several the place tells which.
    return fights.length === 1 ? [...fights, ...few] : few;
}

export class Shell {
    /** What the turn track shows. */
    #tracked = '';

    /** @param {HTMLElement} root @param {Table} table */
    constructor(root, table) {
        this.table = table;
        this.turns = el('ol', { class: 'turns', 'aria-label': 'Turn track', tabindex: '0' });
        this.decision = el('p', { class: 'decision', data: { test: 'decision' } });
        this.buttons = el('div', { class: 'go', role: 'group', 'aria-label': 'Decision' });
        this.undo = button('Undo', () => void table.undo(), { class: 'undo', data: { test: 'undo' }, 'aria-keyshortcuts': 'u' });
        this.undoPhase = button('Undo phase', () => void table.gestures.undoPhase(), { class: 'undo undo-phase', hidden: true, data: { test: 'undo-phase' }, 'aria-keyshortcuts': 'Shift+U' });
        this.hint = button('Hint', () => void table.adviser.ask(), { class: 'ask-hint', title: 'What would a strong player do? (i)', data: { test: 'hint' }, 'aria-keyshortcuts': 'i' });
        this.banners = el('section', { class: 'banners', 'aria-label': 'Notices' });
        this.board = el('div', { class: 'board-host', data: { test: 'board' } });
        this.orders = el('div', { class: 'panel-body' });
        this.log = el('div', { class: 'panel-body' });
        this.forces = el('div', { class: 'panel-body' });
        this.status = el('div', { class: 'panel-body' });
        this.why = el('div', { class: 'panel-body' });
        this.lesson = el('section', { class: 'lesson', 'aria-label': 'Lesson', hidden: true, data: { test: 'lesson' } });
        this.replay = el('footer', { class: 'replay', 'aria-label': 'Replay' });
        this.tabs = tabs([
            { id: 'orders', label: 'Orders', panel: this.orders },
            { id: 'log', label: 'Log', panel: this.log },
            { id: 'forces', label: 'Forces', panel: this.forces },
            { id: 'status', label: 'Status', panel: this.status },
            { id: 'why', label: 'Why', panel: this.why },
        ], {
            label: 'Panels',
            onShow: id => {
                this.table.showPanel(/** @type {Tab} */ (id));
                if (this.panel.dataset.height === 'low') this.height('half');
            },
        });
        this.handle = button('', () => this.#next(), { class: 'handle', 'aria-label': 'Pull the panel up or down', data: { test: 'sheet' } });
        this.panel = el('aside', { class: 'panel', 'aria-label': 'Panels', data: { height: 'low' } },
            this.handle, this.tabs.bar, this.orders, this.log, this.forces, this.status, this.why);
        this.decide = el('section', { class: 'decide', 'aria-label': 'What is to be decided' }, this.decision, this.buttons, this.hint, this.undoPhase, this.undo);
        this.clocks = el('div', { class: 'clocks', hidden: true, data: { test: 'clocks' } });
        const title = table.kit.title.title;
        this.frame = el('div', { class: 'table' },
            el('header', { class: 'bar' },
                el('a', { class: 'home', href: '/', 'aria-label': 'Sandtable: back to the lobby' }, el('span', { class: 'hexmark', 'aria-hidden': 'true' })),
                el('h1', null, title),
                this.turns,
                this.clocks,
                this.#menu()),
            this.decide,
            this.lesson, this.banners, el('main', { class: 'board-main' }, this.board), this.panel, this.replay);
        fill(root, this.frame);
        this.#drag();
    }

    /** @param {string} height */
    height(height) {
        this.panel.dataset.height = height;
    }

    #next() {
        const now = HEIGHTS.indexOf(this.panel.dataset.height ?? 'low');
        this.height(HEIGHTS[(now + 1) % HEIGHTS.length] ?? 'low');
    }

    /** On small screens the panel is a sheet that is pulled up by its handle. */
    #drag() {
        let from = 0;
        let last = 0;
        let moved = false;
        const handle = this.handle;
        handle.addEventListener('pointerdown', event => {
            from = last = event.clientY;
            moved = false;
            handle.setPointerCapture(event.pointerId);
        });
        handle.addEventListener('pointermove', event => {
            if (!handle.hasPointerCapture(event.pointerId)) return;
            last = event.clientY;
            moved ||= Math.abs(last - from) > 8;
        });
        handle.addEventListener('click', event => {
            if (!moved) return;
            event.stopImmediatePropagation();
            const now = HEIGHTS.indexOf(this.panel.dataset.height ?? 'low');
            const far = Math.abs(last - from) > innerHeight / 2.5 ? 2 : 1;
            this.height(HEIGHTS[Math.max(0, Math.min(2, now + (last < from ? far : -far)))] ?? 'low');
        }, true);
    }

    #menu() {
        const menu = el('div', { id: 'menu', class: 'menu', popover: 'auto' });
        const open = el('button', { type: 'button', class: 'menu-button', popovertarget: 'menu', 'aria-label': 'Menu', data: { test: 'menu' } }, '☰');
        const table = this.table;
        /** @param {string} label @param {() => void} act @param {string} test @param {string} [key] */
        const item = (label, act, test, key) => button(label, () => {
            menu.hidePopover();
            act();
        }, { data: { test: `menu-${test}`, key: key ?? '' } });
        const analysis = item('Analysis', () => table.analyst.open(), 'analysis');
        const ending = item('How it ended', () => table.end.open(), 'ending');
        menu.addEventListener('beforetoggle', () => {
            analysis.hidden = !table.state.may_analyse;
            ending.hidden = !table.state.result;
        });
        fill(menu,
            item('Rules', () => table.reference.open('rules'), 'rules', 'r'),
            item('Tables', () => table.reference.open('tables'), 'tables', 't'),
            table.kit.teaching && item('What is to be decided?', () => ask(table), 'explain', '?'),
            table.kit.teaching && item('How the game goes', () => void openPrimer(table.kit.title, error => table.fail(error)), 'primer'),
            item('Keys', () => help(table), 'keys', 'k'),
            item('Go to a place …', () => goto(table), 'goto', 'g'),
            item('Undo the phase', () => void table.gestures.undoPhase(), 'undo-phase', 'U'),
            item('The rest stays', () => table.picker.rest(), 'rest', 'X'),
            item('Hint for your decision', () => void table.adviser.ask(), 'hint', 'i'),
            item('Hide or show counters', () => table.hideCounters(), 'hide', 'h'),
            item('Ruler', () => table.measure(), 'ruler', 'm'),
            item('Settings …', openSettings, 'settings'),
            el('hr'),
            analysis, ending,
            item('Replay', () => this.replay.classList.toggle('open'), 'replay'),
            item('Players and talk …', () => table.company.open(), 'company', 'p'),
            item('Invitations and links …', () => links(table), 'links'),
            item('Export the game file', () => void table.save(), 'export'),
            (table.kit.title.open || table.state.yours.length > 0 || table.state.result) && el('a', { href: `/edit?from=${table.id}`, data: { test: 'menu-edit' } }, 'Edit this position'),
            el('hr'),
            el('a', { href: '/', data: { test: 'menu-lobby' } }, 'Back to the lobby'));
        return el('div', { class: 'menu-holder' }, open, menu);
    }

    /** The bar shows that it is one's own turn now. */
    call() {
        this.decide.classList.remove('called');
        void this.decide.offsetWidth;
        this.decide.classList.add('called');
    }

    /** Draws what depends on the state. */
    update() {
        const { table } = this;
        const { kit, shown: view, state } = table;
        /** @type {Map<string, number>} */
        const due = new Map();
        for (const c of view.counters) {
            const turn = dueTurn(c.place);
            if (turn) due.set(turn, (due.get(turn) ?? 0) + 1);
        }
        this.#track(kit.turns, view.turn, due);
        this.#decide();
        this.hint.hidden = !table.mine || table.replaying || state.no_hints;
        this.#unread(table.company.unread);
        this.hint.disabled = table.adviser.asking;
        const why = /** @type {HTMLElement | null} */ (this.tabs.bar.querySelector('#tab-why'));
        if (why) why.hidden = !table.explains;
        const undo = state.undo;
        const off = !undo.may || table.replaying;
        this.undo.setAttribute('aria-disabled', String(off));
        const reason = table.replaying ? 'You look at the past. Go back to now to take a move back.' : capital(undo.why);
        const { back, phase } = table.gestures;
        this.undo.title = off ? reason : back > 1 ? `Take back what went together: ${back} moves (u)` : 'Take the last move back (u)';
        this.#phase(off ? 0 : phase.moves, phase.whole);
        this.undo.setAttribute('aria-description', off ? reason : '');
        this.frame.classList.toggle('mine', table.mine && !table.replaying);
        this.frame.classList.toggle('replaying', table.replaying);
    }

    /** Beside the button for one move that for all of the phase, as far as it can go back. @param {number} moves @param {boolean} whole */
    #phase(moves, whole) {
        this.undoPhase.hidden = moves < 2;
        this.undoPhase.textContent = `Undo phase (${moves})`;
        this.undoPhase.title = whole ? `Take back your ${moves} moves of this phase (Shift+U)` : `Take back the ${moves} moves since the last dice (Shift+U)`;
    }

    /** How much was said that I have not read stands at the menu. @param {number} count */
    #unread(count) {
        const open = /** @type {HTMLElement | null} */ (this.frame.querySelector('.menu-button'));
        if (!open || open.dataset.unread === String(count)) return;
        open.dataset.unread = String(count);
        open.setAttribute('aria-label', count ? `Menu, ${count} unread` : 'Menu');
    }

    /**
     * The turn track; bringing the turn into sight costs a layout, so only when something changed.
     * @param {readonly string[]} turns
     * @param {number} now
     * @param {Map<string, number>} due  reinforcements by turn
     */
    #track(turns, now, due) {
        const print = JSON.stringify([now, ...due]);
        if (print === this.#tracked) return;
        this.#tracked = print;
        /** @param {string} turn */
        const tells = turn => [`Turn ${turn}`, meaning(turn), due.get(turn) && `${due.get(turn)} reinforcements`].filter(Boolean).join(': ');
        fill(this.turns, turns.map((turn, i) => el('li', {
            class: i < now ? 'past' : '', 'aria-current': i === now ? 'step' : null,
            title: tells(turn), onclick: () => toast([tells(turn)], { name: 'term' }),
        }, turn, due.get(turn) && el('span', { class: 'due' }, due.get(turn), el('span', { class: 'hidden' }, ' due')))));
        this.turns.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    }

    /** The rule of the decision, and where the game explains it, the way to that. */
    #rule() {
        const { table } = this;
        const { rule } = table.shown;
        return [rule && ruleButton(rule), ' ', explained(table) && button('?', () => ask(table), {
            class: 'rule explain-this', 'aria-label': 'What is this decision about?', title: 'What is this about? (?)', 'aria-keyshortcuts': '?', data: { test: 'explain-this' },
        })];
    }

    #decide() {
        const { table } = this;
        const { kit, shown: view, state } = table;
        const moment = el('span', { class: 'moment' }, capital(view.moment));
        // The result stands here: over the board it would cover what is looked at in the end.
        const over = state.result !== null && !table.replaying;
        this.frame.classList.toggle('over', over);
        const rule = over ? state.result?.rule && ruleButton(state.result.rule) : this.#rule();
        if (over || !view.deciding.length) {
            fill(this.decision, moment, el('strong', over ? { data: { test: 'result' } } : null, table.end.words()), ' ', rule);
        } else {
            // Of many who decide at once the one at this seat is named, the others after what is asked.
            const me = view.deciding.length > 2 && !table.replaying ? state.offers?.side : undefined;
            const others = me ? view.deciding.filter(side => side !== me) : [];
            const names = me ? sideName(kit, me) : view.deciding.map(side => sideName(kit, side)).join(view.deciding.length > 2 ? ', ' : ' and ');
            const mine = table.replaying || state.yours.some(side => view.deciding.includes(side));
            // A game that asks in full sentences is read as it stands.
            const prompt = table.replaying ? null : state.offers?.prompt;
            // What others decide may be hidden; then only who they are is said.
            fill(this.decision, moment,
                el('strong', null, prompt ? glossed(table.prompted(prompt.text)) : !mine ? `Waiting for ${names} …` : view.decision ? `${names}: ${view.decision}` : names), ' ',
                others.length > 0 && el('span', { class: 'waiting' }, `at the same time: ${others.map(side => sideName(kit, side)).join(', ')} `),
                !mine && view.decision && el('span', { class: 'waiting' }, view.decision, ' '), rule);
        }
        const offers = table.replaying ? null : state.offers;
        const go = offers ? table.gestures.primary : null;
        const focused = this.buttons.contains(document.activeElement);
        const { picker } = table;
        const words = offers ? [...picker.words(), ...picker.joints()] : [];
        const bar = inBar(offers, go);
        const shown = new Set(bar.map(b => b.number));
        const crowd = (offers?.buttons ?? []).filter(b => !b.place && !b.pieces.length && !shown.has(b.number));
        fill(this.buttons,
            over && button('How it ended', () => table.end.open(), { data: { test: 'open-ending' } }),
            // On a small screen the panel that lists them is shut.
            words.length > 0 && button('Orders …', () => table.picker.menu(), { class: 'more', 'aria-haspopup': 'dialog', data: { test: 'more' } }),
            // So is the one that lists choices which are too many for the bar.
            !words.length && crowd.length > 0 && button('Choose …', () => table.picker.list(crowd), { class: 'more', 'aria-haspopup': 'dialog', data: { test: 'choose' } }),
            // What would end the step, but may not yet: if you press it, you see the rule.
            offers?.held && !go && button(capital(offers.held), () => void table.picker.held(), { class: 'held', title: 'Not allowed yet: press it to see why', 'aria-keyshortcuts': 'e', data: { test: 'held' } }),
            !picker.selected.size && allAtOnce(offers).slice(0, 2).map(j => button(j.label, () => void picker.order(j), { class: 'all', data: { test: 'all', verb: j.verb } })),
            bar.map(b => el('button', {
                type: 'button', onclick: () => void picker.button(b, state.number),
                class: b.number === go?.number ? 'primary' : '', data: { test: 'action', verb: b.verb, number: b.number, text: b.text },
                'aria-keyshortcuts': b.number === go?.number ? 'e' : null,
            }, el('span', null, capital(b.label)), table.odds.beside(b))));
        // Not to the next button: a key pressed twice would end the next step too.
        if (focused) this.board.focus({ preventScroll: true });
    }
}
