// Talking to the server: requests, keys to the seats, and the line over which steps are pushed.

/** @typedef {import('./wire.d.ts').Problem} Problem */
/** @typedef {Record<string, string>} SideKeys by side */

/** A refusal of the server, in its words. */
export class Refused extends Error {
    /** @param {Problem} problem @param {number} status */
    constructor(problem, status) {
        super(problem.message);
        this.problem = problem;
        this.status = status;
    }
}

/**
 * @template T
 * @param {string} path
 * @param {{ method?: string, body?: unknown, keys?: string[] }} [how]
 * @returns {Promise<T>}
 */
export async function call(path, how = {}) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (how.keys?.length) headers.Authorization = `Bearer ${how.keys.join(',')}`;
    if (how.body !== undefined) headers['Content-Type'] = 'application/json';
    let answer;
    try {
        const body = how.body === undefined ? null : JSON.stringify(how.body);
        answer = await fetch(path, { method: how.method ?? (body ? 'POST' : 'GET'), headers, body });
    } catch {
        throw new Refused({ code: 'offline', message: 'The server cannot be reached. Is it running?' }, 0);
    }
    const text = await answer.text();
    if (answer.status === 204) return /** @type {T} */ (undefined);
    /** @type {unknown} */
    let value;
    try {
        value = JSON.parse(text);
    } catch {
        throw new Refused({ code: 'broken', message: text.trim() || `The server answered ${answer.status}.` }, answer.status);
    }
    if (!answer.ok) throw new Refused(/** @type {Problem} */ (value), answer.status);
    return /** @type {T} */ (value);
}

/** @param {string} id */
const game = id => `/api/games/${encodeURIComponent(id)}`;

export const titles = () => /** @type {Promise<import('./wire.d.ts').Title[]>} */ (call('/api/titles'));

/** @param {string} name @param {string} scenario */
export const kit = (name, scenario) => /** @type {Promise<import('./wire.d.ts').Kit>} */ (
    call(`/api/titles/${encodeURIComponent(name)}/kit?scenario=${encodeURIComponent(scenario)}`));

/** @param {string} name */
export const rules = name => /** @type {Promise<import('./wire.d.ts').Rule[]>} */ (
    call(`/api/titles/${encodeURIComponent(name)}/rules`));

/** @param {string} board @param {boolean} [small] */
export const drawing = (board, small) => `/boards/${encodeURIComponent(board)}.svg${small ? '?detail=overview' : ''}`;

export const games = () => /** @type {Promise<import('./wire.d.ts').Listing[]>} */ (call('/api/games'));

/** @param {import('./wire.d.ts').NewGame} body */
export const create = body => /** @type {Promise<import('./wire.d.ts').Created>} */ (call('/api/games', { body }));

/** @param {import('./wire.d.ts').Import} body */
export const take = body => /** @type {Promise<import('./wire.d.ts').Created>} */ (call('/api/games/import', { body }));

/** Which of one's sides a request is for. @param {string | null | undefined} side */
const of = side => side ? `?side=${encodeURIComponent(side)}` : '';

/** @param {string} id @param {string[]} keys @param {string | null} [side] */
export const state = (id, keys, side) => /** @type {Promise<import('./wire.d.ts').State>} */ (call(`${game(id)}${of(side)}`, { keys }));

/** @param {string} id */
export const claim = id => /** @type {Promise<import('./wire.d.ts').Keys>} */ (call(`${game(id)}/claim`, { body: {} }));

/** Sits down with invitations. @param {string} id @param {string[]} invitations */
export const sit = (id, invitations) => /** @type {Promise<import('./wire.d.ts').Keys>} */ (call(`${game(id)}/sit`, { body: { invitations } }));

/** @param {string} id @param {string[]} keys @param {'piece' | 'place'} what @param {string} which @param {string} [side] */
export const can = (id, keys, what, which, side) => /** @type {Promise<import('./wire.d.ts').Can>} */ (
    call(`${game(id)}/can?${what}=${encodeURIComponent(which)}${of(side).replace('?', '&')}`, { keys }));

/** Layers of a piece. @param {string} id @param {string[]} keys @param {string} piece @param {string} [side] */
export const traces = (id, keys, piece, side) => /** @type {Promise<import('./wire.d.ts').Traces>} */ (
    call(`${game(id)}/traces?piece=${encodeURIComponent(piece)}${of(side).replace('?', '&')}`, { keys }));

/** Layers of the ground. @param {string} id @param {string[]} keys @param {import('./wire.d.ts').Ground} what @param {string} [side] */
export const ground = (id, keys, what, side) => /** @type {Promise<import('./wire.d.ts').Traces>} */ (
    call(`${game(id)}/ground?what=${what}${of(side).replace('?', '&')}`, { keys }));

