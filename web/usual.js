// What you usually answer: to the same question of the same phase, the answer that you gave last. Nothing is drawn here.

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Offers} Offers */

const GO_ON = /^(end|done|pass|finish)(_|$)/;
/** Deals with everything at once: all are paid for, all join, the rest is lost by the rule. */
const WHOLE = /_(all|rest)$/;

/** What is asked, and when: answers are remembered for one phase. @param {Offers} offers @param {string} moment */
export const question = (offers, moment) => `${offers.side}|${moment}|${offers.what}`;

/**
 * The button that lets the game go on when one has done enough, or when nothing else can be done.
 * @param {Offers | null | undefined} offers
 */
export function goOn(offers) {
    const plain = offers?.buttons.filter(b => !b.pieces.length && !b.place) ?? [];
    return plain.find(b => GO_ON.test(b.verb)) ?? (offers?.count === 1 ? plain[0] ?? null : null);
}

/** Whether an action ends a step. @param {Offered} action */
export const ends = action => !action.pieces.length && !action.place && GO_ON.test(action.verb);

/** Whether an action is an answer to a question, and not something that one of many units does. @param {Offers} offers @param {Offered} action */
export function isAnswer(offers, action) {
    return !action.place && !action.weigh && (!action.pieces.length || (action.pieces.length === 1 && offers.pieces.length === 1));
}

export class Usual {
    /** Verbs by question, the last first. @type {Map<string, string[]>} */
    #given = new Map();

    /** @param {string} asked @param {string} verb */
    note(asked, verb) {
        this.#given.set(asked, [verb, ...(this.#given.get(asked) ?? []).filter(v => v !== verb)]);
    }

    /**
     * The answer that was given before, if it can be given again and only one action is meant.
     * @param {Offers} offers
     * @param {string} asked
     * @param {readonly Offered[]} [more]  what the only unit that can act may do, where not all is listed
     * @returns {Offered | null}
     */
    again(offers, asked, more = []) {
        for (const verb of this.#given.get(asked) ?? []) {
            const found = (offers.buttons.length < offers.count ? [...offers.buttons, ...more] : offers.buttons).filter(b => b.verb === verb && isAnswer(offers, b));
            if (found.length === 1) return found[0] ?? null;
        }
        return null;
    }

    /**
     * What the red button is: what you answered before, else what deals with everything at once, else what goes on.
     * @param {Offers | null | undefined} offers
     * @param {string} moment
     * @param {readonly Offered[]} [more]
     * @returns {Offered | null}
     */
    primary(offers, moment, more = []) {
        if (!offers) return null;
        const whole = offers.buttons.filter(b => !b.pieces.length && !b.place && WHOLE.test(b.verb));
        return this.again(offers, question(offers, moment), more) ?? (whole.length === 1 ? whole[0] ?? null : null) ?? goOn(offers);
    }
}
