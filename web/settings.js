// What you chose for all games: colours, size of the type, pace of what the others do, whether the map follows them, sounds. It is remembered by this browser.

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'normal' | 'large'} type
 * @property {'off' | 'slow' | 'normal' | 'fast'} pace  how the moves of others are played back
 * @property {boolean} camera  whether the map goes where the others move; else it stays where you put it
 * @property {boolean} sounds
 * @property {'soft' | 'medium' | 'loud'} volume
 * @property {boolean} ask  whether to ask before a phase is ended in which units can still move
 * @property {boolean} weigh  whether a window shows the odds before a battle; else they stand beside its button alone
 * @property {boolean} onward  whether the only thing that can be done is done by itself, where nothing can be taken back
 */

const SHELF = 'sandtable.settings';

/** @type {Settings} */
const USUAL = { theme: 'system', type: 'normal', pace: 'normal', camera: false, sounds: false, volume: 'medium', ask: true, weigh: true, onward: true };

/** @type {{ [K in keyof Settings]: readonly Settings[K][] }} */
export const VALUES = {
    theme: ['system', 'light', 'dark'], type: ['normal', 'large'], pace: ['off', 'slow', 'normal', 'fast'],
    camera: [false, true], sounds: [false, true], volume: ['soft', 'medium', 'loud'], ask: [true, false], weigh: [true, false], onward: [true, false],
};

/** @returns {Settings} */
function read() {
    try {
        const stored = JSON.parse(localStorage.getItem(SHELF) ?? '{}');
        const known = Object.entries(VALUES).filter(([name, values]) => /** @type {readonly unknown[]} */ (values).includes(stored?.[name]));
        return { ...USUAL, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) };
    } catch {
        return { ...USUAL };
    }
}

let now = read();
/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Readonly<Settings>} */
export const settings = () => now;

/** Tells of every change. @param {(settings: Settings) => void} listener */
export function onSettings(listener) {
    listeners.add(listener);
}

/** @param {Partial<Settings>} change */
export function choose(change) {
    now = { ...now, ...change };
    try {
        localStorage.setItem(SHELF, JSON.stringify(now));
    } catch {
        // A browser that keeps nothing uses them until the page is left.
    }
    dress();
    for (const listener of listeners) listener(now);
}

/** Puts colours and size on the page. The size of the browser's own type counts in any case: sizes are given in rem. */
export function dress() {
    const dark = now.theme === 'dark' || (now.theme === 'system' && matchMedia(DARK).matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dataset.type = now.type;
}

const DARK = '(prefers-color-scheme: dark)';

/** Dresses the page, and again whenever the system or another window of this browser chooses anew. */
export function keepDressed() {
    dress();
    matchMedia(DARK).addEventListener('change', dress);
    window.addEventListener('storage', event => {
        if (event.key !== SHELF) return;
        now = read();
        dress();
        for (const listener of listeners) listener(now);
    });
}
