// Which part of a map holds most of what is to be seen.

/**
 * The window of a size that holds most of some points; the middle of all if it holds them all.
 * @param {readonly { x: number, y: number }[]} points
 * @param {number} width
 * @param {number} height
 */
export function fullest(points, width, height) {
    /** @param {readonly { x: number, y: number }[]} some */
    const heart = (some) => {
        const [xs, ys] = [some.map(p => p.x), some.map(p => p.y)];
        return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
    };
    const around = points.map(p => points.filter(q => Math.abs(q.x - p.x) < width / 2 && Math.abs(q.y - p.y) < height / 2));
    const most = around.reduce((a, b) => (b.length > a.length ? b : a), []);
    const all = heart(points);
    return points.every(q => Math.abs(q.x - all.x) < width / 2 && Math.abs(q.y - all.y) < height / 2) ? all : heart(most);
}
