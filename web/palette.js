// Colours of nations and sides. Every ink reads on its ground with a contrast of at least 4.5.

/**
 * @typedef {object} Paint
 * @property {string} ground  the counter
 * @property {string} box     the symbol's box
 * @property {string} ink     letters and symbol on either
 * @property {string} line    arrows, flags and outlines of that nation on the map
 */

const DARK = '#17130d';
const LIGHT = '#ffffff';

/** @type {Record<string, [ground: string, box: string, ink: string, line: string]>} */
const NATIONS = {
    ru: ['#b79a55', '#dcc78e', DARK, '#6d5212'],
    de: ['#93ab8a', '#c3d2bb', DARK, '#2f5a34'],
    ah: ['#93c0e2', '#cbe2f3', DARK, '#1d5c91'],
    at: ['#f1eee6', '#ffffff', DARK, '#6b604e'],
    fr: ['#2c59a8', '#3f6dbf', LIGHT, '#1f4794'],
    gb: ['#ad2323', '#bb3030', LIGHT, '#9c1717'],
    pr: ['#27375f', '#374a78', LIGHT, '#1d2c52'],
    tr: ['#22704a', '#2a7c54', LIGHT, '#155a38'],
    es: ['#e8c33f', '#f5df8f', DARK, '#85680a'],
    it: ['#7fb089', '#b4d4ba', DARK, '#2c6337'],
    ro: ['#e0b56a', '#f1d9ab', DARK, '#865a0f'],
    pl: ['#e2a3ae', '#f4d0d6', DARK, '#8d2740'],
    se: ['#7fb3d9', '#f2dc7b', DARK, '#22608f'],
    dk: ['#d98b84', '#f0c2bd', DARK, '#8c221b'],
    pt: ['#9a8a4f', '#cfc28d', DARK, '#5e5117'],
    bav: ['#8fb4e3', '#c9dcf5', DARK, '#2a5797'],
    sax: ['#a3b58e', '#d0dbc3', DARK, '#435c26'],
    red: ['#bb2a20', '#c5362b', LIGHT, '#a3180f'],
    white: ['#e9e7e0', '#fbfaf6', DARK, '#5d5a52'],
    green: ['#6fa35a', '#a9cc9a', DARK, '#2f5c1c'],
    hol: ['#e7a04d', '#f6d3a2', DARK, '#8a4b06'],
    ita: ['#8fbf77', '#c8e0bb', DARK, '#33661c'],
    wur: ['#c9a6cf', '#e6d5e9', DARK, '#6a3473'],
    neutral: ['#cfc9ba', '#e9e5da', DARK, '#5a5546'],
};

/** Other words for the same. @type {Record<string, string>} */
const ALIKE = {
    russia: 'ru', russian: 'ru', germany: 'de', german: 'de', 'austria-hungary': 'ah', 'a-h': 'ah', kuk: 'ah',
    austria: 'at', au: 'at', france: 'fr', french: 'fr', britain: 'gb', british: 'gb', uk: 'gb', prussia: 'pr', turkey: 'tr',
    ottoman: 'tr', tu: 'tr', sp: 'es', swe: 'se', den: 'dk', por: 'pt', spain: 'es', italy: 'it', romania: 'ro', poland: 'pl', sweden: 'se', denmark: 'dk', portugal: 'pt',
    bavaria: 'bav', saxony: 'sax', soviet: 'red', blue: 'fr', reds: 'red', whites: 'white', 'white guard': 'white', '': 'neutral',
};

/** Whether two words mean the same nation, as `German` and `de`. @param {string} a @param {string} b */
export function alike(a, b) {
    const [one, other] = [a.toLowerCase(), b.toLowerCase()];
    return (ALIKE[one] ?? one) === (ALIKE[other] ?? other);
}

/** @param {string} word */
function hash(word) {
    let h = 2166136261;
    for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
    return h >>> 0;
}

/**
 * Colours of a nation; a word that is not known always gets the same ones of its own.
 * @param {string} nation
 * @returns {Paint}
 */
export function paint(nation) {
    const word = nation.toLowerCase();
    const known = NATIONS[ALIKE[word] ?? word];
    if (known) {
        const [ground, box, ink, line] = known;
        return { ground, box, ink, line };
    }
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
