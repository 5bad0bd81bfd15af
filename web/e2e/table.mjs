// What every browser test needs: a program of its own on a database of its own, its API, and pages of a browser.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

/** @typedef {import('../wire.d.ts').State} State */
/** @typedef {import('../wire.d.ts').Offered} Offered */
/** @typedef {import('../wire.d.ts').Player} Player */
/** @typedef {import('playwright-core').Page} Page */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PROGRAM = process.env.SANDTABLE ?? join(ROOT, 'target', 'debug', 'sandtable');
const run = promisify(execFile);

/** @type {Player} */
export const ME = { kind: 'me' };
/** @type {Player} */
export const OPEN = { kind: 'open' };
export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** The program, serving from a folder of its own. */
export class Table {
    /** @type {import('node:child_process').ChildProcess | null} */ #process = null;
    #address = '127.0.0.1:0';

    /** @param {string} folder @param {string} [program] @param {readonly string[]} [args] */
    constructor(folder, program = PROGRAM, args = []) {
        this.args = args;
        this.folder = folder;
        this.program = program;
        this.url = '';
    }

    /** @param {string} [program] @param {readonly string[]} [args]  what it is told beside its address and its database, as `--public` */
    static async start(program, args) {
        const table = new Table(await mkdtemp(join(tmpdir(), 'sandtable-')), program, args);
        await table.up();
        return table;
    }

