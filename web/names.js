// Names over the map when it is seen from afar: few and large at first, more of them the nearer one comes. Close by, the names that are printed on
// the map can be read, and these go. What is worth a name follows from what the game tells of its places; there is no picture in here.

/** @typedef {import('./wire.d.ts').Kit} Kit */
/** @typedef {import('./wire.d.ts').Place} Place */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ text: string, kind: 'region' | 'town' | 'water', weight: number, at: readonly Point[] }} Name  at: where it may stand, best first */
/** @typedef {{ text: string, kind: Name['kind'], great: boolean, x: number, y: number, size: number }} Shown */

/** Size of the type on the screen. @type {Record<Name['kind'], number>} */
const SIZES = { region: 19, town: 13, water: 12.5 };
/** From this scale on the printed names can be read. */
export const NEAR = 0.6;
/** A name keeps so far from others, in pixels. */
const CLEAR = 5;
/** So many square pixels of the map go with one name: of the rest there is nothing to be seen yet. */
const ROOM = 15_000;
/** A town of this weight is written larger. */
const GREAT = 30;
/** A region of fewer places has no name of its own. */
const FEW = 3;

/**
 * What a code or name among the notes of places stands for, if it is a country: it has the id or name of a side or nation.
 * @param {Kit['title']} title
 * @param {string} note
 */
function country({ sides, nations }, note) {
    const id = note.toLowerCase();
    const side = sides.find(s => s.id.toLowerCase() === id || s.name === note);
    if (side) return side.name;
    const nation = nations.find(s => s.id.toLowerCase() === id || s.words.includes(note));
    if (!nation) return null;
    // The id is no name; of the words the last is the country's.
    return nation.words.includes(note) ? note : nation.words.at(-1) ?? null;
}

/**
 * The largest group of places that hang together.
 * @param {readonly Place[]} places
 */
function together(places) {
    const left = new Map(places.map(p => [p.id, p]));
    /** @type {Place[]} */
    let best = [];
    for (const start of places) {
        if (!left.delete(start.id)) continue;
        const group = [start];
        for (const p of group) {
            for (const id of p.next) {
                const other = left.get(id);
                if (other && left.delete(id)) group.push(other);
            }
        }
        if (group.length > best.length) best = group;
    }
    return best;
}

/** How much a place counts, by what stands there. @param {Place} place */
function weight({ notes }) {
    return notes.reduce((sum, note) => {
        const number = Number(/\d+/.exec(note)?.[0] ?? 1);
        if (note.startsWith('capital ')) return sum + 60;
        if (note.startsWith('fortress')) return sum + 10 * Math.min(6, number + 1);
        if (/spire/.test(note)) return sum + 8 * number;
        return sum + ({ junction: 6, port: 4, railway: 3 }[note] ?? 0);
    }, 0);
}

/**
 * All names that a board can show, the weightiest first. On a board of areas a country has a name; on one of hexes it is printed large enough.
 * @param {Kit} kit
 * @param {boolean} areas
 * @returns {Name[]}
 */
export function namesOf(kit, areas) {
    /** @type {Name[]} */
    const names = [];
    if (areas) {
        /** @type {Map<string, Place[]>} */
        const regions = new Map();
        for (const place of kit.places) {
            const [note = ''] = place.notes;
            const name = country(kit.title, note);
            if (name) regions.set(name, [...regions.get(name) ?? [], place]);
        }
        for (const [text, all] of regions) {
            const places = together(all);
            if (places.length < FEW) continue;
            const [x, y] = [places.reduce((sum, p) => sum + p.x, 0) / places.length, places.reduce((sum, p) => sum + p.y, 0) / places.length];
            const far = (/** @type {Point} */ p) => Math.hypot(p.x - x, p.y - y);
            names.push({ text, kind: 'region', weight: 1000 + places.length, at: [{ x, y }, ...places.toSorted((a, b) => far(a) - far(b)).slice(0, 12).map(p => ({ x: p.x, y: p.y + kit.unit * 0.5 }))] });
        }
    }
    for (const place of kit.places) {
        if (!place.name) continue;
        const water = areas && !place.outline.length;
        const city = place.notes.map(note => /^(?:capital|city) (.+)/.exec(note)?.[1]).find(Boolean);
        const [x, y, r] = [place.x, place.y, kit.unit * 0.5];
        names.push({
            text: city ?? place.name, kind: water ? 'water' : 'town', weight: water ? 20 : weight(place),
            at: water ? [{ x, y }] : [{ x, y: y + r }, { x, y: y - r }, { x, y: y + r * 1.7 }, { x, y: y - r * 1.7 }],
        });
    }
    return names.toSorted((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1));
}

/** Whether two boxes touch. @param {Box} a @param {Box} b */
const touch = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * The names that have room at a scale, the weightiest first. None lies over another, or over what is in the way.
 * @param {readonly Name[]} names
 * @param {number} scale
 * @param {{ width: number, height: number }} sheet
 * @param {readonly Box[]} taken  in units of the sheet
 * @returns {Shown[]}
 */
export function shownNames(names, scale, sheet, taken) {
    if (scale >= NEAR) return [];
    const most = Math.max(8, (sheet.width * sheet.height * scale * scale) / ROOM);
    const busy = [...taken];
    /** @type {Shown[]} */
    const shown = [];
    for (const { text, kind, at, weight: heavy } of names) {
        if (shown.length >= most) break;
        const great = kind === 'town' && heavy >= GREAT;
        const size = (SIZES[kind] + (great ? 1.5 : 0)) / scale;
        // Wide enough for any letters; a region is spaced out.
        const [w, h] = [text.length * size * (kind === 'region' ? 0.78 : 0.56), size];
        const gap = CLEAR / scale;
        for (const { x, y } of at) {
            const box = { left: x - w / 2 - gap, right: x + w / 2 + gap, top: y - h * 0.6 - gap / 2, bottom: y + h * 0.6 + gap / 2 };
            const within = box.left >= 0 && box.top >= 0 && box.right <= sheet.width && box.bottom <= sheet.height;
            if (!within || busy.some(other => touch(box, other))) continue;
            busy.push(box);
            shown.push({ text, kind, great, x, y, size });
            break;
        }
    }
    return shown;
}
