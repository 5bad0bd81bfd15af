// The clocks of a game, beside its name.

import { el, fill } from './dom.js';
import { leftNow, paceWords, shown } from './clock-words.js';
import { announce } from './ui.js';
import { sideName } from './view.js';

/** Under this many milliseconds a clock is shown in red. */
const LITTLE = 60_000;

export class Clocks {
    /** When the clocks were heard of. */ #heard = 0;
    /** @type {import('./wire.d.ts').Clocks | null} */ #clocks = null;
    /** What was told last of little time, so that it is said once. */ #told = '';

    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.host = host;
        this.table = table;
        setInterval(() => this.#draw(), 500);
    }

    /** The clocks as the table tells them, if it tells something new. */
    update() {
        const clocks = this.table.state.clocks ?? null;
        if (clocks === this.#clocks) return;
        this.#clocks = clocks;
        this.#heard = performance.now();
        this.#draw();
    }

    #draw() {
        const clocks = this.#clocks;
        this.host.hidden = !clocks;
        if (!clocks) return;
        const { kit, state } = this.table;
        const over = Boolean(state.result);
        const sides = leftNow(clocks, over ? 0 : performance.now() - this.#heard);
        this.host.title = `${paceWords(clocks.pace)}${clocks.paused ? ' · paused' : ''}`;
        fill(this.host, sides.map(({ side, left, running }) => {
            const little = running && left < LITTLE;
            if (little && state.yours.includes(side) && this.#told !== side) {
                this.#told = side;
                announce('You have less than a minute left.');
            }
            return el('span', { class: `clock ${running && !over ? 'running' : ''} ${little ? 'little' : ''}`, role: 'timer', data: { test: `clock-${side}` }, 'aria-label': `${sideName(kit, side)}: ${shown(left)} left` },
                el('small', null, sideName(kit, side)), ' ', el('b', null, clocks.paused ? '⏸ ' : '', shown(left)));
        }));
    }
}
