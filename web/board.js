// The board: the drawing below, counters and overlays above, moved together. It shows what it is told and says what was
// clicked; what a click means is the controller's business.

import { Viewport } from './board-view.js';
import { Camera } from './camera.js';
import { describe, sums } from './describe.js';
import { button, el, fill } from './dom.js';
import { Fan } from './fan.js';
import { GroundView } from './ground-view.js';
import { Highlights } from './highlights.js';
import { Land } from './land.js';
import { Marks } from './marks.js';
import { NameLayer } from './name-layer.js';
import { paint, sidePaints } from './palette.js';
import { Places } from './places.js';
import { resting } from './resting.js';
import { Ruler } from './ruler.js';
import { sheetOf } from './sheet.js';
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
let boards = 0;

export class Board {
    /** Place under the keyboard cursor. @type {string | null} */
    cursor = null;
    /** @type {Camera} */ camera;
    /** @type {Highlights} */ highlights;

    /** @type {Kit} */ #kit;
    /** @type {BoardEvents} */ #events;
    /** @type {Places} */ #places;
    /** @type {Stacks} */ #stacks;
    /** @type {Viewport} */ #view;
    /** @type {Fan} */ #fan;
    /** @type {Land} */ #land;
    /** @type {Switches} */ #switches;
    /** @type {Traces} */ #traces;
    /** @type {GroundView} */ #ground;
    /** @type {Ruler} */ #ruler;
    /** @type {NameLayer} */ #names;
    /** @type {Marks} */ #marks;
    /** @type {HTMLElement} */ #host;
    /** Says which place the pointer is on: counters cover the printed numbers. @type {HTMLElement} */ #where;
    /** @type {ReadonlySet<string>} */ #selected = new Set();
    /** @type {View | null} */ #shown = null;
    /** @type {Map<string, import('./palette.js').Paint>} */ #paints = new Map();
    /** @type {string | null} */ #hover = null;
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

        const { layers, sheet, size } = sheetOf(kit, drawing);
        const help = el('p', { id: `board-help-${++boards}`, class: 'board-hidden' }, HELP);
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
        this.#stacks = new Stacks(layers.counters, layers.counts, this.#places, kit.unit, areas);
        this.#names = new NameLayer(layers.names, kit, areas, () => [...this.#stacks.all()].flatMap(([place]) => {
            const frame = this.#stacks.frame(place);
            return frame ? [{ left: frame.x - frame.w / 2, right: frame.x + frame.w / 2, top: frame.y - frame.h / 2, bottom: frame.y + frame.h / 2 }] : [];
        }));
        const tools = el('div', { class: 'board-tools' });
        host.append(tools);
        this.highlights = new Highlights(host, layers, this.#places, this.#stacks, kit, (side) => this.#paints.get(side) ?? paint(side));
        this.#marks = new Marks(layers.rings, layers.marks, this.#places, (side) => this.#sideName(side));
        this.#land = new Land(layers.land, this.#places, drawing);
        this.#switches = new Switches(host, tools, layers.fields, layers.arrows, this.#places, (side) => this.#sideName(side), new Set(kit.ground));
        this.#ground = new GroundView(host, layers.ground, layers.signs, this.#places, (side) => this.#sideName(side));
        this.#ruler = new Ruler(layers.ruler, this.#places, areas);
        this.#traces = new Traces(layers.around, layers.traces, this.#places, (side) => this.#sideName(side));
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
        this.camera = new Camera(host, this.#view, this.#places, kit.unit);
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
        this.#stacks.draw(view.counters, routes);
        this.#names.moved();
        this.#land.draw(view.layers);
        this.#switches.draw(view.layers);
        this.#marks.draw(view.marks, this.#paints);
        this.highlights.soon('ways', 'lights', 'trails');
        this.#refan();
    }

    /** What can be touched. @param {{ pieces: ReadonlySet<string>, places: ReadonlySet<string> }} lit */
    light(lit) {
        this.highlights.light(lit);
        this.#refan();
    }

    /** Pieces that are picked. @param {ReadonlySet<string>} pieces */
    select(pieces) {
        this.#selected = pieces;
        this.#stacks.select(pieces);
        this.#refan();
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

    /**
     * Points places out, for good or for some milliseconds.
     * @param {readonly string[]} places
     * @param {number} [lasting]
     */
    point(places, lasting) {
        this.highlights.point(places, lasting);
    }

    /** @param {string | null} place */
    setCursor(place) {
        const found = place === null ? undefined : this.#places.get(place);
        this.cursor = found?.id ?? null;
        this.highlights.cursor(found);
        if (found) this.#view.reveal(found.x, found.y, this.#kit.unit);
        this.#ruler.follow(this.cursor);
        this.highlights.path(this.#hover, this.cursor);
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
            lit: this.highlights.lit.pieces, selected: this.#selected, focus: this.#byKey,
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
            stack, marks: this.#marks.at(id), ways: this.highlights.to(id),
            acts: stack.some((c) => this.highlights.lit.pieces.has(c.id)), lit: this.highlights.lit.places.has(id), sideName: (side) => this.#sideName(side),
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
        if (hidden || !only || this.highlights.lit.places.has(place) || this.highlights.to(place).length) this.#events.onPlace(place);
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
        tellWhere(this.#where, found ? [this.#name(found.id), found.terrain, ...found.notes].filter(Boolean).join(' · ') : '', stack, this.highlights.to(place), (side) => this.#sideName(side));
        this.highlights.path(this.#hover, this.cursor);
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
        weigh(this.highlights.ends(), 1);
        weigh(this.highlights.lit.places, 4);
        weigh(this.#marks.attacked(), 6);
        weigh(this.highlights.asked, 6);
        return this.#found(weights.keys()).map((p) => {
            const [x, y] = this.#view.toPane(p.x, p.y);
            return { x, y, weight: weights.get(p.id) ?? 0 };
        });
    }

    /** Lines keep a width that can be seen from afar, small print goes where it could not be read. @param {number} scale */
    #settle(scale) {
        this.#host.style.setProperty('--thick', String(Math.max(1, Math.min(3, 0.85 / scale)).toFixed(2)));
        this.#host.classList.toggle('far', scale < 0.62);
        if (this.#stacks.spread(scale)) this.highlights.soon('lights');
        this.#names.settle(scale);
        this.#host.dispatchEvent(new CustomEvent('settled'));
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
