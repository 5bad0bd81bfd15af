// What the file of a game proves of its dice, worked out here and without the table that rolled them. The derivation is described in docs/server.md
// and is the kernel's (core/seal.rs, core/chains.rs): tests hold the two together.

import { hash, hex, unhex } from './sha256.js';

/** @typedef {{ side: string, after: number, seal: string }} SeatSeal */
/** @typedef {{ kind: string, seals?: string[], secrets?: (string | null)[], hand?: boolean, before?: number, seats?: SeatSeal[], every?: boolean }} Source */
/** @typedef {{ seal: string, undone?: number }} ChoiceSeal */
/** @typedef {{ side: string, action: unknown, dice?: number[], faces?: number[], hand?: boolean, reveal?: string, seal?: ChoiceSeal }} Move */
/** @typedef {{ sandtable: number, game: string, scenario: string, dice: Source, start_dice?: number[], start_faces?: number[], moves: Move[] }} GameFile */

/**
 * What became of a line of the proof.
 * @typedef {'fits' | 'wrong' | 'typed in' | 'elsewhere' | 'unknown' | 'missing'} Verdict  `unknown`: the file does not say how many faces the dice have
 */
/** @typedef {{ number: number, side: string, dice: number[], derived: number[], verdict: Verdict, link: boolean, choice: Verdict | null, why: string }} Checked  `number` 0 is the set-up */
/** @typedef {{ side: string, after: number, seal: string, links: number, counts: boolean }} Chained */
/**
 * @typedef {object} Proof
 * @property {'proved' | 'seeded' | 'typed in' | 'unproved' | 'wrong'} dice
 * @property {string} said
 * @property {{ seal: string, secret: string | null, verdict: Verdict }[]} seals
 * @property {Chained[]} chains
 * @property {Checked[]} moves  those that rolled, showed a link or made a sealed choice
 */

/** A file that is none. */
export class NoFile extends Error {}

/** The link of a chain that comes before another. @param {Uint8Array} link */
export const linkBefore = link => hash('link', link);

/** The seal of a secret. @param {Uint8Array} secret */
export const sealOf = secret => hash('seal', secret);

/** Dice that follow from secrets, links and the number of the roll. */
export class Sealed {
    /** @param {Uint8Array[]} secrets @param {number} number @param {Uint8Array[]} [links] */
    constructor(secrets, number, links = []) {
        const key = hash('dice', ...secrets);
        this.key = links.length ? hash('seats', key, ...links) : key;
        this.number = number;
    }

    /** @param {number} faces */
    roll(faces) {
        const bytes = hash('roll', this.key, this.number);
        this.number += 1;
        // A byte of the last, incomplete round is passed over, so that every face is equally likely.
        const limit = 256 - 256 % faces;
        const fair = bytes.find(byte => byte < limit) ?? bytes[0] ?? 0;
        return fair % faces + 1;
    }
}

/** What seats put into the dice, move by move. */
class Chains {
    /** @type {{ side: string, after: number, seal: string, link: Uint8Array, links: number, counts: boolean }[]} */ list = [];

    /** @param {Source} source */
    constructor(source) {
        this.every = source.every === true;
        for (const { side, after, seal } of source.seats ?? []) {
            const link = unhex(seal);
            const last = this.list.at(-1);
            if (!link || this.list.some(c => c.seal === seal) || (last && last.after > after)) throw new NoFile('What seats put into the dice of this file cannot be read.');
            this.list.push({ side, after, seal, link, links: 0, counts: this.list.every(c => c.side === side) });
        }
    }

    /** The chain from which a side shows links after so many moves. @param {string} side @param {number} moves */
    of(side, moves) {
        return this.list.findLast(c => c.side === side && c.counts && c.after <= moves);
    }

    /** What the dice of a move follow from. @param {string} side @param {number} moves @param {Uint8Array | null} link */
    links(side, moves, link) {
        const own = this.of(side, moves);
        return this.list.filter(c => c.counts && c.after <= moves).map(c => link && c === own ? link : c.link);
    }

    /**
     * A move goes by that shows a link; what is wrong with it, if anything is.
     * @param {string} side @param {number} moves @param {boolean} rolled @param {Uint8Array} link
     */
    show(side, moves, rolled, link) {
        const own = this.of(side, moves);
        if (!own || hex(linkBefore(link)) !== hex(own.link)) return 'What it puts into the dice is not the next link of the seat’s chain.';
        const waiting = this.list.filter(c => c.side !== side && !c.counts && c.after <= moves);
        if (!rolled && !this.every && !waiting.length) return 'It shows a link of the seat’s chain that it does not want.';
        own.link = link;
        own.links += 1;
        for (const chain of waiting) chain.counts = true;
        return '';
    }
}

