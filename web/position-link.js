// A position in the fragment of an address: packed, so that most positions fit into a message.

/** Longer addresses are cut by too many programs to be sent. */
export const LONGEST_LINK = 6000;

/** @param {Uint8Array} bytes */
function base64url(bytes) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {BodyInit} body @param {'deflate' | 'inflate'} how */
async function through(body, how) {
    const stream = new Response(body).body;
    if (!stream) return new Uint8Array();
    const by = how === 'deflate' ? new CompressionStream('deflate-raw') : new DecompressionStream('deflate-raw');
    return new Uint8Array(await new Response(stream.pipeThrough(by)).arrayBuffer());
}

/** @param {string} text */
export async function packed(text) {
    return base64url(await through(text, 'deflate'));
}

/** The text that was packed. @param {string} word @returns {Promise<string>} */
export async function unpacked(word) {
    const bytes = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, 'inflate'));
}
