// The places of a board: which one lies under a point, and which one lies next in a direction.

/** @typedef {import('./wire.d.ts').Place} Place */
/** @typedef {'left' | 'right' | 'up' | 'down'} Direction */

/** @type {Record<Direction, [x: number, y: number]>} */
const AHEAD = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/**
 * Whether a point lies in a ring.
 * @param {readonly (readonly number[])[]} ring
 * @param {number} x
 * @param {number} y
 */
function inside(ring, x, y) {
    let odd = false;
    let [px, py] = /** @type {[number, number]} */ (ring[ring.length - 1] ?? [0, 0]);
    for (const [qx, qy] of /** @type {[number, number][]} */ (ring)) {
        if (qy > y !== py > y && x < qx + ((px - qx) * (y - qy)) / (py - qy)) odd = !odd;
        [px, py] = [qx, qy];
    }
    return odd;
}

export class Places {
    /** @type {Map<string, Place>} */
    #byId = new Map();
    /** Places that touch each cell of a coarse grid, so that a hit test looks at a handful only. @type {Map<number, Place[]>} */
    #cells = new Map();
    /** @type {number} */
    #cell;
    /** @type {number} */
    #unit;
    /** Row or column in which the cursor walks, so that it does not drift off on hexes that stand half a step aside. @type {{ upright: boolean, at: number, last: string } | null} */
    #lane = null;

    /** @param {import('./wire.d.ts').Kit} kit */
    constructor(kit) {
        this.#unit = kit.unit;
        this.#cell = kit.unit * 1.5;
        for (const place of kit.places) {
            this.#byId.set(place.id, place);
            const xs = place.outline.length ? place.outline.map((p) => p[0]) : [place.x - kit.unit / 2, place.x + kit.unit / 2];
            const ys = place.outline.length ? place.outline.map((p) => p[1]) : [place.y - kit.unit / 2, place.y + kit.unit / 2];
            const [left, right] = [Math.min(...xs), Math.max(...xs)].map((v) => Math.floor(v / this.#cell));
            const [top, bottom] = [Math.min(...ys), Math.max(...ys)].map((v) => Math.floor(v / this.#cell));
            for (let i = left ?? 0; i <= (right ?? 0); i++) {
                for (let j = top ?? 0; j <= (bottom ?? 0); j++) {
                    const cell = this.#cells.get(key(i, j));
                    if (cell) cell.push(place);
                    else this.#cells.set(key(i, j), [place]);
                }
            }
        }
    }

    /** @param {string} id */
    get(id) {
        return this.#byId.get(id);
    }

    /** @param {string} id */
    has(id) {
        return this.#byId.has(id);
    }

    /**
     * The place under a point of the drawing. Where outlines overlap the nearer middle counts.
     * @param {number} x
     * @param {number} y
     * @returns {Place | null}
     */
    at(x, y) {
        let best = null;
        let least = Infinity;
        for (const place of this.#cells.get(key(Math.floor(x / this.#cell), Math.floor(y / this.#cell))) ?? []) {
            const far = Math.hypot(place.x - x, place.y - y);
            const hit = place.outline.length > 2 ? inside(place.outline, x, y) : far < this.#unit / 2;
            if (hit && far < least) [best, least] = [place, far];
        }
        return best;
    }

    /**
     * The place nearest to a point.
     * @param {number} x
     * @param {number} y
     * @returns {Place | null}
     */
    nearest(x, y) {
        let best = null;
        let least = Infinity;
        for (const place of this.#byId.values()) {
            const far = Math.hypot(place.x - x, place.y - y);
            if (far < least) [best, least] = [place, far];
        }
        return best;
    }

    /**
     * The best place in a direction: of the neighbours, or, at a gap, of all places ahead.
     * @param {string} from
     * @param {Direction} direction
     * @returns {Place | null}
     */
    step(from, direction) {
        const here = this.#byId.get(from);
        if (!here) return null;
        const upright = direction === 'up' || direction === 'down';
        if (!this.#lane || this.#lane.upright !== upright || this.#lane.last !== from) {
            this.#lane = { upright, at: upright ? here.x : here.y, last: from };
        }
        const lane = this.#lane;
        const [ax, ay] = AHEAD[direction];
        /** @param {Iterable<Place>} some @param {number} narrow */
        const pick = (some, narrow) => {
            let best = null;
            let least = Infinity;
            for (const place of some) {
                const [dx, dy] = [place.x - here.x, place.y - here.y];
                const far = Math.hypot(dx, dy);
                const along = (dx * ax + dy * ay) / far;
                if (!far || along < narrow) continue;
                const aside = Math.abs((upright ? place.x : place.y) - lane.at);
                const cost = far * (2 - along) + aside;
                if (cost < least) [best, least] = [place, cost];
            }
            return best;
        };
        const near = here.next.map((id) => this.#byId.get(id)).filter((p) => p !== undefined);
        const found = pick(near, 0.45) ?? pick(this.#byId.values(), 0.7);
        if (found) lane.last = found.id;
        return found;
    }
}

/** @param {number} i @param {number} j */
function key(i, j) {
    return (i + 4096) * 8192 + (j + 4096);
}

/**
 * An outline as points for a polygon, drawn in a little so that neighbours' outlines stand apart.
 * @param {Place} place
 * @param {number} [scale]
 */
export function ring(place, scale = 0.93) {
    // A crooked outline shrunk towards its middle would cross itself.
    const by = place.outline.length > 6 ? 1 : scale;
    return place.outline.map(([x, y]) => `${(place.x + (x - place.x) * by).toFixed(1)},${(place.y + (y - place.y) * by).toFixed(1)}`).join(' ');
}
