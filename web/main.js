// Which page is it? All are the same document; the address decides.

import { accountPage, signInFirst } from './account-page.js';
import { Editor } from './editor.js';
import { keeperPage } from './keeper-page.js';
import { lobby } from './lobby.js';
import { PuzzleCard } from './puzzle.js';
import { personPage, statisticsPage } from './person-page.js';
import { Refused } from './api.js';
import { keepDressed } from './settings.js';
import { Table } from './table.js';
import { tournamentPage, tournamentsPage } from './tournament-page.js';
import { announce, problem } from './ui.js';
import { verifyPage } from './verify.js';

const OPPONENTS = /^\/(people|statistics|tournaments)(?:\/([^/]+))?\/?$/;

async function open() {
    const page = /** @type {HTMLElement} */ (document.getElementById('page'));
    const game = /^\/game\/([\w-]+)\/?$/.exec(location.pathname);
    try {
        if (game?.[1]) {
            const table = await Table.open(page, game[1]);
            if (table.state.puzzle) new PuzzleCard(table);
        } else if (/^\/account\/?$/.test(location.pathname)) await accountPage(page);
        else if (/^\/keeper\/?$/.test(location.pathname)) await keeperPage(page);
        else if (OPPONENTS.test(location.pathname)) await opponentsPage(page);
        else if (/^\/edit(\/|$)/.test(location.pathname)) await Editor.open(page);
        else if (/^\/verify\/?$/.test(location.pathname)) await verifyPage(page);
        else await lobby(page);
        document.documentElement.dataset.ready = '1';
    } catch (error) {
        if (error instanceof Refused && error.problem.code === 'account') {
            signInFirst(page);
            return;
        }
        problem(page, error, 'This page could not be opened.');
        announce('This page could not be opened.');
    }
}

/** A page about those who play. @param {HTMLElement} page */
async function opponentsPage(page) {
    const [, what, which = ''] = OPPONENTS.exec(location.pathname) ?? [];
    const named = decodeURIComponent(which);
    if (what === 'people') await personPage(page, named);
    else if (what === 'statistics') await statisticsPage(page, named);
    else await (which ? tournamentPage(page, named) : tournamentsPage(page));
}

keepDressed();
void open();
