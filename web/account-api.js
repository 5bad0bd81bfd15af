// Requests about accounts.

import { call } from './api.js';

/** @typedef {import('./wire.d.ts').Me} Me */

/** @param {string} path @param {unknown} [body] @param {string} [method] @returns {Promise<void>} */
const ask = (path, body, method = 'POST') => call(path, body === undefined ? { method } : { method, body });

/** Who I am here. */
export const whoAmI = () => /** @type {Promise<Me>} */ (call('/api/me'));

/** @param {import('./wire.d.ts').Register} body */
export const register = body => /** @type {Promise<Me>} */ (call('/api/account', { body }));

/** @param {import('./wire.d.ts').SignIn} body */
export const signIn = body => /** @type {Promise<Me>} */ (call('/api/session', { body }));

export const signOut = () => ask('/api/session', undefined, 'DELETE');

export const devices = () => /** @type {Promise<import('./wire.d.ts').Device[]>} */ (call('/api/account/devices'));

/** @param {string} id */
export const revoke = id => ask(`/api/account/devices/${encodeURIComponent(id)}`, undefined, 'DELETE');

/** @param {string} name */
export const changeName = name => ask('/api/account/name', { name });

/** @param {string} password @param {string} fresh */
export const changePassword = (password, fresh) => ask('/api/account/password', { password, new: fresh });

/** @param {string} password @param {string} mail */
export const changeMail = (password, mail) => ask('/api/account/mail', { password, mail });

/** @param {string} code */
export const confirmMail = code => ask('/api/account/confirm', { code });

/** @param {string} who */
export const forgotten = who => ask('/api/account/reset', { who });

/** @param {string} code @param {string} password */
export const resetPassword = (code, password) => ask('/api/account/password/reset', { code, password });

export const exported = () => /** @type {Promise<import('./wire.d.ts').Export>} */ (call('/api/account/export'));

/** @param {string} password */
export const deleteAccount = password => ask('/api/account', { password }, 'DELETE');

/** @param {string} name  letters of the names of accounts */
export const keeping = name => /** @type {Promise<import('./wire.d.ts').Keeping>} */ (call(`/api/keeper?name=${encodeURIComponent(name)}`));

/** @param {boolean} open */
export const setRegistration = open => ask('/api/keeper/registration', { open });

export const invite = () => /** @type {Promise<import('./wire.d.ts').RegisterInvitation>} */ (call('/api/keeper/invitations', { method: 'POST' }));

/** @param {string} id @param {import('./wire.d.ts').ChangeAccount} change */
export const changeAccount = (id, change) => ask(`/api/keeper/accounts/${encodeURIComponent(id)}`, change);

/** @param {string} id @param {boolean} hidden */
export const hideGame = (id, hidden) => ask(`/api/keeper/games/${encodeURIComponent(id)}`, { hidden });
