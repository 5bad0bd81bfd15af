// Battles as they are told: from the steps of a game to one account of each battle. Nothing is drawn here.

/** @typedef {import('./wire.d.ts').Frame} Frame */
/** @typedef {import('./wire.d.ts').BattlePart} BattlePart */
/** @typedef {import('./wire.d.ts').Force} Force */

/**
 * @typedef {object} Told
 * @property {BattlePart} part
 * @property {number} index  of the step that told it
 */

/**
 * @typedef {object} Account  what was told of a battle
 * @property {number} at  which battle of the game it is, counted from 0
 * @property {string} place
 * @property {string} title
 * @property {number} first  index of the step that opened it
 * @property {number} last  index of the last step that told of it
 * @property {boolean} over
 * @property {Told[]} told  everything after its opening
 * @property {Force[]} attackers
 * @property {Force[]} defenders
 */

/** The battles of a game, kept up to date as steps come and are taken back. */
export class Story {
    /** @type {Account[]} */ battles = [];
    /** @type {Frame[]} steps that have been read */ #read = [];

    /**
     * Reads what is new. If another past has come, all of it is read anew.
     * @param {readonly Frame[]} frames
     */
    follow(frames) {
        const read = this.#read;
        if (frames.length < read.length || (read.length && frames[read.length - 1] !== read.at(-1))) {
            this.#read = [];
            this.battles = [];
        }
        for (let i = this.#read.length; i < frames.length; i += 1) this.#tell(/** @type {Frame} */ (frames[i]), i);
    }

    /** @param {Frame} frame @param {number} index */
    #tell(frame, index) {
        this.#read.push(frame);
        for (const part of frame.battle ?? []) {
            if (part.part === 'opens') {
                const before = this.battles.at(-1);
                if (before) before.over = true;
                const { place, title, attackers, defenders } = part;
                this.#open({ place, title, index, attackers: [...attackers], defenders: [...defenders] });
                continue;
            }
            const now = this.battles.at(-1);
            if (part.part === 'closes') {
                if (now && !now.over) [now.over, now.last] = [true, index];
                continue;
            }
            // How a battle began may be hidden from who hears the rest; and what is told right after the end belongs to it.
            const battle = now && (!now.over || now.last === index) ? now : this.#open({ place: '', title: 'Battle', index, attackers: [], defenders: [] });
            battle.last = index;
            if (part.part === 'joins') (part.attacks ? battle.attackers : battle.defenders).push(part.force);
            battle.told.push({ part, index });
        }
    }

    /** @param {{ place: string, title: string, index: number, attackers: Force[], defenders: Force[] }} how */
    #open({ index, ...what }) {
        const battle = { ...what, at: this.battles.length, first: index, last: index, over: false, told: [] };
        this.battles.push(battle);
        return battle;
    }

    /** The battle that a step belongs to. @param {number} index of the step */
    of(index) {
        // Battles follow one another: the last that had begun by then is the only one.
        const battle = this.battles.findLast(b => b.first <= index);
        return battle && index <= battle.last ? battle : null;
    }
}

/** What came of a battle so far, in words; empty while nothing has. @param {Account} battle */
export function outcome(battle) {
    return battle.told.flatMap(({ part }) => part.part === 'result' ? part.text : []).join('; ');
}

/**
 * A battle as it had been told after so many steps: who came later is not there yet.
 * @param {Account} battle
 * @param {number} steps
 * @returns {Account}
 */
export function upTo(battle, steps) {
    if (battle.last < steps) return battle;
    const told = battle.told.filter(t => t.index < steps);
    const later = battle.told.flatMap(({ part, index }) => part.part === 'joins' && index >= steps ? part.force : []);
    return {
        ...battle, told, over: false,
        attackers: battle.attackers.filter(f => !later.includes(f)), defenders: battle.defenders.filter(f => !later.includes(f)),
    };
}

/**
 * The places that a battle is about: where it is fought and where it led.
 * @param {Account} battle
 */
export function ground(battle) {
    const gone = battle.told.flatMap(({ part }) => part.part === 'fate' ? part.places : []);
    return [...new Set([battle.place, ...gone])].filter(Boolean);
}
