// The ways that counters went in a step, place by place: what the game tells of them, and between that the shortest way.

/** @typedef {import('./wire.d.ts').Frame} Frame */
/** @typedef {import('./wire.d.ts').View} View */

/** Further than this a way is not looked for: the counter goes straight. */
const FAR = 24;

/**
 * The shortest way between two places, both among it; only the two where there is none near.
 * @param {(place: string) => readonly string[]} next  neighbours of a place
 * @param {string} from
 * @param {string} to
 * @param {number} [most]  further than this it is not looked for
 * @returns {string[]}
 */
export function between(next, from, to, most = FAR) {
    if (from === to) return [from];
    /** @type {Map<string, string>} */
    const came = new Map([[from, '']]);
    let rim = [from];
    for (let far = 0; far < most && rim.length && !came.has(to); far += 1) {
        /** @type {string[]} */
        const further = [];
        for (const place of rim) {
            for (const near of next(place)) {
                if (came.has(near)) continue;
                came.set(near, place);
                further.push(near);
            }
        }
        rim = further;
    }
    if (!came.has(to)) return [from, to];
    /** @type {string[]} */
    const way = [];
    for (let place = to; place; place = came.get(place) ?? '') way.unshift(place);
    return way;
}

/**
 * The ways of all counters that went from place to place in a step, by piece.
 * @param {Frame} frame
 * @param {View} before
 * @param {(place: string) => readonly string[] | undefined} next  neighbours of a place; undefined if it is not on the board
 * @returns {Map<string, string[]>}
 */
export function routesOf(frame, before, next) {
    /** @type {Map<string, string[]>} */
    const routes = new Map();
    const moved = frame.change.counters ?? [];
    if (!moved.length) return routes;
    const ids = new Set(moved.map(c => c.id));
    const was = new Map(before.counters.filter(c => ids.has(c.id)).map(c => [c.id, c.place]));
    for (const c of moved) {
        const from = was.get(c.id);
        if (!from || from === c.place || !next(from) || !next(c.place)) continue;
        const told = toldWay(frame, c.id, from, c.place).filter(place => next(place));
        const way = [from];
        for (const place of told) way.push(...between(p => next(p) ?? [], /** @type {string} */ (way.at(-1)), place).slice(1));
        routes.set(c.id, way);
    }
    return routes;
}

/**
 * The way of a piece as far as the game tells it, its start left out.
 * @param {Frame} frame
 * @param {string} piece
 * @param {string} from
 * @param {string} to
 * @returns {readonly string[]}
 */
function toldWay(frame, piece, from, to) {
    const fates = (frame.battle ?? []).flatMap(p => p.part === 'fate' && p.piece === piece ? p.places : []);
    const lines = frame.lines.map(line => line.places).filter(places => places[0] === from && places.at(-1) === to);
    const told = fates.at(-1) === to ? fates : lines[0] ?? [];
    return told.length ? told.filter((place, i) => i > 0 || place !== from) : [to];
}
