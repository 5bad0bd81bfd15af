// What part of the board is seen.

/** @typedef {import('./table.js').Table} Table */

/** On screens narrower than this the panel is a sheet over the board. */
const NARROW = 1000;
/** How large a hex should be on the screen, for its counters to be read. */
const NEAR = 48;

/**
 * Brings a point towards the middle, but not so far that the table beside the board is seen for nothing.
 * @param {Table} table
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function middle(table, x, y, scale) {
    const { kit, shell } = table;
    const box = shell.board.getBoundingClientRect();
    /** @param {number} at @param {number} seen @param {number} all */
    const hold = (at, seen, all) => seen >= all ? all / 2 : Math.max(seen / 2, Math.min(all - seen / 2, at));
    // What a pulled-up sheet covers is not seen.
    const covered = innerWidth < NARROW ? Math.max(0, box.bottom - shell.panel.getBoundingClientRect().top) / scale : 0;
    const to = { x: hold(x, box.width / scale, kit.width), y: covered ? y + covered / 2 : hold(y, box.height / scale, kit.height) };
    const place = kit.places.reduce((a, b) => Math.hypot(a.x - to.x, a.y - to.y) <= Math.hypot(b.x - to.x, b.y - to.y) ? a : b);
    table.board.centre(place.id);
}

/**
 * Opens near enough to read the counters, with what can act in the middle; the whole board is one key away.
 * @param {Table} table
 */
export function opening(table) {
    const { kit, shell, state } = table;
    const box = shell.board.getBoundingClientRect();
    const whole = Math.min(box.width / kit.width, box.height / kit.height);
    // A large map of areas is never read as a whole: it opens where something can be done.
    const wide = kit.places.some(p => p.outline.length > 6) ? Infinity : (box.width / kit.width) * (innerWidth < NARROW ? 1.8 : 1);
    const near = Math.max(whole, Math.min(NEAR / kit.unit, wide));
    if (near < whole * 1.15) return;
    const lit = table.picker.pieces();
    const places = new Set(state.view.counters.filter(c => !lit.size || lit.has(c.id)).map(c => c.place));
    const there = kit.places.filter(p => places.has(p.id));
    table.board.zoom(near / whole);
    if (!there.length) return;
    const x = there.reduce((sum, p) => sum + p.x, 0) / there.length;
    const y = there.reduce((sum, p) => sum + p.y, 0) / there.length;
    middle(table, x, y, near);
}

/**
 * Brings what can be touched into sight when a new decision is to be made and most of it is not.
 * @param {Table} table
 */
export function follow(table) {
    const { kit, picker, shell, state } = table;
    const sheet = shell.board.querySelector('.board-sheet')?.getBoundingClientRect();
    if (!sheet) return;
    const scale = sheet.width / kit.width;
    const lit = picker.pieces();
    const ids = new Set([...picker.places(), ...state.view.counters.filter(c => lit.has(c.id)).map(c => c.place)]);
    const there = kit.places.filter(p => ids.has(p.id));
    const box = shell.board.getBoundingClientRect();
    const bottom = innerWidth < NARROW ? Math.min(box.bottom, shell.panel.getBoundingClientRect().top) : box.bottom;
    const seen = there.filter(p => {
        const [x, y] = [sheet.left + p.x * scale, sheet.top + p.y * scale];
        return x > box.left && x < box.right && y > box.top && y < bottom;
    });
    if (seen.length === there.length) return;
    const [xs, ys] = [there.map(p => p.x), there.map(p => p.y)];
    const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = kit.unit;
    const fits = (right - left + room) * scale < box.width && (low - top + room) * scale < bottom - box.top;
    // What cannot all be seen at once is left as it is while most of it can.
    if (fits || seen.length * 3 < there.length * 2) middle(table, (left + right) / 2, (top + low) / 2, scale);
}

/**
 * Brings places into sight together if they are not; nearer than before only if nothing of the board is seen then.
 * @param {Table} table
 * @param {readonly string[]} ids
 */
export function show(table, ids) {
    const { kit, shell } = table;
    const there = kit.places.filter(p => ids.includes(p.id));
    const sheet = shell.board.querySelector('.board-sheet')?.getBoundingClientRect();
    if (!there.length || !sheet) return;
    const scale = sheet.width / kit.width;
    const box = shell.board.getBoundingClientRect();
    const bottom = innerWidth < NARROW ? Math.min(box.bottom, shell.panel.getBoundingClientRect().top) : box.bottom;
    const room = kit.unit * 0.6;
    const [left, right] = [Math.min(...there.map(p => p.x)) - room, Math.max(...there.map(p => p.x)) + room];
    const [top, low] = [Math.min(...there.map(p => p.y)) - room, Math.max(...there.map(p => p.y)) + room];
    if (sheet.left + left * scale >= box.left && sheet.left + right * scale <= box.right && sheet.top + top * scale >= box.top && sheet.top + low * scale <= bottom) return;
    const fits = Math.min(1, box.width / ((right - left) * scale), (bottom - box.top) / ((low - top) * scale));
    if (fits < 1) table.board.zoom(fits);
    middle(table, (left + right) / 2, (top + low) / 2, scale * fits);
}

/**
 * Brings a place into the middle.
 * @param {Table} table
 * @param {string} id
 */
export function centre(table, id) {
    const place = table.kit.places.find(p => p.id === id);
    const sheet = table.shell.board.querySelector('.board-sheet')?.getBoundingClientRect();
    if (place && sheet) middle(table, place.x, place.y, sheet.width / table.kit.width);
}
