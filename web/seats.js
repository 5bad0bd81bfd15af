// Who plays which side: the rows that a new game, a branch and an imported game all ask for, and from which of one's
// sides one looks.

import { button, el } from './dom.js';
import { sideName, sidesOf } from './view.js';

/** @typedef {import('./wire.d.ts').Title} Title */
/** @typedef {import('./wire.d.ts').Player} Player */

/** How long a bot that analyses may think about each of its turns. */
const TIMES = /** @type {const} */ ([['2s', '2 seconds a turn'], ['5s', '5 seconds a turn'], ['10s', '10 seconds a turn'], ['30s', '30 seconds a turn'], ['60s', '1 minute a turn'], ['180s', '3 minutes a turn'], ['600s', '10 minutes a turn']]);

/** Levels that give no reasons. */
const SILENT = new Set(['recruit', 'regular']);

/**
 * @param {Pick<Title, 'sides' | 'levels' | 'scenarios' | 'open'>} title
 * @param {string | undefined} scenario only its sides are asked for
 * @param {{ defaults?: Record<string, Player>, explain?: boolean, noHints?: boolean, alone?: boolean }} [how] alone: nothing but who plays is asked
 * @returns {{ node: HTMLElement, value(): Record<string, Player>, explain(): boolean, noHints(): boolean }} who plays each side, whether bots say why, and whether
 *     people who play each other do without hints
 */
export function seatRows(title, scenario, how = {}) {
    // Who does not choose plays an even game; stronger levels are there to be chosen.
    const usual = title.levels.includes('regular') ? 'regular' : title.levels.at(-1);
    const hint = el('p', { class: 'hint', role: 'status', data: { test: 'seat-hint' } });
    const selects = sidesOf(title, scenario).map((side, i) => {
        const select = el('select', { id: `seat-${side.id}`, name: `seat-${side.id}`, data: { test: `seat-${side.id}` }, onchange: tell },
            el('option', { value: 'me' }, 'Me'),
            [...title.levels].reverse().map(level => el('option', { value: `bot:${level}` }, `Bot: ${level}`)),
            el('option', { value: 'open' }, 'Someone else, by link'));
        const time = el('select', { class: 'time', name: `time-${side.id}`, 'aria-label': `Thinking time for each turn of ${side.name}`, data: { test: `time-${side.id}` } },
            TIMES.map(([value, label]) => el('option', { value, selected: value === '10s' }, label)));
        const given = how.defaults?.[side.id];
        const [level, seconds] = given?.kind === 'bot' ? given.level.split(':') : [];
        select.value = given ? (given.kind === 'bot' ? `bot:${level}` : given.kind) : i === 0 || !usual ? 'me' : `bot:${usual}`;
        if (seconds && TIMES.some(([value]) => value === seconds)) time.value = seconds;
        return { side: side.id, select, time };
    });

    /** @returns {Record<string, Player>} */
    function value() {
        return Object.fromEntries(selects.map(({ side, select, time }) => {
            const [kind, level] = select.value.split(':');
            return [side, kind === 'bot' ? { kind, level: level === 'analysis' ? `analysis:${time.value}` : level ?? '' } : { kind: kind === 'open' ? 'open' : 'me' }];
        }));
    }

    function tell() {
        const players = Object.values(value());
        const kinds = players.map(p => p.kind);
        const bots = players.flatMap(p => p.kind === 'bot' ? p.level : []);
        for (const { select, time } of selects) time.hidden = select.value !== 'bot:analysis';
        // Of the bots those that plan have something to say; those that analyse say it in any case to somebody who plays alone.
        const open = bots.length > 0 && kinds.length - bots.length < 2 && bots.every(l => l.startsWith('analysis'));
        explain.hidden = !bots.some(l => !SILENT.has(l)) || open;
        always.hidden = !open;
        fair.hidden = how.alone || kinds.length - bots.length < 2;
        const mine = kinds.filter(k => k === 'me').length;
        const links = kinds.filter(k => k === 'open').length;
        hint.textContent = links > 1 ? 'You get a link for each open seat, and one for all of them if one person plays them all.'
            : mine > 1 ? 'Hot seat: you play these sides at this screen in turn.'
            : kinds.includes('open') ? 'You get a link for each open seat. Send it to the person who plays it.'
                : mine === 0 ? 'All sides are bots: they play and you watch.'
                    : 'You against the program. You can take moves back until dice are rolled.';
    }
    const box = el('input', { type: 'checkbox', name: 'explain', checked: how.explain ?? false, data: { test: 'explain' } });
    const secrets = title.open ? '' : ' In this game things are hidden: their reasons give away what their sides know, choose and intend.';
    const explain = el('label', { class: 'radio explain' }, box,
        el('span', null, el('strong', null, 'Bots explain their moves'),
            el('small', null, `Everybody who plays can read what they plan and what they weigh.${secrets} Without it they can be read when the game is over.`)));
    const none = el('input', { type: 'checkbox', name: 'no-hints', checked: how.noHints ?? false, data: { test: 'no-hints' } });
    const fair = el('label', { class: 'radio explain' }, none,
        el('span', null, el('strong', null, 'Without hints'), el('small', null, 'Nobody can ask a bot what to do.')));
    const always = el('p', { class: 'hint explain' }, `A bot that analyses explains its moves.${secrets}`);
    tell();

    const node = el('fieldset', { class: 'seats' },
        el('legend', null, 'Who plays'),
        selects.map(({ side, select, time }) => el('div', { class: 'seat-row' },
            el('label', { for: select.id }, title.sides.find(s => s.id === side)?.name), select, time)),
        hint, explain, always, fair);
    return { node, value, explain: () => box.checked && !explain.hidden, noHints: () => none.checked && !fair.hidden };
}

/**
 * If you play several sides of a game with secrets: from which of them you look.
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
        choice(null, 'The side to decide', false),
        state.yours.map(side => choice(side, sideName(kit, side), state.view.deciding.includes(side))));
}
