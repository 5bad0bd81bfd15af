// Pan and zoom of a sheet in its pane: drag, wheel, pinch, double click. Only the sheet's transform changes on the way.

import { still } from './dom.js';

/**
 * @typedef {object} ViewHooks
 * @property {(x: number, y: number) => void} click        a click at a point of the sheet; never after a drag
 * @property {(x: number, y: number) => void} hover        the pointer is over a point of the sheet
 * @property {(x: number, y: number, e: PointerEvent) => boolean} grab  a press: whether a drag from here holds something instead of the map
 * @property {(e: PointerEvent | null, first?: boolean) => void} carry  what is held is dragged on; null if it is let go
 * @property {(x: number, y: number, e: PointerEvent) => void} put  what is held is put down
 * @property {() => void} leave                            the pointer has left
 * @property {() => void} moved                            the sheet was moved or zoomed; once a frame
 * @property {(scale: number) => void} settled             it has come to rest
 */

const DOUBLE_MS = 320;
const SLACK = { mouse: 5, touch: 11, pen: 8 };
const NEAREST = 7;

export class Viewport {
    x = 0;
    y = 0;
    scale = 1;
    /** Size of the pane. */
    width = 0;
    height = 0;

    #left = 0;
    #top = 0;
    #fitted = true;
    #frame = 0;
    #idle = 0;
    /** Pointers that are down, by id. @type {Map<number, { x: number, y: number }>} */
    #down = new Map();
    #start = { x: 0, y: 0 };
    #dragging = false;
    /** Whether the pointer holds something instead of the map. */
    #holding = false;
    #last = { x: 0, y: 0, time: -Infinity };

