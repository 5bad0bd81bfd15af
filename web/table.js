// The table: holds the state of one game, gives it to the board and the panels, and sends what the player does.

import * as api from './api.js';
import { Board } from './board.js';
import { button, el, fill } from './dom.js';
import { Forces } from './forces.js';
import { listen } from './keys.js';
import { Log } from './log.js';
import { Orders } from './orders.js';
import { Picker } from './pick.js';
import { Reference } from './reference.js';
import { Replay } from './replay.js';
import { goOn, Shell } from './shell.js';
import { Status } from './status.js';
import { announce, message, toast } from './ui.js';
import { applyChange, capital, Past, placesOf, sameView, sideName, trailsSince } from './view.js';

/** @typedef {import('./wire.d.ts').State} State */
/** @typedef {import('./wire.d.ts').Step} Step */
/** @typedef {import('./wire.d.ts').Kit} Kit */
/** @typedef {import('./wire.d.ts').Offered} Offered */

export class Table {
    /** @type {Past | null} the moves so far; comes after the first picture */ past = null;
    /** @type {number | null} how many moves the board shows; null for now */ looking = null;
    /** Whether an action is on its way. */ busy = false;
    /** @type {'orders' | 'log' | 'forces' | 'status'} */ #tab = 'orders';
    /** @type {Map<string, string>} where everything stood when I last acted */ #base = new Map();
    /** @type {string} */ #lastSide = '';
    #online = true;
    #hidden = false;
    #drawing = 0;
    #wasMine = false;

    /**
     * @param {HTMLElement} root
     * @param {State} state
     * @param {Kit} kit
     * @param {string[]} keys
     */
    constructor(root, state, kit, keys) {
        this.id = state.id;
        this.state = state;
        this.kit = kit;
        this.keys = keys;
        this.places = new Set(kit.places.map(p => p.id));
        this.reference = new Reference(this);
        this.picker = new Picker(this);
        this.shell = new Shell(root, this);
        this.board = new Board(this.shell.board, kit, api.drawing(kit.title.board), {
            onPlace: place => void this.picker.place(place),
            onPiece: id => void this.picker.piece(id),
            onHover: () => {},
            onStack: place => void this.picker.stack(place),
        });
        this.shell.board.addEventListener('pointerup', event => {
            this.picker.pointer = { x: event.clientX, y: event.clientY };
        });
        this.replay = new Replay(this.shell.replay, this);
        this.panels = {
            orders: new Orders(this.shell.orders, this), log: new Log(this.shell.log, this),
            forces: new Forces(this.shell.forces, this), status: new Status(this.shell.status, this),
        };
        this.#base = placesOf(state.view);
        this.shell.tabs.show('orders');
        this.shell.height('low');
        listen(this);
        this.#draw();
        this.#begin();
        new api.Line(this.id, keys, {
            onMessage: m => this.#hear(m),
            onOnline: online => {
                this.#online = online;
                this.#banners();
            },
        });
        void this.#history();
    }

    /**
     * Comes to the table of a game.
     * @param {HTMLElement} root
     * @param {string} id
     */
    static async open(root, id) {
        // A link may bring the key of a seat; it is stored, and the address is cleaned of it.
        const key = /^#key=(.+)$/.exec(location.hash)?.[1];
        if (key) {
            const given = await api.state(id, [key]);
            for (const side of given.yours) api.storeKeys(id, { [side]: key });
            history.replaceState(null, '', location.pathname);
        }
        const keys = new URLSearchParams(location.search).has('watch') ? [] : Object.values(api.keysOf(id));
        const state = await api.state(id, keys);
        return new Table(root, state, await api.kit(state.game, state.scenario), keys);
    }

