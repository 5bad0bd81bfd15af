// What links from mails and invitations bring, and times in words. No picture in here.

/** @typedef {{ what: 'join' | 'password' | 'confirm', code: string } | null} Brought */

/**
 * What the address of the account page brings: an invitation to register, or a code from a mail.
 * @param {string} hash
 * @returns {Brought}
 */
export function brought(hash) {
    const [, what, code] = /^#(join|password|confirm)=([0-9a-f]{8,64})$/.exec(hash) ?? [];
    return what && code ? { what: /** @type {'join' | 'password' | 'confirm'} */ (what), code } : null;
}

/**
 * The id of a game, from its id or from a link to it.
 * @param {string} text
 */
export function gameNamed(text) {
    return /(?:^|\/game\/)([0-9a-zA-Z]+)(?:[#?/].*)?$/.exec(text.trim())?.[1] ?? '';
}

/** A day and hour, as this browser writes them. @param {number} at milliseconds since 1970 */
export const dayAndHour = at => new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A day, as this browser writes it. @param {number} at milliseconds since 1970 */
export const day = at => new Date(at).toLocaleDateString('en', { dateStyle: 'medium' });
