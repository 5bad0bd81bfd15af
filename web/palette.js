// Colours of nations and sides, as the game describes them. Every ink reads on its ground with a contrast of at least 4.5.

/**
 * @typedef {object} Paint
 * @property {string} ground  the counter
 * @property {string} box     the symbol's box
 * @property {string} ink     letters and symbol on either
 * @property {string} line    arrows, flags and outlines of that nation on the map
 */

const DARK = '#17130d';

/** What is nobody's. @type {Paint} */
const NEUTRAL = { ground: '#cfc9ba', box: '#e9e5da', ink: DARK, line: '#5a5546' };

/** The nations of the game at this table. @type {ReadonlyMap<string, import('./wire.d.ts').Nation>} */
let described = new Map();

/** Takes in how a game's nations are drawn. @param {readonly import('./wire.d.ts').Nation[]} nations */
export function describeNations(nations) {
    described = new Map(nations.map((n) => [n.id, n]));
}

/** Whether a word means a nation, as `German` and `de`. @param {string} word @param {string} nation */
export function alike(word, nation) {
    const words = [nation, ...described.get(nation)?.words ?? []];
    return words.some((w) => w.toLowerCase() === word.toLowerCase());
}

/** @param {string} word */
function hash(word) {
    let h = 2166136261;
    for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
    return h >>> 0;
}

/**
 * Colours of a nation or side; none is neutral, and a word that is not known always gets the same ones of its own.
 * @param {string} nation
 * @returns {Paint}
 */
export function paint(nation) {
    const word = nation.toLowerCase();
    if (!word) return NEUTRAL;
    const known = described.get(word);
    if (known) return { ground: known.ground, box: known.symbol, ink: known.ink, line: known.line };
    const hue = hash(word) % 360;
    return { ground: `hsl(${hue} 46% 72%)`, box: `hsl(${hue} 50% 85%)`, ink: DARK, line: `hsl(${hue} 62% 26%)` };
}

/**
 * The colour of each side on the map: that of the nation with most pieces on it.
 * @param {readonly import('./wire.d.ts').Counter[]} counters
 * @returns {Map<string, Paint>}
 */
export function sidePaints(counters) {
    /** @type {Map<string, Map<string, number>>} */
    const tally = new Map();
    for (const c of counters) {
        const nations = tally.get(c.side) ?? new Map();
        nations.set(c.nation, (nations.get(c.nation) ?? 0) + 1);
        tally.set(c.side, nations);
    }
    const paints = new Map();
    for (const [side, nations] of tally) {
        const [first] = [...nations].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
        if (first) paints.set(side, paint(first[0]));
    }
    return paints;
}
