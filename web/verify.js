// The page that verifies the dice of a game file. Everything is worked out in this browser: nothing of the file is sent anywhere, and the table need not be believed.

import * as api from './api.js';
import { NoFile, prove, readFile } from './dice-proof.js';
import { die } from './dice.js';
import { button, el, fill } from './dom.js';
import { chainsOf } from './own-dice.js';
import { announce, message } from './ui.js';

/** @typedef {import('./dice-proof.js').Proof} Proof */
/** @typedef {import('./dice-proof.js').Checked} Checked */
/** @typedef {import('./dice-proof.js').GameFile} GameFile */

/** The largest file that is read. */
const LARGEST = 64 << 20;

/** What a verdict means, in words. @type {Record<import('./dice-proof.js').Verdict, string>} */
const WORDS = {
    fits: 'follows from the secrets',
    wrong: 'does not follow from the secrets',
    'typed in': 'rolled by hand and typed in',
    elsewhere: 'rolled before this game went on from elsewhere',
    unknown: 'fits if some of the dice have ten faces',
    missing: 'cannot be worked out: a secret is missing',
};

/** @type {Record<Proof['dice'], string>} */
const HEADLINES = {
    proved: 'The dice are proved.',
    seeded: 'The dice are as they must be, but could be known beforehand.',
    'typed in': 'Some dice were typed in.',
    unproved: 'The dice cannot be proved.',
    wrong: 'The dice are not what was sealed.',
};

/** @param {HTMLElement} page */
export async function verifyPage(page) {
    document.title = 'Verify the dice · Sandtable';
    const result = el('section', { class: 'verify-result', 'aria-label': 'What the file proves', data: { test: 'verify-result' } });
    const file = el('input', { type: 'file', class: 'hidden', tabindex: '-1', 'aria-hidden': 'true', data: { test: 'verify-file' }, onchange: () => {
        const [chosen] = file.files ?? [];
        if (chosen) void take(chosen);
        file.value = '';
    } });

    /** @param {string} text @param {string} name @param {string} [game] */
    function show(text, name, game) {
        try {
            const read = readFile(text);
            const proof = prove(read);
            fill(result, ...report(read, proof, name, game));
            announce(`${HEADLINES[proof.dice]} ${proof.said}`);
        } catch (error) {
            refuse(error);
        }
    }
    /** @param {unknown} error */
    function refuse(error) {
        fill(result, el('p', { class: 'alert', role: 'alert', data: { test: 'verify-refused' } }, error instanceof NoFile ? error.message : message(error)));
    }
    /** @param {File} chosen */
    async function take(chosen) {
        if (chosen.size > LARGEST) refuse(new NoFile(`“${chosen.name}” is too large for a game file.`));
        else show(await chosen.text(), chosen.name);
    }

    fill(page,
        el('header', { class: 'masthead verify-head' },
            el('a', { class: 'wordmark', href: '/', 'aria-label': 'Sandtable, the lobby' }, el('span', { class: 'hexmark', 'aria-hidden': 'true' }), el('span', { class: 'verify-name' }, 'Sandtable'))),
        el('main', { class: 'verify' },
            el('h1', null, 'Verify the dice'),
            el('p', null, 'Every die of a game is worked out again from the secrets in its file. This happens in your browser: nothing is sent anywhere, and you need not believe the table.'),
            el('div', { class: 'row' }, button('Choose a game file', () => file.click(), { class: 'primary', data: { test: 'verify-choose' } }), file, el('span', { class: 'hint' }, 'or drop one on this page')),
            result,
            el('section', { 'aria-label': 'What this page cannot tell' }, el('h2', null, 'What this page cannot tell'),
                el('ul', null,
                    el('li', null, 'Whether the moves were legal. That is for the referee: ', el('code', null, 'sandtable verify FILE'), '.'),
                    el('li', null, 'Whether the seals in the file are those that were shown while you played, unless you played in this browser. Compare them with what you noted.'),
                    el('li', null, 'Whether somebody who knew the secret of the table foresaw dice for which nobody else put anything in.')))));
    page.addEventListener('dragover', event => event.preventDefault());
    page.addEventListener('drop', event => {
        event.preventDefault();
        const chosen = event.dataTransfer?.files[0];
        if (chosen) void take(chosen);
    });

    const game = new URLSearchParams(location.search).get('game');
    if (!game) return;
    try {
        show(await api.fileOf(game, Object.values(api.keysOf(game))), 'The game that you came from', game);
    } catch (error) {
        refuse(error);
    }
}

