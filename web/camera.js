// Places and the part of the board that is in sight: what is seen, what is under the pointer, and bringing a place into view.

export class Camera {
    /**
     * @param {HTMLElement} host
     * @param {import('./board-view.js').Viewport} view
     * @param {import('./places.js').Places} places
     * @param {number} unit  how large a place is
     */
    constructor(host, view, places, unit) {
        this.host = host;
        this.view = view;
        this.places = places;
        this.unit = unit;
    }

    /** Whether a place is shown in the right half of the board. @param {string} place */
    rightOf(place) {
        const found = this.places.get(place);
        return found !== undefined && this.view.toPane(found.x, found.y)[0] > this.view.width / 2;
    }

    /** The place under a point of the screen. @param {number} x @param {number} y @returns {string | null} */
    under(x, y) {
        const box = this.host.getBoundingClientRect();
        const { scale } = this.view;
        return this.places.at((x - box.left - this.view.x) / scale, (y - box.top - this.view.y) / scale)?.id ?? null;
    }

    /** @param {string} place */
    centre(place) {
        const found = this.places.get(place);
        if (found) this.view.centre(found.x, found.y);
    }

    /** Whether the middle of a place is in sight. @param {string} place */
    sees(place) {
        const found = this.places.get(place);
        if (!found) return false;
        const [x, y] = this.view.toPane(found.x, found.y);
        return x > 0 && y > 0 && x < this.view.width && y < this.view.height;
    }

    /** Shows a point of the map in the middle, at a scale. @param {number} x @param {number} y @param {number} scale */
    look(x, y, scale) {
        this.view.look(x, y, scale);
    }

    /** Brings a place to the middle if it is out of sight. @param {string} place */
    follow(place) {
        const found = this.places.get(place);
        if (!found) return;
        const [x, y] = this.view.toPane(found.x, found.y);
        const edge = this.unit * this.view.scale * 0.5;
        if (x < edge || y < edge || x > this.view.width - edge || y > this.view.height - edge) this.view.centre(found.x, found.y);
    }
}