/**
 * Reads the text of a game file, as far as its dice go.
 * @param {string} text
 * @returns {GameFile}
 */
export function readFile(text) {
    /** @type {any} */ let file;
    try {
        file = JSON.parse(text);
    } catch {
        throw new NoFile('This is no game file of Sandtable.');
    }
    const list = (/** @type {unknown} */ value) => value === undefined || Array.isArray(value);
    const whole = file && typeof file === 'object' && Array.isArray(file.moves) && file.dice && typeof file.dice === 'object'
        && list(file.start_dice) && list(file.dice.seals) && list(file.dice.secrets) && list(file.dice.seats)
        && file.moves.every((/** @type {any} */ m) => m && typeof m.side === 'string' && list(m.dice) && list(m.faces));
    if (!whole) throw new NoFile('This is no game file of Sandtable.');
    if (file.sandtable !== 1) throw new NoFile(`The file has format ${file.sandtable}; this page reads format 1.`);
    return file;
}

/** Faces of dice: six where the file says nothing. @param {readonly number[]} dice @param {readonly number[] | undefined} faces */
const facesOf = (dice, faces) => faces?.length === dice.length ? faces : dice.map(() => 6);

/**
 * Holds dice against those that are derived. Older files do not tell how many faces a die has: of those that do not fit with six it is said when they fit with ten.
 * @param {Sealed} source @param {readonly number[]} dice @param {readonly number[] | undefined} told
 * @returns {{ derived: number[], verdict: Verdict }}
 */
function held(source, dice, told) {
    const from = source.number;
    const roll = (/** @type {readonly number[]} */ faces) => {
        source.number = from;
        return faces.map(f => source.roll(f));
    };
    const faces = facesOf(dice, told);
    const derived = roll(faces);
    if (derived.every((die, i) => die === dice[i])) return { derived, verdict: 'fits' };
    const tens = told?.length ? derived : roll(dice.map(() => 10));
    const either = dice.every((die, i) => die === derived[i] || die === tens[i]);
    return { derived, verdict: either ? 'unknown' : 'wrong' };
}

/**
 * How many first moves are those of another game: said, or, in branches that older programs made, marked as rolled by hand.
 * @param {GameFile} file
 */
function takenOver(file) {
    const { before = null, hand } = file.dice;
    if (hand) return before;
    const last = file.moves.findLastIndex(m => m.hand);
    return last < 0 ? before : Math.max(before ?? 0, last + 1);
}

/**
 * Proves the dice of a file.
 * @param {GameFile} file
 * @returns {Proof}
 */
export function prove(file) {
    const { dice: source, moves } = file;
    if (source.kind === 'hand') {
        const typed = moves.flatMap((m, i) => m.dice?.length ? [line(i, m, 'typed in')] : []);
        return { dice: 'typed in', said: 'The dice of this game were rolled by hand and typed in. Nothing can prove them.', seals: [], chains: [], moves: typed };
    }
    const { seals = [], secrets = [] } = source;
    if (!seals.length || seals.length !== secrets.length) {
        return { dice: 'wrong', said: 'The dice of this file have no seals that bind anybody: anybody could have chosen them.', seals: [], chains: [], moves: [] };
    }
    const opened = seals.map((seal, i) => {
        const secret = secrets[i] ?? null;
        const bytes = unhex(secret);
        /** @type {Verdict} */
        const verdict = secret === null ? 'missing' : bytes && hex(sealOf(bytes)) === seal ? 'fits' : 'wrong';
        return { seal, secret, verdict, bytes };
    });
    const all = opened.every(s => s.verdict === 'fits') ? opened.flatMap(s => s.bytes ?? []) : null;
    const foreign = takenOver(file);
    const chains = new Chains(source);
    const salts = all && hash('salts', ...all);
    /** @type {Checked[]} */ const checked = [];
    let rolls = 0;
    let before = foreign;
    const start = file.start_dice ?? [];
    if (start.length) {
        const { derived, verdict } = all ? held(new Sealed(all, 0), start, file.start_faces) : { derived: [], verdict: /** @type {Verdict} */ ('missing') };
        checked.push({ number: 0, side: '', dice: start, derived, verdict: foreign === null ? verdict : 'elsewhere', link: false, choice: null, why: '' });
        rolls += start.length;
    }
    moves.forEach((move, i) => {
        const rolled = move.dice ?? [];
        const link = unhex(move.reveal);
        /** @type {Verdict} */ let verdict = rolled.length ? 'missing' : 'fits';
        /** @type {number[]} */ let derived = [];
        if (!rolled.length) verdict = 'fits';
        else if (before !== null && i < before) verdict = 'elsewhere';
        else if (move.hand) verdict = source.hand ? 'typed in' : 'wrong';
        else if (all) ({ derived, verdict } = held(new Sealed(all, rolls, chains.links(move.side, i, link)), rolled, move.faces));
        let why = '';
        if (move.reveal !== undefined) why = link ? chains.show(move.side, i, rolled.length > 0, link) : 'What it puts into the dice is no link.';
        if (why) verdict = 'wrong';
        /** @type {Verdict | null} */ let choice = null;
        if (move.seal) choice = salts ? sealedChoice(salts, i + 1, move) === move.seal.seal ? 'fits' : 'wrong' : 'missing';
        rolls += rolled.length;
        if (rolled.length || move.reveal !== undefined || choice) checked.push({ number: i + 1, side: move.side, dice: rolled, derived, verdict, link: move.reveal !== undefined, choice, why });
    });
    const told = chains.list.map(({ side, after, seal, links, counts }) => ({ side, after, seal, links, counts }));
    return { ...summed(checked, opened, source, foreign), seals: opened.map(({ seal, secret, verdict }) => ({ seal, secret, verdict })), chains: told, moves: checked };
}

