// Chances to win in words and figures: what advice, analysis and the end page say of them. It draws nothing.

/** @typedef {import('./wire.d.ts').Why} Why */
/** @typedef {import('./wire.d.ts').Analysis} Analysis */
/** @typedef {import('./wire.d.ts').TurnChange} TurnChange */
/** @typedef {import('./wire.d.ts').Counter} Counter */

/** A chance in hundredths. Only what is certain is 0 or 100. @param {number} chance from 0 to 1 */
export function hundredths(chance) {
    if (chance <= 0) return 0;
    if (chance >= 1) return 100;
    return Math.max(1, Math.min(99, Math.round(100 * chance)));
}

/** A change of a chance in hundredths, with its sign. @param {number} change */
export function by(change) {
    const n = Math.round(100 * change);
    return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '±0';
}

/** How often something was tried. @param {number} times */
export const tries = times => times === 1 ? 'tried once' : `tried ${times} times`;

/** The chance to win with a plan, in a sentence; empty where nothing was tried. @param {Why} why */
export function winsText(why) {
    if (typeof why.wins !== 'number') return '';
    const wins = hundredths(why.wins);
    const worst = typeof why.worst === 'number' ? hundredths(why.worst) : wins;
    const [tried = 0, playedOut = 0] = why.tried ?? [];
    const out = !playedOut ? '' : playedOut === tried ? ', each to the end of the game' : `, ${playedOut} of them to the end of the game`;
    return `Wins about ${wins} in 100${worst === wins ? '' : `, at worst ${worst}`} (${tried} trials${out}).`;
}

/**
 * The camp whose chance is told of a turn: that of the side whose turn it was.
 * @param {Analysis} analysis
 * @param {TurnChange} turn
 */
export function toldOf(analysis, turn) {
    return Math.max(0, analysis.camps.findIndex(camp => camp.sides.includes(turn.side)));
}

/**
 * A turn in a sentence: whose chance went from where to where, and what dice and decisions had to do with it.
 * @param {Analysis} analysis
 * @param {number} at its place in the list of turns
 */
export function turnText(analysis, at) {
    const turn = analysis.turns[at];
    if (!turn) return '';
    const camp = toldOf(analysis, turn);
    const [before, after] = [at, at + 1].map(i => hundredths(analysis.points[i]?.wins[camp] ?? 0));
    return `${analysis.camps[camp]?.name}: ${before} → ${after} in 100; dice ${by(turn.dice[camp] ?? 0)}, decisions ${by(turn.decisions[camp] ?? 0)}`;
}

/** What dice and decisions did to the chances of each camp over the whole game. @param {Analysis} analysis */
export function sums(analysis) {
    return analysis.camps.map((camp, c) => ({
        name: camp.name,
        dice: analysis.turns.reduce((sum, turn) => sum + (turn.dice[c] ?? 0), 0),
        decisions: analysis.turns.reduce((sum, turn) => sum + (turn.decisions[c] ?? 0), 0),
    }));
}

/** Where units that are no more are shown. */
const GONE = 'eliminated';

/**
 * What each side has lost since the start: units that are gone, and those that are reduced.
 * @param {readonly Counter[]} start
 * @param {readonly Counter[]} end
 * @returns {Map<string, { gone: Counter[], reduced: number, all: number }>} by side
 */
export function losses(start, end) {
    /** @type {Map<string, Counter>} */
    const all = new Map([...start, ...end].filter(c => c.values.length && c.side).map(c => [c.id, c]));
    const now = new Map(end.map(c => [c.id, c]));
    /** @type {Map<string, { gone: Counter[], reduced: number, all: number }>} */
    const out = new Map();
    for (const [id, counter] of all) {
        const side = out.get(counter.side) ?? { gone: [], reduced: 0, all: 0 };
        const then = now.get(id);
        side.all += 1;
        if (!then || then.place === GONE) side.gone.push(counter);
        else if (then.reduced) side.reduced += 1;
        out.set(counter.side, side);
    }
    return out;
}

/**
 * Points of a line over the moves: across from 0 to 1, down from 0 to 1.
 * @param {Analysis} analysis
 * @param {number} camp
 */
export function line(analysis, camp) {
    const moves = Math.max(1, analysis.moves);
    return analysis.points.map(point => ({ x: point.number / moves, y: 1 - (point.wins[camp] ?? 0), number: point.number }));
}
