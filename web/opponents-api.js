// Requests about opponents: the waiting room, seeking, challenges, people, figures, tournaments.

import { call } from './api.js';

/** @param {string} id */
const game = id => `/api/games/${encodeURIComponent(id)}`;

/** @param {string} id */
const cup = id => `/api/tournaments/${encodeURIComponent(id)}`;

/** @param {{ game?: string, before?: number }} of */
export const waiting = of => /** @type {Promise<import('./wire.d.ts').WaitingRoom>} */ (
    call(`/api/waiting?${new URLSearchParams({ ...of.game ? { game: of.game } : {}, ...of.before ? { before: String(of.before) } : {} })}`));

/** @param {string} id @param {string} side */
export const take = (id, side) => /** @type {Promise<import('./wire.d.ts').TakenSeat>} */ (call(`${game(id)}/take`, { body: { side } }));

/** @param {string} id */
export const withdraw = id => /** @type {Promise<void>} */ (call(`${game(id)}/withdraw`, { method: 'POST' }));

export const sought = () => /** @type {Promise<import('./wire.d.ts').Seeking>} */ (call('/api/seek'));

/** @param {import('./wire.d.ts').Seek} body */
export const seek = body => /** @type {Promise<import('./wire.d.ts').Seeking>} */ (call('/api/seek', { body }));

export const seekNoMore = () => /** @type {Promise<void>} */ (call('/api/seek', { method: 'DELETE' }));

export const challenges = () => /** @type {Promise<import('./wire.d.ts').Challenge[]>} */ (call('/api/challenges'));

/** @param {import('./wire.d.ts').NewChallenge} body */
export const challenge = body => /** @type {Promise<import('./wire.d.ts').Challenge>} */ (call('/api/challenges', { body }));

/** @param {string} id @param {import('./wire.d.ts').ChallengeAnswer} answer */
export const answer = (id, answer) => /** @type {Promise<import('./wire.d.ts').Challenge>} */ (
    call(`/api/challenges/${encodeURIComponent(id)}`, { body: { answer } }));

/** @param {string} name @param {number} [before] */
export const person = (name, before) => /** @type {Promise<import('./wire.d.ts').PersonPage>} */ (
    call(`/api/people/${encodeURIComponent(name)}${before ? `?before=${before}` : ''}`));

/** @param {string} title */
export const statistics = title => /** @type {Promise<import('./wire.d.ts').Statistics>} */ (call(`/api/statistics/${encodeURIComponent(title)}`));

export const tournaments = () => /** @type {Promise<import('./wire.d.ts').TournamentListing[]>} */ (call('/api/tournaments'));

/** @param {string} id */
export const tournament = id => /** @type {Promise<import('./wire.d.ts').TournamentPage>} */ (call(cup(id)));

/** @param {import('./wire.d.ts').NewTournament} body */
export const newTournament = body => /** @type {Promise<import('./wire.d.ts').TournamentPage>} */ (call('/api/tournaments', { body }));

/** @param {string} id @param {'join' | 'leave'} what @param {string} [bot] */
export const takePart = (id, what, bot) => /** @type {Promise<import('./wire.d.ts').TournamentPage>} */ (call(`${cup(id)}/${what}`, { body: bot ? { bot } : {} }));

/** @param {string} id @param {'begin' | 'cancel'} what */
export const settle = (id, what) => /** @type {Promise<import('./wire.d.ts').TournamentPage | void>} */ (call(`${cup(id)}/${what}`, { method: 'POST' }));
