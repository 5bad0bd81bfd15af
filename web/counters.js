// Counters, drawn from data: 44 units square around 0,0.

import { n, svg } from './dom.js';
import { alike, paint } from './palette.js';
import { badge, echelonMarks, symbol } from './symbols.js';
import { unknown } from './view.js';

/** @typedef {import('./wire.d.ts').Counter} Counter */

/**
 * @typedef {object} CounterOptions
 * @property {boolean} [back]    show its back: colour and nothing else
 * @property {boolean} [shadow]  default true
 */

/** Side of a counter in units of the drawing. */
export const SIZE = 44;
const HALF = SIZE / 2;

/** What the marks of size are called. @type {Record<string, string>} */
const ECHELONS = { I: 'Company', II: 'Battalion', III: 'Regiment', X: 'Brigade', XX: 'Division', XXX: 'Corps', XXXX: 'Army', XXXXX: 'Army Group' };

/** Whether a piece leads rather than fights: it lies at the bottom of a stack and does not count in its strength. @param {Counter} c */
export function leads(c) {
    return /^(hq|headquarters|leader|commander)$/.test(c.branch);
}

/** Whether a piece holds stores: its value is what is left of them. @param {Counter} c */
export function stores(c) {
    return /^(convoy|rail depot)$/.test(c.branch);
}

/**
 * Its designation without the nation, which the colour tells.
 * @param {Counter} c
 */
export function designation(c) {
    const [first, ...rest] = c.name.split(' ');
    return rest.length && first && alike(first, c.nation) ? rest.join(' ') : c.name;
}

/** A number with a true minus sign. @param {number} value */
const figure = (value) => (value < 0 ? `−${-value}` : String(value));

/**
 * Its values as they are spoken of: `5-2`, or `−1 / 1 / 1 / 3` where there are many.
 * @param {Counter} c
 */
export function figures(c) {
    const joint = c.values.length > 2 || c.values.some((v) => v < 0) ? ' / ' : '-';
    return c.values.map(figure).join(joint);
}

/**
 * Its name with the word for its size: `RU II Corps`.
 * @param {Counter} c
 * @param {boolean} [short]  without the nation
 */
export function title(c, short = false) {
    const name = short ? designation(c) : c.name;
    // A depot has the mark of the size that it supplies.
    const size = leads(c) || /depot|supply/.test(c.branch) ? undefined : ECHELONS[c.echelon];
    return size && !name.includes(size) ? `${name} ${size}` : name;
}

/**
 * Its name with its values, as it stands in a list.
 * @param {Counter} c
 * @param {boolean} [short]  without the nation
 */
export function brief(c, short = false) {
    return `${title(c, short)} ${unknown(c) ? '(unknown)' : figures(c)}`.trim();
}

/**
 * What a screen reader says of it.
 * @param {Counter} c
 */
export function label(c) {
    if (c.detail) return [c.detail, ...c.badges].join(', ');
    const [first, second] = c.values;
    const values = c.values.length === 2 && !leads(c) ? [`strength ${first}`, `moves ${second}`]
        : c.values.length === 1 ? [`strength ${first}`]
        : c.values.length ? [`values ${c.values.join(', ')}`] : [];
    return [title(c), ...(unknown(c) ? ['contents unknown'] : []), ...values, ...(c.reduced ? ['reduced'] : []), ...c.badges].join(', ');
}

/**
 * Values along the bottom.
 * @param {Counter} c
 * @param {string} ink
 */
