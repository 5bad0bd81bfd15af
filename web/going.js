// Getting about: to the next unit that can act, to a place, to a move of the past, and by the keyboard's cursor.

import { centre } from './sight.js';
import { announce, toast } from './ui.js';

export class Going {
    /** @param {import('./table.js').Table} table */
    constructor(table) {
        this.table = table;
    }

    /** Brings places into sight. @param {readonly string[]} places */
    reveal(places) {
        const [first] = places;
        if (first) centre(this.table, first);
    }

    /**
     * Goes to a move in the replay, and to its places.
     * @param {number} index of the move, counted from 0
     * @param {readonly string[]} places
     */
    lead(index, places) {
        this.table.replay.stop();
        this.table.replay.show(index + 1);
        this.seek(places);
    }

    /** Opens the card of a battle again. @param {number} at */
    recall(at) {
        const { place } = this.table.story.battles[at] ?? {};
        this.table.battle.show(at);
        if (place) this.seek([place]);
    }

    /** @param {readonly string[]} places */
    seek(places) {
        const [first] = places;
        if (!first) return;
        this.table.shell.height(this.table.shell.panel.dataset.height === 'full' ? 'half' : this.table.shell.panel.dataset.height ?? 'low');
        centre(this.table, first);
        this.table.board.setCursor(first);
        this.table.board.point(places, 2500);
    }

    /** @param {'left' | 'right' | 'up' | 'down'} way */
    cursor(way) {
        this.table.board.step(way);
        if (this.table.board.cursor) announce(this.table.describe(this.table.board.cursor), 'cursor');
    }

    /** @param {boolean} only whether nothing but picking is meant */
    enter(only) {
        const place = this.table.board.cursor;
        if (!place) return;
        if (this.table.board.measuring) {
            announce(this.table.board.span(place), 'ruler');
            return;
        }
        const box = this.table.shell.board.getBoundingClientRect();
        this.table.picker.pointer = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        void this.table.picker.key(place, only);
    }

    /** Those that can act and are not to stay. */
    able() {
        const lit = this.table.picker.pieces();
        return this.table.shown.counters.filter(c => lit.has(c.id));
    }

    /**
     * The next piece that can act after what is picked.
     * @param {number} by
     * @param {readonly string[]} [without] these are passed over
     */
    after(by, without = []) {
        const able = this.able().filter(c => this.table.picker.selected.has(c.id) || !without.includes(c.id));
        const now = able.findIndex(c => this.table.picker.selected.has(c.id));
        for (let i = 0; i < able.length; i += 1) {
            const next = able[(now < 0 ? (by > 0 ? i : able.length - 1 - i) : now + by * (i + 1) + able.length * able.length) % able.length];
            if (next && !without.includes(next.id)) return next.id;
        }
        return null;
    }

    /** Goes to the next piece that can act. @param {number} by */
    next(by) {
        const id = this.after(by);
        if (id) void this.goTo(id);
        else toast(['No unit can act now.'], { name: 'next', stay: 2500 });
    }

    /** Brings a piece into sight and picks it up. @param {string} id */
    async goTo(id) {
        this.table.picker.drop();
        const place = this.table.picker.placeOf(id);
        if (place) {
            centre(this.table, place);
            this.table.board.setCursor(place);
        }
        await this.table.picker.piece(id);
    }
}
