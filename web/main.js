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

async function open() {
    const page = /** @type {HTMLElement} */ (document.getElementById('page'));
    const game = /^\/game\/([\w-]+)\/?$/.exec(location.pathname);
    try {
        if (game?.[1]) {
            const table = await Table.open(page, game[1]);
            if (table.state.puzzle) new PuzzleCard(table);
        } else if (/^\/account\/?$/.test(location.pathname)) await accountPage(page);
        else if (/^\/keeper\/?$/.test(location.pathname)) await keeperPage(page);
        else if (await opponents(page)) { /* it is shown */ } else if (/^\/edit(\/|$)/.test(location.pathname)) await Editor.open(page);
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

/** Pages about those who play. @param {HTMLElement} page @returns {Promise<boolean>} whether this is one */
async function opponents(page) {
    const [, what, which = ''] = /^\/(people|statistics|tournaments)(?:\/([^/]+))?\/?$/.exec(location.pathname) ?? [];
    const named = decodeURIComponent(which);
    if (what === 'people' && which) await personPage(page, named);
    else if (what === 'statistics' && which) await statisticsPage(page, named);
    else if (what === 'tournaments') await (which ? tournamentPage(page, named) : tournamentsPage(page));
    else return false;
    return true;
}

keepDressed();
void open();
