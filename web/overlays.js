// What lies over the map besides counters: marks, lit places and pieces, ways, trails, the cursor.

import { n, svg } from './dom.js';
import { paint } from './palette.js';
import { ring } from './places.js';

/** @typedef {import('./wire.d.ts').Place} Place */
/** @typedef {import('./wire.d.ts').Way} Way */
/** @typedef {import('./wire.d.ts').Mark} Mark */
/** @typedef {import('./palette.js').Paint} Paint */
/** @typedef {{ from: string, to: string, side: string }} Trail */

/**
 * An arrow head with its point at x, y.
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {number} size
 */
function head(x, y, angle, size) {
    /** @param {number} turn @param {number} by */
    const at = (turn, by) => `${n(x - Math.cos(angle + turn) * by)} ${n(y - Math.sin(angle + turn) * by)}`;
    return `M${n(x)} ${n(y)}L${at(0.48, size)}L${at(0, size * 0.68)}L${at(-0.48, size)}Z`;
}

/**
 * A small plate with a number or word.
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {string} kind
 */
function plate(x, y, text, kind) {
    const half = 3.6 + String(text).length * 2.9;
    return svg('g', { transform: `translate(${n(x)} ${n(y)})` },
        svg('g', { class: `plate ${kind}` },
            svg('rect', { x: -half, y: -6.4, width: 2 * half, height: 12.8, rx: kind === 'rail' ? 2 : 6.4 }),
            svg('text', { y: 3.5, 'text-anchor': 'middle' }, text)));
}

/** A place that can be pointed at. @param {Place} place */
export function litPlace(place) {
    return svg('g', { class: 'lit-place' },
        svg('polygon', { class: 'case', points: ring(place) }), svg('polygon', { class: 'edge', points: ring(place) }));
}

/**
 * The dot of a place that can be pointed at.
 * @param {Place} place
 * @param {number} low  how far below the middle
 */
export function litDot(place, low) {
    return svg('g', { class: 'lit-dot', transform: `translate(${n(place.x)} ${n(place.y + low)})` }, svg('circle', { r: 5 }));
}

/**
 * A stack that holds a piece that can act: outline and ticks at the corners.
 * @param {{ x: number, y: number, w: number, h: number }} frame
 */
export function litFrame({ x, y, w, h }) {
    const [hw, hh] = [w / 2 + 1.8, h / 2 + 1.8];
    const t = 7;
    const tick = (/** @type {number} */ sx, /** @type {number} */ sy) =>
        `M${n(sx * hw)} ${n(sy * (hh - t))}V${n(sy * hh)}H${n(sx * (hw - t))}`;
    return svg('g', { class: 'lit-piece', transform: `translate(${n(x)} ${n(y)})` },
        svg('rect', { class: 'edge', x: -hw, y: -hh, width: 2 * hw, height: 2 * hh, rx: 4 }),
        svg('path', { class: 'case', d: tick(-1, -1) + tick(1, -1) + tick(1, 1) + tick(-1, 1) }),
        svg('path', { class: 'tick', d: tick(-1, -1) + tick(1, -1) + tick(1, 1) + tick(-1, 1) }));
}

/**
 * The ground of a place within reach.
 * @param {Place} place
 * @param {readonly Way[]} ways  that lead there
 */
export function reachGround(place, ways) {
    return svg('g', { class: 'reach' }, ways.map((way) => svg('polygon', { class: way.by === 'rail' ? 'rail' : 'foot', points: ring(place, way.by === 'rail' ? 0.86 : 0.94) })));
}

/**
 * What the ways to a place cost, on plates.
 * @param {Place} place
 * @param {readonly Way[]} ways
 * @param {number} low
 */
export function reachCost(place, ways, low) {
    const step = 16;
    return svg('g', { class: 'reach-cost' }, ways.map((way, i) =>
        plate(place.x + (i - (ways.length - 1) / 2) * step, place.y + low, way.cost, `${way.by === 'rail' ? 'rail' : 'foot'}${way.means?.length ? ' warns' : ''}`)));
}

