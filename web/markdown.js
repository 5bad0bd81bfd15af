// The little Markdown that primers are written in: headings, paragraphs, lists, bold, italics, rules in brackets, pictures of counters and board.

/** @typedef {{ kind: 'text' | 'strong' | 'em' | 'rule', text: string }} Run */
/**
 * @typedef {{ kind: 'heading', level: number, runs: Run[] } | { kind: 'paragraph', runs: Run[] } | { kind: 'list', ordered: boolean, items: Run[][] }
 *     | { kind: 'picture', caption: string, of: 'counters' | 'board', ids: string[] }} Block
 */

/** A rule in brackets, or several: `[10.1a]`, `[9g, 9h]`. */
const RULES = /\[((?:[A-Za-z]+ )?\d[\w.]*(?:[,;] ?(?:[A-Za-z]+ )?\d[\w.]*)*)\](?!\()/;
const MARKS = new RegExp(`\\*\\*(.+?)\\*\\*|\\*(.+?)\\*|${RULES.source}`, 'g');

/**
 * A line of text with what is set off in it.
 * @param {string} text
 * @returns {Run[]}
 */
export function runs(text) {
    /** @type {Run[]} */
    const found = [];
    let at = 0;
    for (const match of text.matchAll(MARKS)) {
        if (match.index > at) found.push({ kind: 'text', text: text.slice(at, match.index) });
        if (match[1] !== undefined) found.push({ kind: 'strong', text: match[1] });
        else if (match[2] !== undefined) found.push({ kind: 'em', text: match[2] });
        else for (const rule of (match[3] ?? '').split(/[,;] ?/)) found.push({ kind: 'rule', text: rule });
        at = match.index + match[0].length;
    }
    if (at < text.length) found.push({ kind: 'text', text: text.slice(at) });
    return found;
}

/**
 * A page, block by block.
 * @param {string} text
 * @returns {Block[]}
 */
export function blocks(text) {
    /** @type {Block[]} */
    const page = [];
    /** @type {string[]} lines of a paragraph or of an item of a list */
    let flow = [];
    /** @type {Run[][] | null} */
    let items = null;
    const flush = () => {
        const told = runs(flow.join(' '));
        if (flow.length && items) items.push(told);
        else if (flow.length) page.push({ kind: 'paragraph', runs: told });
        flow = [];
        items = null;
    };
    for (const line of text.split(/\r?\n/)) {
        const heading = /^(#{1,4})\s+(.*)$/.exec(line);
        const picture = /^!\[(.*?)\]\((counters|board)\s+(.*?)\)\s*$/.exec(line);
        const item = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/.exec(line);
        if (heading || picture || item || !line.trim()) flush();
        if (heading) {
            page.push({ kind: 'heading', level: heading[1]?.length ?? 1, runs: runs(heading[2] ?? '') });
        } else if (picture) {
            page.push({ kind: 'picture', caption: picture[1] ?? '', of: picture[2] === 'board' ? 'board' : 'counters', ids: (picture[3] ?? '').split(/\s+/).filter(Boolean) });
        } else if (item) {
            const last = page.at(-1);
            const list = last?.kind === 'list' ? last : { kind: /** @type {const} */ ('list'), ordered: item[1] !== undefined, items: [] };
            if (list !== last) page.push(list);
            items = list.items;
            flow.push(item[2] ?? '');
        } else if (line.trim()) {
            flow.push(line.trim());
        }
    }
    flush();
    return page;
}