/** @param {string} id @param {string[]} keys @param {string} [side] */
export const actions = (id, keys, side) => /** @type {Promise<import('./wire.d.ts').Can>} */ (call(`${game(id)}/actions${of(side)}`, { keys }));

/** @param {string} id @param {string[]} keys @param {import('./wire.d.ts').Act} body */
export const act = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Done>} */ (
    call(`${game(id)}/actions`, { body, keys }));

/** @param {string} id @param {string[]} keys @param {number} after */
export const undo = (id, keys, after) => /** @type {Promise<import('./wire.d.ts').Done>} */ (
    call(`${game(id)}/undo`, { body: { after }, keys }));

/** @param {string} id @param {string[]} keys @param {import('./wire.d.ts').ChangeSeat} body */
export const changeSeat = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Seat[]>} */ (
    call(`${game(id)}/seat`, { body, keys }));

/** @param {string} id @param {string[]} keys @param {import('./wire.d.ts').Say} body */
export const say = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Said>} */ (call(`${game(id)}/say`, { body, keys }));

/** @param {string} id @param {string[]} keys @param {string} name */
export const rename = (id, keys, name) => /** @type {Promise<void>} */ (call(`${game(id)}/name`, { body: { name }, keys }));

/** @param {string} id @param {string[]} keys */
export const remove = (id, keys) => /** @type {Promise<void>} */ (call(game(id), { method: 'DELETE', keys }));

/** @param {string} id @param {string[]} keys @param {import('./wire.d.ts').Wish} body */
export const wish = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Answer>} */ (
    call(`${game(id)}/wish`, { body, keys }));

/** @param {string} id @param {string[]} keys @param {import('./wire.d.ts').Act} body */
export const odds = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Odds>} */ (
    call(`${game(id)}/odds`, { body, keys }));

/** @param {string} id @param {string[]} keys @param {import('./wire.d.ts').AskHint} body */
export const hint = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Hint>} */ (
    call(`${game(id)}/hint`, { body, keys }));

/** @param {string} id @param {string[]} keys @param {import('./wire.d.ts').AskAnalysis} body */
export const analyse = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Analysed>} */ (
    call(`${game(id)}/analysis`, { body, keys }));

/** What a bot would have played. @param {string} id @param {string[]} keys @param {import('./wire.d.ts').AskThen} body */
export const then = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Then>} */ (
    call(`${game(id)}/analysis/then`, { body, keys }));

/** The same game once more, with sides exchanged. @param {string} id @param {string[]} keys */
export const rematch = (id, keys) => /** @type {Promise<import('./wire.d.ts').Created>} */ (
    call(`${game(id)}/rematch`, { method: 'POST', keys }));

/** @param {string} id @param {string[]} keys @param {string | null} [side] */
export const history = (id, keys, side) => /** @type {Promise<import('./wire.d.ts').History>} */ (call(`${game(id)}/history${of(side)}`, { keys }));

/** @param {string} id @param {string[]} keys @param {import('./wire.d.ts').Branch} body */
export const branch = (id, keys, body) => /** @type {Promise<import('./wire.d.ts').Created>} */ (
    call(`${game(id)}/branch`, { body, keys }));

/** What a position as text comes to. @param {import('./wire.d.ts').AskPosition} body */
export const readPosition = body => /** @type {Promise<import('./wire.d.ts').PositionRead>} */ (call('/api/positions', { body }));

/** The words of positions of a scenario. @param {string} name @param {string} scenario */
export const positionWords = (name, scenario) => /** @type {Promise<import('./wire.d.ts').PositionWords>} */ (
    call(`/api/titles/${encodeURIComponent(name)}/words?scenario=${encodeURIComponent(scenario)}`));

/** The beginning of a scenario as text. @param {string} name @param {string} scenario */
export const startText = (name, scenario) => /** @type {Promise<import('./wire.d.ts').PositionText>} */ (
    call(`/api/titles/${encodeURIComponent(name)}/position?scenario=${encodeURIComponent(scenario)}`));

/** This moment of a game as text. @param {string} id @param {string[]} keys @param {string | null} [side] */
export const positionOf = (id, keys, side) => /** @type {Promise<import('./wire.d.ts').PositionText>} */ (call(`${game(id)}/position${of(side)}`, { keys }));

export const puzzles = () => /** @type {Promise<import('./wire.d.ts').PuzzleTitle[]>} */ (call('/api/puzzles'));

/** @param {string} name @param {string} puzzle */
const puzzle = (name, puzzle) => `/api/puzzles/${encodeURIComponent(name)}/${encodeURIComponent(puzzle)}`;

