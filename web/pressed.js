// While a control is held down nothing is drawn anew: a button that is replaced between press and release gets no click.

/** So long at most: a release that never comes must not stop the page. */
const MOST = 1500;

export class Pressed {
    #down = false;
    /** @type {(() => void) | null} what waits for the release */ #late = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

    /** @param {EventTarget} page  that hears the presses */
    constructor(page) {
        page.addEventListener('pointerdown', event => {
            if (!(/** @type {Element} */ (event.target)).closest('button, a, summary, label, select')) return;
            this.#down = true;
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.#up(), MOST);
        }, true);
        for (const what of ['pointerup', 'pointercancel']) {
            page.addEventListener(what, () => {
                if (!this.#down) return;
                clearTimeout(this.#timer);
                // The click comes after the release.
                this.#timer = setTimeout(() => this.#up(), 0);
            }, true);
        }
    }

    #up() {
        this.#down = false;
        const late = this.#late;
        this.#late = null;
        late?.();
    }

    /** Whether drawing has to wait; it is then done at the release. @param {() => void} draw */
    waits(draw) {
        if (this.#down) this.#late = draw;
        return this.#down;
    }
}