    /** Starts the program; a second time at the same address. */
    async up() {
        const child = spawn(this.program, ['serve', '--addr', this.#address, '--database', join(this.folder, 'games.db'), ...this.args], { stdio: ['ignore', 'pipe', 'inherit'] });
        this.#process = child;
        process.once('exit', () => child.kill('SIGKILL'));
        for await (const line of createInterface({ input: child.stdout })) {
            const found = /^Sandtable is at (http:\/\/([\d.:]+))\//.exec(line);
            if (!found?.[1] || !found[2]) continue;
            [, this.url, this.#address] = found;
            child.stdout.resume();
            return;
        }
        throw new Error('the program ended before it said its address');
    }

    /** Kills the program as a power cut would. */
    async kill() {
        const child = this.#process;
        if (!child || child.exitCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
    }

    async stop() {
        await this.kill();
        await rm(this.folder, { recursive: true, force: true });
    }

    /**
     * A new game, of Fury in the East with both sides at this table unless told otherwise.
     * @param {{ game?: string, scenario?: string, seed?: number, seats?: Record<string, Player>, explain?: boolean }} [how]
     */
    async game({ game = 'fury', scenario = 'campaign', seed = 1, seats = { ru: ME, cp: ME }, explain = false } = {}) {
        return this.#made(await this.call('/api/games', { body: { game, scenario, seats, seed, explain } }));
    }

    /**
     * A game that begins with a position of docs/positions, of Fury in the East unless told otherwise.
     * @param {string} position
     * @param {{ game?: string, scenario?: string, ending?: string, seed?: number, ends?: string, seats?: Record<string, Player> }} [how]
     */
    async position(position, { game = 'fury', scenario = 'campaign', ending = 'toml', seed = 1, ends = 'auto', seats = { ru: ME, cp: ME } } = {}) {
        const file = join(this.folder, `${position}-${crypto.randomUUID()}.json`);
        await this.command('new', game, scenario, '-o', file, '--position', join(ROOT, 'docs', 'positions', `${position}.${ending}`), '--seed', String(seed), '--option', `ends=${ends}`);
        return this.#made(await this.call('/api/games/import', { body: { file: await readFile(file, 'utf8'), seats } }));
    }

    /** What does not change in a game of Fury in the East. @returns {Promise<import('../wire.d.ts').Kit>} */
    kit() {
        return this.call('/api/titles/fury/kit?scenario=campaign');
    }

    /** Guests come at once. @param {import('../wire.d.ts').Created} made */
    async #made(made) {
        const invitations = Object.values(made.invitations);
        const sat = invitations.length ? await this.call(`/api/games/${made.id}/sit`, { body: { invitations } }) : { keys: {} };
        return new Game(this, made.id, { ...made.keys, ...sat.keys });
    }

    /**
     * @param {string} path
     * @param {{ body?: unknown, keys?: string[] }} [how]
     * @returns {Promise<any>}
     */
    async call(path, how = {}) {
        const answer = await this.ask(path, how);
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
        return JSON.parse(text);
    }

    /**
     * @param {string} path
     * @param {{ body?: unknown, keys?: string[] }} [how]
     */
    ask(path, { body, keys = [] } = {}) {
        /** @type {Record<string, string>} */
        const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
        if (keys.length) headers.Authorization = `Bearer ${keys.join(',')}`;
        return fetch(this.url + path, { method: body === undefined ? 'GET' : 'POST', headers, body: body === undefined ? undefined : JSON.stringify(body) });
    }

    /**
     * What the command line says about a game file.
     * @param {...string} args
     */
    async command(...args) {
        return (await run(PROGRAM, args)).stdout;
    }
}

/** A game, with the keys of all its seats. */
export class Game {
    /**
     * @param {Table} table
     * @param {string} id
     * @param {Record<string, string>} keys by side
     */
    constructor(table, id, keys) {
        this.table = table;
        this.id = id;
        this.keys = keys;
    }

    get path() {
        return `/api/games/${this.id}`;
    }

    /** @param {string} [side] as this side sees it; as all sides if none is given */
    #keys(side) {
        return side === undefined ? Object.values(this.keys) : [this.keys[side] ?? ''];
    }

    /** @param {string} [side] @returns {Promise<State>} */
    state(side) {
        return this.table.call(this.path, { keys: this.#keys(side) });
    }

    /** @returns {Promise<import('../wire.d.ts').History>} */
    history() {
        return this.table.call(`${this.path}/history`, { keys: this.#keys() });
    }

    /** Where every piece on the board is. @returns {Promise<Record<string, string>>} */
    async places() {
        const [{ view }, { places }] = await Promise.all([this.state(), this.table.kit()]);
        return onBoard(view, places);
    }

    /** @returns {Promise<Offered[]>} */
    async actions() {
        return (await this.table.call(`${this.path}/actions`, { keys: this.#keys() })).actions;
    }

    /**
     * Takes an action, by its number or its text.
     * @param {number | string} action
     * @returns {Promise<import('../wire.d.ts').Done>}
     */
    async act(action) {
        const { number, offers } = await this.state();
        return this.table.call(`${this.path}/actions`, { keys: this.#keys(), body: { after: number, side: offers?.side, action } });
    }

    /**
     * Plays by chance, always the same for the same seed, until a state is wanted or so many actions are taken.
     * @param {{ seed?: number, most?: number, until?: (state: State) => boolean }} how
     * @returns {Promise<State>}
     */
    async wander({ seed = 1, most = 2000, until = () => false }) {
        let random = seed;
        for (let i = 0; ; i += 1) {
            const state = await this.state();
            if (i >= most || state.result || until(state)) return state;
            const actions = await this.actions();
            random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
            const action = actions[Math.floor((random / 2 ** 32) * actions.length)];
            if (!action) throw new Error(`nothing can be done at ${state.number}: ${state.view.decision}`);
            await this.table.call(`${this.path}/actions`, { keys: this.#keys(), body: { after: state.number, side: state.offers?.side, action: action.number } });
        }
    }

    /** Writes the game file. @returns {Promise<string>} its name */
    async save() {
        const answer = await this.table.ask(`${this.path}/record`, { keys: this.#keys() });
        if (!answer.ok) throw new Error(`no record: ${answer.status}`);
        const file = join(this.table.folder, `${this.id}-${crypto.randomUUID()}.json`);
        await writeFile(file, await answer.text());
        return file;
    }
}

/**
 * Where the pieces of a view are, those in boxes beside the board left out.
 * @param {import('../wire.d.ts').View} view
 * @param {import('../wire.d.ts').Place[]} places
 * @returns {Record<string, string>} by piece
 */
export function onBoard(view, places) {
    const known = new Set(places.map(p => p.id));
    return Object.fromEntries(view.counters.filter(c => known.has(c.place)).map(c => [c.id, c.place]));
}

/**
 * A program and a browser for the tests of a file; both end with the last of them.
 * @param {readonly string[]} [args]  what the program is told
 */
export async function stage(args) {
    const table = await Table.start(undefined, args);
    after(() => table.stop());
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    after(() => browser.close());
    return { table, browser };
}

/**
 * A page in a context of its own: nothing is shared with other pages. An error in the page fails the test.
 * @param {import('playwright-core').Browser} browser
 * @param {Table} table
 * @param {{ size?: { width: number, height: number }, touch?: boolean, motion?: boolean, keys?: Record<string, Record<string, string>>, settings?: Partial<import('../settings.js').Settings> }} [how]
 *     keys of seats by game and side; settings as somebody chose them who waits for nothing and is asked nothing, unless told otherwise
 */
export async function newPage(browser, table, { size = WIDE, touch = false, motion = false, keys = {}, settings = {} } = {}) {
    const context = await browser.newContext({
        baseURL: table.url, viewport: size, hasTouch: touch, isMobile: touch, reducedMotion: motion ? 'no-preference' : 'reduce',
        storageState: { cookies: [], origins: [{ origin: table.url, localStorage: [
            { name: 'sandtable.keys', value: JSON.stringify(keys) },
            { name: 'sandtable.settings', value: JSON.stringify({ pace: 'off', ask: false, onward: false, ...settings }) },
        ] }] },
    });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on('pageerror', error => {
        throw error;
    });
    return page;
}

/**
 * A page at a game, in the seats named.
 * @param {import('playwright-core').Browser} browser
 * @param {Game} game
 * @param {Parameters<typeof newPage>[2] & { sides?: string[] }} [how] all sides if none are named
 */
export async function sit(browser, game, how = {}) {
    const keys = Object.fromEntries(Object.entries(game.keys).filter(([side]) => !how.sides || how.sides.includes(side)));
    const page = await newPage(browser, game.table, { ...how, keys: { [game.id]: keys } });
    await page.goto(`/game/${game.id}`);
    await ready(page);
    return page;
}

/** Waits until a page is there. @param {Page} page */
export async function ready(page) {
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
}

/** The game's length as the page shows it. @param {Page} page */
export async function shownNumber(page) {
    return Number(await page.evaluate(() => document.documentElement.dataset.number));
}

/**
 * Waits until the page shows the game at a length.
 * @param {Page} page
 * @param {number} number
 */
export async function waitForNumber(page, number) {
    await page.waitForFunction(n => document.documentElement.dataset.number === String(n), number);
}

/**
 * Takes a picture if somebody wants pictures: into the folder named by SHOTS.
 * @param {Page} page
 * @param {string} name
 */
export async function shot(page, name) {
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
}
