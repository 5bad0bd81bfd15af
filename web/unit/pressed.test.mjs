// Nothing is drawn anew under a finger.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pressed } from '../pressed.js';

/** A page that tells of presses on a control or beside one. */
class Page extends EventTarget {
    /** @param {string} what @param {boolean} control */
    tell(what, control) {
        const event = new Event(what);
        Object.defineProperty(event, 'target', { value: { closest: () => control || null } });
        this.dispatchEvent(event);
    }
}

const soon = () => new Promise(resolve => setTimeout(resolve, 5));

test('what is to be drawn while a button is held down is drawn once after its click', async () => {
    const page = new Page();
    const pressed = new Pressed(page);
    let drawn = 0;
    const draw = () => void (drawn += 1);
    assert.equal(pressed.waits(draw), false);
    page.tell('pointerdown', true);
    assert.equal(pressed.waits(draw), true);
    assert.equal(pressed.waits(draw), true);
    page.tell('pointerup', true);
    assert.equal(drawn, 0, 'the click is still to come');
    await soon();
    assert.equal(drawn, 1);
    assert.equal(pressed.waits(draw), false);
});

test('a press beside the controls holds nothing up, and one that is never let go not for long', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const page = new Page();
    const pressed = new Pressed(page);
    let drawn = 0;
    page.tell('pointerdown', false);
    assert.equal(pressed.waits(() => {}), false);
    page.tell('pointerdown', true);
    assert.equal(pressed.waits(() => void (drawn += 1)), true);
    t.mock.timers.tick(2000);
    assert.equal(drawn, 1);
    assert.equal(pressed.waits(() => {}), false);
});
