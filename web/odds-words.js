// Odds in short. Nothing is drawn here.

/** @typedef {import('./wire.d.ts').Odds} Odds */
/** @typedef {import('./wire.d.ts').Chart} Chart */

/** @param {number} p */
export function percent(p) {
    const hundred = p * 100;
    return `${Math.abs(hundred - Math.round(hundred)) < 1e-9 ? Math.round(hundred) : hundred.toFixed(1)} %`;
}

/**
 * What stands beside an action in a list: the ratio as far as its label does not say it, and what comes of it most likely.
 * @param {Odds} odds
 * @param {import('./wire.d.ts').Offered} action
 */
export function inShort(odds, action) {
    // Among choices for one battle the ratio tells nothing: it is the same for all.
    const whole = action.place || action.pieces.length ? odds.battle?.ratio ?? '' : '';
    const [first = ''] = whole.split(/ (?=→)|, /);
    const ratio = action.label.includes(first) ? whole.slice(first.length).replace(/^[, ]+/, '') : whole;
    const most = odds.chances.reduce((a, b) => (a && a.probability >= b.probability ? a : b), odds.chances[0]);
    const likely = most ? `${Math.round(most.probability * 100)} % ${most.outcome}` : '';
    return [ratio, likely].filter(Boolean).join(' · ');
}

/**
 * Several charts of the same kind as one: the actions are the rows, what the enemy may answer the columns. A chart's first column
 * names the answer, the next two are a pair of figures, and so on: pairs of them make a cell.
 * @param {readonly (Chart | null | undefined)[]} charts
 * @returns {{ heads: string[], pairs: string[], rows: { cells: { pairs: string[], all: string, leads: number }[] }[] } | null} leads: the second figure less the first
 */
export function matrix(charts) {
    const [first] = charts;
    if (!first || charts.some(c => !c || c.rows.length !== first.rows.length || c.rows.some((row, i) => row[0] !== first.rows[i]?.[0]))) return null;
    /** @param {readonly string[]} row */
    const pairs = row => row.length >= 5 ? [`${row[1]} : ${row[2]}`, `${row[3]} : ${row[4]}`] : row.length >= 3 ? [`${row[1]} : ${row[2]}`] : row.slice(1);
    return {
        heads: first.rows.map(row => row[0] ?? ''),
        pairs: pairs(first.head),
        rows: charts.map(chart => ({
            cells: (chart?.rows ?? []).map(row => ({
                pairs: pairs(row),
                all: first.head.slice(1).map((head, i) => `${head} ${row[i + 1] ?? ''}`).join(', '),
                leads: Number.parseFloat(row[2] ?? '') - Number.parseFloat(row[1] ?? ''),
            })),
        })),
    };
}
