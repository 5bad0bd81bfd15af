// The chances to win over the moves of a game, drawn: a line for each camp, turning points marked.

import { line, turnText } from './chances.js';
import { n, svg } from './dom.js';

/** @typedef {import('./wire.d.ts').Analysis} Analysis */

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 36;
const TOP = 26;
const FOOT = 30;

/**
 * @param {Analysis} analysis
 * @param {(at: number) => void} open  a turning point was chosen, by its place in the list of turns
 */
export function curve(analysis, open) {
    const wide = WIDTH - LEFT - 8;
    const high = HEIGHT - TOP - FOOT;
    const x = (/** @type {number} */ share) => LEFT + wide * share;
    const y = (/** @type {number} */ share) => TOP + high * share;
    const moves = Math.max(1, analysis.moves);
    const names = analysis.camps.map(c => c.name).join(', ');
    return svg('svg', {
        class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', data: { test: 'curve' },
        'aria-label': `Chances to win over ${analysis.moves} moves: ${names}. The turning points are listed below.`,
    },
    analysis.turning.map((at, i) => {
        const turn = analysis.turns[at];
        if (!turn) return null;
        const [from, to] = [x(turn.from / moves), x(turn.to / moves)];
        const width = Math.max(4, to - from);
        return svg('g', { class: 'curve-turn', data: { test: 'curve-turn' }, onclick: () => open(at) },
            svg('title', null, turnText(analysis, at)),
            svg('rect', { x: n(from), y: n(TOP), width: n(width), height: n(high) }),
            svg('text', { x: n(from + width / 2), y: n(TOP - 8), 'text-anchor': 'middle' }, String(i + 1)));
    }),
    [0, 25, 50, 75, 100].map(tick => svg('g', { class: tick === 50 ? 'curve-middle' : 'curve-grid' },
        svg('path', { d: `M${LEFT} ${n(y(1 - tick / 100))}h${n(wide)}` }),
        svg('text', { x: n(LEFT - 6), y: n(y(1 - tick / 100) + 4), 'text-anchor': 'end' }, String(tick)))),
    analysis.camps.map((_, c) => svg('path', {
        class: `curve-line camp-${c % 7}`, d: line(analysis, c).map((p, i) => `${i ? 'L' : 'M'}${n(x(p.x))} ${n(y(p.y))}`).join(''),
    })),
    svg('text', { x: n(LEFT), y: n(HEIGHT - 8) }, '0'),
    svg('text', { x: n(WIDTH - 8), y: n(HEIGHT - 8), 'text-anchor': 'end' }, String(analysis.moves)),
    svg('text', { x: n(LEFT + wide / 2), y: n(HEIGHT - 8), 'text-anchor': 'middle' }, 'moves'));
}
