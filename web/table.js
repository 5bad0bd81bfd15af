// The table: holds the state of one game, gives it to the board and the panels, and sends what the player does.

import { Adviser, WhyPanel } from './advice.js';
import { Analyst } from './analysis.js';
import * as api from './api.js';
import { Banners } from './banners.js';
import { BattleCard } from './battle-card.js';
import { Board } from './board.js';
import { Carry } from './carry.js';
import { Clocks } from './clock.js';
import { Company } from './company.js';
import { Ending } from './ending.js';
import { Forces } from './forces.js';
import { Gestures } from './gestures.js';
import { Going } from './going.js';
import { Grounds } from './ground.js';
import { LessonCard } from './lesson.js';
import { listen } from './keys.js';
import { Log } from './log.js';
import { Match } from './match.js';
import { OddsList } from './odds-list.js';
import { Orders } from './orders.js';
import { describeNations } from './palette.js';
import { Picker } from './pick.js';
import { PlaybackBar, watch } from './playback-bar.js';
import { Reference } from './reference.js';
import { Replay } from './replay.js';
import { Shell } from './shell.js';
import { Finder, opening } from './sight.js';
import { sitDown } from './sit.js';
import { Since } from './since-panel.js';
import { Pressed } from './pressed.js';
import { play } from './sounds.js';
import { Status } from './status.js';
import { Stays } from './stays.js';
import { Story } from './story.js';
import { describeTerms } from './terms.js';
import { announce, message, toast } from './ui.js';
import { ends } from './usual.js';
import { sideName } from './view.js';

/** @typedef {import('./wire.d.ts').State} State */
/** @typedef {import('./wire.d.ts').Kit} Kit */
/** @typedef {import('./wire.d.ts').Offered} Offered */

export class Table {
    /** @type {number | null} how many moves the board shows; null for now */ looking = null;
    /** @type {'orders' | 'log' | 'forces' | 'status' | 'why'} */ #tab = 'orders';
    #hidden = false;
    #drawing = 0;
    #wasMine = false;
    /** What is to be said once a step has been ended in haste. */ #left = '';