    /**
     * @param {HTMLElement} pane
     * @param {HTMLElement} sheet
     * @param {{ width: number, height: number }} size  of the sheet at scale 1
     * @param {ViewHooks} hooks
     */
    constructor(pane, sheet, size, hooks) {
        this.pane = pane;
        this.sheet = sheet;
        this.size = size;
        this.hooks = hooks;
        pane.addEventListener('pointerenter', () => this.#measure());
        pane.addEventListener('pointerdown', (e) => this.#press(e));
        pane.addEventListener('pointermove', (e) => this.#move(e));
        pane.addEventListener('pointerup', (e) => this.#release(e));
        pane.addEventListener('pointercancel', (e) => this.#drop(e));
        pane.addEventListener('pointerleave', (e) => {
            if (!this.#down.has(e.pointerId)) hooks.leave();
        });
        // What is done elsewhere in between makes two clicks of a double click: a quick hand answers a menu and points at the same place again.
        for (const what of /** @type {const} */ (['pointerdown', 'keydown'])) {
            document.addEventListener(what, (e) => {
                if (!pane.contains(/** @type {Node} */ (e.target))) this.#last.time = -Infinity;
            }, true);
        }
        pane.addEventListener('wheel', (e) => this.#wheel(e), { passive: false });
        new ResizeObserver(() => {
            const before = { w: this.width, h: this.height };
            this.#measure();
            if (!this.width || !this.height) return;
            if (this.#fitted) this.fit();
            else this.#to(this.x + (this.width - before.w) / 2, this.y + (this.height - before.h) / 2, this.scale);
        }).observe(pane);
        this.#measure();
        this.fit();
    }

    /** The whole sheet. */
    fit() {
        const scale = this.#whole();
        this.#to((this.width - this.size.width * scale) / 2, (this.height - this.size.height * scale) / 2, scale);
        this.#fitted = true;
    }

    /**
     * Zooms around a point of the pane, its middle if none is given.
     * @param {number} factor
     * @param {number} [px]
     * @param {number} [py]
     */
    zoom(factor, px = this.width / 2, py = this.height / 2) {
        const scale = Math.min(NEAREST, Math.max(this.#whole() * 0.85, this.scale * factor));
        const by = scale / this.scale;
        this.#to(px - (px - this.x) * by, py - (py - this.y) * by, scale);
    }

    /**
     * Brings a point of the sheet to the middle.
     * @param {number} x
     * @param {number} y
     */
    centre(x, y) {
        this.glide();
        this.#to(this.width / 2 - x * this.scale, this.height / 2 - y * this.scale, this.scale);
    }

    /**
     * Brings a point of the sheet to the middle, at a scale.
     * @param {number} x
     * @param {number} y
     * @param {number} scale
     */
    look(x, y, scale) {
        this.glide();
        const held = Math.min(NEAREST, Math.max(this.#whole() * 0.85, scale));
        this.#to(this.width / 2 - x * held, this.height / 2 - y * held, held);
    }

    /**
     * Brings a point into sight, moving no further than needed.
     * @param {number} x
     * @param {number} y
     * @param {number} room  kept around it, in units of the sheet
     */
    reveal(x, y, room) {
        const [px, py] = this.toPane(x, y);
        const edge = Math.min(room * this.scale, this.width / 3, this.height / 3);
        const dx = Math.max(0, edge - px) - Math.max(0, px - (this.width - edge));
        const dy = Math.max(0, edge - py) - Math.max(0, py - (this.height - edge));
        if (!dx && !dy) return;
        this.glide();
        this.#to(this.x + dx, this.y + dy, this.scale);
    }

    /** Lets the next change of place run smoothly. */
    glide() {
        if (still()) return;
        this.sheet.classList.add('gliding');
        setTimeout(() => this.sheet.classList.remove('gliding'), 260);
    }

    /**
     * Where a point of the sheet is in the pane.
     * @param {number} x
     * @param {number} y
     * @returns {[number, number]}
     */
    toPane(x, y) {
        return [this.x + x * this.scale, this.y + y * this.scale];
    }

    /** The point of the sheet under an event. @param {{ clientX: number, clientY: number }} e @returns {[number, number]} */
    toSheet(e) {
        return [(e.clientX - this.#left - this.x) / this.scale, (e.clientY - this.#top - this.y) / this.scale];
    }

    /** Reading the layout is kept out of every move: the pane's place is taken when the pointer comes in or goes down. */
    #measure() {
        const box = this.pane.getBoundingClientRect();
        [this.#left, this.#top, this.width, this.height] = [box.left, box.top, box.width, box.height];
    }

    #whole() {
        return Math.max(0.05, Math.min(this.width / this.size.width, this.height / this.size.height));
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} scale
     */
    #to(x, y, scale) {
        this.#fitted = false;
        this.scale = scale;
        this.x = this.#hold(x, this.width, this.size.width * scale);
        this.y = this.#hold(y, this.height, this.size.height * scale);
        if (this.#frame) return;
        this.#frame = requestAnimationFrame(() => {
            this.#frame = 0;
            this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
            this.hooks.moved();
        });
        // A layer of its own makes panning cheap but keeps the old raster; without it the sheet is drawn sharp again.
        this.sheet.classList.add('moving');
        clearTimeout(this.#idle);
        this.#idle = setTimeout(() => {
            this.sheet.classList.remove('moving');
            this.hooks.settled(this.scale);
        }, 160);
    }

    /**
     * Keeps the sheet in the pane: an edge may come in as far as a third, so that border hexes can be looked at in the middle.
     * @param {number} at
     * @param {number} pane
     * @param {number} sheet
     */
    #hold(at, pane, sheet) {
        const room = Math.min(pane, sheet) / 3;
        return Math.min(Math.max(at, Math.min(0, pane - sheet) - room), Math.max(0, pane - sheet) + room);
    }

    /** @param {PointerEvent} e */
    #press(e) {
        if (e.pointerType === 'mouse' && e.button > 1) return;
        if (!this.#down.size) {
            this.#measure();
            this.#dragging = false;
            this.#start = { x: e.clientX, y: e.clientY };
            this.#holding = e.button === 0 && this.hooks.grab(...this.toSheet(e), e);
        } else {
            // A second finger pinches: what was held is let go.
            if (this.#holding) this.hooks.carry(null);
            this.#holding = false;
            this.#dragging = true;
        }
        this.#down.set(e.pointerId, { x: e.clientX, y: e.clientY });
        this.pane.setPointerCapture(e.pointerId);
    }

    /** @param {PointerEvent} e */
    #move(e) {
        const was = this.#down.get(e.pointerId);
        if (!was) {
            if (e.pointerType !== 'touch') this.hooks.hover(...this.toSheet(e));
            return;
        }
        const now = { x: e.clientX, y: e.clientY };
        if (this.#down.size === 1) {
            const slack = SLACK[/** @type {keyof typeof SLACK} */ (e.pointerType)] ?? 6;
            if (!this.#dragging && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) < slack) return;
            const first = !this.#dragging;
            this.#dragging = true;
            this.pane.classList.add('dragging');
            if (this.#holding) {
                this.hooks.hover(...this.toSheet(e));
                this.hooks.carry(e, first);
            } else this.#to(this.x + now.x - was.x, this.y + now.y - was.y, this.scale);
        } else {
            const other = [...this.#down].find(([id]) => id !== e.pointerId)?.[1];
            if (other) this.#pinch(was, now, other);
        }
        this.#down.set(e.pointerId, now);
    }

    /**
     * One of two fingers has moved.
     * @param {{ x: number, y: number }} was
     * @param {{ x: number, y: number }} now
     * @param {{ x: number, y: number }} other
     */
    #pinch(was, now, other) {
        const before = Math.hypot(was.x - other.x, was.y - other.y);
        const after = Math.hypot(now.x - other.x, now.y - other.y);
        const [mx, my] = [(now.x + other.x) / 2 - this.#left, (now.y + other.y) / 2 - this.#top];
        this.x += (now.x - was.x) / 2;
        this.y += (now.y - was.y) / 2;
        this.zoom(before > 1 ? after / before : 1, mx, my);
    }

    /** @param {PointerEvent} e */
    #release(e) {
        const clicked = this.#down.has(e.pointerId) && !this.#dragging && e.button === 0;
        const put = this.#down.has(e.pointerId) && this.#dragging && this.#holding;
        this.#holding &&= clicked;
        this.#drop(e);
        if (put) this.hooks.put(...this.toSheet(e), e);
        if (!clicked) return;
        const near = Math.hypot(e.clientX - this.#last.x, e.clientY - this.#last.y) < 12;
        if (near && e.timeStamp - this.#last.time < DOUBLE_MS) {
            this.#last.time = -Infinity;
            this.glide();
            this.zoom(1.8, e.clientX - this.#left, e.clientY - this.#top);
            return;
        }
        this.#last = { x: e.clientX, y: e.clientY, time: e.timeStamp };
        this.hooks.click(...this.toSheet(e));
    }

    /** @param {PointerEvent} e */
    #drop(e) {
        this.#down.delete(e.pointerId);
        if (this.#holding) this.hooks.carry(null);
        this.#holding = false;
        if (!this.#down.size) this.pane.classList.remove('dragging');
    }

    /** @param {WheelEvent} e */
    #wheel(e) {
        e.preventDefault();
        const lines = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 400 : 1;
        // A trackpad's pinch comes as small wheel steps with ctrl.
        const speed = e.ctrlKey ? 0.01 : 0.0016;
        const turn = Math.max(-240, Math.min(240, e.deltaY * lines));
        this.zoom(Math.exp(-turn * speed), e.clientX - this.#left, e.clientY - this.#top);
    }
}