/** The seal that a secret choice must have. @param {Uint8Array} salts @param {number} number @param {Move} move */
function sealedChoice(salts, number, move) {
    const salt = hash('salt', salts, number, move.seal?.undone ?? 0);
    return hex(hash('choice', `${move.side} ${JSON.stringify(move.action)}`, salt));
}

/** @param {number} i @param {Move} move @param {Verdict} verdict @returns {Checked} */
const line = (i, move, verdict) => ({ number: i + 1, side: move.side, dice: move.dice ?? [], derived: [], verdict, link: false, choice: null, why: '' });

/**
 * @param {Checked[]} checked
 * @param {{ verdict: Verdict }[]} seals
 * @param {Source} source
 * @param {number | null} foreign
 * @returns {Pick<Proof, 'dice' | 'said'>}
 */
function summed(checked, seals, source, foreign) {
    const rolled = checked.filter(c => c.dice.length);
    const wrong = checked.find(c => c.verdict === 'wrong' || c.choice === 'wrong');
    const badSeal = seals.findIndex(s => s.verdict === 'wrong');
    if (badSeal >= 0) return { dice: 'wrong', said: `Secret ${badSeal + 1} is not the one that was sealed.` };
    if (wrong) {
        const what = wrong.choice === 'wrong' ? 'the choice is not the one that was sealed' : 'the dice do not follow from the sealed secrets';
        return { dice: 'wrong', said: `${wrong.number ? `Move ${wrong.number}` : 'The set-up'}: ${what}. The file was changed, or the dice were.` };
    }
    const missing = seals.flatMap((s, i) => s.verdict === 'missing' ? [i + 1] : []);
    if (missing.length) return { dice: 'unproved', said: `The dice cannot be proved: secret ${missing.join(' and ')} is missing.` };
    if (rolled.some(c => c.verdict === 'elsewhere')) {
        const which = foreign ? `the first ${foreign} moves` : 'the set-up';
        return { dice: 'unproved', said: `The dice of ${which} came from a file or from another game, and nothing here proves them. All others follow from the sealed secrets.` };
    }
    const unknown = rolled.filter(c => c.verdict === 'unknown').length;
    if (unknown) return { dice: 'unproved', said: `The dice of ${unknown} ${unknown === 1 ? 'move' : 'moves'} fit if some have ten faces, which this file does not say. All others follow from the sealed secrets.` };
    const typed = rolled.filter(c => c.verdict === 'typed in').length;
    if (typed) return { dice: 'typed in', said: `The dice of ${typed} ${typed === 1 ? 'move' : 'moves'} were rolled by hand and typed in. All others follow from the secrets.` };
    if (source.hand) return { dice: 'seeded', said: 'Every die follows from the secrets, but somebody may have known them: the game was made with a seed.' };
    return { dice: 'proved', said: 'Every die follows from the sealed secrets.' };
}
