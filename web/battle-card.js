// The card of a battle over the board: who fights, what is added up, the dice, the result, and what becomes of everybody.
// It opens when a battle is told, grows with it, and stays until it is dismissed or the next battle begins.

import { sheet, stages } from './combat.js';
import { die } from './dice.js';
import { button, el, fill } from './dom.js';
import { paint } from './palette.js';
import { outcome, upTo } from './story.js';
import { figure, glossed, keepFocus, ruleButton } from './ui.js';
import { capital, placeName, sideName } from './view.js';

/** @typedef {import('./story.js').Account} Account */
/** @typedef {import('./wire.d.ts').BattlePart} BattlePart */
/** @typedef {import('./wire.d.ts').Combat} Combat */
/** @typedef {import('./wire.d.ts').Counter} Counter */
/** @typedef {import('./wire.d.ts').Force} Force */

/** What a fate is marked with. @type {Record<import('./wire.d.ts').FateKind, string>} */
const SIGNS = { loss: '−', destroyed: '✕', retreat: '↩', advance: '↪', other: '·' };

/** @param {number} value */
function signed(value) {
    return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

export class BattleCard {
    /** Which battle was asked for; null for the one that is told. @type {number | null} */ #pinned = null;
    /** The last battle that need not be shown unasked. */ #done = -1;
    /** Whether battles from before this page were set aside. */ #begun = false;
    /** The place of a fight under way that was dismissed. */ #shut = '';
    #folded = false;
    #print = '';
    /** Which battle is shown, to see when it is another. */ #key = '';

    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.table = table;
        this.node = el('section', { class: 'combat', 'aria-label': 'Battle', hidden: true, data: { test: 'combat' } });
        host.append(this.node);
    }

    /** The battle whose story is shown, and the fight under way as the game sees it. @returns {{ battle: Account | null, combat: Combat | null }} */
    #what() {
        const { index, past, replaying, shown, story } = this.table;
        const { battles } = story;
        if (past && !this.#begun) {
            this.#begun = true;
            // What was over when the page was opened is not told again.
            this.#done = battles.findLastIndex(b => b.over);
        }
        const asked = this.#pinned === null ? undefined : battles[this.#pinned];
        const [now = null] = shown.combats;
        if (asked) return { battle: asked, combat: null };
        const told = replaying ? story.of(index - 1) : battles.at(-1);
        const battle = told && (replaying || told.at > this.#done) ? upTo(told, index) : null;
        if (!now) this.#shut = '';
        const combat = now && now.place !== this.#shut ? now : null;
        // A fight elsewhere that has not been told of yet takes the place of the battle before.
        if (battle?.over && combat && combat.place !== battle.place) return { battle: null, combat };
        return { battle, combat };
    }

    update() {
        const { kit, story } = this.table;
        const { battle, combat } = this.#what();
        const print = JSON.stringify([battle, combat, this.#folded, story.battles.length]);
        if (print === this.#print) return;
        this.#print = print;
        const place = battle?.place || combat?.place || '';
        const key = battle ? `battle ${battle.at}` : combat ? `combat ${combat.place}` : '';
        const held = this.node.contains(document.activeElement);
        if (!key) {
            this.node.hidden = true;
            this.#key = '';
            if (held) keepFocus();
            return;
        }
        const fresh = key !== this.#key;
        this.#key = key;
        if (fresh) {
            this.#folded = false;
            // It must not lie over the hexes that are fought for.
            if (place) this.node.classList.toggle('left', this.table.board.camera.rightOf(place));
        }
        this.node.hidden = false;
        const name = place && (kit.places.find(p => p.id === place)?.name || place);
        const title = battle?.title ?? combat?.title ?? '';
        const old = this.node.querySelector('.combat-body');
        const [scroll, inside] = [old?.scrollTop ?? 0, old !== null && old === document.activeElement];
        const focus = held ? /** @type {HTMLElement} */ (document.activeElement).dataset.focus : '';
        fill(this.node,
            el('div', { class: 'combat-head' },
                // A title that names the place says it once.
                el('h2', null, name && !title.includes(name) ? [name, ' ', el('small', null, capital(title))] : capital(title)),
                place && this.#button('◎', 'Show it on the board', 'show', () => this.table.going.seek([place])),
                button(this.#folded ? '▾' : '▴', () => this.#fold(), { class: 'quiet', 'aria-expanded': String(!this.#folded), 'aria-label': this.#folded ? 'Unfold the battle' : 'Fold the battle away', data: { test: 'combat-fold', focus: 'fold' } }),
                this.#button('×', 'Close (Escape)', 'close', () => this.dismiss())),
            !this.#folded && el('div', { class: 'combat-body', tabindex: '0', role: 'group', 'aria-label': 'Course of the battle' },
                combat && stages(combat),
                battle && this.#account(battle),
                combat && sheet(kit, combat)),
            !this.#folded && this.#others(battle));
        const body = /** @type {HTMLElement | null} */ (this.node.querySelector('.combat-body'));
        if (focus) /** @type {HTMLElement | null} */ (this.node.querySelector(`[data-focus="${focus}"]`))?.focus({ preventScroll: true });
        else if (inside) body?.focus({ preventScroll: true });
        else if (held) keepFocus();
        // The newest is what everybody waits for; a battle that was asked for is read from its beginning.
        const grows = battle ? this.#pinned === null : combat?.rows.some(r => !r.attacker && !r.defender);
        if (body) body.scrollTop = grows ? body.scrollHeight : fresh ? 0 : scroll;
    }

    /** @param {string} sign @param {string} name @param {string} test @param {() => void} act */
    #button(sign, name, test, act) {
        return button(sign, act, { class: 'quiet', 'aria-label': name, title: name, data: { test: `battle-${test}`, focus: test } });
    }

    #fold() {
        this.#folded = !this.#folded;
        this.update();
    }

    /** Whether the card is open. */
    get open() {
        return !this.node.hidden;
    }

    /** Opens a battle, from the log or from a list. @param {number} at */
    show(at) {
        this.#pinned = at;
        this.#folded = false;
        this.#print = '';
        this.update();
    }

    /** The story has gone on: a battle that is over folds away, so that what moves now is seen. One that was asked for, or is read, stays. */
    giveWay() {
        const { battle, combat } = this.#what();
        if (!battle?.over || combat || this.#pinned !== null || this.#folded || this.node.matches(':hover, :focus-within')) return;
        this.#folded = true;
        this.update();
    }

    /** Closes the card until the next battle. */
    dismiss() {
        const { shown, story } = this.table;
        this.#pinned = null;
        this.#done = story.battles.length - 1;
        this.#shut = shown.combats[0]?.place ?? '';
        this.update();
    }

    /** A battle has been told of: what was looked at before gives way to it. @param {boolean} opens whether it is a new one */
    told(opens) {
        if (opens) this.#pinned = null;
        const last = this.table.story.battles.length - 1;
        // Moves that were taken back may have taken battles with them.
        if (this.#done > last || opens) this.#done = Math.min(this.#done, last - 1);
    }

    /** The way to earlier battles and back. @param {Account | null} battle */
    #others(battle) {
        const { battles } = this.table.story;
        const at = battle?.at ?? battles.length;
        if (!battles.length || (battles.length === 1 && battle)) return null;
        const go = (/** @type {number} */ to) => () => this.show(to);
        return el('div', { class: 'battle-others', role: 'group', 'aria-label': 'Other battles' },
            button('‹ Earlier', go(at - 1), { class: 'quiet', 'aria-disabled': at === 0 ? 'true' : null, data: { test: 'battle-earlier', focus: 'earlier' } }),
            el('span', null, battle ? `Battle ${at + 1} of ${battles.length}` : `${battles.length} earlier`),
            button('Later ›', go(Math.min(at + 1, battles.length - 1)), { class: 'quiet', 'aria-disabled': at >= battles.length - 1 ? 'true' : null, data: { test: 'battle-later', focus: 'later' } }));
    }

    /** @param {Account} battle */
    #account(battle) {
        const { past } = this.table;
        // Counters as they went into it: some are gone since.
        const before = new Map((past?.at(battle.first) ?? this.table.shown).counters.map(c => [c.id, c]));
        const said = outcome(battle);
        return el('div', { class: 'account', data: { test: 'account', over: battle.over } },
            (battle.attackers.length > 0 || battle.defenders.length > 0) && el('div', { class: 'account-forces' },
                this.#force('Attack', battle.attackers, before), this.#force('Defence', battle.defenders, before)),
            el('div', { class: 'account-parts' }, battle.told.map(({ part }) => this.#part(part, battle))),
            !battle.over && !said && this.#pinned === null && el('p', { class: 'hint' }, 'It goes on …'));
    }

    /** @param {string} role @param {Force[]} forces @param {Map<string, Counter>} before */
    #force(role, forces, before) {
        const counters = forces.map(f => before.get(f.piece) ?? this.table.kit.counters.find(c => c.id === f.piece));
        const sides = [...new Set(counters.flatMap(c => c?.side ?? []))];
        return el('div', { class: 'account-force', style: { borderTopColor: sides[0] ? paint(sides[0]).line : '#8b7d62' } },
            el('h3', null, role, sides.length > 0 && el('small', null, sides.map(s => sideName(this.table.kit, s)).join(' and '))),
            el('ul', null, forces.map((f, i) => {
                const c = counters[i];
                return el('li', { data: { test: 'account-unit' } }, c ? figure(c, 34) : el('span', { class: 'figure none' }), el('span', null, capital(f.name)), el('b', null, f.strength));
            })),
            forces.length > 1 && el('p', { class: 'account-sum' }, 'Together ', el('b', null, forces.reduce((sum, f) => sum + f.strength, 0))),
            !forces.length && el('p', { class: 'hint' }, 'Nobody'));
    }

    /** @param {BattlePart} part @param {Account} battle */
    #part(part, battle) {
        const { kit } = this.table;
        const rule = (/** @type {string} */ id) => id && ruleButton(id);
        switch (part.part) {
            case 'sum':
                return el('table', { class: 'account-table', data: { test: 'account-sum' } },
                    el('caption', null, glossed(capital(part.name))),
                    el('tbody', null, part.rows.map(row => el('tr', { data: { test: 'account-row' } },
                        el('th', { scope: 'row' }, glossed(capital(row.why)), ' ', rule(row.rule)), el('td', { class: 'number' }, signed(row.value))))),
                    el('tfoot', null, el('tr', null, el('th', { scope: 'row' }, 'Total'), el('td', { class: 'number', data: { test: 'account-total' } }, signed(part.total)))));
            case 'odds':
                return el('p', { class: 'account-odds' }, 'Odds ', el('b', null, part.text), ' ', rule(part.rule));
            case 'roll':
                return el('p', { class: 'account-roll', data: { test: 'account-roll' } },
                    el('span', { class: 'account-dice' }, part.dice.map(value => die(value))),
                    el('span', null, [part.side && sideName(kit, part.side), part.what].filter(Boolean).join(': ')));
            case 'result':
                return el('p', { class: 'account-result', data: { test: 'account-result' } }, el('b', null, glossed(capital(part.text))), ' ', rule(part.rule));
            case 'fate': {
                const places = part.places.length ? part.places : battle.place ? [battle.place] : [];
                const say = capital(part.text);
                return el('p', { class: `account-fate ${part.kind}`, data: { test: 'account-fate', kind: part.kind } },
                    el('span', { class: 'sign', 'aria-hidden': 'true', style: { background: part.side ? paint(part.side).line : '#5a5546' } }, SIGNS[part.kind]),
                    places.length ? button(say, () => this.table.going.seek([...places].reverse()), {
                        class: 'line-text', title: `Show ${placeName(kit, places.at(-1) ?? '')} on the board`,
                        onpointerenter: () => this.table.board.point(places), onpointerleave: () => this.table.board.point([]),
                    }) : el('span', null, say));
            }
            case 'joins':
                return el('p', { class: 'account-joins' }, `${capital(part.force.name)} joins the ${part.attacks ? 'attack' : 'defence'} with ${part.force.strength}.`);
            default:
                return null;
        }
    }
}
