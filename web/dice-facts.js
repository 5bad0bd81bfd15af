// What is to be said of the dice of a game, and of a game that does not go on.

/** @typedef {import('./wire.d.ts').State} State */

/** What is known of the dice beside their seals, a sentence each. @param {Pick<State, 'dice_facts' | 'yours'>} state @param {(side: string) => string} named @returns {string[]} */
export function diceFacts({ dice_facts: dice, yours }, named) {
    const facts = [];
    if (dice.from_file) facts.push('The game was over when it was taken in from a file: this table rolled none of its dice.');
    else if (dice.before !== undefined && dice.before !== null) {
        facts.push(dice.before ? `The dice of the first ${dice.before === 1 ? 'move' : `${dice.before} moves`} came with the file or game that this one goes on from. This table rolled those since.`
            : 'The dice of the set-up came with the file or game that this one goes on from. This table rolled all others.');
    }
    const sides = [...new Set(dice.seats.filter(s => s.counts).map(s => s.side))];
    if (sides.length) {
        const who = sides.map(side => yours.includes(side) ? `${named(side)} (you)` : named(side));
        facts.push(`${who.join(' and ')} put ${sides.length === 1 ? 'a secret' : 'secrets'} into the dice: what these seats roll follows from a number that their browser shows only with the move.`);
    }
    if (dice.said) facts.push(`When it was over: ${dice.said}.`);
    return facts;
}

/** Why a game does not go on. @param {{ number: number, moves: number, why: string }} closed */
export function closedText({ number, moves, why }) {
    return `This game is closed: it is shown as it stood before move ${number} of ${moves}, because today’s rules no longer lead further. ${why}. Its file can be had as it is, and you can branch off from any move that holds.`;
}
