// Short tones for those who want them: dice, a battle, your turn. They are made here; there are no files.

import { settings } from './settings.js';

/** @typedef {'dice' | 'battle' | 'turn'} Sound */
/** @typedef {{ at: number, hz: number, to?: number, long: number, loud: number, wave: OscillatorType }} Tone  times in seconds */

/** @type {Record<Sound, readonly Tone[]>} */
export const TONES = {
    // Wood on wood, three times, each softer.
    dice: [0, 0.07, 0.16].map((at, i) => ({ at, hz: 900 - 150 * i, to: 280, long: 0.05, loud: 0.5 - 0.12 * i, wave: /** @type {const} */ ('triangle') })),
    // Two beats of a low drum.
    battle: [0, 0.22].map(at => ({ at, hz: 120, to: 46, long: 0.2, loud: 1, wave: /** @type {const} */ ('sine') })),
    // A fifth upwards.
    turn: [{ at: 0, hz: 523.25, long: 0.18, loud: 0.45, wave: 'sine' }, { at: 0.14, hz: 783.99, long: 0.34, loud: 0.45, wave: 'sine' }],
};

/** @type {Record<import('./settings.js').Settings['volume'], number>} */
const VOLUMES = { soft: 0.12, medium: 0.3, loud: 0.7 };
/** The same sound is not made again within so many milliseconds: many steps may come in a moment. */
const APART = 300;

/** @type {AudioContext | null} */
let context = null;
/** @type {Map<Sound, number>} */
const last = new Map();

/**
 * Puts the tones of a sound into a context.
 * @param {AudioContext} audio
 * @param {readonly Tone[]} tones
 * @param {number} volume from 0 to 1
 */
export function sing(audio, tones, volume) {
    for (const { at, hz, to, long, loud, wave } of tones) {
        const from = audio.currentTime + 0.01 + at;
        const source = audio.createOscillator();
        const gain = audio.createGain();
        source.type = wave;
        source.frequency.setValueAtTime(hz, from);
        if (to) source.frequency.exponentialRampToValueAtTime(to, from + long);
        // A soft beginning and end: a hard edge clicks.
        gain.gain.setValueAtTime(0.0001, from);
        gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * volume), from + 0.008);
        gain.gain.exponentialRampToValueAtTime(0.0001, from + long);
        source.connect(gain).connect(audio.destination);
        source.start(from);
        source.stop(from + long + 0.02);
    }
}

/**
 * Makes a sound if sounds are wanted.
 * @param {Sound} sound
 * @param {boolean} [asked]  whether somebody wants to hear it, whatever is set
 */
export function play(sound, asked = false) {
    const { sounds, volume } = settings();
    if (!sounds && !asked) return;
    const now = Date.now();
    if (now - (last.get(sound) ?? 0) < APART) return;
    last.set(sound, now);
    try {
        context ??= new AudioContext();
        // A browser lets a page sound only after it was touched; until then it stays silent.
        if (context.state === 'suspended') void context.resume();
        sing(context, TONES[sound], VOLUMES[volume]);
    } catch {
        // A machine that has no sound plays without it.
    }
}
