// A position as text: what its lines say, and what an edit on the board does to them. The text is the truth; nothing here knows a game:
// which words there are comes from `PositionWords`.

/** @typedef {import('./wire.d.ts').PositionWords} PositionWords */
/** @typedef {import('./wire.d.ts').CounterWord} CounterWord */
/** @typedef {import('./wire.d.ts').Counter} Counter */

/**
 * @typedef {object} Line
 * @property {number} at  its number, from 0
 * @property {'head' | 'row' | 'set' | 'blank'} kind
 * @property {string[]} words  of a row
 * @property {string} key  of a head
 * @property {string} value
 * @property {string} comment  with its `#` and the blanks before it
 */

/** Whether a word is a place of the board. @typedef {(word: string) => boolean} IsPlace */

/** @param {string} text @returns {Line[]} */
export function lines(text) {
    return text.split('\n').map((whole, at) => {
        const [, code = '', comment = ''] = /^([^#]*?)(\s*#.*)?$/.exec(whole) ?? [];
        const trimmed = code.trim();
        const head = /^(\S+?)\s*=\s*(.*)$/.exec(trimmed);
        if (!trimmed) return { at, kind: 'blank', words: [], key: '', value: '', comment };
        if (trimmed.startsWith('set ')) return { at, kind: 'set', words: [], key: '', value: trimmed, comment };
        if (head && !/\s/.test(head[1] ?? ' ')) return { at, kind: 'head', words: [], key: head[1] ?? '', value: head[2] ?? '', comment };
        return { at, kind: 'row', words: trimmed.split(/\s+/), key: '', value: '', comment };
    });
}

/** @param {string} text @param {number} at @param {string | null} line null takes it out */
export function withLine(text, at, line) {
    const all = text.split('\n');
    all.splice(at, 1, ...(line === null ? [] : [line]));
    return all.join('\n');
}

/** @param {string} text @param {number} before @param {string} line */
function insert(text, before, line) {
    const all = text.split('\n');
    all.splice(before, 0, line);
    return all.join('\n');
}

/** The value of a head. @param {string} text @param {string} key @returns {string | null} */
export function headOf(text, key) {
    return lines(text).find(l => l.kind === 'head' && l.key === key)?.value ?? null;
}

/** Sets a head, or takes it out if the value is empty. @param {string} text @param {string} key @param {string} value */
export function setHead(text, key, value) {
    const all = lines(text);
    const old = all.find(l => l.kind === 'head' && l.key === key);
    if (old) return withLine(text, old.at, value ? `${key} = ${value}${old.comment}` : null);
    if (!value) return text;
    // Below the last head, else above everything that is no comment.
    const last = all.findLast(l => l.kind === 'head');
    const first = all.find(l => l.kind !== 'blank');
    return insert(text, last ? last.at + 1 : first?.at ?? all.length, `${key} = ${value}`);
}

/** How many values say where the position stands in the midst of something. @param {string} text */
export function sets(text) {
    return lines(text).filter(l => l.kind === 'set').length;
}

/** The text without them: a phase can begin then. @param {string} text @param {string} phase */
export function beginPhase(text, phase) {
    const gone = new Set(lines(text).filter(l => l.kind === 'set').map(l => l.at));
    return setHead(text.split('\n').filter((_, at) => !gone.has(at)).join('\n'), 'phase', phase);
}

/** The row of a counter. @param {string} text @param {string} word @returns {Line | null} */
export function rowOf(text, word) {
    return lines(text).find(l => l.kind === 'row' && l.words[0] === word) ?? null;
}

/** A pattern for words with gaps, as `lost={n}`. @param {string} template */
export function pattern(template) {
    const parts = template.split(/\{(\w+)\}/);
    return new RegExp(`^${parts.map((part, i) => i % 2 ? (part === 'n' ? '\\d+' : '[^\\s/:]+') : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('')}$`);
}

/** The gaps of words, in their order. @param {string} template */
export function gaps(template) {
    return [...template.matchAll(/\{(\w+)\}/g)].map(m => m[1] ?? '');
}

/** Words with their gaps filled. @param {string} template @param {readonly string[]} values */
export function filled(template, values) {
    let i = 0;
    return template.replace(/\{\w+\}/g, () => values[i++] ?? '');
}

/**
 * Where the place stands among the words of a row, and how many words it has.
 * @param {readonly string[]} row
 * @param {PositionWords} words
 * @param {IsPlace} isPlace
 * @returns {{ at: number, size: number } | null}
 */
export function placeIn(row, words, isPlace) {
    for (let at = 1; at < row.length; at++) {
        if (isPlace(row[at] ?? '')) return { at, size: 1 };
        for (const { word } of words.away) {
            const size = word.split(' ').length;
            if (pattern(word).test(row.slice(at, at + size).join(' '))) return { at, size };
        }
    }
    return null;
}

/** Counters that a row puts beside the board all together: `eliminated a b`. @param {Line} line @param {PositionWords} words */
function listed(line, words) {
    return line.kind === 'row' && words.away.some(a => a.word === line.words[0]) ? line.words.slice(1) : [];
}

/**
 * Where the text puts each counter: by the word of its row, a place of the board or a word beside it.
 * @param {string} text
 * @param {PositionWords} words
 * @param {IsPlace} isPlace
 * @returns {Map<string, { place: string, row: string[] }>}
 */
export function placements(text, words, isPlace) {
    const known = new Set(words.counters.map(c => c.word));
    const out = new Map();
    for (const line of lines(text)) {
        for (const word of listed(line, words)) out.set(word, { place: line.words[0] ?? '', row: [word, line.words[0] ?? ''] });
        const [word = ''] = line.words;
        if (line.kind !== 'row' || !known.has(word)) continue;
        const found = placeIn(line.words, words, isPlace);
        out.set(word, { place: found ? line.words.slice(found.at, found.at + found.size).join(' ') : '', row: line.words });
    }
    return out;
}

/** @param {string} text @param {Line} line @param {readonly string[]} row */
function withRow(text, line, row) {
    return withLine(text, line.at, row.join(' ') + line.comment);
}

/** The text without a counter in lists such as `eliminated a b`. @param {string} text @param {string} word @param {PositionWords} words */
function unlisted(text, word, words) {
    const line = lines(text).find(l => listed(l, words).includes(word));
    if (!line) return text;
    const rest = line.words.filter(w => w !== word);
    return rest.length > 1 ? withRow(text, line, rest) : withLine(text, line.at, null);
}

/**
 * Puts a counter somewhere; its states stay.
 * @param {string} text
 * @param {CounterWord} counter
 * @param {string} place
 * @param {PositionWords} words
 * @param {IsPlace} isPlace
 */
export function put(text, counter, place, words, isPlace) {
    const row = rowOf(text, counter.word);
    if (row) {
        const found = placeIn(row.words, words, isPlace) ?? { at: 1, size: 0 };
        return withRow(text, row, row.words.toSpliced(found.at, found.size, place));
    }
    const bare = unlisted(text, counter.word, words);
    const known = new Set(words.counters.map(c => c.word));
    const all = lines(bare);
    const last = all.findLast(l => l.kind === 'row' && known.has(l.words[0] ?? ''));
    const set = all.find(l => l.kind === 'set');
    const end = all.findLast(l => l.kind !== 'blank');
    const before = last ? last.at + 1 : set?.at ?? (end ? end.at + 1 : 0);
    const away = words.away.some(a => pattern(a.word).test(place));
    return insert(bare, before, [counter.word, place, ...(away ? [] : counter.needs.split(' '))].filter(Boolean).join(' '));
}

/** Whether nothing is in play but what the text names. @param {string} text @param {PositionWords} words */
export function bare(text, words) {
    return !words.clear || lines(text).some(l => l.kind === 'row' && l.words.join(' ') === words.clear);
}

/**
 * Takes a counter off. Where a scenario would put it back, it is said to be away.
 * @param {string} text
 * @param {CounterWord} counter
 * @param {PositionWords} words
 * @param {IsPlace} isPlace
 */
export function remove(text, counter, words, isPlace) {
    const row = rowOf(text, counter.word);
    const without = unlisted(row ? withLine(text, row.at, null) : text, counter.word, words);
    return bare(text, words) ? without : put(without, counter, words.away[0]?.word ?? '', words, isPlace);
}

/**
 * Adds a state to the row of a counter, or takes it away. States of one kind, as `lost=1` and `lost=2`, take each other's place.
 * @param {string} text
 * @param {string} word
 * @param {string} state
 */
export function toggle(text, word, state) {
    const row = rowOf(text, word);
    if (!row || !state) return text;
    const at = row.words.indexOf(state, 1);
    if (at > 0) return withRow(text, row, row.words.toSpliced(at, 1));
    const [key] = state.split('=');
    const same = state.includes('=') ? row.words.findIndex((w, i) => i > 0 && w.split('=')[0] === key && w.includes('=')) : -1;
    return withRow(text, row, same > 0 ? row.words.toSpliced(same, 1, state) : [...row.words, state]);
}

/** Sets or takes out a state with a number or place in it. @param {string} text @param {string} word @param {string} template @param {string} state */
export function setState(text, word, template, state) {
    const row = rowOf(text, word);
    if (!row) return text;
    const old = pattern(template);
    const at = row.words.findIndex((w, i) => i > 0 && old.test(w));
    if (at > 0) return withRow(text, row, row.words.toSpliced(at, 1, ...(state ? [state] : [])));
    return state ? withRow(text, row, [...row.words, state]) : text;
}

/** Which of its faces a counter shows. @param {readonly string[]} row @param {CounterWord} counter */
export function faceOf(row, counter) {
    const found = counter.faces.findIndex(face => face && row.includes(face, 1));
    return found < 0 ? 0 : found;
}

/** Turns a counter to its next face, after the last to the first. @param {string} text @param {CounterWord} counter */
export function flip(text, counter) {
    const row = rowOf(text, counter.word);
    if (!row || counter.faces.length < 2) return text;
    const now = faceOf(row.words, counter);
    const rest = row.words.filter((w, i) => !i || w !== counter.faces[now] || !w);
    const next = counter.faces[(now + 1) % counter.faces.length];
    return withRow(text, row, next ? [...rest, next] : rest);
}

/** Adds a row. @param {string} text @param {string} row */
export function addRow(text, row) {
    const all = lines(text);
    const set = all.find(l => l.kind === 'set');
    const end = all.findLast(l => l.kind !== 'blank');
    return insert(text, set?.at ?? (end ? end.at + 1 : 0), row);
}

/**
 * Rows that speak of a place, those of counters left out.
 * @param {string} text
 * @param {string} place
 * @param {PositionWords} words
 * @returns {Line[]}
 */
export function rowsAt(text, place, words) {
    const known = new Set(words.counters.map(c => c.word));
    return lines(text).filter(l => l.kind === 'row' && !known.has(l.words[0] ?? '') && l.words.some((w, i) => i > 0 && w.split('/').includes(place)));
}

/** Takes a place out of a row that names several, or the row if it is the only one. @param {string} text @param {Line} line @param {string} place @param {IsPlace} isPlace */
export function withoutPlace(text, line, place, isPlace) {
    const places = line.words.filter((w, i) => i > 0 && isPlace(w));
    const first = line.words.findIndex((w, i) => i > 0 && isPlace(w));
    // What follows the places belongs to the only one.
    const list = places.length > 1 && line.words.slice(first).every(isPlace);
    return list ? withRow(text, line, line.words.filter((w, i) => !i || w !== place)) : withLine(text, line.at, null);
}

/**
 * What the board shows at once, before the game has read the text: counters where the rows put them.
 * @param {readonly Counter[]} counters  of the last position that could be read
 * @param {Readonly<Record<string, string>>} rowWords  words of rows by counter, where they are not its id
 * @param {string} text
 * @param {PositionWords} words
 * @param {IsPlace} isPlace
 * @returns {Counter[]}
 */
export function overlay(counters, rowWords, text, words, isPlace) {
    const now = placements(text, words, isPlace);
    const known = new Map(words.counters.map(c => [c.word, c]));
    const alone = bare(text, words);
    const seen = new Set();
    const out = [];
    for (const c of counters) {
        const word = rowWords[c.id] ?? c.id;
        const said = now.get(word);
        seen.add(word);
        if (!said) {
            if (!alone || !known.has(word)) out.push(c);
            continue;
        }
        const reduced = faceOf(said.row, /** @type {CounterWord} */ (known.get(word))) > 0;
        // A place beside the board has a name of its own in the game: as long as the row says no other it stays.
        out.push(isPlace(said.place) && said.place !== c.place ? { ...c, place: said.place, reduced } : isPlace(said.place) || !isPlace(c.place) ? c : { ...c, place: said.place });
    }
    for (const [word, { place, row }] of now) {
        const counter = known.get(word);
        if (seen.has(word) || !counter?.picture) continue;
        out.push({ ...counter.picture, id: counter.picture.id, place, reduced: faceOf(row, counter) > 0 });
    }
    return out;
}