/** @param {GameFile} file @param {Proof} proof @param {string} name @param {string | undefined} game */
function report(file, proof, name, game) {
    const rolled = proof.moves.filter(m => m.dice.length);
    const shown = proof.moves.filter(m => m.dice.length || m.verdict !== 'fits' || (m.choice && m.choice !== 'fits'));
    const choices = proof.moves.filter(m => m.choice);
    const opened = choices.filter(m => m.choice === 'fits').length;
    return [
        el('h2', { class: `verdict ${proof.dice.replace(' ', '-')}`, data: { test: 'verdict', verdict: proof.dice } }, HEADLINES[proof.dice]),
        el('p', null, proof.said),
        el('p', { class: 'hint' }, `${name}: ${file.game}, ${file.scenario}; ${file.moves.length} moves, ${rolled.length} of them with dice${choices.length ? `; ${opened} of ${choices.length} secret choices are the ones that were sealed` : ''}.`),
        game ? remembered(file, game) : null,
        proof.seals.length > 0 && el('section', { 'aria-label': 'Secrets of the table' }, el('h3', null, 'Secrets of the table'),
            el('ol', { class: 'verify-seals' }, proof.seals.map(s => el('li', null,
                el('span', null, 'Seal ', el('code', null, s.seal)),
                el('span', null, 'Secret ', s.secret ? el('code', null, s.secret) : 'missing'),
                el('b', { class: s.verdict }, s.verdict === 'fits' ? 'fits' : s.verdict === 'missing' ? 'cannot be checked' : 'does not fit'))))),
        proof.chains.length > 0 && el('section', { 'aria-label': 'What seats put into the dice' }, el('h3', null, 'What seats put into the dice'),
            el('ul', { class: 'verify-seals', data: { test: 'verify-chains' } }, proof.chains.map(c => el('li', null,
                el('span', null, `${c.side}, ${c.after ? `after move ${c.after}` : 'before the first move'}: ${c.links} ${c.links === 1 ? 'link' : 'links'} shown${c.counts ? '' : '; it never came to count'}`),
                el('code', null, c.seal))))),
        shown.length > 0 && el('section', { 'aria-label': 'Move by move' }, el('h3', null, 'Move by move'),
            el('table', { class: 'plain verify-moves', data: { test: 'verify-moves' } },
                el('thead', null, el('tr', null, ['Move', 'Side', 'Dice', 'Verdict'].map(h => el('th', { scope: 'col' }, h)))),
                el('tbody', null, shown.map(line)))),
    ];
}

/** @param {Checked} m */
function line(m) {
    const words = [
        m.dice.length ? WORDS[m.verdict] : '',
        m.dice.length && m.link ? ' and from a link that the seat showed' : '',
        m.verdict === 'wrong' && m.derived.length ? `: ${m.derived.join(', ')} would` : '',
        m.why && `. ${m.why}`,
        m.choice === 'wrong' ? ' The choice is not the one that was sealed.' : '',
    ];
    return el('tr', { class: m.choice === 'wrong' ? 'wrong' : m.verdict },
        el('th', { scope: 'row' }, m.number || 'Set-up'), el('td', null, m.side), el('td', { class: 'dice' }, m.dice.map(d => die(d, 22))), el('td', null, words.join('')));
}

/** What this browser put in and saw while the game was played. @param {GameFile} file @param {string} game */
function remembered(file, game) {
    const kept = Object.entries(chainsOf(game)).flatMap(([side, chains]) => chains.map(chain => ({ side, ...chain })));
    if (!kept.length) return null;
    const seals = JSON.stringify(file.dice.seals ?? []);
    const lost = kept.filter(c => !(file.dice.seats ?? []).some(s => s.side === c.side && s.seal === c.seal));
    const other = kept.some(c => JSON.stringify(c.seals) !== seals);
    const said = other ? 'The seals of the table in this file are not those that this browser saw while you played.'
        : lost.length ? `This browser put ${lost.length} ${lost.length === 1 ? 'secret' : 'secrets'} into the dice that the file does not have.`
            : 'The seals of the table and the secrets that this browser put in stand in the file as you saw them while you played.';
    return el('p', { class: `verify-memory ${other || lost.length ? 'wrong' : 'fits'}`, data: { test: 'verify-memory' } }, said);
}
