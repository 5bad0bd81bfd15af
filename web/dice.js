// Dice drawn as dice.

import { svg } from './dom.js';

/** Where pips lie, in thirds from the middle. @type {Record<number, readonly (readonly [number, number])[]>} */
const PIPS = {
    1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
    5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * A die as it fell; one with more than six sides shows its figure.
 * @param {number} value
 * @param {number} [size] in pixels
 */
export function die(value, size = 30) {
    const pips = PIPS[value];
    return svg('svg', { class: 'die', viewBox: '-16 -16 32 32', width: size, height: size, role: 'img', 'aria-label': `die ${value}`, data: { value } },
        svg('rect', { x: -14, y: -14, width: 28, height: 28, rx: 6 }),
        pips ? pips.map(([x, y]) => svg('circle', { cx: x * 7.4, cy: y * 7.4, r: 3 }))
            : svg('text', { y: 6, 'text-anchor': 'middle', 'font-size': 17, 'font-weight': 700 }, value));
}
