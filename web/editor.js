// The editor of positions: the board as it is drawn at the table, all counters that can be in play, and the text, which is the truth. Every
// edit is an edit of rows; the server says what the text comes to. The words of a game come from the game.

import * as api from './api.js';
import { Board } from './board.js';
import { button, el, fill } from './dom.js';
import { Editing } from './editor-state.js';
import { HerePanel } from './editor-here.js';
import { HeadsPanel } from './editor-heads.js';
import { Palette } from './editor-palette.js';
import { editorKeys } from './editor-keys.js';
import { exchange } from './editor-files.js';
import { TextPanel } from './editor-text.js';
import { describeNations } from './palette.js';
import { unpacked } from './position-link.js';
import { addRow, flip, put, remove } from './position-text.js';
import { Reference } from './reference.js';
import { seatRows } from './seats.js';
import { describeTerms } from './terms.js';
import { announce, dialog, message, tabs, toast } from './ui.js';
import { capital, placeName } from './view.js';

/** @typedef {import('./wire.d.ts').Kit} Kit */
/** @typedef {import('./wire.d.ts').CounterWord} CounterWord */

export class Editor {
    /** The counter in the hand, by the word of its row. @type {string | null} */ hand = null;
    /** The place that is looked at. @type {string | null} */ place = null;

    /**
     * @param {HTMLElement} root
     * @param {Kit} kit
     * @param {string} scenario
     * @param {import('./wire.d.ts').PositionWords} words
     * @param {string} text
     */
    constructor(root, kit, scenario, words, text) {
        this.kit = kit;
        this.game = kit.title.id;
        this.scenario = scenario;
        this.words = words;
        describeNations(kit.title.nations);
        describeTerms(kit.teaching?.facts);
        this.reference = new Reference({ kit });
        const places = new Set(kit.places.map(p => p.id));
        this.isPlace = (/** @type {string} */ word) => places.has(word);
        this.state = new Editing(text, { game: this.game, scenario, words, isPlace: this.isPlace, onChange: () => this.update() });
        this.host = el('div', { class: 'board-host', data: { test: 'board' } });
        this.banner = el('p', { class: 'editor-state', role: 'status', data: { test: 'editor-state' } });
        const panels = { counters: el('div', { class: 'panel-body' }), here: el('div', { class: 'panel-body' }), heads: el('div', { class: 'panel-body' }) };
        this.tabs = tabs([
            { id: 'counters', label: 'Counters', panel: panels.counters },
            { id: 'here', label: 'Here', panel: panels.here },
            { id: 'heads', label: 'Moment', panel: panels.heads },
        ], { label: 'Tools', onShow: () => {} });
        const writing = el('section', { class: 'editor-text', 'aria-label': 'Text of the position' });
        fill(root, el('div', { class: 'editor' },
            this.#bar(), this.banner,
            el('main', { class: 'editor-board' }, this.host),
            el('aside', { class: 'editor-tools panel', 'aria-label': 'Tools' }, this.tabs.bar, panels.counters, panels.here, panels.heads),
            writing));
        this.board = new Board(this.host, kit, api.drawing(kit.board), {
            onPlace: place => this.at(place),
            onPiece: id => this.piece(id),
            onHover: () => {},
            onStack: place => this.stack(place),
            onMeasure: said => announce(said, 'ruler'),
            // Counters come from the palette: nothing is dragged on the board itself.
            onWhole: place => this.stack(place),
            grab: () => false,
            carry: () => {},
            put: () => {},
        });
        this.palette = new Palette(panels.counters, this);
        this.here = new HerePanel(panels.here, this);
        this.heads = new HeadsPanel(panels.heads, this);
        this.text = new TextPanel(writing, this);
        this.tabs.show('counters');
        editorKeys(this);
        this.#drops();
        this.update();
        this.state.check();
    }

