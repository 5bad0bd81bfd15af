// One game as it is known here: its state, its past, and the line over which it goes on. It draws nothing.

import * as api from './api.js';
import { OwnDice } from './own-dice.js';
import { Playback } from './playback.js';
import { routesOf } from './routes.js';
import { onSettings, settings } from './settings.js';
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
 * @property {(said: import('./wire.d.ts').Said) => void} [onSaid]  a player said something
 * @property {(before: readonly import('./wire.d.ts').Seat[]) => void} [onSeats]  who sits where has changed
 * @property {() => void} [onRematch]  a player has made a rematch
 * @property {() => void} [onDeleted]  somebody deleted the game
 * @property {(frame: import('./wire.d.ts').Frame, before: import('./wire.d.ts').View) => void} [onPlayed]  a move of others was shown at its pace
 */

/** After how long my seats put their secrets into the dice, in milliseconds: making the chain takes a moment. */
const JOIN = 600;

export class Match {
    /** @type {Past | null} the moves so far; comes after the first picture */ past = null;
    /** Whether the line stands. */ online = true;
    /** Whether an action is on its way. */ #busy = false;
    /** @type {Map<string, string>} where everything stood when I last acted */ #base;
    /** @type {string} */ #lastSide = '';
    /** @type {api.Line | undefined} */ #line;
    /** @type {Map<string, string[]>} ways of counters since they were last drawn */ #routes = new Map();
    /** @type {Map<string, readonly string[]>} neighbours by place */ #next;
    /** @type {{ number: number, tell(): void }[]} who waits for the game to go on */ #awaited = [];
    /** Who waits until no action is on its way. @type {(() => void)[]} */ #calm = [];

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
        this.dice = new OwnDice(state.id, state, {
            putIn: body => api.putIn(this.id, keys, body),
            state: () => api.state(this.id, keys, this.chosen),
        }, !kit.title.open);
        this.#next = new Map(kit.places.map(p => [p.id, p.next]));
        this.playback = new Playback({
            show: (step, how) => this.#show(step, how),
            changed: () => this.events.onChange(false),
            // A move that is taken back may not say whose it was: it is that of the last one.
            own: ({ frame }) => this.state.yours.includes(frame.side || (this.past?.frames.at(-1)?.side ?? '')),
            // Nobody looks: nothing is held back.
            pace: () => document.hidden ? 'off' : settings().pace,
            later: (act, ms) => setTimeout(act, ms),
            never: timer => clearTimeout(timer),
        });
        onSettings(() => this.playback.hurry());
        document.addEventListener('visibilitychange', () => {
            if (document.hidden) this.playback.finish();
        });
    }

    /** Whether an action is on its way. */
    get busy() {
        return this.#busy;
    }

    set busy(on) {
        this.#busy = on;
        if (on) return;
        const waiting = this.#calm;
        this.#calm = [];
        for (const tell of waiting) tell();
    }

    /** Waits until the action that is on its way was seen or refused. @returns {Promise<void>} */
    calm() {
        return this.#busy ? new Promise(resolve => this.#calm.push(resolve)) : Promise.resolve();
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
        // The first picture comes before it.
        setTimeout(() => this.dice.join(this.state), JOIN);
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
            const before = this.state.seats;
            this.state = { ...this.state, seats: message.seats };
            this.events.onSeats?.(before);
            this.events.onChange(false);
        } else if (message.kind === 'said') {
            this.state = { ...this.state, said: [...this.state.said, message] };
            this.events.onSaid?.(message);
            this.events.onChange(false);
        } else if (message.kind === 'rematch') {
            this.state = { ...this.state, rematch: message.game };
            this.events.onRematch?.();
            this.events.onChange(false);
        } else if (message.kind === 'deleted') {
            this.events.onDeleted?.();
        } else {
            toast([message.message], { kind: 'error' });
        }
    }

    /** @param {State} state */
    #take(state) {
        const moved = state.number !== this.state.number;
        const turned = state.seat !== this.state.seat;
        const { seats } = this.state;
        this.state = state;
        this.events.onSeats?.(seats);
        this.busy = false;
        this.#routes.clear();
        this.playback.clear();
        this.#arrived();
        this.events.onChange(moved || turned);
        if (moved || turned) void this.#history();
    }

    /** @param {Step} step */
    #step(step) {
        const newest = this.playback.newest ?? this.state.number;
        if (step.frame.number !== newest + 1) {
            // What is already known may come twice after a reconnection; what is missing must be fetched.
            if (step.frame.number > newest) void this.#resync();
            return;
        }
        this.playback.add(step);
    }

    /**
     * The game goes on by a step, as it is seen here. While more wait nothing is asked: that is about what was not shown yet.
     * @param {Step} step
     * @param {{ waiting: number, played: boolean }} how
     */
    #show(step, { waiting, played }) {
        const { frame } = step;
        const before = this.state.view;
        const ended = step.result && !this.state.result;
        this.state = {
            ...this.state, number: frame.number, view: applyChange(before, frame.change),
            offers: waiting ? null : step.offers ?? null, undo: step.undo, result: step.result ?? null,
        };
        this.busy = false;
        for (const [piece, way] of routesOf(frame, before, place => this.#next.get(place))) {
            this.#routes.set(piece, [...this.#routes.get(piece) ?? [], ...way]);
        }
        if (frame.undone) {
            const last = this.past?.back();
            const side = frame.side || last?.side;
            this.#routes.clear();
            this.events.onBack(side ? `${sideName(this.kit, side)} took a move back.` : 'A move was taken back.');
        } else {
            this.past?.add(frame);
            this.#baseline(frame.side, before);
        }
        // Once it is over everybody may read why bots moved as they did, and have it analysed.
        if (ended) this.state = { ...this.state, may_analyse: true };
        if (ended && !this.state.explains) void this.#history();
        for (const line of frame.lines) announce(`${capital(line.text)}.`);
        this.#arrived();
        this.events.onChange(true);
        if (played && !frame.undone) this.events.onPlayed?.(frame, before);
    }

    /** The ways of counters since this was last asked. */
    routes() {
        const routes = this.#routes;
        this.#routes = new Map();
        return routes;
    }

    #arrived() {
        const there = this.#awaited.filter(a => a.number <= this.state.number);
        this.#awaited = this.#awaited.filter(a => a.number > this.state.number);
        for (const { tell } of there) tell();
    }

    /**
     * Waits until the game is known here up to a number.
     * @param {number} number
     * @returns {Promise<void>}
     */
    reached(number) {
        return number <= this.state.number ? Promise.resolve() : new Promise(resolve => this.#awaited.push({ number, tell: () => resolve() }));
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
                // What still waits to be shown is no past yet.
                const past = new Past(told.start, told.frames.slice(0, told.frames.length - Math.max(0, this.playback.ahead)));
                if (sameView(past.at(past.frames.length), this.state.view)) {
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
     * @returns {Promise<number | null>} the game's length after it; null if it was not done
     */
    async act(action) {
        if (this.busy) return null;
        this.busy = true;
        try {
            const act = { after: this.state.number, side: this.state.offers?.side, action };
            const done = await this.dice.act(act, body => api.act(this.id, this.keys, body));
            // The step itself is pushed; if it does not come, it is fetched.
            setTimeout(() => {
                if (this.state.number < done.number) void this.#resync();
            }, 1500);
            return done.number;
        } catch (error) {
            this.busy = false;
            this.events.onError(error);
            return null;
        }
    }

    /** @returns {Promise<number | null>} the game's length after it; null if nothing was taken back */
    async undo() {
        try {
            return (await api.undo(this.id, this.keys, this.state.number)).number;
        } catch (error) {
            this.events.onError(error);
            return null;
        }
    }
}
