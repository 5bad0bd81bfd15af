// The people at a table in words: what stands behind a seat, who comes and goes, what they do with their seats.

import { sideName } from './view.js';

/** @typedef {import('./wire.d.ts').Seat} Seat */
/** @typedef {import('./wire.d.ts').Said} Said */

/**
 * What stands behind the name of a seat.
 * @param {Seat} seat
 */
export function state(seat) {
    if (seat.resigned) return 'has resigned';
    if (seat.stands_in) return `a bot (${seat.level}) stands in`;
    if (seat.kind === 'bot') return `bot: ${seat.level}`;
    return seat.here ? 'here' : 'away';
}

/**
 * Who speaks.
 * @param {import('./wire.d.ts').Kit} kit
 * @param {Said} said
 */
export function speaker(kit, said) {
    const side = sideName(kit, said.side);
    return said.person ? `${said.person} (${side})` : side;
}

/** A person with the side, or only the side. @param {Seat} seat */
export const called = seat => seat.person ? `${seat.person} (${seat.name})` : seat.name;

/**
 * Pairs of seats of others, before and now.
 * @param {readonly Seat[]} before @param {readonly Seat[]} now @param {readonly string[]} mine
 * @returns {[was: Seat, seat: Seat][]}
 */
function others(before, now, mine) {
    return now.flatMap(seat => {
        const was = before.find(s => s.side === seat.side);
        return was && !mine.includes(seat.side) ? [/** @type {[Seat, Seat]} */ ([was, seat])] : [];
    });
}

/**
 * Who of the others has come or left, in sentences.
 * @param {readonly Seat[]} before @param {readonly Seat[]} now @param {readonly string[]} mine
 */
export function presence(before, now, mine) {
    return others(before, now, mine).filter(([was, seat]) => seat.kind !== 'bot' && was.kind !== 'bot' && seat.here !== was.here)
        .map(([, seat]) => `${called(seat)} ${seat.here ? 'is here' : 'has left the table'}.`);
}

/**
 * What else the others did with their seats, in sentences.
 * @param {readonly Seat[]} before @param {readonly Seat[]} now @param {readonly string[]} mine
 * @returns {{ text: string, offer: string | null }[]} offer: the side that offers a draw
 */
export function news(before, now, mine) {
    return others(before, now, mine).flatMap(([was, seat]) => [
        seat.stands_in && !was.stands_in ? `lets a bot (${seat.level}) play.` : '',
        !seat.stands_in && was.stands_in ? 'plays again.' : '',
        seat.resigned && !was.resigned ? 'has resigned.' : '',
        seat.offers_draw && !was.offers_draw ? 'offers a draw.' : '',
        !seat.offers_draw && was.offers_draw ? 'offers a draw no more.' : '',
    ].filter(Boolean).map(text => ({ text: `${called(seat)} ${text}`, offer: text === 'offers a draw.' ? seat.side : null })));
}
