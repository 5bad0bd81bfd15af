// What is highlighted on the board: what can be touched, ways of what is picked, moves that were made, places that are pointed out.

import { adviceRing, askedRing, cursorRing, litDot, litFrame, litPlace, pointRing, reachCost, reachGround, taughtRing, trailArrow, wayLine } from './overlays.js';

/** @typedef {import('./wire.d.ts').Way} Way */
/** @typedef {import('./overlays.js').Trail} Trail */
/** @typedef {Record<'reach' | 'lit' | 'frames' | 'dots' | 'trails' | 'costs' | 'path' | 'asked' | 'taught' | 'advice' | 'point' | 'cursor', SVGGElement>} LitLayers */

/** More places than this are lit more softly. */
const MANY = 60;

export class Highlights {
    /** What can be touched. @type {{ pieces: ReadonlySet<string>, places: ReadonlySet<string> }} */ lit = { pieces: new Set(), places: new Set() };
    /** Places that are asked about. @type {readonly string[]} */ asked = [];

    /** @type {LitLayers} */ #layers;
    /** @type {import('./places.js').Places} */ #places;
    /** @type {Map<string, Way[]>} */ #ways = new Map();
    /** The same as they were given. @type {readonly Way[]} */ #given = [];
    /** @type {readonly Trail[]} */ #trails = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #pointing;
    /** Layers to be drawn anew. @type {Set<'ways' | 'lights' | 'trails'>} */ #stale = new Set();
    /** Places that a lesson speaks of. */ #taught = '';
    /** The places of the pointer and of the cursor. @type {{ hover: string | null, cursor: string | null }} */ #at = { hover: null, cursor: null };

    /**
     * @param {HTMLElement} host
     * @param {LitLayers} layers
     * @param {import('./places.js').Places} places
     * @param {import('./stacks.js').Stacks} stacks
     * @param {import('./wire.d.ts').Kit} kit
     * @param {(side: string) => import('./palette.js').Paint} paints
     */
    constructor(host, layers, places, stacks, kit, paints) {
        this.host = host;
        this.#layers = layers;
        this.#places = places;
        this.stacks = stacks;
        this.kit = kit;
        this.paints = paints;
    }

    /** Ways of what is picked that end in a place. @param {string | null} place @returns {readonly Way[]} */
    to(place) {
        return this.#ways.get(place ?? '') ?? [];
    }

    /** Places where ways of what is picked end. */
    ends() {
        return this.#ways.keys();
    }

    /** What can be touched. @param {{ pieces: ReadonlySet<string>, places: ReadonlySet<string> }} lit */
    light({ pieces, places }) {
        this.lit = { pieces, places };
        this.soon('lights');
    }

    /** Ways of the picked piece. @param {readonly Way[]} ways */
    ways(ways) {
        if (ways === this.#given || (!ways.length && !this.#ways.size)) return;
        this.#given = ways;
        this.#ways = new Map();
        for (const way of ways) {
            if (!this.#places.has(way.place)) continue;
            const there = this.#ways.get(way.place) ?? [];
            // Of two ways of one kind the cheaper is shown.
            const same = there.findIndex((w) => w.by === way.by);
            if (same < 0) there.push(way);
            else if (way.cost < /** @type {Way} */ (there[same]).cost) there[same] = way;
            this.#ways.set(way.place, there);
        }
        this.soon('ways', 'lights');
    }

    /** Moves that were made. @param {readonly Trail[]} trails */
    trails(trails) {
        this.#trails = trails;
        this.soon('trails');
    }

    /**
     * Points places out, for good or for some milliseconds.
     * @param {readonly string[]} places
     * @param {number} [lasting]
     */
    point(places, lasting) {
        clearTimeout(this.#pointing);
        if (lasting) this.#pointing = setTimeout(() => this.point([]), lasting);
        this.#layers.point.replaceChildren(...this.#found(places).map(pointRing));
    }

    /** Frames what a question is about. @param {readonly string[]} places */
    ask(places) {
        if (places.join() === this.asked.join()) return;
        this.asked = places;
        this.#layers.asked.replaceChildren(...this.#found(places).map(askedRing));
    }

    /** Frames what a lesson speaks of. @param {readonly string[]} places */
    teach(places) {
        const print = places.join();
        if (print === this.#taught) return;
        this.#taught = print;
        this.#layers.taught.replaceChildren(...this.#found(places).map(taughtRing));
    }

    /** Frames the place of the cursor. @param {import('./wire.d.ts').Place | undefined} place */
    cursor(place) {
        this.#layers.cursor.replaceChildren(...(place ? [cursorRing(place)] : []));
    }

    /** Marks what is advised. @param {readonly string[]} places */
    advise(places) {
        this.#layers.advice.replaceChildren(...this.#found(places).map(adviceRing));
    }

    /**
     * Draws layers when everything that changes in this moment has been said, each once.
     * @param {...('ways' | 'lights' | 'trails')} layers
     */
    soon(...layers) {
        if (!this.#stale.size) {
            queueMicrotask(() => {
                if (this.#stale.has('ways')) this.#drawWays();
                if (this.#stale.has('lights')) this.#drawLights();
                if (this.#stale.has('trails')) this.#drawTrails();
                this.#stale.clear();
            });
        }
        for (const layer of layers) this.#stale.add(layer);
    }

    #drawLights() {
        const { pieces, places } = this.lit;
        const free = this.#found(places).filter((p) => !this.#ways.has(p.id));
        // Half the map lit, as when an army is set up, must not hide it.
        this.host.classList.toggle('many', free.length > MANY);
        this.#layers.lit.replaceChildren(...free.map(litPlace));
        this.#layers.dots.replaceChildren(...free.map((p) => litDot(p, this.#low(p.id))));
        const frames = [];
        for (const [place, stack] of this.stacks.all()) {
            const frame = stack.some((c) => pieces.has(c.id)) ? this.stacks.frame(place) : null;
            if (frame) frames.push(litFrame(frame));
        }
        this.#layers.frames.replaceChildren(...frames);
    }

    #drawWays() {
        const reach = this.#found(this.#ways.keys());
        this.#layers.reach.replaceChildren(...reach.map((p) => reachGround(p, this.#ways.get(p.id) ?? [])));
        this.#layers.costs.replaceChildren(...reach.map((p) => reachCost(p, this.#ways.get(p.id) ?? [], this.#low(p.id))));
        this.path();
    }

    /** Draws the way to the place that is pointed at, or to that of the cursor. @param {string | null} [hover] @param {string | null} [cursor] */
    path(hover = this.#at.hover, cursor = this.#at.cursor) {
        this.#at = { hover, cursor };
        const ways = this.#ways.get(hover ?? '') ?? this.#ways.get(cursor ?? '') ?? [];
        this.#layers.path.replaceChildren(...ways.map((way) => wayLine(way, (id) => this.#places.get(id))).filter((line) => line !== null));
    }

    #drawTrails() {
        const sides = this.kit.title.sides.map((s) => s.id);
        this.#layers.trails.replaceChildren(...this.#trails.flatMap(({ from, to, side }) => {
            const [a, b] = [this.#places.get(from), this.#places.get(to)];
            return a && b && a !== b ? [trailArrow(a, b, this.paints(side), sides.indexOf(side))] : [];
        }));
    }

    /** How far below the middle signs go in a place: counters keep the middle. @param {string} place */
    #low(place) {
        return this.stacks.at(place).length ? this.kit.unit * 0.42 : 0;
    }

    /** @param {Iterable<string>} ids */
    #found(ids) {
        return [...ids].map((id) => this.#places.get(id)).filter((p) => p !== undefined);
    }
}
