// In which order games are listed: those that wait for me first, a branch under the game that it comes from. No picture in here.

/** @typedef {import('./wire.d.ts').Listing} Listing */
/** @typedef {{ game: Listing, deep: number }} Row  deep: how many games up it branched off */

/**
 * How much a game wants me: 0 waits for my decision, 1 is one that I play, 2 any other.
 * @param {Listing} game
 * @param {(game: Listing) => Record<string, string>} keysOf  keys of my seats, by side
 */
export function want(game, keysOf) {
    const keys = keysOf(game);
    if (game.deciding.some(side => keys[side])) return 0;
    return game.seats.some(s => keys[s.side]) ? 1 : 2;
}

/**
 * Games in the order in which they are listed; each group of branches counts as the one of it that wants me most, or was played last.
 * @param {readonly Listing[]} games
 * @param {(game: Listing) => Record<string, string>} keysOf
 * @returns {Row[]}
 */
export function ordered(games, keysOf) {
    const byId = new Map(games.map(g => [g.id, g]));
    /** @type {Map<string, Listing[]>} */
    const branches = new Map();
    /** @type {Listing[]} */
    const roots = [];
    for (const game of games) {
        // A game can come from one that is gone, or listed elsewhere.
        const from = game.branch_of && game.branch_of !== game.id && byId.has(game.branch_of) ? game.branch_of : null;
        if (from) branches.set(from, [...branches.get(from) ?? [], game]);
        else roots.push(game);
    }
    /** @param {Listing} game @returns {Listing[]} */
    const family = game => [game, ...(branches.get(game.id) ?? []).flatMap(family)];
    /** @param {Listing} game @returns {[number, number]} */
    const rank = game => {
        const all = family(game);
        return [Math.min(...all.map(g => want(g, keysOf))), Math.max(...all.map(g => g.touched))];
    };
    /** @param {Listing[]} some @returns {Listing[]} */
    const sorted = some => some.map(game => ({ game, rank: rank(game) }))
        .sort((a, b) => a.rank[0] - b.rank[0] || b.rank[1] - a.rank[1]).map(({ game }) => game);
    /** @param {Listing} game @param {number} deep @returns {Row[]} */
    const rows = (game, deep) => [{ game, deep }, ...sorted(branches.get(game.id) ?? []).flatMap(b => rows(b, deep + 1))];
    return sorted(roots).flatMap(game => rows(game, 0));
}
