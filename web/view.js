// A view and its changes, shared by the live table and the replay; and the words that describe what is seen.

/** @typedef {import('./wire.d.ts').View} View */
/** @typedef {import('./wire.d.ts').Change} Change */
/** @typedef {import('./wire.d.ts').Counter} Counter */
/** @typedef {import('./wire.d.ts').Frame} Frame */
/** @typedef {import('./wire.d.ts').Kit} Kit */
/** @typedef {import('./wire.d.ts').Title} Title */

/**
 * Layers after a change: the same list if none changed, so that nothing is drawn for nothing.
 * @param {View['layers']} layers
 * @param {Change} change
 */
function layersAfter(layers, change) {
    if (!change.layers?.length && !change.layers_gone?.length) return layers;
    const gone = new Set(change.layers_gone ?? []);
    const now = layers.filter((_, i) => !gone.has(i));
    for (const { at, layer } of change.layers ?? []) now.splice(at, 0, layer);
    return now;
}

/**
 * The view after a change. The old one stays as it was, so that earlier views can be kept.
 * @param {View} view
 * @param {Change} change
 * @returns {View}
 */
export function applyChange(view, change) {
    let counters = view.counters;
    if (change.counters?.length || change.gone?.length) {
        const fresh = new Map((change.counters ?? []).map(c => [c.id, c]));
        const gone = new Set(change.gone ?? []);
        counters = counters.filter(c => !gone.has(c.id)).map(c => {
            const now = fresh.get(c.id);
            if (!now) return c;
            fresh.delete(c.id);
            return now;
        });
        counters.push(...fresh.values());
    }
    return {
        moment: change.moment ?? view.moment,
        turn: change.turn ?? view.turn,
        deciding: change.deciding ?? view.deciding,
        decision: change.decision ?? view.decision,
        rule: change.rule ?? view.rule,
        counters,
        marks: change.marks ?? view.marks,
        layers: layersAfter(view.layers, change),
        combats: change.combats ?? view.combats,
        tracks: change.tracks ?? view.tracks,
        victory: change.victory ?? view.victory,
    };
}

/**
 * Whether two views show the same.
 * @param {View} a
 * @param {View} b
 */
export function sameView(a, b) {
    if (a.moment !== b.moment || a.decision !== b.decision || a.counters.length !== b.counters.length) return false;
    const there = new Map(b.counters.map(c => [c.id, JSON.stringify(c)]));
    return a.counters.every(c => there.get(c.id) === JSON.stringify(c));
}

/** Views of a game at any move. Every so many views one is kept, so that jumping about costs little. */
export class Past {
    /** @param {View} start @param {Frame[]} frames */
    constructor(start, frames) {
        this.frames = frames;
        /** @type {Map<number, View>} */
        this.kept = new Map([[0, start]]);
    }

    /**
     * The view after the first `index` frames.
     * @param {number} index
     * @returns {View}
     */
    at(index) {
        let from = index;
        while (!this.kept.has(from)) from -= 1;
        let view = /** @type {View} */ (this.kept.get(from));
        for (; from < index; from += 1) {
            const frame = this.frames[from];
            if (!frame) break;
            view = applyChange(view, frame.change);
            if ((from + 1) % 32 === 0) this.kept.set(from + 1, view);
        }
        return view;
    }

    /** One more move. It is numbered among the moves that stand; the live number counts those taken back too. @param {Frame} frame */
    add(frame) {
        this.frames.push({ ...frame, number: this.frames.length + 1 });
    }

    /** The last move is taken back. */
    back() {
        const last = this.frames.pop();
        this.kept.delete(this.frames.length + 1);
        return last;
    }
}

/**
 * Where counters moved to since then, but those of one side.
 * @param {Map<string, string>} then places by piece
 * @param {View} now
 * @param {string} mine
 * @param {Set<string>} places the board's own
 */
export function trailsSince(then, now, mine, places) {
    const trails = [];
    for (const c of now.counters) {
        const from = then.get(c.id);
        if (c.side === mine || !from || from === c.place || !places.has(from) || !places.has(c.place)) continue;
        trails.push({ from, to: c.place, side: c.side });
    }
    return trails;
}

/** @param {View} view */
export function placesOf(view) {
    return new Map(view.counters.map(c => [c.id, c.place]));
}

/** Whether only the back of a piece is seen: what it is, or what is in it, is hidden. @param {Counter} c */
export function unknown(c) {
    return /^(unknown|back|hidden)(-|$)/.test(c.branch);
}

/**
 * A counter in words.
 * @param {Counter} c
 */
export function words(c) {
    const more = [c.detail ?? (unknown(c) ? 'contents unknown' : ''), c.reduced ? 'reduced' : '', ...c.badges].filter(Boolean);
    const values = c.values.length ? ` ${c.values.join('–')}` : '';
    return `${c.name}${values}${more.length ? `, ${more.join(', ')}` : ''}`;
}

/**
 * What a place is called: numbers are printed on the map, short ids of areas are only typed.
 * @param {Kit} kit
 * @param {string} id
 */
export function placeName(kit, id) {
    const name = kit.places.find(p => p.id === id)?.name;
    return !name || name === id ? id : /\d/.test(id) ? `${id} ${name}` : name;
}

/** @param {string} text */
export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The name of a side.
 * @param {Kit} kit
 * @param {string | null | undefined} side
 */
export function sideName(kit, side) {
    return kit.title.sides.find(s => s.id === side)?.name ?? side ?? 'nobody';
}

/**
 * How a game ended, in words: whose victory it is is said, unless its name says it.
 * @param {Pick<Kit, 'title'>} kit
 * @param {NonNullable<import('./wire.d.ts').State['result']>} result
 */
export function howItEnded({ title }, { level, winner }) {
    if (!winner) return `A draw${/draw/i.test(level) ? '' : `: ${level}`}`;
    const name = title.sides.find(s => s.id === winner)?.name ?? winner;
    if (level === 'resignation') return `${name} wins: the other side has resigned`;
    if (level === 'time-out') return `${name} wins: the other side has run out of time`;
    const words = [name, ...title.nations.flatMap(n => n.words)].map(word => word.toLowerCase());
    if (words.some(word => level.toLowerCase().includes(word))) return capital(level);
    return `${capital(level)}${/victory/i.test(level) ? '' : ' victory'} for ${name}`;
}

/**
 * The sides that play a scenario; all where it is not known which is played.
 * @param {Pick<Title, 'sides' | 'scenarios'>} title
 * @param {string | undefined} scenario
 */
export function sidesOf(title, scenario) {
    const playing = title.scenarios.find(s => s.id === scenario)?.sides;
    return title.sides.filter(s => playing?.includes(s.id) ?? true);
}

/**
 * Boxes that mean "comes on this turn" are named after it.
 * @param {string} place
 */
export function dueTurn(place) {
    return place.startsWith('turn ') ? place.slice(5) : null;
}
