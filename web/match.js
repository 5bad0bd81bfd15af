// One game as it is known here: its state, its past, and the line over which it goes on. It draws nothing.

import * as api from './api.js';
import { announce, toast } from './ui.js';
import { applyChange, capital, Past, placesOf, sameView, sideName, trailsSince } from './view.js';

/** @typedef {import('./wire.d.ts').State} State */
/** @typedef {import('./wire.d.ts').Step} Step */
/** @typedef {import('./wire.d.ts').Kit} Kit */

/**
 * @typedef {object} MatchEvents
 * @property {(moved: boolean) => void} onChange  something is different; moved if the game itself went on
 * @property {() => void} onPast  the past was read anew
 * @property {(text: string) => void} onBack  a move was taken back
 * @property {(error: unknown) => void} onError
 */

export class Match {
    /** @type {Past | null} the moves so far; comes after the first picture */ past = null;
    /** Whether the line stands. */ online = true;
    /** Whether an action is on its way. */ busy = false;
    /** @type {Map<string, string>} where everything stood when I last acted */ #base;
    /** @type {string} */ #lastSide = '';
    /** @type {api.Line | undefined} */ #line;

    /**
     * @param {State} state
     * @param {Kit} kit
     * @param {string[]} keys
     * @param {MatchEvents} events
     */
    constructor(state, kit, keys, events) {
        this.id = state.id;
        this.state = state;
        this.kit = kit;
        this.keys = keys;
        this.events = events;
        this.places = new Set(kit.places.map(p => p.id));
        this.#base = placesOf(state.view);
    }

    /** Begins to listen. */
    open() {
        this.#line = new api.Line(this.id, this.keys, {
            onMessage: m => this.#hear(m),
            onOnline: online => {
                this.online = online;
                this.events.onChange(false);
            },
        });
        void this.#history();
    }

    /** The side that I chose to look from, if I play several. */
    get chosen() {
        return this.#line?.side ?? null;
    }

    /** Looks from another of my sides, or again from the one that must decide. @param {string | null} side */
    look(side) {
        this.#line?.look(side);
    }

    /** @param {import('./wire.d.ts').Live} message */
    #hear(message) {
        if (message.kind === 'state') {
            this.#take(message);
        } else if (message.kind === 'step') {
            this.#step(message);
        } else if (message.kind === 'seats') {
            this.state = { ...this.state, seats: message.seats };
            this.events.onChange(false);
        } else {
            toast([message.message], { kind: 'error' });
        }
    }

    /** @param {State} state */
    #take(state) {
        const moved = state.number !== this.state.number;
        const turned = state.seat !== this.state.seat;
        this.state = state;
        this.busy = false;
        this.events.onChange(moved || turned);
        if (moved || turned) void this.#history();
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
        const ended = step.result && !this.state.result;
        this.state = {
            ...this.state, number: frame.number, view: applyChange(before, frame.change),
            offers: step.offers ?? null, undo: step.undo, result: step.result ?? null,
        };
        this.busy = false;
        if (frame.undone) {
            const last = this.past?.back();
            const side = frame.side || last?.side;
            this.events.onBack(side ? `${sideName(this.kit, side)} took a move back.` : 'A move was taken back.');
        } else {
            this.past?.add(frame);
            this.#baseline(frame.side, before);
        }
        // Once it is over everybody may read why bots moved as they did.
        if (ended && !this.state.explains) void this.#history();
        for (const line of frame.lines) announce(`${capital(line.text)}.`);
        this.events.onChange(true);
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

    /** What the others moved of late. */
    trails() {
        const { yours, view } = this.state;
        const me = yours.length === 1 ? yours[0] : view.deciding[0];
        return trailsSince(this.#base, view, me ?? '', this.places);
    }

    async #resync() {
        try {
            this.#take(await api.state(this.id, this.keys, this.chosen));
        } catch (error) {
            this.events.onError(error);
        }
    }

    async #history() {
        try {
            for (let tries = 0; tries < 8; tries += 1) {
                const told = await api.history(this.id, this.keys, this.state.seat);
                const past = new Past(told.start, told.frames);
                if (sameView(past.at(told.frames.length), this.state.view)) {
                    this.#follow(past);
                    return;
                }
                // Steps came while it was on its way, or are in it before they are told.
                await new Promise(resolve => setTimeout(resolve, 150 * (tries + 1)));
            }
        } catch (error) {
            this.events.onError(error);
        }
    }

    /** @param {Past} past */
    #follow(past) {
        const { frames } = past;
        const { yours } = this.state;
        this.past = past;
        this.#lastSide = frames.at(-1)?.side ?? '';
        const mine = frames.findLastIndex(f => yours.length === 1 ? f.side === yours[0] : f.side !== this.#lastSide);
        this.#base = placesOf(past.at(mine + 1));
        this.events.onPast();
    }

    /**
     * Takes an action, by its number or its text.
     * @param {number | string} action
     */
    async act(action) {
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
            this.events.onError(error);
        }
    }

    async undo() {
        try {
            await api.undo(this.id, this.keys, this.state.number);
        } catch (error) {
            this.events.onError(error);
        }
    }
}
