// Units that shall stay where they are in this phase: marked by you, known to this page alone. Nothing is drawn here.

export class Stays {
    /** By question and phase. @type {Map<string, Set<string>>} */
    #by = new Map();

    /** Those that stay. @param {string} asked @returns {ReadonlySet<string>} */
    of(asked) {
        return this.#by.get(asked) ?? new Set();
    }

    /** @param {string} asked @param {readonly string[]} pieces */
    add(asked, pieces) {
        this.#by.set(asked, new Set([...this.of(asked), ...pieces]));
    }

    /** @param {string} asked @param {readonly string[]} pieces */
    remove(asked, pieces) {
        this.#by.set(asked, new Set([...this.of(asked)].filter(id => !pieces.includes(id))));
    }
}
