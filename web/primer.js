// The primer of a game: one page with pictures, in the lobby and at the table.

import * as api from './api.js';
import { button, el } from './dom.js';
import { startLesson } from './lesson-start.js';
import { blocks } from './markdown.js';
import { describeNations } from './palette.js';
import { boardPicture, counterPictures } from './pictures.js';
import { describeTerms } from './terms.js';
import { dialog, ruleButton } from './ui.js';

/** @typedef {import('./wire.d.ts').Kit} Kit */
/** @typedef {import('./markdown.js').Run} Run */

/**
 * Text with what is set off in it.
 * @param {readonly Run[]} all
 * @returns {import('./dom.js').Leaf[]}
 */
export function prose(all) {
    return all.map(run => run.kind === 'rule' ? ruleButton(run.text) : run.kind === 'text' ? run.text : el(run.kind, null, run.text));
}

/** @param {Kit} kit @param {import('./markdown.js').Block} block */
function block(kit, block) {
    if (block.kind === 'heading') return el(block.level < 3 ? 'h3' : 'h4', null, prose(block.runs));
    if (block.kind === 'paragraph') return el('p', null, prose(block.runs));
    if (block.kind === 'list') return el(block.ordered ? 'ol' : 'ul', null, block.items.map(item => el('li', null, prose(item))));
    return block.of === 'counters' ? counterPictures(kit, block.ids, block.caption) : boardPicture(kit, block.ids, block.caption);
}

/**
 * Opens the primer of a game.
 * @param {import('./wire.d.ts').Title} title
 * @param {(error: unknown) => void} fail
 * @param {(kit: Kit) => void} [found]  is told the kit before it is shown
 */
export async function openPrimer(title, fail, found) {
    if (!title.facts) return;
    try {
        // Its pictures are of the scenario to start with.
        const kit = await api.kit(title.id, title.facts.start);
        const { teaching } = kit;
        if (!teaching) return;
        found?.(kit);
        describeNations(kit.title.nations);
        describeTerms(teaching.facts);
        const [head, ...rest] = blocks(teaching.primer);
        const heading = head?.kind === 'heading' && head.level === 1 ? head.runs.map(r => r.text).join('') : '';
        const begin = button('Begin the lesson', () => void startLesson(title, fail), { class: 'primary', data: { test: 'primer-lesson' } });
        dialog(heading || title.title, [
            el('article', { class: 'primer-text' }, (heading ? rest : blocks(teaching.primer)).map(b => block(kit, b))),
            el('div', { class: 'note row primer-next' }, el('p', null, el('b', null, teaching.lesson.title), ' ', teaching.lesson.about), begin),
        ], { class: 'primer', test: 'primer' });
    } catch (error) {
        fail(error);
    }
}