/** @param {string} name @param {string} id */
export const beginPuzzle = (name, id) => /** @type {Promise<import('./wire.d.ts').Created>} */ (call(puzzle(name, id), { body: {} }));

/** What a bot does with a puzzle. @param {string} name @param {string} id */
export const botAtPuzzle = (name, id) => /** @type {Promise<import('./wire.d.ts').PuzzleTry>} */ (call(`${puzzle(name, id)}/bot`));

/** The puzzle that is played in a game. @param {string} id @param {string[]} keys @param {boolean} solution */
export const puzzleAt = (id, keys, solution) => /** @type {Promise<import('./wire.d.ts').PuzzleState>} */ (call(`${game(id)}/puzzle?solution=${solution}`, { keys }));

/**
 * Saves the game file. It is fetched and not merely linked to, because the file of a game with secrets needs a key.
 * @param {string} id
 * @param {string[]} keys
 */
export async function download(id, keys) {
    /** @type {Record<string, string>} */
    const headers = keys.length ? { Authorization: `Bearer ${keys.join(',')}` } : {};
    const answer = await fetch(`${game(id)}/record`, { headers });
    if (!answer.ok) throw new Refused(await answer.json(), answer.status);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${id}.sandtable.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {'sandtable.keys' | 'sandtable.invites'} shelf @returns {Record<string, SideKeys>} */
function stored(shelf) {
    try {
        const value = JSON.parse(localStorage.getItem(shelf) ?? '{}');
        return typeof value === 'object' && value ? value : {};
    } catch {
        return {};
    }
}

/** @param {'sandtable.keys' | 'sandtable.invites'} shelf @param {string} id @param {SideKeys} keys */
function store(shelf, id, keys) {
    const all = stored(shelf);
    all[id] = { ...all[id], ...keys };
    try {
        localStorage.setItem(shelf, JSON.stringify(all));
    } catch {
        // A browser that keeps nothing still plays until the page is left.
    }
}

/** Keys of the seats that I play. @param {string} id @returns {SideKeys} */
export const keysOf = id => stored('sandtable.keys')[id] ?? {};
/** @param {string} id @param {SideKeys} keys */
export const storeKeys = (id, keys) => store('sandtable.keys', id, keys);
/** Invitations to be given away. @param {string} id @returns {SideKeys} */
export const invitesOf = id => stored('sandtable.invites')[id] ?? {};

/**
 * Stores what is told once of a new game: the keys of my own seats, and the invitations to be handed on.
 * @param {import('./wire.d.ts').Created} made
 */
export function storeCreated(made) {
    storeKeys(made.id, made.keys);
    store('sandtable.invites', made.id, made.invitations);
}

/** A link to a game, perhaps with the keys of your own seats. @param {string} id @param {string} [key] */
export function link(id, key) {
    return `${location.origin}/game/${id}${key ? `#key=${key}` : ''}`;
}

/** A link with which somebody sits down. @param {string} id @param {string | undefined} token */
export const invitation = (id, token) => `${location.origin}/game/${id}#seat=${token ?? ''}`;

/** The pushed line. It comes back by itself when it breaks, a little later each time. */
export class Line {
    /**
     * @param {string} id
     * @param {string[]} keys
     * @param {{ onMessage(message: import('./wire.d.ts').Live): void, onOnline(online: boolean): void }} events
     */
    constructor(id, keys, events) {
        this.address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${game(id)}/live`;
        this.keys = keys;
        /** @type {string | null} the side that is looked from; without it the one that must decide */ this.side = null;
        this.events = events;
        this.wait = 500;
        this.timer = 0;
        this.closed = false;
        addEventListener('online', () => this.#now());
        document.addEventListener('visibilitychange', () => {
            if (!document.hidden) this.#now();
        });
        this.#open();
    }

    #open() {
        const socket = new WebSocket(this.address);
        this.socket = socket;
        socket.onopen = () => {
            this.wait = 500;
            socket.send(JSON.stringify({ keys: this.keys, side: this.side ?? undefined }));
            this.events.onOnline(true);
        };
        socket.onmessage = event => this.events.onMessage(JSON.parse(event.data));
        socket.onclose = () => {
            if (this.closed || this.socket !== socket) return;
            this.events.onOnline(false);
            this.timer = setTimeout(() => this.#open(), this.wait * (0.75 + Math.random() / 2));
            this.wait = Math.min(this.wait * 2, 10_000);
        };
    }

    #now() {
        if (this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
        clearTimeout(this.timer);
        this.#open();
    }

    /** Looks from another of one's sides. @param {string | null} side */
    look(side) {
        this.side = side;
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ side }));
    }

    close() {
        this.closed = true;
        clearTimeout(this.timer);
        this.socket?.close();
    }
}
