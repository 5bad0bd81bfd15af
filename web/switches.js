// Layers that can be switched on and off one by one: ranges, zones, railways, whatever a game tells of.

import { el, n, svg } from './dom.js';
import { paint } from './palette.js';
import { capital } from './view.js';

/** @typedef {import('./wire.d.ts').Layer} Layer */
/** @typedef {import('./wire.d.ts').Place} Place */

/** What is drawn whether it is asked for or not, or has a control of its own. */
const ELSEWHERE = new Set(['held', 'closed', 'source', 'chain', 'cut', 'blocked']);
/** What is shown as ground where a game tells of that. @type {Record<string, string>} */
const SAME = { 'zone of control': 'zones', command: 'command', supply: 'supply', 'rail control': 'control' };
/** What is an arrow from place to place. */
const ARROWS = new Set(['attack', 'support']);

/** @param {string} what */
export const slug = (what) => what.replaceAll(/[^a-z]+/g, '-');

/** @param {Layer} layer */
const key = (layer) => `${layer.what}|${layer.side}`;

/**
 * The edge around several places: sides that two of them share are left out.
 * @param {readonly Place[]} places
 */
export function border(places) {
    /** @type {Map<string, string | null>} */
    const sides = new Map();
    for (const { outline } of places) {
        outline.forEach((from, i) => {
            const to = outline[(i + 1) % outline.length] ?? from;
            const ends = [from, to].map(([x, y]) => `${(x ?? 0).toFixed(0)} ${(y ?? 0).toFixed(0)}`);
            const name = ends.toSorted().join();
            sides.set(name, sides.has(name) ? null : `M${n(from[0] ?? 0)} ${n(from[1] ?? 0)}L${n(to[0] ?? 0)} ${n(to[1] ?? 0)}`);
        });
    }
    return [...sides.values()].filter((d) => d !== null).join('');
}

/** @param {Place} place */
export function outline(place) {
    return place.outline.length > 2 ? `M${place.outline.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z` : '';
}

/**
 * A layer as ground with an edge around it.
 * @param {Layer} layer
 * @param {Place[]} places
 * @param {(side: string) => string} sideName
 */
export function field(layer, places, sideName) {
    const { ground, line } = paint(layer.side);
    const [first] = places;
    return svg('g', { class: `field ${slug(layer.what)}`, data: { what: layer.what, side: layer.side, name: layer.name ?? '' } },
        svg('title', null, [capital(layer.what), layer.name ?? '', layer.side && sideName(layer.side)].filter(Boolean).join(', ')),
        svg('path', { class: 'fill', d: places.map(outline).join(''), fill: line }),
        svg('path', { class: 'case', d: border(places) }),
        svg('path', { class: 'edge', d: border(places), stroke: line }),
        // One that has a name of its own has a heart: its first place.
        layer.name && first && svg('circle', { class: 'heart', cx: n(first.x), cy: n(first.y), r: 25, stroke: line }),
        places.map((p) => svg('circle', { class: 'dot', cx: n(p.x), cy: n(p.y), r: 5.5, fill: ground, stroke: line })));
}

export class Switches {
    /** @type {readonly Layer[]} */ #layers = [];
    /** Kinds and sides that are on, as `what|side`. @type {Set<string>} */ #on = new Set();
    /** What the control offers. */ #offered = '';

    /**
     * @param {HTMLElement} host  the board
     * @param {HTMLElement} tools  the control goes here
     * @param {SVGGElement} ground  what is switched on goes here
     * @param {SVGGElement} arrows  attacks and support go here
     * @param {import('./places.js').Places} places
     * @param {(side: string) => string} sideName
     * @param {ReadonlySet<string>} kinds  of ground that have switches of their own
     */
    constructor(host, tools, ground, arrows, places, sideName, kinds) {
        this.kinds = kinds;
        /** Switches of the ground go here: they come first. */
        this.first = el('div', { class: 'ground-list', role: 'group', 'aria-label': 'Layers of the ground' });
        this.ground = ground;
        this.arrows = arrows;
        this.places = places;
        this.sideName = sideName;
        this.list = el('div', { class: 'switch-list' });
        this.control = el('details', { class: 'board-layers switches', hidden: !kinds.size, data: { test: 'switches' } }, el('summary', null, 'Layers'), el('div', { class: 'switch-all' }, this.first, this.list));
        // Escape folds the list away and gives the keyboard back to the board.
        this.control.addEventListener('keydown', (e) => {
            e.stopPropagation();
            if (e.key !== 'Escape') return;
            this.control.open = false;
            host.focus({ preventScroll: true });
        });
        tools.append(this.control);
    }