/**
 * A way as a line through the middles of its places, with an arrow head and the cost.
 * @param {Way} way
 * @param {(id: string) => Place | undefined} find
 */
export function wayLine(way, find) {
    const points = way.path.map(find).filter((p) => p !== undefined);
    const last = points[points.length - 1];
    const before = points[points.length - 2];
    if (!last || !before) return null;
    const angle = Math.atan2(last.y - before.y, last.x - before.x);
    const far = Math.hypot(last.x - before.x, last.y - before.y);
    // The line ends short of the middle so that its head does not cover what stands there.
    const reach = Math.max(far - 12, far / 2);
    const tip = { x: before.x + Math.cos(angle) * reach, y: before.y + Math.sin(angle) * reach };
    // It begins at the edge of the counter that moves.
    const [first, second] = /** @type {[Place, Place]} */ (points);
    const off = Math.min(24 / Math.hypot(second.x - first.x, second.y - first.y), 0.4);
    const start = { x: first.x + (second.x - first.x) * off, y: first.y + (second.y - first.y) * off };
    const shaft = [start, ...points.slice(1, -1), { x: tip.x - Math.cos(angle) * 7, y: tip.y - Math.sin(angle) * 7 }];
    const d = shaft.map((p, i) => `${i ? 'L' : 'M'}${n(p.x)} ${n(p.y)}`).join('');
    const point = head(tip.x, tip.y, angle, 14);
    const kind = way.by === 'rail' ? 'rail' : 'foot';
    return svg('g', { class: `way ${kind}` },
        svg('path', { class: 'case', d }), svg('path', { class: 'case head', d: point }),
        svg('path', { class: 'line', d }), svg('path', { class: 'line head', d: point }),
        plate(last.x, last.y + 26, `${way.cost}${way.by === 'foot' ? '' : ` ${way.by}`}`, kind),
        (way.means ?? []).map((word, i) => plate(last.x, last.y + 40 + 14 * i, word, 'means')));
}

/**
 * A move that was made: a thin bent arrow.
 * @param {Place} from
 * @param {Place} to
 * @param {Paint} colours
 * @param {number} index  of the side, for its dashes
 */
export function trailArrow(from, to, colours, index) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const far = Math.hypot(dx, dy) || 1;
    const bend = Math.min(26, far * 0.18);
    const [mx, my] = [(from.x + to.x) / 2 + (dy / far) * bend, (from.y + to.y) / 2 - (dx / far) * bend];
    const angle = Math.atan2(to.y - my, to.x - mx);
    const [ex, ey] = [to.x - Math.cos(angle) * 14, to.y - Math.sin(angle) * 14];
    const d = `M${n(from.x)} ${n(from.y)}Q${n(mx)} ${n(my)} ${n(ex - Math.cos(angle) * 5)} ${n(ey - Math.sin(angle) * 5)}`;
    const point = head(ex, ey, angle, 12);
    return svg('g', { class: 'trail' },
        svg('path', { class: 'case', d }), svg('path', { class: 'case head', d: point }),
        svg('path', { class: 'line', d, stroke: colours.line, 'stroke-dasharray': index % 2 ? '7 3 2 3' : '7 4' }),
        svg('path', { d: point, fill: colours.line }),
        svg('circle', { cx: from.x, cy: from.y, r: 3.4, fill: colours.line, stroke: '#fff', 'stroke-width': 1.2 }));
}

/** A place that is pointed out. @param {Place} place */
export function pointRing(place) {
    return svg('g', { class: 'pointed' },
        svg('polygon', { class: 'case', points: ring(place, 1) }), svg('polygon', { class: 'edge', points: ring(place, 1) }));
}

/** A place of what is advised. @param {Place} place */
export function adviceRing(place) {
    return svg('g', { class: 'advised', data: { place: place.id } },
        svg('polygon', { class: 'case', points: ring(place, 0.93) }), svg('polygon', { class: 'edge', points: ring(place, 0.93) }));
}

