// A finger that rests on the board asks what is there, as the pointer of a mouse does; it picks nothing.

/** So long a finger must rest. */
const REST_MS = 480;
/** It may tremble so far. */
const STILL = 10;

/**
 * @param {HTMLElement} pane
 * @param {(e: PointerEvent) => void} tell  a finger has rested where it went down
 * @returns {() => boolean} whether the last touch was such a one: its end is no click
 */
export function resting(pane, tell) {
    let rested = false;
    /** @type {PointerEvent | null} */
    let from = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const stop = () => clearTimeout(timer);
    pane.addEventListener('pointerdown', (e) => {
        stop();
        rested = false;
        from = e;
        if (e.pointerType === 'mouse' || !e.isPrimary) return;
        timer = setTimeout(() => {
            rested = true;
            tell(e);
        }, REST_MS);
    });
    pane.addEventListener('pointermove', (e) => {
        if (from && Math.hypot(e.clientX - from.clientX, e.clientY - from.clientY) > STILL) stop();
    });
    for (const end of ['pointerup', 'pointercancel']) pane.addEventListener(end, stop);
    pane.addEventListener('contextmenu', (e) => {
        if (rested) e.preventDefault();
    });
    return () => rested;
}
