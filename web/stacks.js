// Counters on the board: keyed by id, drawn anew only when they changed, stacked in their places.

import { SIZE, counter, upwards } from './counters.js';
import { n, still, svg } from './dom.js';

/** @typedef {import('./wire.d.ts').Counter} Counter */
/** @typedef {{ print: string, place: string, node: SVGGElement, x: number, y: number }} Drawn */

const GLIDE_MS = 380;
/** How much longer a glide takes for each place more, and how long at most. */
const STEP_MS = 110;
const LONG_MS = 1300;

/** Whether a counter is a small token that lies beside the others: a garrison, a depot, a fleet. @param {Counter} c */
export function token(c) {
    return /^(garrison|depot|fleet)$/.test(c.branch);
}

/** How large a token is against a counter. */
const SMALL = 0.52;

/**
 * A counter that can be raised from the board: the halo around it shows when it is selected.
 * @param {Counter} c
 */
function raised(c) {
    const half = SIZE / 2 + 3;
    return svg('g', { class: ['lift', token(c) && 'token', c.badges.includes('march') && 'turned'].filter(Boolean).join(' ') }, counter(c), svg('rect', { class: 'halo', x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 5 }));
}

export class Stacks {
    /** @type {Map<string, Drawn>} */
    #drawn = new Map();
    /** @type {Map<string, Counter[]>} */
    #stacks = new Map();
    /** @type {Set<string>} */
    #selected = new Set();
    #offset = 2.6;
    #late = 0;

    /**
     * @param {SVGGElement} layer   counters go here
     * @param {SVGGElement} counts  badges with the size of a stack
     * @param {import('./places.js').Places} places
     * @param {number} unit
     * @param {boolean} areas  whether the board is one of areas: what stands there must not hide the city in the middle
     */
    constructor(layer, counts, places, unit, areas) {
        this.areas = areas;
        /** Areas are smaller than hexes: so are the counters. */
        this.scale = areas ? 0.8 : 1;
        this.layer = layer;
        this.counts = counts;
        this.places = places;
        this.unit = unit;
    }

    /**
     * The counters in a place, bottom first.
     * @param {string} place
     * @returns {readonly Counter[]}
     */
    at(place) {
        return this.#stacks.get(place) ?? [];
    }

    /** The places that hold counters, with them. */
    all() {
        return this.#stacks.entries();
    }

