// The board: the drawing below, counters and overlays above, moved together. It shows what it is told and says what was
// clicked; what a click means is the controller's business.

import { Viewport } from './board-view.js';
import { describe, sums } from './describe.js';
import { button, el, fill, svg } from './dom.js';
import { Fan } from './fan.js';
import { GroundView } from './ground-view.js';
import { Layers } from './layers.js';
import { NameLayer } from './name-layer.js';
import { adviceRing, askedRing, cursorRing, litDot, litFrame, litPlace, markSign, pointRing, reachCost, reachGround, taughtRing, trailArrow, wayLine } from './overlays.js';
import { paint, sidePaints } from './palette.js';
import { Places } from './places.js';
import { resting } from './resting.js';
import { Ruler } from './ruler.js';
import { Stacks } from './stacks.js';
import { Switches } from './switches.js';
import { Traces } from './traces.js';
import { placeName } from './view.js';
import { tellWhere } from './where.js';

/** @typedef {import('./wire.d.ts').Kit} Kit */
/** @typedef {import('./wire.d.ts').View} View */
/** @typedef {import('./wire.d.ts').Way} Way */
/** @typedef {import('./wire.d.ts').Mark} Mark */
/** @typedef {import('./places.js').Direction} Direction */
/** @typedef {import('./overlays.js').Trail} Trail */
/** @typedef {{ onPlace(place: string): void, onPiece(id: string, on?: string): void, onHover(place: string | null): void, onStack(place: string): void, onMeasure(text: string): void, onWhole(place: string): void,
 *     grab(at: import('./carry.js').Point, place: string | null, how: { shift: boolean, touch: boolean }): boolean,
 *     carry(at: import('./carry.js').Point | null, first: boolean): void, put(at: import('./carry.js').Point, place: string | null): void }} BoardEvents */

const HELP = 'Arrow keys move the cursor from place to place, Enter picks what is there, Escape lets go, question mark lists all keys.';
/** More places than this are lit more softly. */
const MANY = 60;
let boards = 0;

export class Board {
    /** Place under the keyboard cursor. @type {string | null} */
    cursor = null;

    /** @type {Kit} */ #kit;
    /** @type {BoardEvents} */ #events;
    /** @type {Places} */ #places;
    /** @type {Stacks} */ #stacks;
    /** @type {Viewport} */ #view;
    /** @type {Fan} */ #fan;
    /** @type {Layers} */ #over;
    /** @type {Switches} */ #switches;
    /** @type {Traces} */ #traces;
    /** @type {GroundView} */ #ground;
    /** @type {Ruler} */ #ruler;
    /** @type {NameLayer} */ #names;
    /** @type {HTMLElement} */ #host;
    /** Says which place the pointer is on: counters cover the printed numbers. @type {HTMLElement} */ #where;
    /** @type {Record<'land' | 'ground' | 'fields' | 'around' | 'supply' | 'reach' | 'lit' | 'rings' | 'marks' | 'counters' | 'counts' | 'names' | 'frames' | 'dots' | 'arrows' | 'traces' | 'trails' | 'costs' | 'path' | 'asked' | 'taught' | 'advice' | 'point' | 'signs' | 'ruler' | 'cursor', SVGGElement>} */ #layers;

    /** @type {readonly Mark[]} */ #marks = [];
    /** @type {{ pieces: ReadonlySet<string>, places: ReadonlySet<string> }} */ #lit = { pieces: new Set(), places: new Set() };
    /** @type {ReadonlySet<string>} */ #selected = new Set();
    /** @type {Map<string, Way[]>} */ #ways = new Map();
    /** The same as they were given. @type {readonly Way[]} */ #given = [];
    /** @type {readonly Trail[]} */ #trails = [];
    /** @type {View | null} */ #shown = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #pointing;
    /** Layers to be drawn anew. @type {Set<'ways' | 'lights' | 'trails'>} */ #stale = new Set();
    /** @type {Map<string, import('./palette.js').Paint>} */ #paints = new Map();
    /** @type {string | null} */ #hover = null;
    /** Places that are asked about. */
    #asked = '';
    /** Places that a lesson speaks of. */
    #taught = '';
    /** Whether a finger rested on the board and was told what is there. @type {() => boolean} */ #rested;
    /** Whether the last touch was by keyboard: a fan then takes the focus. */
    #byKey = false;

