// What happened, newest at the bottom.

import { button, el, fill } from './dom.js';
import { outcome } from './story.js';
import { ruleButton } from './ui.js';
import { capital, sideName } from './view.js';

/** @typedef {import('./wire.d.ts').Frame} Frame */

const PIPS = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

/**
 * Dice as pips, with the figure for those who cannot see them.
 * @param {readonly number[]} values
 */
export function dice(values) {
    return el('span', { class: 'dice', role: 'img', 'aria-label': `dice ${values.join(', ')}`, data: { test: 'dice' } },
        values.map(v => PIPS[v - 1] ?? `[${v}]`).join(''));
}

export class Log {
    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.table = table;
        // Entries are kept and added to: a long game has thousands of lines.
        this.count = 0;
        this.moment = '';
        /** @type {HTMLElement[][]} nodes by frame */
        this.nodes = [];
        /** @type {HTMLElement[]} heads of battles, in their order */
        this.battles = [];
        this.list = el('ol', { class: 'log', data: { test: 'log' } });
        this.scroller = el('div', { class: 'log-scroll', tabindex: '0', role: 'region', 'aria-label': 'Log' }, this.list);
        this.wanted = '';
        const field = el('input', {
            type: 'search', class: 'filter', placeholder: 'Find in the log', 'aria-label': 'Find in the log', data: { test: 'log-filter' },
            oninput: () => {
                this.wanted = field.value.toLowerCase();
                for (const nodes of this.nodes) for (const node of nodes) this.#sift(node);
            },
        });
        this.empty = el('p', { class: 'empty' }, 'Nothing has happened yet.');
        host.classList.add('log-panel');
        fill(host, field, this.empty, this.scroller);
    }

    /** Begins anew: another history has come. */
    reset() {
        this.count = 0;
        this.nodes = [];
        this.battles = [];
        fill(this.list);
    }

    /** @param {string} text */
    tookBack(text) {
        this.update();
        this.#append(Math.max(0, this.count - 1), el('li', { class: 'entry taken' }, `↶ ${text}`));
    }

    update() {
        const { past, story } = this.table;
        if (!past) return;
        const { frames } = past;
        const bottom = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 60;
        while (this.count > frames.length) {
            this.count -= 1;
            for (const node of this.nodes[this.count] ?? []) node.remove();
            this.nodes.length = this.count;
        }
        this.moment = this.count > 0 ? past.at(this.count - 1).moment : '';
        const first = this.count;
        for (; this.count < frames.length; this.count += 1) {
            const frame = /** @type {Frame} */ (frames[this.count]);
            const moment = past.at(this.count).moment;
            if (moment !== this.moment) this.#append(this.count, el('li', { class: 'log-head' }, el('h2', null, capital(moment))));
            this.moment = moment;
            const battle = story.of(this.count);
            if (battle?.first === this.count) this.#head(battle.at);
            const entry = this.#entry(frame, this.count + 1);
            entry.classList.toggle('in-battle', battle !== null);
            this.#append(this.count, entry);
        }
        this.#results();
        this.empty.hidden = frames.length > 0;
        const now = this.table.index;
        for (const [i, nodes] of this.nodes.entries()) for (const node of nodes) {
            node.classList.toggle('future', i >= now);
            node.classList.toggle('now', this.table.replaying && i === now - 1 && node.classList.contains('entry'));
        }
        if (this.table.replaying) this.nodes[Math.max(0, now - 1)]?.at(-1)?.scrollIntoView({ block: 'nearest' });
        else if (bottom || first === 0) this.scroller.scrollTop = this.scroller.scrollHeight;
    }

    /** A battle begins: its head opens its card. @param {number} at */
    #head(at) {
        const open = button('', () => this.table.going.recall(at), { class: 'log-battle-open', title: 'Open the card of this battle' });
        const head = el('li', { class: 'log-battle', data: { test: 'log-battle' } }, open);
        this.battles[at] = open;
        this.#append(this.count, head);
    }

    /** What battles came to stands at their heads; only those that still go on can have changed. */
    #results() {
        const { battles } = this.table.story;
        this.battles.length = Math.min(this.battles.length, battles.length);
        for (const battle of battles) {
            const head = this.battles[battle.at];
            const came = outcome(battle);
            const say = `⚔ ${capital(battle.title)}${came ? `: ${came}` : ''}`;
            if (head && head.textContent !== say) head.textContent = say;
        }
    }

    /** @param {number} index @param {HTMLElement} node */
    #append(index, node) {
        (this.nodes[index] ??= []).push(node);
        this.#sift(node);
        this.list.append(node);
    }

    /** @param {HTMLElement} node */
    #sift(node) {
        node.hidden = this.wanted !== '' && !node.textContent?.toLowerCase().includes(this.wanted);
    }

    /** @param {Frame} frame @param {number} move */
    #entry(frame, move) {
        const rolled = frame.dice ?? [];
        // Dice stand at the lines that tell of rolls, if there are as many of them; else all at the first.
        const tell = frame.lines.flatMap((line, i) => /\broll/i.test(line.text) ? i : []);
        const each = tell.length === rolled.length;
        const first = tell[0] ?? 0;
        /** @param {number} i */
        const at = i => !rolled.length ? [] : each ? rolled.filter((_, k) => tell[k] === i) : i === first ? rolled : [];
        return el('li', { class: `entry side-${frame.side}`, data: { test: 'entry', number: frame.number } },
            button(String(move), () => this.table.replay.show(move), {
                class: 'entry-number', title: `Show the board after move ${move}`, 'aria-label': `Move ${move}: show the board after it`,
            }),
            el('div', null, frame.lines.length ? frame.lines.map((line, i) => this.#line(line, at(i), move))
                : el('p', { class: 'line' }, button(`${sideName(this.table.kit, frame.side)}${frame.label ? `: ${frame.label}` : frame.seal ? ' has chosen' : ': goes on'}`, () => this.table.going.lead(move - 1, []), { class: 'line-text' }), ' ',
                    frame.seal && el('span', { class: 'seal', title: `Seal ${frame.seal}: the file of the finished game opens it` }, `seal ${frame.seal.slice(0, 8)} `), rolled.length > 0 && dice(rolled))));
    }

    /** @param {import('./wire.d.ts').Line} line @param {readonly number[]} rolled @param {number} move */
    #line(line, rolled, move) {
        const { board } = this.table;
        const point = () => board.point(line.places);
        const leave = () => board.point([]);
        const text = button(capital(line.text), () => this.table.going.lead(move - 1, line.places), { class: 'line-text', onfocus: point, onblur: leave });
        return el('p', { class: 'line', onpointerenter: point, onpointerleave: leave }, rolled.length > 0 && dice(rolled), text, ' ', line.rule && ruleButton(line.rule));
    }
}
