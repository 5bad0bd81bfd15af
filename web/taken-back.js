// What is taken back together: the moves of one gesture, the moves of a phase. Nothing is drawn here.

/** @typedef {import('./wire.d.ts').Frame} Frame */
/** @typedef {{ start: number, end: number }} Gesture  how many moves stood before and after it */

/**
 * Adds a gesture to those made; what was taken back meanwhile is forgotten.
 * @param {readonly Gesture[]} made
 * @param {Gesture} gesture
 * @returns {Gesture[]}
 */
export function withGesture(made, gesture) {
    const still = made.filter(g => g.end <= gesture.start);
    return gesture.end - gesture.start > 1 ? [...still, gesture] : still;
}

/**
 * How many moves go back together with the last one.
 * @param {readonly Gesture[]} made
 * @param {number} standing  how many moves stand now
 */
export function together(made, standing) {
    const last = made.findLast(g => g.end === standing);
    return last ? last.end - last.start : 1;
}

/**
 * How many moves at the end are of one side in one phase and rolled no dice: so far it may go back to the start of the phase.
 * @param {readonly Frame[]} frames
 * @param {(index: number) => string} moment  the phase before a move
 * @returns {{ moves: number, whole: boolean }} whole: whether they reach to the start of the phase
 */
export function ofPhase(frames, moment) {
    const last = frames.at(-1);
    if (!last) return { moves: 0, whole: true };
    const phase = moment(frames.length - 1);
    let first = frames.length;
    while (first > 0) {
        const frame = /** @type {Frame} */ (frames[first - 1]);
        if (frame.side !== last.side || moment(first - 1) !== phase) return { moves: frames.length - first, whole: true };
        if (frame.dice?.length) return { moves: frames.length - first, whole: false };
        first -= 1;
    }
    return { moves: frames.length, whole: true };
}