/** A place that a question is about. @param {Place} place */
export function askedRing(place) {
    return svg('g', { class: 'asked', data: { place: place.id } },
        svg('polygon', { class: 'case', points: ring(place, 0.97) }), svg('polygon', { class: 'edge', points: ring(place, 0.97) }));
}

/** A place that a lesson speaks of. @param {Place} place */
export function taughtRing(place) {
    return svg('g', { class: 'taught', data: { place: place.id } },
        svg('polygon', { class: 'case', points: ring(place, 0.97) }), svg('polygon', { class: 'edge', points: ring(place, 0.97) }));
}

/** The cursor: dark, light, dark, so that it shows on any ground. @param {Place} place */
export function cursorRing(place) {
    return svg('g', { class: 'cursor' }, ['outer', 'middle', 'inner'].map((line) => svg('polygon', { class: line, points: ring(place, 0.97) })));
}

/** Ticks around the middle, pointing inwards. */
const TICKS = Array.from({ length: 18 }, (_, i) => {
    const a = (i * Math.PI) / 9;
    return `M${n(Math.cos(a) * 30)} ${n(Math.sin(a) * 30)}L${n(Math.cos(a) * 25)} ${n(Math.sin(a) * 25)}`;
}).join('');

/**
 * A mark on a place.
 * @param {Mark} mark
 * @param {Place} place
 * @param {Paint | undefined} colours  of its side
 * @param {string} owner               the side's name
 * @param {number} index               of the mark among those of its place
 * @returns {SVGGElement}
 */
