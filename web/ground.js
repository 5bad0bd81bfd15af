// Layers of the ground, the same kinds in every game: zones, supply, command, control, objectives, threat. They are asked for when somebody wants
// to see them, and again when the game has gone on.

import * as api from './api.js';
import { button, el, fill } from './dom.js';
import { announce } from './ui.js';
import { capital } from './view.js';

/** @typedef {import('./wire.d.ts').Ground} Ground */
/** @typedef {import('./wire.d.ts').Layer} Layer */
/** @typedef {import('./table.js').Table} Table */

/** Every kind with its name; its key is its place here. @type {[Ground, string][]} */
export const KINDS = [
    ['zones', 'Zones of control'], ['supply', 'Supply'], ['command', 'Command'], ['control', 'Who holds what'], ['objectives', 'Objectives'], ['threat', 'Attack next turn'],
];

/** What a layer is called in the legend, where its own word is too short. @type {Record<string, string>} */
const WORDS = {
    zone: 'zone of control', supplied: 'in supply', source: 'source of supply', cut: 'cut off', command: 'within command', held: 'held', objective: 'objective',
    threat: 'can attack here next turn', chain: 'line of supply', blocked: 'supply is blocked',
};

/** @param {Layer} layer @param {(side: string) => string} sideName */
export function layerWords(layer, sideName) {
    const what = layer.what === 'objective' && layer.name ? layer.name : WORDS[layer.what] ?? layer.what;
    return capital([what, layer.side ? sideName(layer.side) : ''].filter(Boolean).join(' · '));
}

export class Grounds {
    /** @type {Set<Ground>} */ #on = new Set();
    /** @type {Map<Ground, { number: number, seat: string, layers: Layer[] }>} */ #known = new Map();
    /** What is being asked for. @type {Set<Ground>} */ #asking = new Set();
    #offered = '';

    /** @param {HTMLElement} host  of the switches @param {Table} table */
    constructor(host, table) {
        this.table = table;
        this.kinds = KINDS.filter(([kind]) => table.kit.ground.includes(kind));
        this.host = host;
        this.#offer();
    }

    /** Switches a kind on or off by its key. @param {Ground} kind */
    toggle(kind) {
        const name = KINDS.find(([k]) => k === kind)?.[1] ?? kind;
        if (!this.kinds.some(([k]) => k === kind)) {
            announce(`${name}: this game has nothing to show.`);
            return;
        }
        if (this.#on.has(kind)) this.#on.delete(kind);
        else this.#on.add(kind);
        announce(`${name} ${this.#on.has(kind) ? 'shown' : 'hidden'}.`);
        this.update();
    }

    /** Draws what is on, and asks for what is not known as it is now. */
    update() {
        const { table } = this;
        if (!this.kinds.length) return;
        this.#offer();
        // The past is not asked for: what is shown would be that of now.
        const on = table.replaying ? [] : KINDS.map(([kind]) => kind).filter(kind => this.#on.has(kind));
        for (const kind of on) void this.#ask(kind);
        table.board.ground(on.flatMap(kind => (this.#known.get(kind)?.layers ?? []).map(layer => ({ kind, layer }))));
    }

    /** @param {Ground} kind */
    async #ask(kind) {
        const { table } = this;
        const { number } = table.state;
        const seat = table.state.seat ?? '';
        const known = this.#known.get(kind);
        if (this.#asking.has(kind) || table.match.playback.waiting || (known?.number === number && known.seat === seat)) return;
        this.#asking.add(kind);
        try {
            const told = await api.ground(table.id, table.keys, kind, table.state.seat ?? undefined);
            this.#known.set(kind, { number: told.number, seat, layers: told.layers });
        } catch (error) {
            this.#on.delete(kind);
            table.fail(error);
        }
        this.#asking.delete(kind);
        this.update();
    }

    #offer() {
        const print = [...this.#on].join();
        if (print === this.#offered && this.host.childElementCount) return;
        this.#offered = print;
        const held = /** @type {HTMLElement | null} */ (this.host.contains(document.activeElement) ? document.activeElement : null)?.dataset.what;
        fill(this.host, this.kinds.map(([kind, name]) => el('label', null,
            el('input', { type: 'checkbox', checked: this.#on.has(kind), data: { test: 'ground', what: kind }, onchange: () => this.toggle(kind) }),
            el('span', null, name), el('kbd', { class: 'for-keys' }, KINDS.findIndex(([k]) => k === kind) + 1))),
        this.#on.size > 1 && button('None of these', () => {
            this.#on.clear();
            this.update();
        }, { class: 'quiet', data: { test: 'ground-none' } }));
        if (held) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-what="${held}"]`))?.focus({ preventScroll: true });
    }
}
