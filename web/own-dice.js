// What my seats put into the dice: a chain of secrets for each, of which this browser shows one link after the other. The keeper of the table does not
// know a link before the move that it goes with. If this browser forgets its chain it begins another; the game goes on meanwhile.

import { linkBefore } from './dice-proof.js';
import { hex, unhex } from './sha256.js';

/** @typedef {import('./wire.d.ts').DiceFacts} DiceFacts */
/** @typedef {import('./wire.d.ts').State} State */
/** @typedef {{ root: string, seal: string, seals: string[] }} Chain  `root` the last link, `seals` those of the table when this was put in */

/** Links of a chain: as many rolls as few games have for one side. When they are used up another is begun. */
const LINKS = 1000;

const SHELF = 'sandtable.dice';

/** Where chains are kept. @typedef {{ read(): string | null, write(text: string): void }} Shelf */

/** @type {Shelf} */
const browser = {
    read: () => localStorage.getItem(SHELF),
    write: text => localStorage.setItem(SHELF, text),
};

/** @param {Shelf} shelf @returns {Record<string, Record<string, Chain[]>>} by game and side */
function all(shelf) {
    try {
        const value = JSON.parse(shelf.read() ?? '{}');
        return typeof value === 'object' && value ? value : {};
    } catch {
        return {};
    }
}

/** The chains of a game, by side, as this browser remembers them. @param {string} game @param {Shelf} [shelf] */
export const chainsOf = (game, shelf = browser) => all(shelf)[game] ?? {};

/** @param {string} game @param {string} side @param {Chain} chain @param {Shelf} shelf */
function keep(game, side, chain, shelf) {
    const games = all(shelf);
    const sides = games[game] ??= {};
    (sides[side] ??= []).push(chain);
    try {
        shelf.write(JSON.stringify(games));
    } catch {
        // A browser that keeps nothing has its chain until the page is left.
    }
}

/** All links of a chain: the end, which is its seal, first. @param {string} root @returns {Uint8Array[]} */
export function linksOf(root) {
    let link = unhex(root) ?? new Uint8Array(32);
    const links = [link];
    for (let i = 0; i < LINKS; i += 1) {
        link = linkBefore(link);
        links.push(link);
    }
    return links.reverse();
}

/** @returns {string} */
const random = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * @typedef {object} Ways  to the table
 * @property {(body: import('./wire.d.ts').PutIn) => Promise<DiceFacts>} putIn
 * @property {() => Promise<State>} state
 */

export class OwnDice {
    /** @type {Map<string, Chain[]>} by side */ #chains = new Map();
    /** @type {Map<string, string[]>} by root: its links as digits */ #links = new Map();
    /** @type {Promise<void>} */ #joined = Promise.resolve();

    /**
     * @param {string} game
     * @param {{ dice_facts: DiceFacts, yours: readonly string[] }} state
     * @param {Ways} ways
     * @param {boolean} [every] whether every action wants a link, as where things are hidden
     * @param {Shelf} [shelf]
     */
    constructor(game, state, ways, every = false, shelf = browser) {
        this.game = game;
        this.ways = ways;
        this.every = every;
        this.shelf = shelf;
        /** What the table said last. */ this.facts = state.dice_facts;
        for (const [side, chains] of Object.entries(chainsOf(game, shelf))) this.#chains.set(side, chains);
    }

    /** Puts a chain in for each of my seats that has none, where that can be. @param {State} state */
    join(state) {
        this.facts = state.dice_facts;
        if (!state.yours.length || state.seeded || !state.seals.length || state.result || state.closed) return;
        const bare = state.yours.filter(side => !this.#mine(side) && !state.seats.some(s => s.side === side && s.stands_in));
        this.#joined = this.#joined.then(async () => {
            for (const side of bare) await this.#putIn(side, state.seals);
        });
    }

    /** The chain of a side that was put in by this browser last, if it stands. @param {string} side */
    #mine(side) {
        return this.#chains.get(side)?.findLast(chain => this.facts.seats.some(s => s.side === side && s.seal === chain.seal));
    }

    /** @param {string} root */
    #linksOf(root) {
        const links = this.#links.get(root) ?? linksOf(root).map(hex);
        this.#links.set(root, links);
        return links;
    }

    /** @param {string} side @param {string[]} seals */
    async #putIn(side, seals) {
        const root = random();
        const chain = { root, seal: this.#linksOf(root)[0] ?? '', seals };
        try {
            // It is kept before the table hears of it: a chain that is lost on the way does no harm.
            keep(this.game, side, chain, this.shelf);
            this.#chains.set(side, [...this.#chains.get(side) ?? [], chain]);
            this.facts = await this.ways.putIn({ side, seal: chain.seal });
        } catch {
            // The game goes on with the dice of the table, and its file says so.
        }
    }

    /** The chain from which the table takes links of a side now. @param {string} side */
    #active(side) {
        return this.facts.seats.findLast(s => s.side === side && s.counts);
    }

    /** The next link of a side; null if this browser does not have it. @param {string} side */
    next(side) {
        const active = this.#active(side);
        const chain = active && this.#chains.get(side)?.find(c => c.seal === active.seal);
        if (!active || !chain) return null;
        const links = this.#linksOf(chain.root);
        const shown = links.indexOf(active.link);
        return shown < 0 ? null : links[shown + 1] ?? null;
    }

    /**
     * Acts, with the next link if the action wants one.
     * @template {{ side?: string | null | undefined, reveal?: string | null | undefined }} B
     * @template R
     * @param {B} body
     * @param {(body: B) => Promise<R>} send
     * @returns {Promise<R>}
     */
    async act(body, send) {
        const { side } = body;
        if (!side || !this.#mine(side)) return send(body);
        try {
            const link = this.every && this.next(side);
            return link ? await this.#show(body, side, link, send) : await send({ ...body, reveal: 'ask' });
        } catch (error) {
            if (!wantsLink(error)) throw error;
        }
        const known = !this.every && this.next(side);
        try {
            if (known) return await this.#show(body, side, known, send);
        } catch (error) {
            if (!wantsLink(error)) throw error;
        }
        // What was shown and what counts is known to the table: others may have moved, or a move was taken back.
        this.facts = (await this.ways.state()).dice_facts;
        const link = this.next(side);
        if (link) return this.#show(body, side, link, send);
        // Another browser put in a chain of this seat, or this one is used up.
        const done = await send(body);
        await this.#renew(side);
        return done;
    }

    /**
     * @template {{ reveal?: string | null | undefined }} B
     * @template R
     * @param {B} body @param {string} side @param {string} link @param {(body: B) => Promise<R>} send
     * @returns {Promise<R>}
     */
    async #show(body, side, link, send) {
        const active = this.#active(side);
        const done = await send({ ...body, reveal: link });
        if (active) active.link = link;
        return done;
    }

    /** Begins another chain where the one that counts is none of mine. @param {string} side */
    async #renew(side) {
        const last = this.facts.seats.findLast(s => s.side === side);
        const waits = last && !last.counts && this.#chains.get(side)?.some(c => c.seal === last.seal);
        const seals = this.#chains.get(side)?.at(-1)?.seals ?? [];
        if (!waits) await this.#putIn(side, seals);
    }
}

/** @param {unknown} error */
function wantsLink(error) {
    return /** @type {{ problem?: { code?: string } }} */ (error)?.problem?.code === 'reveal';
}
