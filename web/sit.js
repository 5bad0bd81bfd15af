// Sitting down with a link: it brings an invitation to a free seat, or keys of your own seats from another device of yours.

import * as api from './api.js';

/**
 * Takes in what a link brings. What it brings is stored, and the address is cleaned of it.
 * @param {string} id
 * @returns {Promise<string[]>} the sides that you play only now
 */
export async function sitDown(id) {
    const [, what = '', brought = ''] = /^#(key|seat)=(.+)$/.exec(location.hash) ?? [];
    if (!brought) return [];
    const had = api.keysOf(id);
    if (what === 'seat') {
        // An invitation is spent when you sit down: opened again in the same browser, the link leads to the seat that is yours already.
        const { keys } = await api.sit(id, brought.split(',')).catch(error => {
            if (Object.keys(had).length) return { keys: /** @type {api.SideKeys} */ ({}) };
            throw error;
        });
        api.storeKeys(id, keys);
        // A seat of your account has no key: it is yours wherever you sign in.
        if (!Object.keys(keys).length && !Object.keys(had).length) {
            history.replaceState(null, '', location.pathname);
            return (await api.state(id, [])).yours;
        }
    } else {
        for (const key of brought.split(',')) {
            const given = await api.state(id, [key]);
            for (const side of given.yours) api.storeKeys(id, { [side]: key });
        }
    }
    history.replaceState(null, '', location.pathname);
    return Object.keys(api.keysOf(id)).filter(side => !had[side]);
}
