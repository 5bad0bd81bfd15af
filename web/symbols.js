// Symbols of branches in their box, echelon marks, and badges. Everything is drawn around 0,0 in the counter's units.

import { n, svg } from './dom.js';

/** Half the width and height of the symbol's box. */
export const BOX = { w: 12, h: 6.5 };
const { w: W, h: H } = BOX;

const CROSS = `M${-W} ${-H}L${W} ${H}M${W} ${-H}L${-W} ${H}`;
const SLASH = `M${-W} ${H}L${W} ${-H}`;

/**
 * A star as a path.
 * @param {number} outer @param {number} inner @param {number} points
 */
function star(outer, inner, points) {
    let d = '';
    for (let i = 0; i < points * 2; i++) {
        const r = i % 2 ? inner : outer;
        const a = (Math.PI * i) / points - Math.PI / 2;
        d += `${i ? 'L' : 'M'}${n(r * Math.cos(a))} ${n(r * Math.sin(a))}`;
    }
    return `${d}Z`;
}

/**
 * @typedef {object} Sign
 * @property {string} [lines]  strokes in ink
 * @property {string} [solid]  filled with ink
 * @property {string} [word]   letters instead of a drawing
 * @property {boolean} [bare]  without a box
 */

/** @type {Record<string, Sign>} */
const SIGNS = {
    infantry: { lines: CROSS },
    cavalry: { lines: SLASH },
    artillery: { solid: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z' },
    hq: { bare: true, lines: 'M-9.5 -6V7.5', solid: 'M-9.5 -6H11L7.4 -1.4L11 3.2H-9.5Z' },
    engineers: { lines: 'M-6 3.2V-3H6V3.2M0 -3V3.2' },
    train: { lines: 'M-9.5 2V-1.2H-6.5V-3.6H6.5V-1.2H9.5V2Z', solid: 'M-6.6 3.6a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0ZM-1.4 3.6a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0ZM3.8 3.6a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0Z' },
    tank: { lines: 'M-5.5 -3.4H5.5A3.4 3.4 0 0 1 5.5 3.4H-5.5A3.4 3.4 0 0 1 -5.5 -3.4Z' },
    air: { solid: 'M0 0C-2 -3.4 -8.6 -3.8 -8.6 0S-2 3.4 0 0C2 -3.4 8.6 -3.8 8.6 0S2 3.4 0 0Z' },
    airship: { bare: true, lines: 'M8 -2.4L11.5 -5M8 2.4L11.5 5M-3 4.2V6.6H3V4.2', solid: 'M-11.5 0C-8 -6 7 -6 11 0C7 6 -8 6 -11.5 0Z' },
    supply: { lines: `M${-W} 3H${W}` },
    'supply base': { bare: true, lines: 'M-10 6.5V-1.5L0 -7L10 -1.5V6.5ZM-5 6.5V2.5H0V6.5M0 2.5H5V6.5M-2.5 2.5V-1H2.5V2.5' },
    depot: { bare: true, lines: 'M-10 6.5V-1.5L0 -7L10 -1.5V6.5ZM-4 6.5V1H4V6.5' },
    leader: { bare: true, solid: star(8, 3.2, 5) },
    guard: { lines: CROSS, solid: 'M-2.6 -6.5H2.6L0 -2.6Z' },
    mountain: { lines: CROSS, solid: 'M-3.4 6.5L0 1.2L3.4 6.5Z' },
    machine: { lines: `${CROSS}M0 ${-H}V${H}` },
    cyclist: { lines: `${SLASH}M-3 3.2a3 3 0 1 0 6 0a3 3 0 1 0 -6 0` },
    militia: { lines: `${CROSS}M${-W + 3} ${-H}V${H}` },
    garrison: { lines: 'M-8 5V-4H-5V-2H-1.5V-4H1.5V-2H5V-4H8V5Z' },
    fleet: { bare: true, lines: 'M0 -5V6.5M-4 -2.4H4M-7.5 1.6C-7 5.6 -3.4 6.8 0 6.8S7 5.6 7.5 1.6', solid: 'M-1.6 -6.4a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0Z' },
    corps: { bare: true, lines: 'M-7 7V-7', solid: 'M-7 -7C-2 -9.5 2 -4.5 8 -7V1C2 3.5 -2 -1.5 -7 1Z' },
    irregular: { lines: `${SLASH}M-7 -3.5L-2 -3.5`, solid: 'M4.6 3.4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0Z' },
    guerilla: { lines: 'M-6 4.5L5.5 -4.5M6 4.5L-5.5 -4.5M-6 1.6L-3 5M6 1.6L3 5' },
    'horse artillery': { lines: SLASH, solid: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z' },
    'heavy artillery': { lines: 'M-8.5 -6.5V6.5M8.5 -6.5V6.5', solid: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z' },
    'armored car': { lines: 'M-6.5 -3.6H6.5A3.6 3.6 0 0 1 6.5 2.2H-6.5A3.6 3.6 0 0 1 -6.5 -3.6Z', solid: 'M-5.6 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0ZM2.6 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0Z' },
    convoy: { bare: true, lines: 'M-9 1.6H9M-9 1.6C-9.5 -8 9.5 -8 9 1.6M-3 1.6C-3.4 -3 -3 -4.4 -2.4 -5.5M3 1.6C3.4 -3 3 -4.4 2.4 -5.5M-8.4 4.6a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0M3.2 4.6a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0' },
    'rail depot': { bare: true, lines: 'M-9 3.6V-1.6L0 -6.6L9 -1.6V3.6ZM-3.4 3.6V-0.4H3.4V3.6M-12 5.6H12M-12 7.6H12M-9 4.8V8.4M-5 4.8V8.4M-1 4.8V8.4M3 4.8V8.4M7 4.8V8.4' },
    unknown: { word: '?' },
};

/** Words that mean one of the above; the first that stands in the branch's name counts. @type {[string, string][]} */
const WORDS = [
    ['headquarters', 'hq'], ['armoured train', 'train'], ['train', 'train'], ['engineer', 'engineers'], ['pioneer', 'engineers'],
    ['sapper', 'engineers'], ['cossack', 'irregular'], ['freikorps', 'irregular'], ['guerilla', 'guerilla'], ['cavalry', 'cavalry'], ['horse', 'cavalry'], ['dragoon', 'cavalry'],
    ['artillery', 'artillery'], ['gun', 'machine'], ['battery', 'artillery'], ['tank', 'tank'], ['armour', 'tank'], ['air', 'air'], ['plane', 'air'],
    ['supply', 'supply'], ['wagon', 'supply'], ['depot', 'depot'], ['leader', 'leader'], ['commander', 'leader'],
    ['general', 'leader'], ['guard', 'guard'], ['mountain', 'mountain'], ['cycl', 'cyclist'], ['militia', 'militia'],
    ['landwehr', 'militia'], ['landsturm', 'militia'], ['garrison', 'garrison'], ['fortress', 'garrison'], ['fleet', 'fleet'],
    ['corps', 'corps'], ['army', 'corps'], ['unknown', 'unknown'], ['back', 'unknown'], ['hidden', 'unknown'],
    ['infantry', 'infantry'], ['foot', 'infantry'], ['rifle', 'infantry'],
];

/**
 * Which symbol a branch has; undefined if none is known.
 * @param {string} branch
 */
function signOf(branch) {
    const word = branch.toLowerCase();
    const key = word in SIGNS ? word : WORDS.find(([part]) => word.includes(part))?.[1];
    return key === undefined ? undefined : SIGNS[key];
}

/**
 * The symbol of a branch.
 * @param {string} branch
 * @param {import('./palette.js').Paint} paint
 * @returns {SVGGElement}
 */
export function symbol(branch, paint) {
    const sign = signOf(branch) ?? { word: branch.slice(0, 3) };
    const { lines, solid, word } = sign;
    return svg('g', { class: 'symbol', 'stroke-width': 1.2, 'stroke-linejoin': 'round' },
        !sign.bare && svg('rect', { x: -W, y: -H, width: 2 * W, height: 2 * H, fill: paint.box, stroke: paint.ink }),
        solid !== undefined && svg('path', { d: solid, fill: paint.ink }),
        lines !== undefined && svg('path', { d: lines, fill: 'none', stroke: paint.ink }),
        word !== undefined && svg('text', { y: 3.6, 'font-size': 10, 'font-weight': 700, fill: paint.ink }, word));
}

/**
 * Marks of size, drawn rather than written so that they keep their weight at any zoom.
 * @param {string} echelon  as `XXX`, `II`, `•••`
 * @param {string} ink
 * @returns {SVGGElement}
 */
export function echelonMarks(echelon, ink) {
    const step = echelon.length > 4 ? 3.9 : 4.5;
    let x = (-step * (echelon.length - 1)) / 2;
    let strokes = '';
    let dots = '';
    let other = '';
    for (const letter of echelon.toUpperCase()) {
        if (letter === 'X') strokes += `M${n(x - 1.55)} -1.7L${n(x + 1.55)} 1.7M${n(x + 1.55)} -1.7L${n(x - 1.55)} 1.7`;
        else if (letter === 'I') strokes += `M${n(x)} -1.8V1.8`;
        else if (letter === '•' || letter === '.') dots += `M${n(x - 1.1)} 0a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0 -2.2 0Z`;
        else other += letter;
        x += step;
    }
    return svg('g', { class: 'echelon' },
        strokes && svg('path', { d: strokes, fill: 'none', stroke: ink, 'stroke-width': 0.95 }),
        dots && svg('path', { d: dots, fill: ink }),
        other && svg('text', { y: 2, 'font-size': 5.5, fill: ink }, other));
}

/** Badges that have a drawing: in a disc of radius 4.6. @type {Record<string, Sign & { ink: string, disc: string }>} */
const BADGES = {
    disorganised: { ink: '#ffffff', disc: '#b3261e', lines: 'M-3 1.6L-1.2 -2L0.6 1.8L2.6 -1.8' },
    besieged: { ink: '#17130d', disc: '#ffffff', lines: 'M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0' },
    besieging: { ink: '#17130d', disc: '#ffffff', lines: 'M-2.6 0.9a2.6 2.6 0 0 1 5.2 0' },
    attacking: { ink: '#ffffff', disc: '#b3261e', solid: 'M-0.9 3V-0.3H-2.7L0 -3.2L2.7 -0.3H0.9V3Z' },
    active: { ink: '#17130d', disc: '#ffffff', solid: 'M-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z' },
    hidden: { ink: '#17130d', disc: '#ffffff', lines: 'M-3.1 0Q0 -3.4 3.1 0Q0 3.4 -3.1 0Z', solid: 'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z' },
    dummy: { ink: '#17130d', disc: '#ffffff', lines: 'M-2 -2L2 2M2 -2L-2 2' },
    entrained: { ink: '#17130d', disc: '#ffffff', solid: 'M-2.6 -2.4H2.6V1.2H-2.6ZM-2.2 1.6H-0.6V2.8H-2.2ZM0.6 1.6H2.2V2.8H0.6Z' },
    'in city': { ink: '#17130d', disc: '#ffffff', solid: 'M-3 2.6V-1.6H-1.6V-0.4H-0.7V-2.8H0.7V-0.4H1.6V-1.6H3V2.6Z' },
    source: { ink: '#17130d', disc: '#ffe08a', solid: 'M0 -3.2L0.9 -1H3.1L1.3 0.5L2 2.8L0 1.4L-2 2.8L-1.3 0.5L-3.1 -1H-0.9Z' },
    'in supply': { ink: '#ffffff', disc: '#2d7a3a', lines: 'M-2.4 0.1L-0.7 2L2.6 -2' },
    'cut off': { ink: '#ffffff', disc: '#b3261e', lines: 'M-2 -2L2 2M2 -2L-2 2' },
    'last seen': { ink: '#17130d', disc: '#ffffff', lines: 'M-3.1 0Q0 -3.4 3.1 0Q0 3.4 -3.1 0Z', solid: 'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z' },
    'cavalry leader': { ink: '#17130d', disc: '#ffffff', lines: 'M-2.6 2.4L2.6 -2.4' },
    foraged: { ink: '#17130d', disc: '#dcc78e', lines: 'M0 3V-3M0 -1L-2 -2.6M0 -1L2 -2.6M0 1L-2 -0.6M0 1L2 -0.6' },
    supplied: { ink: '#ffffff', disc: '#2d7a3a', solid: 'M-2.4 -2H2.4V2.2H-2.4Z' },
    'waits for supply': { ink: '#17130d', disc: '#ffffff', lines: 'M-2 -2.8H2L-2 2.8H2Z' },
    embarked: { ink: '#235a7e', disc: '#ffffff', lines: 'M0 -2.6V2.6M-2.4 0.4Q-2 2.6 0 2.6T2.4 0.4M-1.3 -1.4H1.3' },
    march: { ink: '#ffffff', disc: '#3b4a6b', lines: 'M-2.8 0H2.4M0.4 -2.2L2.6 0L0.4 2.2' },
    unsupplied: { ink: '#ffffff', disc: '#b3261e', lines: 'M-2.8 2.8L2.8 -2.8', solid: 'M-1.1 2.4V-0.6Q0 -3.6 1.1 -0.6V2.4Z' },
    'out of command': { ink: '#ffffff', disc: '#7a3c00', lines: 'M-2 3V-3L2.4 -1.6L-2 0M-0.4 1L2.6 3.2M2.6 1L-0.4 3.2' },
    entrenched: { ink: '#17130d', disc: '#dcc78e', lines: 'M-3.2 1.8L-1.8 -1.4H1.8L3.2 1.8M-3.4 1.8H3.4' },
    'under construction': { ink: '#17130d', disc: '#ffffff', lines: 'M-2.4 2.6L1.2 -1', solid: 'M0.4 -1.8L1.8 -3.2Q3.6 -2.6 3.2 -1.8L1.8 -0.4Z' },
    'broken down': { ink: '#ffffff', disc: '#b3261e', lines: 'M-2.2 2.4L0.8 -0.6M0.6 -2.8A1.7 1.7 0 1 0 2.8 -0.4' },
    'prepared attack': { ink: '#ffffff', disc: '#8a1c14', solid: 'M-1.2 3.2V-0.2H-3L0 -3.4L3 -0.2H1.2V3.2Z' },
    'hasty attack': { ink: '#8a1c14', disc: '#ffffff', lines: 'M0 3V-2.4M-2.2 -0.4L0 -2.8L2.2 -0.4' },
    barrage: { ink: '#ffffff', disc: '#8a1c14', solid: 'M0 -3.4L0.8 -1.1L3 -2L1.6 0L3.4 1L1.1 1.3L1 3.4L-0.5 1.6L-2.4 2.8L-1.7 0.7L-3.6 -0.2L-1.4 -0.9L-1.9 -2.9L-0.2 -1.5Z' },
    support: { ink: '#ffffff', disc: '#3b4a6b', lines: 'M-3 2.2Q0 -4.4 2.6 1.2M2.9 -1.4L2.7 1.4L0.4 0.6' },
    'defensive support': { ink: '#ffffff', disc: '#3b4a6b', solid: 'M-2.6 -2.8H2.6V0.2Q2.4 2.4 0 3.4Q-2.4 2.4 -2.6 0.2Z' },
    functional: { ink: '#ffffff', disc: '#2d7a3a', lines: 'M-2.4 0.1L-0.7 2L2.6 -2' },
    'not functional': { ink: '#ffffff', disc: '#b3261e', lines: 'M-2 -2L2 2M2 -2L-2 2' },
    repulsed: { ink: '#ffffff', disc: '#7a3c00', lines: 'M2.6 -1.6H-0.6A1.8 1.8 0 0 0 -0.6 2H1.6M1.2 -3.2L2.8 -1.6L1.2 0' },
    charging: { ink: '#17130d', disc: '#ffffff', lines: 'M-2.8 2.8Q1.4 1.4 2.8 -2.8M-3 1L-1 3' },
    'in contact': { ink: '#17130d', disc: '#ffffff', lines: 'M-3 0H-0.4M3 0H0.4M-0.4 -1.6V1.6M0.4 -1.6V1.6' },
    disorganized: { ink: '#ffffff', disc: '#b3261e', lines: 'M-3 1.6L-1.2 -2L0.6 1.8L2.6 -1.8' },
    'out of supply': { ink: '#ffffff', disc: '#b3261e', lines: 'M-2.8 2.8L2.8 -2.8', solid: 'M-1.1 2.4V-0.6Q0 -3.6 1.1 -0.6V2.4Z' },
    'owes an attack': { ink: '#c4211a', disc: '#ffffff', lines: 'M0 -3V0.8M0 2.6V2.8' },
    'has attacked': { ink: '#17130d', disc: '#ffffff', lines: 'M-2.4 0.1L-0.7 2L2.6 -2' },
    'has fired': { ink: '#17130d', disc: '#ffffff', lines: 'M-2.6 1.8H-0.6M-2.6 0H0.4M-2.6 -1.8H-0.6', solid: 'M0.4 -2L3.2 0L0.4 2Z' },
    'has supported': { ink: '#3b4a6b', disc: '#ffffff', lines: 'M-2.6 -2.6H2.6V0.2Q2.4 2.2 0 3Q-2.4 2.2 -2.6 0.2Z' },
    'was attacked': { ink: '#7a3c00', disc: '#ffffff', lines: 'M0 -3V2.6M-2.2 0.4L0 2.8L2.2 0.4' },
    'strategic movement': { ink: '#ffffff', disc: '#235a7e', lines: 'M-2.8 -2L-0.6 0L-2.8 2M0.2 -2L2.4 0L0.2 2' },
    replacements: { ink: '#ffffff', disc: '#2d7a3a', lines: 'M-2.6 0H2.6M0 -2.6V2.6' },
    loaded: { ink: '#17130d', disc: '#ffe08a', solid: 'M-2.6 -2.4H2.6V2.4H-2.6Z' },
    'builds a bridge': { ink: '#235a7e', disc: '#ffffff', lines: 'M-3 1.6Q0 -3 3 1.6M-3.2 2.2H3.2' },
    'by ferry': { ink: '#235a7e', disc: '#ffffff', lines: 'M-3 0.6H3L2 2.6H-2ZM0 0.6V-2.8' },
    inactive: { ink: '#17130d', disc: '#ffffff', lines: 'M-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0M-1.8 1.8L1.8 -1.8' },
};

/**
 * A state as a small disc with its name as a tip; one without a drawing shows two letters: of several words their initials, so that
 * "out of supply" is not "out of command".
 * @param {string} word
 * @returns {SVGGElement}
 */
export function badge(word) {
    // A state that has degrees shows its degree.
    const degree = / (\d+)$/.exec(word)?.[1];
    const known = BADGES[word] ?? (degree && BADGES[word.slice(0, -degree.length - 1)]);
    const title = svg('title', null, word);
    if (!known) {
        const words = word.split(' ');
        const letters = words.length > 1 ? word.slice(0, 1) + (words.at(-1) ?? '').slice(0, 1) : word.slice(0, 2);
        return svg('g', { class: 'badge letters' }, title,
            svg('rect', { x: -5.6, y: -4.2, width: 11.2, height: 8.4, rx: 4.2, fill: '#fffdf6', stroke: '#17130d', 'stroke-width': 0.8 }),
            svg('text', { y: 2.3, 'font-size': 6.4, 'font-weight': 700, fill: '#17130d' }, letters));
    }
    return svg('g', { class: 'badge' }, title,
        svg('circle', { r: 4.5, fill: known.disc, stroke: '#17130d', 'stroke-width': 0.8 }),
        degree && svg('text', { y: 2.6, 'font-size': 7.4, 'font-weight': 700, fill: known.ink }, degree),
        !degree && known.lines !== undefined && svg('path', { d: known.lines, fill: 'none', stroke: known.ink, 'stroke-width': 1.4, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }),
        !degree && known.solid !== undefined && svg('path', { d: known.solid, fill: known.ink }));
}