    /**
     * Comes to the editor: `/edit/GAME/SCENARIO`, with `?from=ID` the present moment of a game, with `#t=` a text.
     * @param {HTMLElement} root
     */
    static async open(root) {
        const [, , inPath, scenarioInPath] = location.pathname.split('/').map(decodeURIComponent);
        const asked = new URLSearchParams(location.search);
        const [from, side] = [asked.get('from'), asked.get('side')];
        const packed = /^#t=(.+)$/.exec(location.hash)?.[1];
        const titles = await api.titles();
        const keys = from ? Object.values(api.keysOf(from)) : [];
        const state = from ? await api.state(from, keys, side) : null;
        const game = state?.game ?? inPath ?? asked.get('game') ?? titles[0]?.id ?? '';
        const title = titles.find(t => t.id === game);
        if (!title) throw new Error(`There is no game “${game}”; there are ${titles.map(t => t.id).join(', ')}.`);
        const scenario = state?.scenario ?? scenarioInPath ?? asked.get('scenario') ?? title.scenarios[0]?.id ?? '';
        const given = packed ? await unpacked(packed).catch(() => null) : null;
        const [kit, words, start] = await Promise.all([
            api.kit(game, scenario), api.positionWords(game, scenario),
            given ? { text: given, known: false } : from ? api.positionOf(from, keys, side) : api.startText(game, scenario),
        ]);
        const editor = new Editor(root, kit, scenario, words, start.text);
        if (packed && !given) toast(['The position in this address is damaged. Here is the beginning of the scenario.'], { kind: 'error' });
        if (start.known) toast(['This is what your side knows: what is hidden from it is not here.'], { stay: 12_000 });
        document.title = `Editor · ${kit.title.title} · Sandtable`;
        return editor;
    }

    #bar() {
        const { title } = this.kit;
        const scenario = el('select', {
            'aria-label': 'Scenario', data: { test: 'editor-scenario' },
            onchange: () => location.assign(`/edit/${encodeURIComponent(this.game)}/${encodeURIComponent(scenario.value)}`),
        }, title.scenarios.map(s => el('option', { value: s.id, selected: s.id === this.scenario }, s.title)));
        this.undo = button('Undo', () => this.state.undo(), { 'aria-keyshortcuts': 'Control+Z', data: { test: 'editor-undo' } });
        this.redo = button('Redo', () => this.state.redo(), { 'aria-keyshortcuts': 'Control+Y', data: { test: 'editor-redo' } });
        this.go = button('Play from here …', () => this.#play(), { class: 'primary', data: { test: 'editor-play' } });
        return el('header', { class: 'bar editor-bar' },
            el('a', { class: 'home', href: '/', 'aria-label': 'Sandtable: back to the lobby' }, el('span', { class: 'hexmark', 'aria-hidden': 'true' })),
            el('h1', null, title.title), scenario,
            el('div', { class: 'row editor-go' }, this.undo, this.redo, exchange(this), this.go));
    }

    /** The counter of a row. @param {string | null} word @returns {CounterWord | undefined} */
    counter(word) {
        return this.words.counters.find(c => c.word === word);
    }

    /** What a counter is called. @param {CounterWord} counter */
    name(counter) {
        return counter.picture?.name ?? counter.word;
    }

    /** The word of the row of a counter on the board. @param {string} id */
    wordOf(id) {
        const word = this.state.rowWords[id] ?? id;
        return this.counter(word) ? word : this.words.counters.find(c => c.picture?.id === id)?.word ?? null;
    }

    /** Draws everything. */
    update() {
        const { state } = this;
        if (!this.text) return;
        const view = state.view;
        if (view) this.board.draw({ ...view, counters: state.counters });
        const picked = new Set(state.counters.filter(c => this.hand !== null && this.wordOf(c.id) === this.hand).map(c => c.id));
        this.board.select(picked);
        this.board.point(this.place ? [this.place] : []);
        const held = this.counter(this.hand);
        const faults = state.faults.length;
        fill(this.banner,
            held ? [el('b', null, `${this.name(held)}: `), 'choose a place on the board. Escape lets go.']
            : faults ? `${faults === 1 ? 'One thing is' : `${faults} things are`} wrong: see the text. The board shows the last position that could be read, with your changes.`
            : view ? [capital(view.moment), view.decision && ` · ${view.deciding.map(id => this.kit.title.sides.find(s => s.id === id)?.name ?? id).join(' and ')}: ${view.decision}`]
            : 'Reading …');
        this.banner.classList.toggle('wrong', faults > 0 && !held);
        if (this.undo) this.undo.disabled = !state.mayUndo;
        if (this.redo) this.redo.disabled = !state.mayRedo;
        if (this.go) this.go.disabled = faults > 0 || !view;
        this.palette.update();
        this.here.update();
        this.heads.update();
        this.text.update();
        document.documentElement.dataset.checked = String(state.checked);
    }

