// The controls of what others do while it is played back, at the lower edge of the board.

import { button, el, fill } from './dom.js';
import { choose, onSettings, settings, VALUES } from './settings.js';
import { keepFocus } from './ui.js';
import { sideName } from './view.js';

/** @typedef {import('./settings.js').Settings['pace']} Pace */

/** What the paces are called. @type {Record<Pace, string>} */
const PACES = { off: 'At once', slow: 'Slow', normal: 'Normal', fast: 'Fast' };

export class PlaybackBar {
    /** @param {HTMLElement} host @param {import('./table.js').Table} table */
    constructor(host, table) {
        this.table = table;
        const { playback } = table.match;
        /** @param {string} label @param {string} name @param {string} test @param {() => void} act */
        const control = (label, name, test, act) => button(label, act, { title: name, data: { test: `playback-${test}` } });
        this.text = el('span', { class: 'playback-text' });
        this.pause = control('Pause', 'Stop and look', 'pause', () => playback.pause(!playback.paused));
        this.follow = button('Follow', () => choose({ camera: !settings().camera }), { title: 'Let the map go where they move', data: { test: 'playback-follow' } });
        this.speed = el('select', {
            'aria-label': 'Pace of the moves of others', data: { test: 'playback-pace' },
            onchange: () => choose({ pace: /** @type {Pace} */ (this.speed.value) }),
        }, VALUES.pace.map(pace => el('option', { value: pace }, PACES[pace])));
        this.node = el('section', { class: 'playback', 'aria-label': 'Moves of others', hidden: true, data: { test: 'playback' } },
            this.text, this.follow, this.pause, control('Next', 'Show the next move now', 'next', () => playback.skip()), this.speed,
            control('To my decision', 'Show the rest at once (Escape)', 'finish', () => playback.finish()));
        this.last = /** @type {HTMLButtonElement} */ (this.node.lastElementChild);
        host.append(this.node);
        onSettings(() => this.update());
    }

    update() {
        const { match, kit } = this.table;
        const { playback, state } = match;
        const { waiting, paused } = playback;
        const shown = waiting > 0 || paused;
        if (shown === this.node.hidden) {
            const held = this.node.contains(document.activeElement);
            this.node.hidden = !shown;
            if (held && !shown) keepFocus();
        }
        if (!shown) return;
        const side = match.past?.frames.at(-1)?.side;
        fill(this.text, side ? `${sideName(kit, side)} · ` : '', `${waiting} to come`);
        this.pause.textContent = paused ? 'Go on' : 'Pause';
        this.speed.value = settings().pace;
        this.follow.setAttribute('aria-pressed', String(settings().camera));
        this.last.textContent = state.yours.length ? 'To my decision' : 'To the end';
    }
}

/**
 * Follows a move of others with the eye, for those who want the map to move: only if it is out of sight, and without a glide for those who do not
 * like motion.
 * @param {import('./table.js').Table} table
 * @param {import('./wire.d.ts').Frame} frame
 * @param {import('./wire.d.ts').View} before
 */
export function watch(table, frame, before) {
    if (table.replaying) return;
    if (!frame.battle?.length && frame.change.counters?.length) table.battle.giveWay();
    if (!settings().camera) return;
    const opens = (frame.battle ?? []).flatMap(p => p.part === 'opens' && p.place ? p.place : []);
    const was = new Map(before.counters.map(c => [c.id, c.place]));
    const moved = (frame.change.counters ?? []).filter(c => was.has(c.id) && was.get(c.id) !== c.place).map(c => c.place);
    const [place] = [...opens, ...moved].filter(p => table.match.places.has(p));
    if (place) table.board.camera.follow(place);
}