    /**
     * @param {HTMLElement} root
     * @param {State} state
     * @param {Kit} kit
     * @param {string[]} keys
     */
    constructor(root, state, kit, keys) {
        this.id = state.id;
        this.kit = kit;
        describeNations(kit.title.nations);
        describeTerms(kit.teaching?.facts);
        this.keys = keys;
        this.match = new Match(state, kit, keys, {
            onChange: moved => {
                if (moved) {
                    this.gestures.heard();
                    this.gestures.onward();
                    this.adviser.lapse();
                    this.picker.lapse();
                }
                if (moved) this.#hear();
                if (moved && this.#left && this.state.undo.may) toast([this.#left], { name: 'go', stay: 5000 });
                if (moved) this.#left = '';
                this.refresh();
            },
            onPast: () => {
                this.panels.log.reset();
                this.refresh();
            },
            onBack: text => {
                this.looking = this.past && this.looking !== null && this.looking < this.past.frames.length ? this.looking : null;
                this.panels.log.tookBack(text);
                toast([text], { name: 'undone', stay: 3000 });
            },
            onError: error => this.fail(error),
            onPlayed: (frame, before) => watch(this, frame, before),
            onSaid: said => this.company.hear(said),
            onSeats: before => this.company.turned(before),
            onRematch: () => this.end.invited(),
            onDeleted: () => location.assign('/'),
        });
        this.story = new Story();
        this.company = new Company(this);
        this.reference = new Reference(this);
        this.gestures = new Gestures(this);
        this.stays = new Stays();
        this.odds = new OddsList(this);
        this.picker = new Picker(this);
        this.adviser = new Adviser(this);
        this.analyst = new Analyst(this);
        this.end = new Ending(this);
        this.shell = new Shell(root, this);
        this.clocks = new Clocks(this.shell.clocks, this);
        this.board = new Board(this.shell.board, kit, api.drawing(kit.board), {
            onPlace: place => void this.picker.place(place),
            onPiece: (id, on) => void this.picker.piece(id, on),
            onHover: () => {},
            onStack: place => void this.picker.stack(place),
            onMeasure: text => announce(text, 'ruler'),
            onWhole: place => void this.picker.whole(place),
            grab: (at, place, how) => this.carry.take(at, place, how),
            carry: (at, first) => {
                if (at && first) this.carry.begin();
                if (at) this.carry.move(at);
                else this.carry.cancel();
            },
            put: (at, place) => void this.carry.end(at, place),
        });
        this.shell.board.addEventListener('pointerup', event => {
            this.picker.pointer = { x: event.clientX, y: event.clientY };
        }, true);
        for (const what of /** @type {const} */ (['pointerup', 'keydown'])) {
            document.addEventListener(what, event => {
                this.picker.through = event.shiftKey;
            }, true);
        }
        this.carry = new Carry(this.shell.board, this);
        this.pressed = new Pressed(document);
        this.grounds = new Grounds(this.board.switches, this);
        this.battle = new BattleCard(this.shell.board, this);
        this.playing = new PlaybackBar(this.shell.board, this);
        this.going = new Going(this);
        this.finder = new Finder(this.shell.board, this);
        this.since = new Since(this);
        this.lesson = new LessonCard(this.shell.lesson, this);
        this.replay = new Replay(this.shell.replay, this);
        this.banners = new Banners(this.shell.banners, this);
        this.panels = {
            orders: new Orders(this.shell.orders, this), log: new Log(this.shell.log, this),
            forces: new Forces(this.shell.forces, this), status: new Status(this.shell.status, this),
            why: new WhyPanel(this.shell.why, this),
        };
        this.shell.tabs.show('orders');
        this.shell.height('low');
        listen(this);
        this.#draw();
        opening(this);
        this.match.open();
    }

    /**
     * Comes to the table of a game.
     * @param {HTMLElement} root
     * @param {string} id
     */
    static async open(root, id) {
        const seats = await sitDown(id);
        const keys = new URLSearchParams(location.search).has('watch') ? [] : Object.values(api.keysOf(id));
        const state = await api.state(id, keys);
        const table = new Table(root, state, await api.kit(state.game, state.scenario), keys);
        table.company.welcome(seats);
        return table;
    }

    get state() {
        return this.match.state;
    }

    get past() {
        return this.match.past;
    }

    get busy() {
        return this.match.busy;
    }

    get replaying() {
        return this.looking !== null;
    }

    /** How many moves the board shows. */
    get index() {
        return this.looking ?? this.past?.frames.length ?? this.state.number;
    }

    /** The view that is shown. */
    get shown() {
        return this.looking !== null && this.past ? this.past.at(this.looking) : this.state.view;
    }

    /** Whether I must decide. */
    get mine() {
        return this.state.offers !== null;
    }

    /** Whether I may read why bots do what they do. */
    get explains() {
        return (this.state.explains || this.state.result !== null) && this.state.seats.some(s => s.kind === 'bot');
    }

    /** Draws soon: many steps in a moment are drawn once. */
    refresh() {
        if (!this.#drawing) this.#drawing = requestAnimationFrame(() => this.#draw());
    }

    /** Draws at once: somebody waits for the answer to a click. */
    redraw() {
        this.#draw();
    }

    #draw() {
        cancelAnimationFrame(this.#drawing);
        this.#drawing = 0;
        if (this.pressed.waits(() => this.#draw())) return;
        const { board, picker, shown, state } = this;
        if (this.past) this.story.follow(this.past.frames);
        board.draw(shown, this.match.routes());
        board.light({ pieces: picker.lit(), places: picker.places() });
        board.select(picker.selected);
        board.traces(this.replaying ? [] : picker.traces);
        board.highlights.ways(picker.ways());
        board.highlights.trails(this.replaying || picker.selected.size ? [] : this.match.trails());
        board.highlights.advise(this.adviser.places());
        board.highlights.ask(this.mine && !this.replaying ? state.offers?.prompt?.places ?? [] : []);
        this.grounds.update();
        board.highlights.teach(this.lesson.places());
        this.lesson.update();
        this.battle.update();
        this.playing.update();
        this.since.update();
        this.company.update();
        this.clocks.update();
        this.end.update();
        this.shell.update();
        this.banners.update();
        this.replay.update();
        this.panels[this.#tab].update();
        document.title = `${this.mine ? '● ' : ''}${this.kit.title.title} · Sandtable`;
        document.documentElement.dataset.number = String(this.replaying ? this.index : state.number);
        this.finder.update();
        if (this.mine && !this.#wasMine) {
            const asked = state.offers?.prompt?.text ?? state.view.decision;
            announce(`Your decision: ${asked}.`.replace(/([.?!])\.$/, '$1'));
            if (this.past) {
                // The bar says it; a message over the map would say it twice.
                this.shell.call();
                play('turn');
            }
        }
        this.#wasMine = this.mine;
    }

    /** A step has come: if a battle begins with it, its card opens. */
    #hear() {
        if (!this.past) return;
        const before = this.story.battles.length;
        this.story.follow(this.past.frames);
        if (this.story.battles.length !== before) this.battle.told(this.story.battles.length > before);
        if (this.story.battles.length > before) play('battle');
        else if (this.past.frames.at(-1)?.dice?.length) play('dice');
    }

    /** @param {'orders' | 'log' | 'forces' | 'status' | 'why'} tab */
    showPanel(tab) {
        this.#tab = tab;
        this.panels?.[tab].update();
    }

    /**
     * Shows the game after so many moves, or as it is now.
     * @param {number | null} index
     */
    look(index) {
        this.looking = index;
        this.picker.drop();
        this.#draw();
    }

    /** @param {Offered} action */
    async act(action) {
        await this.match.act(action.number);
    }

    /** @param {string} text */
    async actText(text) {
        await this.match.act(text);
    }

    /** Takes the last move back, and what was done with it by one click. */
    async undo() {
        const { undo } = this.state;
        if (!undo.may || this.replaying) {
            toast([this.shell.undo.title || 'There is nothing to take back.'], { name: 'undo' });
            return;
        }
        await this.gestures.takeBack(this.gestures.back);
    }

    /** @param {unknown} error */
    fail(error) {
        if (error instanceof api.Refused && error.problem.code === 'stale') {
            toast(['The game has gone on meanwhile. Look again, then choose.'], { name: 'stale' });
            return;
        }
        const breaches = error instanceof api.Refused ? error.problem.breaches ?? [] : [];
        toast([message(error), ...breaches.flatMap(b => [' ', `Rule ${b.rule}: ${b.reason}`])], { kind: 'error', name: 'error' });
        if (!(error instanceof api.Refused)) console.error(error);
    }

    /** Sits down at one's own table. */
    async sit() {
        try {
            api.storeKeys(this.id, (await api.claim(this.id)).keys);
            location.assign(`/game/${this.id}`);
        } catch (error) {
            this.fail(error);
        }
    }

    async save() {
        await api.download(this.id, this.keys).catch(error => this.fail(error));
    }

    /** @param {string} id */
    name(id) {
        return this.shown.counters.find(c => c.id === id)?.name ?? id;
    }

    /** @param {string} place */
    describe(place) {
        return this.board.describe(place);
    }

    /** What is asked, with the side that is asked if you play several. @param {string} text */
    prompted(text) {
        const { offers, yours } = this.state;
        return yours.length > 1 ? `${sideName(this.kit, offers?.side)}: ${text}` : text;
    }

    escape() {
        if (this.board.measuring) this.measure();
        else if (this.picker.selected.size) this.picker.drop();
        else if (this.match.playback.waiting) this.match.playback.finish();
        else if (this.battle.open) this.battle.dismiss();
        else if (this.picker.looked) this.picker.drop();
        else if (this.replaying) this.replay.now();
    }

    goOn() {
        const go = this.replaying ? null : this.gestures.primary;
        if (!go) {
            void this.picker.held();
            return;
        }
        const left = ends(go) ? this.going.able().length : 0;
        this.#left = left ? `${left} ${left === 1 ? 'unit' : 'units'} could still have acted. Press u to take it back.` : '';
        void this.picker.button(go);
    }

    /** Takes up the ruler, or puts it down. */
    measure() {
        announce(this.board.measure() ? 'Ruler: choose two places. Escape puts it down.' : 'The ruler is put down.', 'ruler');
    }

    supply() {
        this.grounds.toggle('supply');
    }

    hideCounters() {
        this.#hidden = !this.#hidden;
        this.board.hide(this.#hidden);
        announce(this.#hidden ? 'Counters hidden.' : 'Counters shown.');
    }
}
