// Where the panel of a fanned-out stack goes: beside its place, away from what is fought for, within the pane.

/** @typedef {{ x: number, y: number, weight: number }} Kept  a point of the pane that should stay in sight */

/** What lies so near to the panel's edge is covered too. */
const NEAR = 14;
/** The panel keeps so far from the edge of the pane. */
const EDGE = 8;

/**
 * @param {{ x: number, y: number, clear: number }} place  its middle in the pane, and how far from it the panel keeps
 * @param {{ width: number, height: number }} panel
 * @param {{ width: number, height: number }} pane
 * @param {readonly Kept[]} kept
 * @returns {{ left: number, top: number }}
 */
export function beside({ x, y, clear }, panel, pane, kept) {
    const held = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ all) => Math.max(EDGE, Math.min(at, all - size - EDGE));
    const middle = { left: x - panel.width / 2, top: y - panel.height / 2 };
    const spots = [
        { left: middle.left, top: y - clear - panel.height },
        { left: middle.left, top: y + clear },
        { left: x + clear, top: middle.top },
        { left: x - clear - panel.width, top: middle.top },
        { left: x + clear, top: y - clear - panel.height },
        { left: x - clear - panel.width, top: y - clear - panel.height },
        { left: x + clear, top: y + clear },
        { left: x - clear - panel.width, top: y + clear },
    ].map(({ left, top }) => ({ left: held(left, panel.width, pane.width), top: held(top, panel.height, pane.height) }));
    /** @param {{ left: number, top: number }} spot */
    const costs = ({ left, top }) => {
        /** @param {{ x: number, y: number }} p @param {number} near */
        const covers = (p, near) => p.x > left - near && p.x < left + panel.width + near && p.y > top - near && p.y < top + panel.height + near;
        return kept.reduce((sum, p) => sum + (covers(p, NEAR) ? p.weight : 0), covers({ x, y }, clear * 0.6) ? 100 : 0);
    };
    // Of equals the first: above the place.
    return spots.reduce((best, spot) => (costs(spot) < costs(best) ? spot : best));
}
