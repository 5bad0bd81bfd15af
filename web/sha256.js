// SHA-256, as FIPS 180-4 has it. The browser's own is there on HTTPS and on this machine alone, and a table in the house is often reached by plain HTTP.

/** The first 32 bits of what is behind the point of the cube roots of the first 64 primes. */
const K = new Uint32Array(64);
/** The same of the square roots of the first eight. */
const START = new Uint32Array(8);

for (let n = 2, found = 0; found < 64; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) prime &&= n % d !== 0;
    if (!prime) continue;
    if (found < 8) START[found] = Number(root(n, 2n));
    K[found] = Number(root(n, 3n));
    found += 1;
}

/** 32 bits behind the point of a root, exactly: found in whole numbers. @param {number} n @param {bigint} power */
function root(n, power) {
    const wanted = BigInt(n) << (32n * power);
    let low = 0n;
    let high = 1n << 37n;
    while (high - low > 1n) {
        const middle = (low + high) / 2n;
        if (middle ** power <= wanted) low = middle;
        else high = middle;
    }
    return low & 0xFFFFFFFFn;
}

/** @param {number} x @param {number} by */
const turn = (x, by) => x >>> by | x << 32 - by;

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(bytes) {
    const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    blocks.set(bytes);
    blocks[bytes.length] = 0x80;
    const view = new DataView(blocks.buffer);
    view.setUint32(blocks.length - 8, Math.floor(bytes.length / 0x20000000));
    view.setUint32(blocks.length - 4, bytes.length << 3);
    const state = START.slice();
    const w = new Uint32Array(64);
    /** @param {Uint32Array} list @param {number} i */
    const at = (list, i) => /** @type {number} */ (list[i]);
    for (let block = 0; block < blocks.length; block += 64) {
        for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + 4 * i);
        for (let i = 16; i < 64; i += 1) {
            const [x, y] = [at(w, i - 15), at(w, i - 2)];
            w[i] = at(w, i - 16) + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + at(w, i - 7) + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10);
        }
        let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
        for (let i = 0; i < 64; i += 1) {
            const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + at(K, i) + at(w, i) | 0;
            const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
            [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
        }
        [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] = at(state, i) + x; });
    }
    const out = new Uint8Array(32);
    const told = new DataView(out.buffer);
    state.forEach((x, i) => told.setUint32(4 * i, x));
    return out;
}

/** @param {Uint8Array} bytes */
export const hex = bytes => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('');

/** 64 hexadecimal digits as 32 bytes; null if they are not that. @param {unknown} text @returns {Uint8Array | null} */
export function unhex(text) {
    if (typeof text !== 'string' || !/^[0-9a-fA-F]{64}$/.test(text)) return null;
    return Uint8Array.from({ length: 32 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/**
 * The hash of several parts, each after its length as eight bytes, the lowest first. Words are UTF-8, numbers eight such bytes.
 * @param {...(Uint8Array | string | number)} parts
 */
export function hash(...parts) {
    const bytes = parts.map(part => typeof part === 'string' ? new TextEncoder().encode(part) : typeof part === 'number' ? eight(part) : part);
    const all = new Uint8Array(bytes.reduce((sum, part) => sum + 8 + part.length, 0));
    let at = 0;
    for (const part of bytes) {
        all.set(eight(part.length), at);
        all.set(part, at + 8);
        at += 8 + part.length;
    }
    return sha256(all);
}

/** @param {number} n a whole number @returns {Uint8Array} */
function eight(n) {
    const out = new Uint8Array(8);
    new DataView(out.buffer).setBigUint64(0, BigInt(n), true);
    return out;
}