function valueRow(c, ink) {
    const columns = c.values.length > 2 || c.values.some((v) => v < 0);
    if (!columns) {
        const text = c.values.map(figure).join('-');
        const size = text.length > 5 ? 11.5 : text.length > 4 ? 13 : 15;
        return svg('g', { class: 'values' }, svg('text', { y: 19.2, 'font-size': size, 'font-weight': 700, fill: ink }, text));
    }
    // A minus sign or a second digit needs a wider column.
    const room = c.values.map((value) => 0.35 + 0.65 * figure(value).length);
    const unit = 41 / room.reduce((sum, r) => sum + r, 0);
    let left = -20.5;
    return svg('g', { class: 'values many' }, room.map((r, i) => {
        const x = left + (r * unit) / 2;
        const line = left;
        left += r * unit;
        return svg('g', null,
            i > 0 && svg('path', { d: `M${n(line)} 10.2V18.8`, stroke: ink, 'stroke-width': 0.6, 'stroke-opacity': 0.6 }),
            svg('text', { x: n(x), y: 18.4, 'font-size': n(Math.min(11, unit * 1.12)), 'font-weight': 700, fill: ink }, figure(c.values[i] ?? 0)));
    }));
}

/**
 * Where badges go: the right of the box first; the bottom corners only where two figures leave them free.
 * @param {Counter} c
 * @returns {[x: number, y: number][]}
 */
function slots(c) {
    const wide = c.values.length > 2 || figures(c).length > 3;
    return wide ? [[16.8, -5.4], [16.8, 4], [-16.8, 4], [-16.8, -5.4]] : [[16.8, -1], [16.8, 15.6], [-16.8, 15.6], [-16.8, -1]];
}

/**
 * A counter.
 * @param {Counter} c
 * @param {CounterOptions} [options]
 * @returns {SVGGElement}
 */
export function counter(c, options = {}) {
    const colours = paint(c.nation);
    const { ground, ink } = colours;
    const body = svg('g', {
        class: 'counter', role: 'img', 'aria-label': label(c), data: { piece: c.id, nation: c.nation }, 'text-anchor': 'middle',
    });
    if (options.shadow !== false) {
        body.append(svg('rect', { class: 'shade', x: -HALF + 1.2, y: -HALF + 1.6, width: SIZE, height: SIZE, rx: 3, fill: '#17130d', 'fill-opacity': 0.38 }));
    }
    body.append(svg('rect', { class: 'body', x: -HALF, y: -HALF, width: SIZE, height: SIZE, rx: 3, fill: ground, stroke: '#17130d', 'stroke-width': 0.9 }));
    // Light from above left, as on die-cut card.
    body.append(svg('path', { d: 'M-20.9 19V-18.6A2.3 2.3 0 0 1 -18.6 -20.9H19', fill: 'none', stroke: '#fff', 'stroke-opacity': 0.55, 'stroke-width': 1 }));
    const back = unknown(c);
    if (options.back || back) {
        // A frame that no face has: it is seen to be a back even where the question mark is too small to read.
        body.append(
            svg('rect', { x: -18.5, y: -18.5, width: 37, height: 37, rx: 2, fill: 'none', stroke: ink, 'stroke-opacity': 0.6, 'stroke-width': 1.2 }),
            // Where the symbol is all that shows, it stands on the back.
            c.branch.includes('-') && back && !options.back
                ? svg('g', { transform: 'translate(0 1) scale(1.15)' }, symbol(c.branch.replace(/^[a-z]+-/, ''), colours))
                : svg('text', { class: 'back', y: back ? 13 : 8, 'font-size': 24, 'font-weight': 700, fill: ink }, '?'));
    }
    if (options.back) return body;

    const worn = c.reduced && !back;
    if (worn) {
        body.append(
            svg('path', { class: 'worn', d: 'M-21.5 3.5L3.5 -21.5H15.5L-21.5 15.5Z', fill: '#fff', 'fill-opacity': 0.5 }),
            svg('path', { d: 'M-21.5 8.2H21.5V19A2.5 2.5 0 0 1 19 21.5H-19A2.5 2.5 0 0 1 -21.5 19Z', fill: '#fbf6e9' }));
    }
    // A marker has no values: its number stands in their place, to be read from afar.
    const number = !back && !c.values.length ? (/^(.+) (\d+)$/.exec(designation(c)) ?? []) : [];
    const name = number[1] ?? designation(c);
    const shown = slots(c);
    const states = c.badges.filter((word) => word !== 'moved' && word !== 'routed');
    const left = states.length < 3;
    // The folded corner of a moved piece takes room from its name.
    const moved = c.badges.includes('moved');
    body.append(svg('text', {
        class: 'name', x: moved ? -5 : 0, y: back ? -9.4 : -13.4,
        'font-size': n(Math.min(9, (back ? (moved ? 42 : 56) : moved ? 50 : 68) / Math.max(name.length, 1))), 'font-weight': 700, fill: ink,
    }, name));
    if (!back) {
        if (c.echelon) body.append(svg('g', { transform: 'translate(0 -9.6)' }, echelonMarks(c.echelon, ink)));
        body.append(svg('g', { transform: 'translate(0 -0.4)' }, symbol(c.branch, colours)));
        // A piece that is described in full has a heading for lists, not a formation.
        if (left && c.formation && !c.detail) body.append(formation(c, ink));
        body.append(number[2] === undefined ? valueRow(c, worn ? '#8a1010' : ink)
            : svg('text', { class: 'number', y: 19.8, 'font-size': 17, 'font-weight': 700, fill: ink }, number[2]));
    }
    if (moved) {
        body.append(svg('g', { class: 'badge' }, svg('title', null, 'moved'),
            svg('path', { d: 'M11.5 -22.4H19.4A3 3 0 0 1 22.4 -19.4V-11.5Z', fill: '#17130d' }),
            svg('path', { d: 'M11.5 -22.4V-13.5A2 2 0 0 0 13.5 -11.5H22.4Z', fill: '#fffdf6', stroke: '#17130d', 'stroke-width': 0.8, 'stroke-linejoin': 'round' })));
    }
    if (c.badges.includes('routed')) {
        // Across its symbol, so that name and figures can still be read.
        body.append(svg('g', { class: 'ribbon' }, svg('title', null, 'routed'),
            svg('rect', { x: -21.5, y: -7.2, width: 43, height: 13.4, fill: '#fffdf6', stroke: '#b3261e', 'stroke-width': 1.6 }),
            svg('text', { x: states.length ? -4.6 : 0, y: 2.6, 'font-size': states.length ? 7.4 : 9, 'font-weight': 700, fill: '#a3180f' }, 'ROUTED')));
    }
    states.slice(0, shown.length).forEach((word, i) => {
        const [x, y] = shown[i] ?? [0, 0];
        body.append(svg('g', { transform: `translate(${x} ${y})` }, badge(word)));
    });
    return body;
}

