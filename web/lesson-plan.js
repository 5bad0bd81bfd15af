// How far a lesson has come, told from the moves of its game alone: it draws nothing and asks nobody.

/** @typedef {import('./wire.d.ts').Lesson} Lesson */
/** @typedef {import('./wire.d.ts').LessonStep} LessonStep */

/**
 * @typedef {object} Progress
 * @property {number} act     the step that waits for a move; as many as there are steps if none does
 * @property {number} from    the first step that is not done
 * @property {string[]} left  what you have still to do in it, as it is typed
 * @property {number} done    how much of it you have done
 * @property {string[]} foe   what the others do after it and have not done yet; only once you have done your part
 * @property {number} astray  how many moves were made that are not in the lesson
 */

/** As two texts are compared. @param {string} text */
const plain = text => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/**
 * Takes an action from a list, if it is there.
 * @param {string[]} list
 * @param {string} text
 */
function strike(list, text) {
    const at = list.findIndex(t => plain(t) === plain(text));
    if (at >= 0) list.splice(at, 1);
    return at >= 0;
}

/**
 * Within a step your moves may come in any order. What the others do is not compared: it may be hidden from you.
 * @param {Pick<Lesson, 'side' | 'step'>} lesson
 * @param {readonly { side: string, text: string }[]} moves
 * @param {Readonly<Record<string, string>>} [same]  what a move is called in the lesson, by its text
 * @returns {Progress}
 */
export function progress({ side, step: steps }, moves, same = {}) {
    let [act, from] = [0, 0];
    let left = [...steps[0]?.do ?? []];
    let foe = [...steps[0]?.enemy ?? []];
    const settle = () => {
        while (act < steps.length && !left.length && !foe.length) {
            act += 1;
            [left, foe] = [[...steps[act]?.do ?? []], [...steps[act]?.enemy ?? []]];
        }
    };
    settle();
    let astray = 0;
    for (const [i, move] of moves.entries()) {
        if (act >= steps.length) break;
        const fits = left.length ? move.side === side && strike(left, same[move.text] ?? move.text) : move.side !== side && foe.shift() !== undefined;
        if (!fits) {
            astray = moves.length - i;
            break;
        }
        from = left.length || foe.length ? act : act + 1;
        settle();
    }
    return { act, from, left, done: (steps[act]?.do?.length ?? 0) - left.length, foe: left.length ? [] : foe, astray };
}

/**
 * Which step is shown: as far as it was read, but none that is done, and none that comes after a move that is waited for.
 * @param {Progress} where
 * @param {number} read
 * @param {number} steps
 */
export function shownStep(where, read, steps) {
    return Math.max(0, Math.min(Math.max(read, where.from), where.act, steps - 1));
}