    /**
     * @param {readonly Counter[]} counters
     * @param {ReadonlyMap<string, readonly string[]>} [routes] ways that pieces go, by piece
     */
    draw(counters, routes) {
        this.#stacks = new Map();
        for (const c of counters) {
            if (!this.places.has(c.place)) continue;
            const stack = this.#stacks.get(c.place);
            if (stack) stack.push(c);
            else this.#stacks.set(c.place, [c]);
        }
        for (const stack of this.#stacks.values()) stack.sort(upwards);

        const present = new Set();
        for (const stack of this.#stacks.values()) {
            for (const c of stack) {
                present.add(c.id);
                this.#renew(c);
            }
        }
        for (const [id, drawn] of this.#drawn) {
            if (present.has(id)) continue;
            drawn.node.remove();
            this.#drawn.delete(id);
        }
        this.#lay(!still(), routes);
    }

    /** @param {ReadonlySet<string>} pieces */
    select(pieces) {
        for (const id of this.#selected) this.#drawn.get(id)?.node.classList.remove('selected');
        this.#selected = new Set(pieces);
        for (const id of pieces) this.#drawn.get(id)?.node.classList.add('selected');
        this.#lay(false);
    }

    /**
     * Counters of a stack stand further apart when there is room to see it.
     * @param {number} scale
     * @returns {boolean} whether that changed anything
     */
    spread(scale) {
        const offset = scale > 1.7 ? 4.6 : 2.6;
        if (offset === this.#offset) return false;
        this.#offset = offset;
        this.#lay(false);
        return true;
    }

    /**
     * The square around a stack.
     * @param {string} place
     * @returns {{ x: number, y: number, w: number, h: number } | null}
     */
    frame(place) {
        const stack = this.#stacks.get(place);
        if (!stack) return null;
        let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
        const tall = stack.filter((c) => !token(c));
        (tall.length ? tall : stack).forEach((c, i) => {
            const [x, y] = this.#spot(c, i, stack);
            [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
        });
        const size = (stack.every(token) ? SIZE * SMALL : SIZE) * this.scale;
        return { x: (left + right) / 2, y: (top + bottom) / 2, w: right - left + size, h: bottom - top + size };
    }

    /** Draws a counter if it is new or its face changed. @param {Counter} c */
    #renew(c) {
        const print = JSON.stringify({ ...c, place: '' });
        const old = this.#drawn.get(c.id);
        if (old?.print === print) return;
        if (old) {
            old.node.replaceChildren(raised(c));
            old.print = print;
            return;
        }
        const node = svg('g', { class: this.#selected.has(c.id) ? 'piece selected' : 'piece' }, raised(c));
        this.#drawn.set(c.id, { print, place: '', node, x: NaN, y: NaN });
    }

    /**
     * Where a counter of a stack lies: each a little right of and above the one below. Sides that share a
     * place stand so far apart that the values of both can be read.
     * @param {Counter} c
     * @param {number} i
     * @param {readonly Counter[]} stack
     * @returns {[x: number, y: number]}
     */
    #spot(c, i, stack) {
        const place = this.places.get(c.place);
        if (!place) return [0, 0];
        if (this.areas) return this.#beside(place, c, stack);
        const step = Math.min(this.#offset, 13 / Math.max(1, stack.length - 1));
        const shift = (i - (stack.length - 1) / 2) * step;
        const sides = [...new Set(stack.map((s) => s.side))];
        const apart = (sides.indexOf(c.side) - (sides.length - 1) / 2) * this.unit;
        return [place.x + shift + apart * 0.27, place.y - shift - apart * 0.22];
    }

    /**
     * On a board of areas: corps and leaders above the city, tokens in a row below its name.
     * @param {import('./wire.d.ts').Place} place
     * @param {Counter} c
     * @param {readonly Counter[]} stack
     * @returns {[x: number, y: number]}
     */
    #beside(place, c, stack) {
        const sea = place.outline.length < 3;
        const small = stack.filter(token);
        if (token(c)) {
            const at = small.indexOf(c) - (small.length - 1) / 2;
            return [place.x + at * SIZE * this.scale * (SMALL + 0.04), place.y + (sea ? 0 : 34)];
        }
        const tall = stack.filter((s) => !token(s));
        const sides = [...new Set(tall.map((s) => s.side))];
        const own = tall.filter((s) => s.side === c.side);
        const step = Math.min(this.#offset * 1.6, 20 / Math.max(1, own.length - 1));
        const shift = (own.indexOf(c) - (own.length - 1) / 2) * step;
        const apart = (sides.indexOf(c.side) - (sides.length - 1) / 2) * SIZE * this.scale * 1.06;
        return [place.x + apart + shift, place.y - (sea ? 0 : 27) - shift * 0.7];
    }

    /**
     * A piece glides to where it lies now, by the places of its way if they are known.
     * @param {Drawn} drawn  where it lay
     * @param {number} x
     * @param {number} y
     * @param {Counter} c
     * @param {readonly string[]} way
     * @returns {number} how long it takes
     */
    #glide(drawn, x, y, c, way) {
        const end = this.places.get(c.place);
        const [dx, dy] = end ? [x - end.x, y - end.y] : [0, 0];
        const between = way[0] === drawn.place ? way.slice(1, -1).map((id) => this.places.get(id)).filter((p) => p !== undefined) : [];
        const points = [[drawn.x, drawn.y], ...between.map((p) => [p.x + dx, p.y + dy]), [x, y]];
        const duration = Math.min(LONG_MS, GLIDE_MS + STEP_MS * between.length);
        drawn.node.animate(points.map(([px, py]) => ({ transform: `translate(${px}px, ${py}px) scale(${this.scale})` })), { duration, easing: 'ease-in-out' });
        return duration;
    }

    /**
     * Puts every counter where it belongs.
     * @param {boolean} glide
     * @param {ReadonlyMap<string, readonly string[]>} [routes]
     */
    #lay(glide, routes) {
        /** @type {[node: SVGGElement, rank: number][]} */
        const ranks = [];
        let longest = 0;
        for (const [id, stack] of this.#stacks) {
            const row = this.places.get(id)?.y ?? 0;
            stack.forEach((c, i) => {
                const drawn = this.#drawn.get(c.id);
                if (!drawn) return;
                const [x, y] = this.#spot(c, i, stack);
                const goes = glide && drawn.place !== '' && drawn.place !== c.place;
                if (x !== drawn.x || y !== drawn.y) {
                    drawn.node.setAttribute('transform', `translate(${n(x)} ${n(y)}) scale(${this.scale})`);
                    if (goes) longest = Math.max(longest, this.#glide(drawn, x, y, c, routes?.get(c.id) ?? []));
                    [drawn.x, drawn.y] = [x, y];
                }
                drawn.place = c.place;
                ranks.push([drawn.node, row + i / 100 + (goes ? 2e6 : 0) + (this.#selected.has(c.id) ? 1e6 : 0)]);
            });
        }
        ranks.sort((a, b) => a[1] - b[1]);
        let next = this.layer.firstChild;
        for (const [node] of ranks) {
            if (next === node) next = node.nextSibling;
            else this.layer.insertBefore(node, next);
        }
        this.#count();
        clearTimeout(this.#late);
        // Pieces glide above all others and then take their place in the order.
        if (longest) this.#late = setTimeout(() => this.#lay(false), longest + 20);
    }

    #count() {
        const badges = [];
        for (const [id, stack] of this.#stacks) {
            const tall = stack.filter((c) => !token(c));
            if (tall.length < 3) continue;
            const last = stack.indexOf(/** @type {Counter} */ (tall[tall.length - 1]));
            const [x, y] = this.#spot(/** @type {Counter} */ (stack[last]), last, stack);
            badges.push(svg('g', { class: 'count', data: { place: id }, transform: `translate(${n(x - 21 * this.scale)} ${n(y - 20 * this.scale)})` },
                svg('circle', { r: 6.4 }), svg('text', { y: 3.1, 'text-anchor': 'middle' }, tall.length)));
        }
        this.counts.replaceChildren(...badges);
    }
}
