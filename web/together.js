// What several units can do together: what all of them are offered, put into words. Nothing is drawn here.

/** @typedef {import('./wire.d.ts').Offered} Offered */
/** @typedef {import('./wire.d.ts').Offers} Offers */

/**
 * An order that several units can be given, one after the other.
 * @typedef {object} Joint
 * @property {string} verb
 * @property {string | null} place
 * @property {string} label
 * @property {Offered[]} actions  one for each unit, in the order in which they were picked
 */

/** What a unit alone is offered, by verb and place; what is offered twice is no plain order. @param {string} id @param {readonly Offered[]} actions */
function alone(id, actions) {
    /** @type {Map<string, Offered | null>} */
    const found = new Map();
    for (const action of actions) {
        if (action.pieces.length !== 1 || action.pieces[0] !== id) continue;
        const key = `${action.verb} ${action.place ?? ''}`;
        found.set(key, found.has(key) ? null : action);
    }
    return found;
}

/**
 * What all of them can do: the intersection of what each is offered.
 * @param {ReadonlyMap<string, readonly Offered[]>} offered  by unit
 * @returns {Joint[]}
 */
export function common(offered) {
    const each = [...offered].map(([id, actions]) => alone(id, actions));
    const [first, ...rest] = each;
    if (!first) return [];
    return [...first].flatMap(([key, action]) => {
        const actions = [action, ...rest.map(found => found.get(key) ?? null)];
        return actions.every(a => a !== null) ? [joint(/** @type {Offered[]} */ (actions))] : [];
    });
}

/**
 * What a unit of a group is to do, when its turn comes.
 * @param {string} id
 * @param {readonly Offered[]} actions
 * @param {Pick<Joint, 'verb' | 'place'>} want
 */
export function fitting(id, actions, want) {
    return alone(id, actions).get(`${want.verb} ${want.place ?? ''}`) ?? null;
}

/** How a unit begins, where that is all that it can do: the game then tells where it can go. @param {readonly Offered[]} actions */
export function beginning(actions) {
    const [only] = actions;
    return only && actions.length === 1 && /^(pick|add|drop)$/.test(only.verb) ? only : null;
}

/** @param {Offered[]} actions @returns {Joint} */
function joint(actions) {
    const [first] = /** @type {[Offered]} */ (actions);
    return { verb: first.verb, place: first.place ?? null, label: labelFor(actions), actions };
}

/** Words with which the part of a label begins that says where or to what end. */
const LEADS = new Set(['to', 'into', 'at', 'on', 'in', 'against', 'for', 'from', 'with', 'before', 'the', 'as']);

/**
 * What is said to several at once: the words that all their labels begin and end with.
 * @param {readonly Offered[]} actions
 */
export function labelFor(actions) {
    const all = actions.map(a => (a.label.split(' · ')[0] ?? '').split(' '));
    const [first] = all;
    if (!first) return '';
    if (actions.length === 1) return first.join(' ');
    const least = Math.min(...all.map(words => words.length));
    let head = 0;
    while (head < least && all.every(words => words[head] === first[head])) head += 1;
    let tail = 0;
    while (tail < least - head && all.every(words => words[words.length - 1 - tail] === first[first.length - 1 - tail])) tail += 1;
    const end = first.slice(first.length - tail);
    const from = end.findIndex(word => LEADS.has(word));
    // A capital begins a name, which all of a side may share: it does not belong to what is done.
    const name = first.findIndex((word, i) => i > 0 && !/^\p{Ll}+$/u.test(word));
    const verb = head ? first.slice(0, Math.min(head, name < 0 ? head : name)) : [(actions[0]?.verb ?? '').replaceAll('_', ' ')];
    // It is the place that differs: what is done to the unit there is said without it.
    if (verb.length > 1 && /^(at|in|on|from|to|into)$/.test(verb.at(-1) ?? '')) return `${verb.slice(0, -1).join(' ')} · all ${actions.length}`;
    return [...verb, `${actions.length} units`, ...(from < 0 ? [] : end.slice(from))].join(' ');
}

/**
 * Choices that can be made for all at once: the same for several units, where one may stop at any time and no dice wait.
 * @param {Offers | null | undefined} offers
 * @returns {Joint[]}
 */
export function allAtOnce(offers) {
    if (!offers || offers.buttons.length < offers.count) return [];
    const plain = offers.buttons.filter(b => !b.pieces.length && !b.place);
    if (!plain.length || plain.some(b => b.weigh)) return [];
    /** @type {Map<string, Offered[]>} */
    const kinds = new Map();
    for (const b of offers.buttons) if (b.pieces.length === 1 && !b.weigh) kinds.set(`${b.verb} ${b.place ?? ''}`, [...kinds.get(`${b.verb} ${b.place ?? ''}`) ?? [], b]);
    return [...kinds].flatMap(([, list]) => {
        const once = list.filter(b => list.filter(other => other.pieces[0] === b.pieces[0]).length === 1);
        const verb = once[0]?.verb;
        // The game has a button of its own for all of them.
        return once.length > 1 && !plain.some(b => b.verb === `${verb}_all`) ? [joint(once)] : [];
    });
}
