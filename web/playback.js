// The moves of others, one after the other at a pace that can be followed. Steps wait here until they are shown; none is left out.

/** @typedef {import('./wire.d.ts').Step} Step */
/** @typedef {import('./wire.d.ts').Frame} Frame */
/** @typedef {import('./settings.js').Settings['pace']} Pace */

/** How much longer or shorter than usual things take. @type {Record<Pace, number>} */
const PACES = { off: 0, slow: 2, normal: 1, fast: 0.4 };
/** How long a whole turn of the others may take at the usual pace; a longer one runs faster. */
const LONGEST = 45_000;
/** So long at least: a step more in a moment could not be seen. */
const SHORTEST = 34;

/**
 * How long a step is looked at, in milliseconds at the usual pace.
 * @param {Frame} frame
 */
export function span(frame) {
    const told = frame.battle?.length ?? 0;
    if (told) return Math.min(3200, 900 + 260 * told);
    if (frame.dice?.length) return 1100;
    if (frame.change.counters?.length || frame.change.gone?.length) return 700;
    return frame.lines.length ? 450 : 120;
}

/**
 * How long the next of the waiting steps comes after the one that is shown.
 * @param {Frame} shown
 * @param {readonly Frame[]} waiting
 * @param {Pace} pace
 */
export function delay(shown, waiting, pace) {
    const all = waiting.reduce((sum, frame) => sum + span(frame), span(shown));
    const hurry = Math.min(1, LONGEST / all);
    return Math.max(SHORTEST, Math.round(span(shown) * PACES[pace] * hurry));
}

/**
 * @typedef {object} Stage
 * @property {(step: Step, how: { waiting: number, played: boolean }) => void} show  played: as a move of others, at its pace
 * @property {() => void} changed  something waits, or nothing any more; it was stopped, or goes on
 * @property {(step: Step) => boolean} own  whether it is a move of one's own
 * @property {() => Pace} pace
 * @property {(act: () => void, ms: number) => unknown} later
 * @property {(timer: any) => void} never  takes back what was to be done later
 */

export class Playback {
    /** @type {Step[]} */ #queue = [];
    /** @type {Stage} */ #stage;
    /** Runs while the step that was shown last is still looked at. @type {unknown} */ #timer = null;
    /** @type {Step | null} */ #last = null;
    /** Whether it was stopped by hand. */ paused = false;

    /** @param {Stage} stage */
    constructor(stage) {
        this.#stage = stage;
    }

    /** How many steps have not been shown yet. */
    get waiting() {
        return this.#queue.length;
    }

    /** How many moves more than are shown stand, when all have been: one that is taken back takes another with it. */
    get ahead() {
        return this.#queue.reduce((sum, step) => sum + (step.frame.undone ? -1 : 1), 0);
    }

    /** The number of the last step that came. */
    get newest() {
        return this.#queue.at(-1)?.frame.number ?? null;
    }

    /** A step has come. @param {Step} step */
    add(step) {
        if (this.#stage.own(step)) {
            // One's own move waits for nothing; what came before it is shown first.
            this.finish();
            this.#show(step, false);
            return;
        }
        if (this.#stage.pace() === 'off' && !this.#queue.length) {
            this.#show(step, false);
            return;
        }
        this.#queue.push(step);
        if (!this.paused && this.#timer === null) this.#next();
        else this.#stage.changed();
    }

    /** Shows the next step now. */
    skip() {
        this.#stop();
        if (this.paused) this.#pop();
        else this.#next();
    }

    /** Shows all that wait, at once: what is to be decided comes. */
    finish() {
        this.#stop();
        this.paused = false;
        while (this.#queue.length) this.#pop(false);
        this.#stage.changed();
    }

    /** Stops, or goes on. @param {boolean} on */
    pause(on) {
        if (on === this.paused) return;
        this.paused = on;
        if (on) this.#stop();
        else this.#next();
        this.#stage.changed();
    }

    /** The pace is another now. */
    hurry() {
        if (this.#stage.pace() === 'off') this.finish();
        else if (this.#timer !== null) {
            this.#stop();
            this.#wait();
        }
    }

    /** Forgets what waits: the whole state has come. */
    clear() {
        this.#stop();
        this.#queue = [];
        this.#last = null;
        this.paused = false;
        this.#stage.changed();
    }

    #next() {
        this.#pop();
        this.#wait();
    }

    #wait() {
        const last = this.#last;
        if (!last || this.paused) return;
        this.#timer = this.#stage.later(() => {
            this.#timer = null;
            if (this.#queue.length) this.#next();
            else this.#last = null;
        }, delay(last.frame, this.#queue.map(s => s.frame), this.#stage.pace()));
    }

    #pop(played = true) {
        const step = this.#queue.shift();
        if (step) this.#show(step, played);
    }

    /** @param {Step} step @param {boolean} played */
    #show(step, played) {
        this.#last = played ? step : null;
        this.#stage.show(step, { waiting: this.#queue.length, played });
        this.#stage.changed();
    }

    #stop() {
        if (this.#timer !== null) this.#stage.never(this.#timer);
        this.#timer = null;
    }
}
