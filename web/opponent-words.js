// What is said of opponents, ratings and results, without a picture.

import { PACES, paceWords } from './clock-words.js';
/** @typedef {import('./wire.d.ts').Terms} Terms */

/**
 * A rating: how sure it is stands beside it while it is not sure.
 * @param {{ points: number, deviation: number, games: number }} rating
 */
export function ratingText({ points, deviation, games }) {
    if (!games) return 'no rating yet';
    return deviation > 110 ? `${points} ± ${2 * deviation}` : `${points}`;
}

/** Which ratings may come. @param {Terms} terms */
export function rangeText({ lowest, highest }) {
    if (lowest != null && highest != null) return `ratings from ${lowest} to ${highest}`;
    if (lowest != null) return `ratings from ${lowest}`;
    return highest != null ? `ratings up to ${highest}` : '';
}

/** A pace by its name, in words. @param {string} name */
export function paceName(name) {
    const known = PACES.find(p => p.id === name);
    return known ? `${known.name.toLowerCase()}: ${paceWords(known.pace)}` : name;
}

/** What the terms of a game say, in pieces. @param {Terms} terms */
export function termsText(terms) {
    return [
        terms.rated ? 'rated' : 'not rated',
        terms.pace ? paceName(terms.pace) : '',
        rangeText(terms),
        terms.bot_after ? `a bot (${terms.bot_level ?? 'regular'}) comes after ${spanText(terms.bot_after)}` : '',
    ].filter(Boolean);
}

/** A time in minutes as people say it. @param {number} minutes */
export function spanText(minutes) {
    const said = (/** @type {number} */ n, /** @type {string} */ unit) => `${n} ${unit}${n === 1 ? '' : 's'}`;
    if (minutes < 120) return said(minutes, 'minute');
    return minutes < 48 * 60 ? said(Math.round(minutes / 60), 'hour') : said(Math.round(minutes / 1440), 'day');
}

/** How long ago something was. @param {number} at @param {number} [now] */
export function agoText(at, now = Date.now()) {
    const minutes = Math.floor((now - at) / 60_000);
    return minutes < 1 ? 'just now' : `${spanText(minutes)} ago`;
}

/** A number with its sign. @param {number} x @param {number} [digits] */
export function signed(x, digits = 0) {
    const text = Math.abs(x).toFixed(digits);
    if (Number(text) === 0) return text;
    return `${x > 0 ? '+' : '−'}${text}`;
}

/** A share as a percentage. @param {number} part @param {number} whole */
export const share = (part, whole) => whole ? `${Math.round((100 * part) / whole)} %` : '–';

/** Points as tournaments write them. @param {number} points */
export function pointsText(points) {
    const whole = Math.floor(points);
    return points % 1 ? `${whole || ''}½` : `${whole}`;
}
