// Clocks in words and figures, and the paces that can be chosen.

/** @typedef {import('./wire.d.ts').Pace} Pace */
/** @typedef {import('./wire.d.ts').Clocks} Clocks */

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The paces that are offered. @type {readonly { id: string, name: string, about: string, pace: Pace | null }[]} */
export const PACES = [
    { id: 'none', name: 'No clock', about: 'As much time as anybody likes.', pace: null },
    { id: 'live', name: 'Live', about: 'In one sitting: an hour each, and half a minute more for every turn of play.', pace: { main: HOUR, increment: 30, cap: 2 * HOUR, then: 'forfeit' } },
    { id: 'fast', name: 'Fast', about: 'Several moves a day: three days each, and 12 hours more for every turn of play.', pace: { main: 3 * DAY, increment: 12 * HOUR, cap: 3 * DAY, then: 'bot' } },
    { id: 'slow', name: 'Slow', about: 'A move now and then: ten days each, and two days more for every turn of play.', pace: { main: 10 * DAY, increment: 2 * DAY, cap: 10 * DAY, then: 'bot' } },
];

/** What happens when the time has run out. */
export const THEN = /** @type {const} */ ([['forfeit', 'the game is lost'], ['bot', 'a bot takes over'], ['nothing', 'nothing happens']]);

/** A time as a clock shows it. @param {number} ms */
export function shown(ms) {
    const late = ms < 0;
    const seconds = Math.floor(Math.abs(ms) / 1000);
    const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    const days = Math.floor(seconds / DAY);
    const hours = Math.floor(seconds % DAY / HOUR);
    const text = days ? `${days} d ${hours} h` : hours ? `${hours}:${two(Math.floor(seconds % HOUR / 60))}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
    return late ? `−${text}` : text;
}

/** A length of time in words. @param {number} seconds */
export function lasting(seconds) {
    /** @type {readonly (readonly [number, string])[]} */
    const units = [[DAY, 'day'], [HOUR, 'hour'], [60, 'minute'], [1, 'second']];
    const [size, name] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, 'second'];
    const count = seconds / size;
    return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** A pace in words. @param {Pace | null | undefined} pace */
export function paceWords(pace) {
    if (!pace) return 'no clock';
    const more = pace.increment ? `, ${lasting(pace.increment)} more for every turn of play` : '';
    return `${lasting(pace.main)} each${more}; then ${THEN.find(([id]) => id === (pace.then ?? 'forfeit'))?.[1] ?? ''}`;
}

/** What is left to each side after a time in which nothing was heard. @param {Clocks} clocks @param {number} since milliseconds */
export const leftNow = (clocks, since) => clocks.sides.map(c => ({ ...c, left: c.running ? c.left - since : c.left }));