    /** Opens near enough to read the counters, with what can act in the middle; the whole board is one key away. */
    #begin() {
        const box = this.shell.board.getBoundingClientRect();
        const whole = Math.min(box.width / this.kit.width, box.height / this.kit.height);
        const near = Math.max(whole, Math.min(48 / this.kit.unit, (box.width / this.kit.width) * (box.width < 700 ? 1.8 : 1)));
        if (near < whole * 1.15) return;
        const lit = this.picker.pieces();
        const places = new Set(this.state.view.counters.filter(c => !lit.size || lit.has(c.id)).map(c => c.place));
        const there = this.kit.places.filter(p => places.has(p.id));
        this.board.zoom(near / whole);
        if (!there.length) return;
        const x = there.reduce((sum, p) => sum + p.x, 0) / there.length;
        const y = there.reduce((sum, p) => sum + p.y, 0) / there.length;
        this.#middle(x, y, near);
    }

    /**
     * Brings a point towards the middle, but not so far that the table beside the board is seen for nothing.
     * @param {number} x
     * @param {number} y
     * @param {number} scale
     */
    #middle(x, y, scale) {
        const { kit } = this;
        const box = this.shell.board.getBoundingClientRect();
        /** @param {number} at @param {number} seen @param {number} all */
        const hold = (at, seen, all) => seen >= all ? all / 2 : Math.max(seen / 2, Math.min(all - seen / 2, at));
        // What a pulled-up sheet covers is not seen.
        const covered = Math.max(0, box.bottom - this.shell.panel.getBoundingClientRect().top);
        const low = box.width > innerWidth - 40 && covered > 0 ? covered / scale : 0;
        const to = { x: hold(x, box.width / scale, kit.width), y: low ? y + low / 2 : hold(y, box.height / scale, kit.height) };
        const place = kit.places.reduce((a, b) => Math.hypot(a.x - to.x, a.y - to.y) <= Math.hypot(b.x - to.x, b.y - to.y) ? a : b);
        this.board.centre(place.id);
    }

    /**
     * Brings a place into the middle.
     * @param {string} id
     */
    centre(id) {
        const place = this.kit.places.find(p => p.id === id);
        const sheet = this.shell.board.querySelector('.board-sheet')?.getBoundingClientRect();
        if (place && sheet) this.#middle(place.x, place.y, sheet.width / this.kit.width);
    }

    get replaying() {
        return this.looking !== null;
    }

    /** How many moves the board shows. */
    get index() {
        return this.looking ?? this.past?.frames.length ?? this.state.number;
    }

    /** The view that is shown. */
    get shown() {
        return this.looking !== null && this.past ? this.past.at(this.looking) : this.state.view;
    }

    /** Whether I must decide. */
    get mine() {
        return this.state.offers !== null;
    }

    /** @param {import('./wire.d.ts').Live} message */
    #hear(message) {
        if (message.kind === 'state') {
            this.#take(message);
        } else if (message.kind === 'step') {
            this.#step(message);
        } else if (message.kind === 'seats') {
            this.state = { ...this.state, seats: message.seats };
            this.refresh();
        } else {
            toast([message.message], { kind: 'error' });
        }
    }

    /** @param {State} state */
    #take(state) {
        const moved = state.number !== this.state.number;
        this.state = state;
        this.busy = false;
        if (moved) {
            this.picker.drop();
            void this.#history();
        }
        this.refresh();
    }

    /** @param {Step} step */
    #step(step) {
        const { frame } = step;
        if (frame.number !== this.state.number + 1) {
            // What is already known may come twice after a reconnection; what is missing must be fetched.
            if (frame.number > this.state.number) void this.#resync();
            return;
        }
        const before = this.state.view;
        this.state = {
            ...this.state, number: frame.number, view: applyChange(before, frame.change),
            offers: step.offers ?? null, undo: step.undo, result: step.result ?? null,
        };
        this.busy = false;
        const back = frame.undone ? this.past?.back() : null;
        if (frame.undone) {
            this.looking = this.past && this.looking !== null ? Math.min(this.looking, this.past.frames.length) : null;
            const side = frame.side || back?.side;
            const text = side ? `${sideName(this.kit, side)} took a move back.` : 'A move was taken back.';
            this.panels.log.tookBack(text);
            toast([text], { name: 'undone', stay: 3000 });
        } else {
            this.past?.add(frame);
            this.#baseline(frame.side, before);
        }
        for (const line of frame.lines) announce(`${capital(line.text)}.`);
        this.picker.drop();
        this.refresh();
    }

    /**
     * The enemy's moves are shown since my last own one; those who watch or play both see the last mover's.
     * @param {string} side who moved
     * @param {import('./wire.d.ts').View} before
     */
    #baseline(side, before) {
        if (this.state.yours.length === 1) {
            if (this.state.yours[0] === side) this.#base = placesOf(this.state.view);
        } else if (this.#lastSide !== side) {
            this.#base = placesOf(before);
        }
        this.#lastSide = side;
    }

    async #resync() {
        try {
            this.#take(await api.state(this.id, this.keys));
        } catch (error) {
            this.fail(error);
        }
    }

    async #history() {
        try {
            for (let tries = 0; tries < 5; tries += 1) {
                const told = await api.history(this.id, this.keys);
                const past = new Past(told.start, told.frames);
                // Steps may have come while it was on its way, or be in it before they are told.
                if (!sameView(past.at(told.frames.length), this.state.view)) {
                    await new Promise(resolve => setTimeout(resolve, 150 * (tries + 1)));
                    continue;
                }
                this.#follow(past);
                return;
            }
        } catch (error) {
            this.fail(error);
        }
    }

    /** @param {Past} past */
    #follow(past) {
        const { frames } = past;
        const { yours } = this.state;
        this.past = past;
        this.panels.log.reset();
        this.#lastSide = frames.at(-1)?.side ?? '';
        const mine = frames.findLastIndex(f => yours.length === 1 ? f.side === yours[0] : f.side !== this.#lastSide);
        this.#base = placesOf(past.at(mine + 1));
        this.refresh();
    }

    /** Draws soon: many steps in a moment are drawn once. */
    refresh() {
        if (!this.#drawing) this.#drawing = requestAnimationFrame(() => this.#draw());
    }

    #draw() {
        cancelAnimationFrame(this.#drawing);
        this.#drawing = 0;
        const { board, picker, shown, state } = this;
        board.draw(shown);
        board.light({ pieces: picker.lit(), places: picker.places() });
        board.select(picker.selected);
        board.ways(picker.selected.size ? picker.can?.ways ?? [] : []);
        const me = state.yours.length === 1 ? state.yours[0] : state.view.deciding[0];
        board.trails(this.replaying || picker.selected.size ? [] : trailsSince(this.#base, state.view, me ?? '', this.places));
        this.shell.update();
        this.#banners();
        this.replay.update();
        this.panels[this.#tab].update();
        document.title = `${this.mine ? '● ' : ''}${this.kit.title.title} · Sandtable`;
        document.documentElement.dataset.number = String(this.replaying ? this.index : state.number);
        if (this.mine && !this.#wasMine) {
            announce(`Your decision: ${state.view.decision}.`);
            if (this.past) toast([el('b', null, 'Your decision: '), state.view.decision], { name: 'turn', stay: 4000 });
        }
        this.#wasMine = this.mine;
    }

    #banners() {
        const { state } = this;
        fill(this.shell.banners,
            !this.#online && el('p', { class: 'banner warn', role: 'alert', data: { test: 'offline' } }, 'The connection is lost. It is being tried again …'),
            this.replaying && el('p', { class: 'banner', data: { test: 'replay-banner' } },
                `Replay, move ${this.index} of ${this.replay.length} `, button('Back to now', () => this.replay.now(), { data: { test: 'back-to-now' } })),
            state.result && !this.replaying && el('p', { class: 'banner over', role: 'status', data: { test: 'result' } }, this.ending()));
    }

    /** How it ended, in words. */
    ending() {
        const { result } = this.state;
        if (!result) return 'The game is over';
        return result.winner ? `${sideName(this.kit, result.winner)} wins: ${result.level} victory` : `A draw${/draw/i.test(result.level) ? '' : `: ${result.level}`}`;
    }

    /** @param {'orders' | 'log' | 'forces' | 'status'} tab */
    showPanel(tab) {
        this.#tab = tab;
        this.panels?.[tab].update();
    }

    /**
     * Shows the game after so many moves, or as it is now.
     * @param {number | null} index
     */
    look(index) {
        this.looking = index;
        this.picker.drop();
        this.#draw();
    }

    /** @param {Offered} action */
    async act(action) {
        await this.#send(action.number);
    }

    /** @param {string} text */
    async actText(text) {
        await this.#send(text);
    }

    /** @param {number | string} action */
    async #send(action) {
        if (this.busy) return;
        this.busy = true;
        try {
            const done = await api.act(this.id, this.keys, { after: this.state.number, side: this.state.offers?.side, action });
            // The step itself is pushed; if it does not come, it is fetched.
            setTimeout(() => {
                if (this.state.number < done.number) void this.#resync();
            }, 1500);
        } catch (error) {
            this.busy = false;
            this.fail(error);
        }
    }

    async undo() {
        const { undo } = this.state;
        if (!undo.may || this.replaying) {
            toast([this.shell.undo.title || 'There is nothing to take back.'], { name: 'undo' });
            return;
        }
        try {
            await api.undo(this.id, this.keys, this.state.number);
        } catch (error) {
            this.fail(error);
        }
    }

    /** @param {unknown} error */
    fail(error) {
        if (error instanceof api.Refused && error.problem.code === 'stale') {
            toast(['The game has gone on meanwhile. Look again, then choose.'], { name: 'stale' });
            return;
        }
        const breaches = error instanceof api.Refused ? error.problem.breaches ?? [] : [];
        toast([message(error), ...breaches.flatMap(b => [' ', `Rule ${b.rule}: ${b.reason}`])], { kind: 'error', name: 'error' });
        if (!(error instanceof api.Refused)) console.error(error);
    }

    /** Sits down at one's own table. */
    async sit() {
        try {
            api.storeKeys(this.id, (await api.claim(this.id)).keys);
            location.assign(`/game/${this.id}`);
        } catch (error) {
            this.fail(error);
        }
    }

    async save() {
        await api.download(this.id, this.keys).catch(error => this.fail(error));
    }

    /** @param {string} id */
    name(id) {
        return this.shown.counters.find(c => c.id === id)?.name ?? id;
    }

    /** @param {string} place */
    describe(place) {
        return this.board.describe(place);
    }

    /** @param {readonly string[]} places */
    seek(places) {
        const [first] = places;
        if (!first) return;
        this.shell.height(this.shell.panel.dataset.height === 'full' ? 'half' : this.shell.panel.dataset.height ?? 'low');
        this.centre(first);
        this.board.setCursor(first);
        this.board.point([...places]);
        setTimeout(() => this.board.point([]), 2500);
    }

    /** @param {'left' | 'right' | 'up' | 'down'} way */
    cursor(way) {
        this.board.step(way);
        if (this.board.cursor) announce(this.describe(this.board.cursor), 'cursor');
    }

    /** @param {boolean} only whether nothing but picking is meant */
    enter(only) {
        const place = this.board.cursor;
        if (!place) return;
        const box = this.shell.board.getBoundingClientRect();
        this.picker.pointer = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        void this.picker.key(place, only);
    }

    escape() {
        if (this.picker.selected.size || this.picker.looked) this.picker.drop();
        else if (this.replaying) this.replay.now();
    }

    /** Goes to the next piece that can act. @param {number} by */
    next(by) {
        const lit = this.picker.pieces();
        const able = this.shown.counters.filter(c => lit.has(c.id));
        if (!able.length) {
            toast(['No unit can act now.'], { name: 'next', stay: 2500 });
            return;
        }
        const now = able.findIndex(c => this.picker.selected.has(c.id));
        const next = able[(now < 0 ? (by > 0 ? 0 : able.length - 1) : now + by + able.length) % able.length];
        if (!next) return;
        this.picker.drop();
        this.centre(next.place);
        this.board.setCursor(next.place);
        void this.picker.piece(next.id);
    }

    goOn() {
        const go = this.replaying ? null : goOn(this.state.offers);
        if (!go) {
            toast(['There is no step to end now.'], { name: 'go', stay: 2500 });
            return;
        }
        const left = this.state.offers?.pieces.length ?? 0;
        if (left) toast([`${left} ${left === 1 ? 'unit' : 'units'} could still have acted. Press u to take it back.`], { name: 'go', stay: 5000 });
        void this.picker.button(go);
    }

    hideCounters() {
        this.#hidden = !this.#hidden;
        this.board.hide(this.#hidden);
        announce(this.#hidden ? 'Counters hidden.' : 'Counters shown.');
    }
}