    /** Takes a counter into the hand, or lets go. @param {string | null} word */
    take(word) {
        this.hand = this.hand === word ? null : word;
        const counter = this.counter(this.hand);
        if (counter) announce(`${this.name(counter)} in hand`, 'hand');
        this.update();
    }

    /** A place was chosen. @param {string} place */
    at(place) {
        const counter = this.counter(this.hand);
        if (counter) {
            this.place = place;
            this.hand = null;
            this.edit(put(this.state.text, counter, place, this.words, this.isPlace), `${this.name(counter)} to ${placeName(this.kit, place)}`);
            return;
        }
        this.look(place);
    }

    /** Looks at a place: what stands there and what can be said of it. @param {string | null} place */
    look(place) {
        this.place = place;
        if (place) this.tabs.show('here');
        this.update();
    }

    /** A counter on the board was chosen. @param {string} id */
    piece(id) {
        const c = this.state.counters.find(x => x.id === id);
        const word = this.wordOf(id);
        if (this.hand && word !== this.hand && c) {
            this.at(c.place);
            return;
        }
        if (c) this.look(c.place);
        if (word) this.take(word);
    }

    /** A stack was chosen. @param {string} place */
    stack(place) {
        if (this.hand) {
            this.at(place);
            return;
        }
        this.look(place);
        this.board.fan(place);
    }

    /** Changes the text. @param {string} text @param {string} [said] */
    edit(text, said = '') {
        if (said) announce(said, 'edit');
        this.state.set(text);
    }

    /** Turns the counter in the hand. @param {string | null} [word] */
    flip(word = this.hand) {
        const counter = this.counter(word);
        if (counter) this.edit(flip(this.state.text, counter), `${this.name(counter)} turned`);
    }

    /** Takes a counter off. @param {string | null} [word] */
    remove(word = this.hand) {
        const counter = this.counter(word);
        if (!counter) return;
        if (this.hand === word) this.hand = null;
        this.edit(remove(this.state.text, counter, this.words, this.isPlace), `${this.name(counter)} taken off`);
    }

    /** Adds a row. @param {string} row */
    add(row) {
        this.edit(addRow(this.state.text, row), `${row} added`);
    }

    #drops() {
        this.host.addEventListener('dragover', event => {
            if (event.dataTransfer?.types.includes('text/x-counter')) event.preventDefault();
        });
        this.host.addEventListener('drop', event => {
            const word = event.dataTransfer?.getData('text/x-counter');
            const place = this.board.camera.under(event.clientX, event.clientY);
            if (!word || !place) return;
            event.preventDefault();
            this.hand = word;
            this.at(place);
        });
    }

    #play() {
        const { title } = this.kit;
        const seats = seatRows(title, this.scenario);
        const wrong = el('p', { class: 'alert', role: 'alert', hidden: true });
        const start = el('button', { type: 'submit', class: 'primary big', data: { test: 'editor-start' } }, 'Start');
        const form = el('form', { class: 'setup' }, seats.node, wrong, el('div', { class: 'row end' }, start));
        dialog('Play from here', [form], { class: 'new-game', test: 'editor-new-game' });
        form.addEventListener('submit', async event => {
            event.preventDefault();
            start.disabled = true;
            const players = seats.value();
            try {
                const made = await api.create({
                    game: this.game, scenario: this.scenario, options: {}, seats: players, explain: seats.explain(), no_hints: seats.noHints(),
                    position: this.state.text,
                });
                api.storeCreated(made);
                location.assign(`/game/${made.id}`);
            } catch (error) {
                start.disabled = false;
                wrong.textContent = message(error);
                wrong.hidden = false;
            }
        });
    }
}