    /** @param {readonly Layer[]} layers */
    draw(layers) {
        if (layers === this.#layers) return;
        this.#layers = layers;
        this.#offer();
        this.#fields();
        this.arrows.replaceChildren(...layers.filter((l) => ARROWS.has(l.what)).map((l) => this.#arrow(l)).filter((a) => a !== null));
    }

    /** Switches a kind of a side on or off. @param {string} name as `what|side` @param {boolean} on */
    #turn(name, on) {
        if (on) this.#on.add(name);
        else this.#on.delete(name);
        this.#fields();
    }

    #mine() {
        return this.#layers.filter((l) => !ELSEWHERE.has(l.what) && !ARROWS.has(l.what) && !this.kinds.has(SAME[l.what] ?? ''));
    }

    #offer() {
        const kinds = new Map(this.#mine().map((l) => [key(l), l]));
        const print = [...kinds.keys()].join();
        if (print === this.#offered) return;
        this.#offered = print;
        this.control.hidden = !kinds.size && !this.kinds.size;
        const whats = [...new Set([...kinds.values()].map((l) => l.what))];
        this.list.replaceChildren(...whats.map((what) => el('div', { class: 'switch-row', role: 'group', 'aria-label': capital(what) },
            el('b', null, capital(what)),
            [...kinds.values()].filter((l) => l.what === what).map((l) => el('label', null,
                el('input', {
                    type: 'checkbox', checked: this.#on.has(key(l)), data: { test: 'switch', what, side: l.side },
                    onchange: (/** @type {Event} */ e) => this.#turn(key(l), /** @type {HTMLInputElement} */ (e.target).checked),
                }), l.side ? this.sideName(l.side) : 'show')))));
    }

    /** @param {readonly string[]} ids */
    #found(ids) {
        return ids.map((id) => this.places.get(id)).filter((p) => p !== undefined);
    }

    #fields() {
        const on = this.#mine().filter((l) => this.#on.has(key(l)));
        this.ground.replaceChildren(...on.map((layer) => field(layer, this.#found(layer.places), this.sideName)));
    }

    /** @param {Layer} layer */
    #arrow(layer) {
        const [from, to] = this.#found(layer.places);
        if (!from || !to) return null;
        const angle = Math.atan2(to.y - from.y, to.x - from.x);
        const far = Math.hypot(to.x - from.x, to.y - from.y);
        const at = (/** @type {number} */ along, /** @type {number} */ aside = 0) =>
            `${n(from.x + Math.cos(angle) * along - Math.sin(angle) * aside)} ${n(from.y + Math.sin(angle) * along + Math.cos(angle) * aside)}`;
        const neck = layer.what === 'attack' ? 5.5 : 2;
        // From the edge of the one stack to that of the other.
        const [start, end] = layer.what === 'attack' ? [far * 0.34, far * 0.72] : [Math.min(far * 0.3, 22), far - 20];
        const d = `M${at(start, neck)}L${at(end - 11, neck)}L${at(end - 11, neck + 6)}L${at(end)}L${at(end - 11, -neck - 6)}L${at(end - 11, -neck)}L${at(start, -neck)}Z`;
        return svg('g', { class: `arrow ${slug(layer.what)} ${slug(layer.name ?? '')}`, data: { what: layer.what, from: from.id, to: to.id } },
            svg('title', null, [capital(layer.what), layer.name ?? '', layer.side && this.sideName(layer.side)].filter(Boolean).join(', ')),
            svg('path', { d, fill: paint(layer.side).line }));
    }
}