/**
 * The formation, upright along the left edge.
 * @param {Counter} c
 * @param {string} ink
 */
function formation(c, ink) {
    const words = c.formation.split(' ');
    const short = words.length > 1 && words[0] && alike(words[0], c.nation) ? words.slice(1).join(' ') : c.formation;
    if (short === designation(c)) return '';
    return svg('text', {
        class: 'formation', transform: 'translate(-15 -2) rotate(-90)', 'font-size': n(Math.min(5.8, 37 / short.length)), fill: ink,
    }, short);
}

/**
 * A counter as a picture of its own, for panels.
 * @param {Counter} c
 * @param {CounterOptions & { size?: number }} [options]  size in CSS pixels
 * @returns {SVGSVGElement}
 */
export function counterPicture(c, options = {}) {
    const size = options.size ?? SIZE;
    return svg('svg', { class: 'counter-picture', viewBox: '-24 -24 48 48', width: size, height: size }, counter(c, options));
}

/**
 * Order in a stack from the bottom: headquarters and leaders, then by strength, so that the strongest lies on top; a marker,
 * which has no values, lies on what it covers.
 * @param {Counter} a
 * @param {Counter} b
 */
export function upwards(a, b) {
    return (a.side < b.side ? -1 : a.side > b.side ? 1 : 0)
        || Number(leads(b)) - Number(leads(a))
        || Number(b.values.length > 0) - Number(a.values.length > 0)
        || (a.values[0] ?? 0) - (b.values[0] ?? 0)
        || (a.id < b.id ? 1 : -1);
}
