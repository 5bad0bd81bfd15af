// Which page is it? Both are the same document; the address decides.

import { keepDressed } from './settings.js';
import { announce, problem } from './ui.js';
import { lobby } from './lobby.js';
import { Table } from './table.js';

async function open() {
    const page = /** @type {HTMLElement} */ (document.getElementById('page'));
    const game = /^\/game\/([\w-]+)\/?$/.exec(location.pathname);
    try {
        if (game?.[1]) await Table.open(page, game[1]);
        else await lobby(page);
        document.documentElement.dataset.ready = '1';
    } catch (error) {
        problem(page, error, 'This page could not be opened.');
        announce('This page could not be opened.');
    }
}

keepDressed();
void open();
