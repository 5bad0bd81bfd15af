// What happened since you last acted. Nothing is drawn here.

/** @typedef {import('./wire.d.ts').Frame} Frame */
/** @typedef {import('./story.js').Account} Account */
/** @typedef {{ battle: Account | null, moves: { index: number, frame: Frame }[] }} Group  a battle with its moves, or moves between battles */

const SHELF = 'sandtable.seen';
/** Of so many games it is remembered how much of them was seen. */
const GAMES = 200;

/**
 * Index of the first step since a side's last own one: all of its last moves in a row are its own.
 * @param {readonly Frame[]} frames
 * @param {string | null} side
 */
export function sinceActed(frames, side) {
    return frames.findLastIndex(f => f.side === side) + 1;
}

/**
 * Steps from one on, those of a battle together. What says nothing is left out.
 * @param {readonly Frame[]} frames
 * @param {number} from
 * @param {(index: number) => Account | null} battleOf  the battle that a step belongs to
 * @returns {Group[]}
 */
export function grouped(frames, from, battleOf) {
    /** @type {Group[]} */
    const groups = [];
    for (let index = from; index < frames.length; index += 1) {
        const frame = /** @type {Frame} */ (frames[index]);
        const battle = battleOf(index);
        if (!frame.lines.length && (!frame.label || !battle)) continue;
        const last = groups.at(-1);
        if (last && last.battle === battle) last.moves.push({ index, frame });
        else groups.push({ battle, moves: [{ index, frame }] });
    }
    return groups;
}

/** @returns {Record<string, number>} by game */
function shelf() {
    try {
        const stored = JSON.parse(localStorage.getItem(SHELF) ?? '{}');
        return typeof stored === 'object' && stored ? stored : {};
    } catch {
        return {};
    }
}

/** How many moves of a game were seen when it was last looked at; null if it never was. @param {string} game */
export function seen(game) {
    const moves = shelf()[game];
    return typeof moves === 'number' ? moves : null;
}

/** @param {string} game @param {number} moves */
export function see(game, moves) {
    const { [game]: before, ...others } = shelf();
    if (before === moves) return;
    try {
        // The one that was looked at last stands last; those that stand first are forgotten.
        localStorage.setItem(SHELF, JSON.stringify(Object.fromEntries([...Object.entries(others), [game, moves]].slice(-GAMES))));
    } catch {
        // A browser that keeps nothing shows all since your last move.
    }
}