    /**
     * @param {HTMLElement} host
     * @param {Kit} kit
     * @param {string} drawing  URL of the board's SVG
     * @param {BoardEvents} events
     */
    constructor(host, kit, drawing, events) {
        this.#host = host;
        this.#kit = kit;
        this.#events = events;
        this.#places = new Places(kit);

        const layer = (/** @type {string} */ name) => svg('g', { class: `layer-${name}` });
        // From the bottom up.
        this.#layers = {
            land: layer('land'), ground: layer('ground'), fields: layer('fields'), around: layer('around'), supply: layer('supply'), reach: layer('reach'), lit: layer('lit'), rings: layer('rings'), counters: layer('counters'), marks: layer('marks'), counts: layer('counts'), names: layer('names'),
            frames: layer('frames'), dots: layer('dots'), arrows: layer('arrows'), traces: layer('traces'), trails: layer('trails'), costs: layer('costs'), path: layer('path'), asked: layer('asked'), taught: layer('taught'), advice: layer('advice'), point: layer('point'), signs: layer('signs'), ruler: layer('ruler'), cursor: layer('cursor'),
        };
        // Three sheets over the map, painted apart: what is lit changes with every click, the counters seldom, the map never.
        const all = Object.values(this.#layers);
        const sheets = [all.slice(0, 8), all.slice(8, 12), all.slice(12)];
        const size = { width: kit.width, height: kit.height };
        const help = el('p', { id: `board-help-${++boards}`, class: 'board-hidden' }, HELP);
        const sheet = el('div', { class: 'board-sheet', style: { width: `${kit.width}px`, height: `${kit.height}px` } },
            el('img', { class: 'board-map', src: drawing, alt: '', draggable: 'false', ...size }),
            sheets.map((layers) => svg('svg', { class: 'board-over', viewBox: `0 0 ${kit.width} ${kit.height}`, 'aria-hidden': 'true', ...size }, layers)));
        const pane = el('div', { class: 'board-pane' }, sheet);
        const buttons = el('div', { class: 'board-buttons', role: 'group', 'aria-label': 'Zoom' },
            button('+', () => this.zoom(1.4), { 'aria-label': 'Zoom in', title: 'Zoom in' }),
            button('−', () => this.zoom(1 / 1.4), { 'aria-label': 'Zoom out', title: 'Zoom out' }),
            button('Fit', () => this.fit(), { 'aria-label': 'Fit: show the whole board', title: 'Show the whole board' }));
        this.#where = el('div', { class: 'board-where', 'aria-hidden': 'true' });
        host.replaceChildren(pane, this.#where, buttons, help);
        host.classList.add('board');
        host.tabIndex = 0;
        host.setAttribute('role', 'application');
        host.setAttribute('aria-label', `Board of ${kit.title.title}`);
        host.setAttribute('aria-describedby', help.id);
        host.addEventListener('keydown', (e) => this.#key(e));
        pane.addEventListener('pointerdown', () => (this.#byKey = false));
        this.#rested = resting(pane, (e) => this.#hovered(this.#places.at(...this.#view.toSheet(e))?.id ?? null));

        const areas = kit.places.some((p) => p.outline.length > 6);
        this.#stacks = new Stacks(this.#layers.counters, this.#layers.counts, this.#places, kit.unit, areas);
        this.#names = new NameLayer(this.#layers.names, kit, areas, () => [...this.#stacks.all()].flatMap(([place]) => {
            const frame = this.#stacks.frame(place);
            return frame ? [{ left: frame.x - frame.w / 2, right: frame.x + frame.w / 2, top: frame.y - frame.h / 2, bottom: frame.y + frame.h / 2 }] : [];
        }));
        const tools = el('div', { class: 'board-tools' });
        host.append(tools);
        this.#over = new Layers(tools, this.#layers.land, this.#layers.supply, this.#places, (side) => this.#sideName(side), drawing, kit.ground.includes('supply'));
        this.#switches = new Switches(host, tools, this.#layers.fields, this.#layers.arrows, this.#places, (side) => this.#sideName(side), new Set(kit.ground));
        this.#ground = new GroundView(host, this.#layers.ground, this.#layers.signs, this.#places, (side) => this.#sideName(side));
        this.#ruler = new Ruler(this.#layers.ruler, this.#places, areas);
        this.#traces = new Traces(this.#layers.around, this.#layers.traces, this.#places, (side) => this.#sideName(side));
        this.#fan = new Fan(host, (id) => events.onPiece(id), (place) => events.onWhole(place));
        this.#view = new Viewport(pane, sheet, size, {
            click: (x, y) => this.#click(x, y),
            hover: (x, y) => this.#hovered(this.#places.at(x, y)?.id ?? null),
            grab: (x, y, e) => events.grab({ x, y, clientX: e.clientX, clientY: e.clientY }, this.#places.at(x, y)?.id ?? null, { shift: e.shiftKey, touch: e.pointerType === 'touch' }),
            carry: (e, first) => events.carry(e && { x: 0, y: 0, clientX: e.clientX, clientY: e.clientY }, first ?? false),
            put: (x, y, e) => events.put({ x, y, clientX: e.clientX, clientY: e.clientY }, this.#places.at(x, y)?.id ?? null),
            leave: () => this.#hovered(null),
            moved: () => this.#follow(),
            settled: (scale) => this.#settle(scale),
        });
    }

    /**
     * Counters and marks. Pieces that changed place glide there.
     * @param {View} view
     * @param {ReadonlyMap<string, readonly string[]>} [routes] the ways that they go, by piece
     */
    draw(view, routes) {
        if (view === this.#shown) return;
        this.#shown = view;
        this.#paints = sidePaints(view.counters);
        this.#marks = view.marks;
        this.#stacks.draw(view.counters, routes);
        this.#names.moved();
        this.#over.draw(view.layers);
        this.#switches.draw(view.layers);
        /** @type {Map<string, number>} */
        const seen = new Map();
        this.#layers.rings.replaceChildren();
        this.#layers.marks.replaceChildren();
        for (const mark of view.marks) {
            const place = this.#places.get(mark.place) ?? this.#side(mark.place);
            if (!place) continue;
            // A ring lies below the counters and takes no corner from other marks.
            const ring = /^(siege|to be attacked)$/.test(mark.what);
            const index = seen.get(mark.place) ?? 0;
            if (!ring) seen.set(mark.place, index + 1);
            (ring ? this.#layers.rings : this.#layers.marks)
                .append(markSign(mark, place, this.#paints.get(mark.side), this.#sideName(mark.side), index));
        }
        this.#soon('ways', 'lights', 'trails');
        this.#refan();
    }

    /** What can be touched. @param {{ pieces: ReadonlySet<string>, places: ReadonlySet<string> }} lit */
    light({ pieces, places }) {
        this.#lit = { pieces, places };
        this.#soon('lights');
        this.#refan();
    }

    /** Pieces that are picked. @param {ReadonlySet<string>} pieces */
    select(pieces) {
        this.#selected = pieces;
        this.#stacks.select(pieces);
        this.#refan();
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
        this.#soon('ways', 'lights');
    }

    /** Layers of the piece that is looked at. @param {readonly import('./wire.d.ts').Layer[]} layers */
    traces(layers) {
        this.#traces.draw(layers);
    }

    /** Layers of the ground. @param {readonly import('./ground-view.js').Shown[]} shown */
    ground(shown) {
        this.#ground.draw(shown, (side) => this.#paints.get(side) ?? paint(side), this.#kit.unit);
    }

    /** Where the switches of the ground go. */
    get switches() {
        return this.#switches.first;
    }

    /** Takes up the ruler, or puts it down. @returns {boolean} whether it is in the hand */
    measure() {
        const on = this.#ruler.toggle();
        this.#host.classList.toggle('measuring', on);
        fill(this.#where, on && 'Ruler: choose two places. Escape puts it down.');
        return on;
    }

    /** Whether the ruler is in the hand. */
    get measuring() {
        return this.#ruler.on;
    }

    /** Chooses an end of the ruler. @param {string} place @returns {string} what it says */
    span(place) {
        return this.#ruler.choose(place);
    }

    /** Moves that were made. @param {readonly Trail[]} trails */
    trails(trails) {
        this.#trails = trails;
        this.#soon('trails');
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
        const print = places.join();
        if (print === this.#asked) return;
        this.#asked = print;
        this.#layers.asked.replaceChildren(...this.#found(places).map(askedRing));
    }

    /** Frames what a lesson speaks of. @param {readonly string[]} places */
    teach(places) {
        const print = places.join();
        if (print === this.#taught) return;
        this.#taught = print;
        this.#layers.taught.replaceChildren(...this.#found(places).map(taughtRing));
    }

    /** Marks what is advised. @param {readonly string[]} places */
    advise(places) {
        this.#layers.advice.replaceChildren(...this.#found(places).map(adviceRing));
    }

    /** @param {string | null} place */
    setCursor(place) {
        const found = place === null ? undefined : this.#places.get(place);
        this.cursor = found?.id ?? null;
        this.#layers.cursor.replaceChildren(...(found ? [cursorRing(found)] : []));
        if (found) this.#view.reveal(found.x, found.y, this.#kit.unit);
        this.#ruler.follow(this.cursor);
        this.#drawPath();
    }

    /**
     * Moves the cursor to the best neighbour in a direction; the first step only brings it out.
     * @param {Direction} direction
     */
    step(direction) {
        if (this.cursor === null) {
            const [x, y] = [(this.#view.width / 2 - this.#view.x) / this.#view.scale, (this.#view.height / 2 - this.#view.y) / this.#view.scale];
            this.setCursor(this.#hover ?? this.#places.nearest(x, y)?.id ?? null);
        } else {
            this.setCursor(this.#places.step(this.cursor, direction)?.id ?? this.cursor);
        }
    }

    /** Whether a place is shown in the right half of the board. @param {string} place */
    rightOf(place) {
        const found = this.#places.get(place);
        return found !== undefined && this.#view.toPane(found.x, found.y)[0] > this.#view.width / 2;
    }

    /** The place under a point of the screen. @param {number} x @param {number} y @returns {string | null} */
    under(x, y) {
        const box = this.#host.getBoundingClientRect();
        const { scale } = this.#view;
        return this.#places.at((x - box.left - this.#view.x) / scale, (y - box.top - this.#view.y) / scale)?.id ?? null;
    }

    /** @param {string} place */
    centre(place) {
        const found = this.#places.get(place);
        if (found) this.#view.centre(found.x, found.y);
    }

    /** Whether the middle of a place is in sight. @param {string} place */
    sees(place) {
        const found = this.#places.get(place);
        if (!found) return false;
        const [x, y] = this.#view.toPane(found.x, found.y);
        return x > 0 && y > 0 && x < this.#view.width && y < this.#view.height;
    }

    /** Shows a point of the map in the middle, at a scale. @param {number} x @param {number} y @param {number} scale */
    look(x, y, scale) {
        this.#view.look(x, y, scale);
    }

    /** Brings a place to the middle if it is out of sight. @param {string} place */
    follow(place) {
        const found = this.#places.get(place);
        if (!found) return;
        const [x, y] = this.#view.toPane(found.x, found.y);
        const edge = this.#kit.unit * this.#view.scale * 0.5;
        if (x < edge || y < edge || x > this.#view.width - edge || y > this.#view.height - edge) this.#view.centre(found.x, found.y);
    }

    fit() {
        this.#view.glide();
        this.#view.fit();
    }

    /** @param {number} factor */
    zoom(factor) {
        this.#view.glide();
        this.#view.zoom(factor);
    }

    /** Hides all counters, to see the ground. @param {boolean} on */
    hide(on) {
        this.#host.classList.toggle('bare', on);
    }

    /** Shows the supply of the next side that has any. @returns {string} its name; empty for none */
    nextSupply() {
        const side = this.#over.next();
        return side && this.#sideName(side);
    }

    /** The counters of a place, bottom first. @param {string | null} place */
    stackAt(place) {
        return place === null ? [] : this.#stacks.at(place);
    }

    /**
     * The counters in a box, by the middle of their places.
     * @param {{ x: number, y: number }} a
     * @param {{ x: number, y: number }} b
     */
    inBox(a, b) {
        const [left, right, top, bottom] = [Math.min(a.x, b.x), Math.max(a.x, b.x), Math.min(a.y, b.y), Math.max(a.y, b.y)];
        return [...this.#stacks.all()].flatMap(([id, stack]) => {
            const place = this.#places.get(id);
            return place && place.x >= left && place.x <= right && place.y >= top && place.y <= bottom ? stack.map((c) => c.id) : [];
        });
    }

    /** Fans a stack out, or closes the fan. @param {string | null} place */
    fan(place) {
        const stack = place === null ? [] : this.#stacks.at(place);
        if (place === null || !stack.length) {
            this.#fan.close();
            return;
        }
        this.#fan.open({
            place, stack, heading: this.#name(place), total: sums(stack, (side) => this.#sideName(side)),
            lit: this.#lit.pieces, selected: this.#selected, focus: this.#byKey,
        });
        this.#follow();
    }

    /** The place whose stack is fanned out. @returns {string | null} */
    get fanned() {
        return this.#fan.place;
    }

    /**
     * What a screen reader says of a place.
     * @param {string} id
     * @returns {string}
     */
    describe(id) {
        const place = this.#places.get(id);
        if (!place) return id;
        const stack = this.#stacks.at(id);
        return describe(place, {
            stack, marks: this.#marks.filter((m) => m.place.split('/').includes(id)), ways: this.#ways.get(id) ?? [],
            acts: stack.some((c) => this.#lit.pieces.has(c.id)), lit: this.#lit.places.has(id), sideName: (side) => this.#sideName(side),
        });
    }

    /**
     * What a click on a place means: a destination beats whatever stands there.
     * @param {string} place
     */
    #choose(place) {
        const stack = this.#stacks.at(place);
        const [only] = stack;
        const hidden = this.#host.classList.contains('bare');
        if (hidden || !only || this.#lit.places.has(place) || this.#ways.has(place)) this.#events.onPlace(place);
        else if (stack.length === 1) this.#events.onPiece(only.id, place);
        else this.#events.onStack(place);
    }

    /** @param {number} x @param {number} y */
    #click(x, y) {
        if (this.#rested()) return;
        const place = this.#places.at(x, y)?.id ?? null;
        if (this.#ruler.on) {
            if (place !== null) this.#events.onMeasure(this.#ruler.choose(place));
            return;
        }
        const fanned = this.#fan.place;
        this.#fan.close();
        if (place !== null && place !== fanned) this.#choose(place);
    }

    /** @param {string | null} place */
    #hovered(place) {
        if (place === this.#hover) return;
        this.#hover = place;
        this.#ruler.follow(place);
        const found = this.#places.get(place ?? '');
        const stack = found ? this.#stacks.at(found.id) : [];
        tellWhere(this.#where, found ? [this.#name(found.id), found.terrain, ...found.notes].filter(Boolean).join(' · ') : '', stack, this.#ways.get(place ?? '') ?? [], (side) => this.#sideName(side));
        this.#drawPath();
        this.#events.onHover(place);
    }

    /** @param {KeyboardEvent} e */
    #key(e) {
        this.#byKey = true;
        if (e.key !== 'Escape' || this.#fan.place === null) return;
        this.#fan.close();
        e.preventDefault();
        e.stopPropagation();
    }

    /**
     * Draws layers when everything that changes in this moment has been said, each once.
     * @param {...('ways' | 'lights' | 'trails')} layers
     */
    #soon(...layers) {
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
        const { pieces, places } = this.#lit;
        const free = this.#found(places).filter((p) => !this.#ways.has(p.id));
        // Half the map lit, as when an army is set up, must not hide it.
        this.#host.classList.toggle('many', free.length > MANY);
        this.#layers.lit.replaceChildren(...free.map(litPlace));
        this.#layers.dots.replaceChildren(...free.map((p) => litDot(p, this.#low(p.id))));
        const frames = [];
        for (const [place, stack] of this.#stacks.all()) {
            const frame = stack.some((c) => pieces.has(c.id)) ? this.#stacks.frame(place) : null;
            if (frame) frames.push(litFrame(frame));
        }
        this.#layers.frames.replaceChildren(...frames);
    }

    #drawWays() {
        const reach = this.#found(this.#ways.keys());
        this.#layers.reach.replaceChildren(...reach.map((p) => reachGround(p, this.#ways.get(p.id) ?? [])));
        this.#layers.costs.replaceChildren(...reach.map((p) => reachCost(p, this.#ways.get(p.id) ?? [], this.#low(p.id))));
        this.#drawPath();
    }

    #drawPath() {
        const ways = this.#ways.get(this.#hover ?? '') ?? this.#ways.get(this.cursor ?? '') ?? [];
        this.#layers.path.replaceChildren(...ways.map((way) => wayLine(way, (id) => this.#places.get(id))).filter((line) => line !== null));
    }

    #drawTrails() {
        const sides = this.#kit.title.sides.map((s) => s.id);
        this.#layers.trails.replaceChildren(...this.#trails.flatMap(({ from, to, side }) => {
            const [a, b] = [this.#places.get(from), this.#places.get(to)];
            return a && b && a !== b ? [trailArrow(a, b, this.#paints.get(side) ?? paint(side), sides.indexOf(side))] : [];
        }));
    }

    /** Keeps the fan right when what it shows has changed. */
    #refan() {
        if (this.#fan.place !== null) this.fan(this.#fan.place);
    }

    #follow() {
        const place = this.#places.get(this.#fan.place ?? '');
        if (!place) return;
        const { scale, width, height } = this.#view;
        const [x, y] = this.#view.toPane(place.x, place.y);
        this.#fan.move({ x, y, clear: this.#kit.unit * 0.62 * scale + 4 }, { width, height }, this.#kept(place.id));
    }

    /**
     * Points of the pane that a fan should leave in sight: what is attacked or asked about, where one can go, whoever stands near.
     * @param {string} fanned
     */
    #kept(fanned) {
        /** @type {Map<string, number>} */
        const weights = new Map();
        const weigh = (/** @type {Iterable<string>} */ ids, /** @type {number} */ by) => {
            for (const id of ids) if (id !== fanned) weights.set(id, Math.max(by, weights.get(id) ?? 0));
        };
        const near = this.#places.get(fanned)?.next ?? [];
        weigh(near.filter((id) => this.#stacks.at(id).length), 1);
        weigh(this.#ways.keys(), 1);
        weigh(this.#lit.places, 4);
        weigh(this.#marks.filter((m) => /attack/.test(m.what)).flatMap((m) => m.place.split('/')), 6);
        weigh(this.#asked.split(','), 6);
        return this.#found(weights.keys()).map((p) => {
            const [x, y] = this.#view.toPane(p.x, p.y);
            return { x, y, weight: weights.get(p.id) ?? 0 };
        });
    }

    /** Lines keep a width that can be seen from afar, small print goes where it could not be read. @param {number} scale */
    #settle(scale) {
        this.#host.style.setProperty('--thick', String(Math.max(1, Math.min(3, 0.85 / scale)).toFixed(2)));
        this.#host.classList.toggle('far', scale < 0.62);
        if (this.#stacks.spread(scale)) this.#soon('lights');
        this.#names.settle(scale);
        this.#host.dispatchEvent(new CustomEvent('settled'));
    }

    /** How far below the middle signs go in a place: counters keep the middle. @param {string} place */
    #low(place) {
        return this.#stacks.at(place).length ? this.#kit.unit * 0.42 : 0;
    }

    /** The side between two places, written `2016/2017`. @param {string} id */
    #side(id) {
        const [a, b] = this.#found(id.split('/'));
        return a && b && { ...a, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }

    /** @param {Iterable<string>} ids */
    #found(ids) {
        return [...ids].map((id) => this.#places.get(id)).filter((p) => p !== undefined);
    }

    /** @param {string} side */
    #sideName(side) {
        return this.#kit.title.sides.find((s) => s.id === side)?.name ?? side;
    }

    /** @param {string} id */
    #name(id) {
        return placeName(this.#kit, id);
    }
}
