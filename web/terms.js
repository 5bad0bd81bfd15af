// Words for what stands on counters and tracks: names of figures, what an abbreviation means, what a decision is about. All of it comes from the
// game's own teaching; without it nothing is named.

/** @typedef {import('./wire.d.ts').Counter} Counter */
/** @typedef {import('./wire.d.ts').Facts} Facts */
/** @typedef {import('./wire.d.ts').Explanation} Explanation */

/** What the game at this table tells. @type {Facts | null} */
let told = null;

/** Takes in what a game tells of its words. @param {Facts | null | undefined} facts */
export function describeTerms(facts) {
    told = facts ?? null;
}

/**
 * What the numbers of a counter are called, left to right; nothing if the game does not say.
 * @param {Pick<Counter, 'branch' | 'values'>} c
 * @param {Facts | null} [facts]
 * @returns {readonly string[]}
 */
export function figureNames(c, facts = told) {
    const fitting = (facts?.figures ?? []).filter(f => f.names.length === c.values.length);
    return (fitting.find(f => f.branches?.includes(c.branch)) ?? fitting.find(f => !f.branches?.length))?.names ?? [];
}

/**
 * The numbers of a counter with their names: `strength 9 · movement 2`.
 * @param {Pick<Counter, 'branch' | 'values'>} c
 * @param {Facts | null} [facts]
 */
export function named(c, facts = told) {
    return figureNames(c, facts).map((name, i) => `${name} ${String(c.values[i] ?? '').replace(/^-/, '−')}`).join(' · ');
}

/**
 * What a word of the game means; empty if it says nothing of it.
 * @param {string} word
 * @param {Facts | null} [facts]
 */
export function meaning(word, facts = told) {
    const wanted = word.trim().toLowerCase();
    const found = (facts?.term ?? []).find(t => t.word.toLowerCase() === wanted)
        ?? (facts?.term ?? []).find(t => t.word.split(',').some(w => w.trim().toLowerCase() === wanted));
    return found?.means ?? '';
}

/** What is written short: letters of which two at least are capitals or figures. */
const SHORT = /^(?=.*[A-Z])(?:.*[A-Z0-9]){2}[A-Za-z0-9]*$/;

/**
 * A text with what is written short in it set apart, as far as the game says what it means.
 * @param {string} text
 * @param {Facts | null} [facts]
 * @returns {{ text: string, means: string }[]}
 */
export function glosses(text, facts = told) {
    const words = (facts?.term ?? []).flatMap(t => t.word.split(',').map(w => w.trim())).filter(w => SHORT.test(w) && w.length < 8);
    if (!words.length) return [{ text, means: '' }];
    // A part of a formation is set apart with its number, as in `2/3M`: that is one name.
    const found = new RegExp(`(?<![\\p{L}\\p{N}])((?:(?:\\p{N}+|\\p{Lu}\\p{Ll}+)/)*(?:${words.map(w => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')}))(?![\\p{L}\\p{N}])`, 'gu');
    return text.split(found).map((part, i) => ({ text: part, means: i % 2 ? meaning(part.split('/').at(-1) ?? '', facts) : '' })).filter(p => p.text);
}

/** All words that the game explains. @returns {readonly import('./wire.d.ts').Term[]} */
export const terms = () => told?.term ?? [];

/**
 * What a decision is about: of the paragraphs for its rule the one whose words fit furthest.
 * @param {readonly Explanation[]} all
 * @param {{ rule: string, what: string }} decision
 * @returns {Explanation | null}
 */
export function explanation(all, { rule, what }) {
    const fitting = all.filter(e => e.rule === rule && what.startsWith(e.what ?? ''));
    return fitting.reduce((/** @type {Explanation | null} */ best, e) => best && (best.what ?? '').length >= (e.what ?? '').length ? best : e, null);
}
