// What part of the board is seen. The map moves only when it is asked to: at the start, by a press of a key or button, or by a setting.

import { button } from './dom.js';
import { fullest } from './frame.js';
import { keepFocus } from './ui.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./wire.d.ts').Place} Place */

/** On screens narrower than this the panel is a sheet over the board. */
const NARROW = 1000;
/** How large a hex is at least on the screen when the table opens, for its counters to be read; and at most. */
const READABLE = 40;
const LARGE = 84;

/** The part of the board that is seen, and the sheet in it. A pulled-up sheet of a small screen covers the rest. @param {Table} table */
function pane({ kit, shell }) {
    const box = shell.board.getBoundingClientRect();
    const sheet = shell.board.querySelector('.board-sheet')?.getBoundingClientRect() ?? box;
    const bottom = innerWidth < NARROW ? Math.min(box.bottom, shell.panel.getBoundingClientRect().top) : box.bottom;
    return { left: box.left, top: box.top, right: box.right, bottom, sheet, width: box.width, height: Math.max(1, bottom - box.top), under: box.bottom - bottom, scale: sheet.width / kit.width };
}

/**
 * Brings a point towards the middle, but not so far that the table beside the board is seen for nothing.
 * @param {Table} table
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function middle(table, x, y, scale) {
    const { kit } = table;
    const { width, height, under } = pane(table);
    /** @param {number} at @param {number} seen @param {number} all */
    const hold = (at, seen, all) => seen >= all ? all / 2 : Math.max(seen / 2, Math.min(all - seen / 2, at));
    table.board.camera.look(hold(x, width / scale, kit.width), hold(y, height / scale, kit.height) + under / scale / 2, scale);
}

/**
 * Opens with the units of the side that acts framed, near enough to read them; the whole board is one key away.
 * @param {Table} table
 */
export function opening(table) {
    const { kit, state } = table;
    const { width, height } = pane(table);
    const whole = Math.min(width / kit.width, height / kit.height);
    const lit = table.picker.pieces();
    const acting = state.offers?.side ?? state.yours[0] ?? state.view.deciding[0];
    const on = new Map(kit.places.map(p => [p.id, p]));
    /** @param {(c: import('./wire.d.ts').Counter) => boolean} which */
    const where = which => [...new Set(state.view.counters.filter(which).map(c => c.place))].map(id => on.get(id)).filter(p => p !== undefined);
    const there = [() => where(c => lit.has(c.id)), () => where(c => c.side === acting), () => where(() => true)].map(find => find()).find(found => found.length) ?? [];
    if (!there.length) return;
    const [xs, ys] = [there.map(p => p.x), there.map(p => p.y)];
    // Where they can go to belongs to the picture.
    const pad = 3.2 * kit.unit;
    const fits = Math.min(width / (Math.max(...xs) - Math.min(...xs) + pad), height / (Math.max(...ys) - Math.min(...ys) + pad));
    const scale = Math.max(whole, Math.min(LARGE / kit.unit, Math.max(READABLE / kit.unit, fits)));
    const { x, y } = fullest(there, width / scale, height / scale);
    middle(table, x, y, scale);
}

/** The places that can be touched, or that a question is about. @param {Table} table */
function wanted({ kit, picker, state, mine, replaying }) {
    if (!mine || replaying) return [];
    const asked = state.offers?.prompt?.places ?? [];
    const lit = picker.pieces();
    const ids = new Set(asked.length ? asked : [...picker.places(), ...state.view.counters.filter(c => lit.has(c.id)).map(c => c.place)]);
    return kit.places.filter(p => ids.has(p.id));
}

/** Says when all that can be touched is out of sight, and brings it there if it is asked to: the map does not move by itself. */
export class Finder {
    /** @param {HTMLElement} host @param {Table} table */
    constructor(host, table) {
        this.table = table;
        this.node = button('Out of sight: show where', () => this.#show(), { class: 'finder', hidden: true, data: { test: 'finder' } });
        host.append(this.node);
        host.addEventListener('settled', () => this.update());
    }

    #show() {
        const { kit } = this.table;
        const there = wanted(this.table);
        if (!there.length) return;
        const { width, height, scale } = pane(this.table);
        const { x, y } = fullest(there, width / scale - kit.unit, height / scale - kit.unit);
        middle(this.table, x, y, scale);
        this.table.board.point(there.slice(0, 12).map(p => p.id), 2500);
        keepFocus();
    }

    update() {
        const there = wanted(this.table);
        const seen = there.some(p => this.table.board.camera.sees(p.id));
        const held = document.activeElement === this.node;
        this.node.hidden = seen || !there.length;
        if (held && this.node.hidden) keepFocus();
    }
}

/**
 * Brings places into sight together if they are not; nearer than before only if nothing of the board is seen then.
 * @param {Table} table
 * @param {readonly string[]} ids
 */
export function show(table, ids) {
    const { kit } = table;
    const there = kit.places.filter(p => ids.includes(p.id));
    const { left: edge, right: far, top: over, bottom, width, height, sheet, scale } = pane(table);
    if (!there.length) return;
    const room = kit.unit * 0.6;
    const [left, right] = [Math.min(...there.map(p => p.x)) - room, Math.max(...there.map(p => p.x)) + room];
    const [top, low] = [Math.min(...there.map(p => p.y)) - room, Math.max(...there.map(p => p.y)) + room];
    if (sheet.left + left * scale >= edge && sheet.left + right * scale <= far && sheet.top + top * scale >= over && sheet.top + low * scale <= bottom) return;
    const fits = Math.min(1, width / ((right - left) * scale), height / ((low - top) * scale));
    middle(table, (left + right) / 2, (top + low) / 2, scale * fits);
}

/**
 * Brings a place into the middle, unless it is well in sight already.
 * @param {Table} table
 * @param {string} id
 */
export function centre(table, id) {
    const place = table.kit.places.find(p => p.id === id);
    if (!place) return;
    const { left, top, right, bottom, sheet, scale } = pane(table);
    const [x, y] = [sheet.left + place.x * scale, sheet.top + place.y * scale];
    const room = Math.min(table.kit.unit * scale, (right - left) / 4, (bottom - top) / 4);
    if (x - left < room || right - x < room || y - top < room || bottom - y < room) middle(table, place.x, place.y, scale);
}
