// Who plays which side: the rows that a new game, a branch and an imported game all ask for, and from which of one's
// sides one looks.

import { button, el } from './dom.js';
import { sideName, sidesOf } from './view.js';

/** @typedef {import('./wire.d.ts').Title} Title */
/** @typedef {import('./wire.d.ts').Player} Player */

/**
 * @param {Pick<Title, 'sides' | 'levels' | 'scenarios'>} title
 * @param {string | undefined} scenario only its sides are asked for
 * @param {{ defaults?: Record<string, Player> }} [how]
 * @returns {{ node: HTMLElement, value(): Record<string, Player> }}
 */
export function seatRows(title, scenario, how = {}) {
    const strongest = title.levels.at(-1);
    const hint = el('p', { class: 'hint', role: 'status', data: { test: 'seat-hint' } });
    const selects = sidesOf(title, scenario).map((side, i) => {
        const select = el('select', { id: `seat-${side.id}`, name: `seat-${side.id}`, data: { test: `seat-${side.id}` }, onchange: tell },
            el('option', { value: 'me' }, 'Me'),
            [...title.levels].reverse().map(level => el('option', { value: `bot:${level}` }, `Bot: ${level}`)),
            el('option', { value: 'open' }, 'Someone else, by link'));
        const given = how.defaults?.[side.id];
        select.value = given ? (given.kind === 'bot' ? `bot:${given.level}` : given.kind) : i === 0 || !strongest ? 'me' : `bot:${strongest}`;
        return { side: side.id, select };
    });

    /** @returns {Record<string, Player>} */
    function value() {
        return Object.fromEntries(selects.map(({ side, select }) => {
            const [kind, level] = select.value.split(':');
            return [side, kind === 'bot' ? { kind, level: level ?? '' } : { kind: kind === 'open' ? 'open' : 'me' }];
        }));
    }

    function tell() {
        const kinds = Object.values(value()).map(p => p.kind);
        const mine = kinds.filter(k => k === 'me').length;
        const open = kinds.filter(k => k === 'open').length;
        hint.textContent = open > 1 ? 'You get a link for each open seat, and one for all of them if one person shall play them.'
            : mine > 1 ? 'Hot seat: you play these sides at this screen, turn about.'
            : kinds.includes('open') ? 'You get a link for each open seat to send to whoever shall play it.'
                : mine === 0 ? 'Nobody sits here: the bots play and you watch.'
                    : 'You against the program. You can take moves back until dice are rolled.';
    }
    tell();

    const node = el('fieldset', { class: 'seats' },
        el('legend', null, 'Who plays'),
        selects.map(({ side, select }) => el('div', { class: 'seat-row' },
            el('label', { for: select.id }, title.sides.find(s => s.id === side)?.name), select)),
        hint);
    return { node, value };
}

/**
 * For somebody who plays several sides of a game with secrets: from which of them he looks.
 * @param {import('./match.js').Match} match
 */
export function seatSwitch(match) {
    const { state, kit, chosen } = match;
    if (state.yours.length < 2 || kit.title.open || state.result) return null;
    /** @param {string | null} side @param {string} name @param {boolean} due */
    const choice = (side, name, due) => button(due ? `${name} ●` : name, () => match.look(side), {
        'aria-pressed': String(chosen === side), data: { test: `look-${side ?? 'due'}`, focus: `look-${side ?? 'due'}` },
        title: due ? 'Has to decide' : '',
    });
    return el('section', { class: 'note', role: 'group', 'aria-label': 'You look as', data: { test: 'seat-switch' } },
        el('p', null, 'You look as ', el('b', null, sideName(kit, state.seat ?? '')), '.'),
        choice(null, 'Whoever must decide', false),
        state.yours.map(side => choice(side, sideName(kit, side), state.view.deciding.includes(side))));
}