export function markSign(mark, place, colours, owner, index) {
    const { ground, ink, line } = colours ?? paint('');
    const group = svg('g', { class: 'mark', data: { what: mark.what }, transform: `translate(${n(place.x)} ${n(place.y)})` },
        svg('title', null, owner ? `${mark.what}: ${owner}` : mark.what));
    const corner = `translate(${index % 2 ? -24 : 24} ${index < 2 ? -22 : 22})`;
    if (mark.what === 'siege') {
        group.append(
            svg('circle', { r: 30, fill: 'none', stroke: '#fff', 'stroke-width': 5.2, 'stroke-opacity': 0.85 }),
            svg('circle', { r: 30, fill: 'none', stroke: line, 'stroke-width': 2.8 }),
            svg('path', { d: TICKS, stroke: line, 'stroke-width': 2 }));
    } else if (mark.what === 'taken' || mark.what === 'control') {
        group.append(svg('g', { transform: corner },
            svg('path', { d: 'M-5 10V-9', stroke: '#17130d', 'stroke-width': 2, 'stroke-linecap': 'round' }),
            svg('path', { d: 'M-4.2 -9C-1 -11.5 3.5 -6.5 9 -9V0C3.5 2.5 -1 -2.5 -4.2 0Z', fill: ground, stroke: '#17130d', 'stroke-width': 1 }),
            svg('circle', { cx: 1.8, cy: -4.6, r: 1.5, fill: ink })));
    } else if (mark.what === 'victory hex') {
        group.append(svg('g', { transform: corner },
            svg('path', { d: 'M-6 11V-10', stroke: '#17130d', 'stroke-width': 2.2, 'stroke-linecap': 'round' }),
            svg('path', { d: 'M-5.2 -10.5H11L8 -4.8L11 1H-5.2Z', fill: colours ? ground : '#fffdf6', stroke: '#17130d', 'stroke-width': 1 }),
            svg('path', { d: STAR, transform: 'translate(1.6 -4.8)', fill: colours ? ink : '#17130d' })));
    } else if (mark.what === 'field works' || mark.what === 'improved works') {
        // Below the counters' edge, so that neither hides the other.
        const d = mark.what === 'field works' ? TRENCH : `${TRENCH}M-20 7H20`;
        group.append(svg('g', { transform: 'translate(0 27)' },
            svg('path', { d, fill: 'none', stroke: '#fff', 'stroke-width': 6, 'stroke-linejoin': 'round', 'stroke-opacity': 0.9 }),
            svg('path', { d, fill: 'none', stroke: line, 'stroke-width': 3, 'stroke-linejoin': 'round' })));
    } else if (mark.what === 'fixed position') {
        // It lies on a hexside: a short piece of trench with a post at each end.
        const d = `${TRENCH}M-20 -6V5M20 -6V5`;
        group.append(svg('g', { transform: 'scale(0.7)' },
            svg('path', { d, fill: 'none', stroke: '#fff', 'stroke-width': 7, 'stroke-linejoin': 'round', 'stroke-opacity': 0.9 }),
            svg('path', { d, fill: 'none', stroke: '#17130d', 'stroke-width': 3.4, 'stroke-linejoin': 'round' })));
    } else if (mark.what === 'bridge down' || mark.what === 'under fire') {
        group.append(svg('circle', { r: 7.5, fill: '#fffdf6', stroke: '#b3261e', 'stroke-width': 2 }),
            svg('path', { d: mark.what === 'under fire' ? 'M-4 0H4M0 -4V4' : 'M-3.6 -3.6L3.6 3.6M3.6 -3.6L-3.6 3.6', stroke: '#b3261e', 'stroke-width': 2.4, 'stroke-linecap': 'round' }));
    } else if (mark.what === 'bridge' || mark.what === 'bridge begun') {
        group.append(svg('circle', { r: 7.5, fill: '#fffdf6', stroke: '#235a7e', 'stroke-width': 2, 'stroke-dasharray': mark.what === 'bridge' ? null : '3 2' }),
            svg('path', { d: 'M-4.6 2.6Q0 -3.6 4.6 2.6M-5 3.4H5', fill: 'none', stroke: '#235a7e', 'stroke-width': 1.8, 'stroke-linecap': 'round' }));
    } else if (mark.what === 'to be attacked') {
        group.append(
            svg('circle', { r: 34, fill: 'none', stroke: '#fff', 'stroke-width': 6, 'stroke-opacity': 0.9 }),
            svg('circle', { r: 34, fill: 'none', stroke: '#c4211a', 'stroke-width': 3.4, 'stroke-dasharray': '9 5' }));
    } else if (mark.what === 'attack') {
        group.append(svg('g', { transform: corner },
            svg('path', { d: BURST, fill: '#c4211a', stroke: '#fff', 'stroke-width': 1.2, 'stroke-linejoin': 'round' }),
            svg('path', { d: 'M-4.2 4.2L4.6 -4.6M4.2 4.2L-4.6 -4.6M-5 1.6L-1.6 5M5 1.6L1.6 5', fill: 'none', stroke: '#fff', 'stroke-width': 1.5, 'stroke-linecap': 'round' })));
    } else {
        group.append(svg('g', { transform: `translate(0 ${26 - index * 11})` }, svg('g', { class: 'pill' },
            svg('rect', { x: -4 - mark.what.length * 2, y: -5, width: 8 + mark.what.length * 4, height: 10, rx: 5, fill: colours ? ground : '#fffdf6', stroke: '#17130d', 'stroke-width': 0.9 }),
            svg('text', { y: 2.6, 'font-size': 7.2, 'font-weight': 700, 'text-anchor': 'middle', fill: colours ? ink : '#17130d' }, mark.what))));
    }
    return group;
}

/** The teeth of a trench. */
const TRENCH = 'M-20 2V-3H-12V2H-4V-3H4V2H12V-3H20V2';

/** A small star. */
const STAR = Array.from({ length: 10 }, (_, i) => {
    const r = i % 2 ? 1.7 : 4.2;
    const a = (i * Math.PI) / 5 - Math.PI / 2;
    return `${i ? 'L' : 'M'}${n(Math.cos(a) * r)} ${n(Math.sin(a) * r)}`;
}).join('') + 'Z';

/** A burst behind the crossed swords. */
const BURST = Array.from({ length: 20 }, (_, i) => {
    const r = i % 2 ? 8.2 : 11.6;
    const a = (i * Math.PI) / 10;
    return `${i ? 'L' : 'M'}${n(Math.cos(a) * r)} ${n(Math.sin(a) * r)}`;
}).join('') + 'Z';
