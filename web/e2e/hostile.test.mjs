// A page of another origin may not speak to the table, not even on the same machine.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { after, test } from 'node:test';
import { newPage, stage } from './table.mjs';

const { table, browser } = await stage();
const other = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another site</title>'));
other.listen(0, '127.0.0.1');
await once(other, 'listening');
after(() => other.close());
const origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (other.address()).port}`;

test('requests and lines from another origin are refused and change nothing', async () => {
    const game = await table.game();
    const before = await game.state();
    const page = await newPage(browser, table);
    await page.goto(origin);
    const body = JSON.stringify({ after: 0, action: 1 });
    const key = Object.values(game.keys).join(',');

    // Simple requests, which a browser sends without asking first, and such as it asks for.
    /** @type {Record<string, string>[]} */
    const kinds = [{ 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }];
    for (const headers of kinds) {
        for (const path of [`${game.path}/actions`, `${game.path}/claim`, '/api/games']) {
            const got = await page.evaluate(async ({ url, body, headers }) => {
                const plain = await fetch(url, { method: 'POST', mode: 'no-cors', headers, body }).then(a => a.type, () => 'refused');
                const read = await fetch(url, { method: 'POST', headers, body }).then(a => `read ${a.status}`, () => 'refused');
                return [plain, read];
            }, { url: table.url + path, body, headers });
            assert.deepEqual(got, ['refused', 'refused'], `${path} from another site`);
        }
    }

    const line = await page.evaluate(({ url, keys }) => new Promise(resolve => {
        const socket = new WebSocket(url);
        socket.onopen = () => socket.send(JSON.stringify({ keys }));
        socket.onmessage = event => resolve(`heard ${event.data}`);
        socket.onclose = () => resolve('closed');
    }), { url: `${table.url.replace('http', 'ws')}${game.path}/live`, keys: Object.values(game.keys) });
    assert.equal(line, 'closed');

    assert.deepEqual(await game.state(), before);
    assert.equal((await table.call('/api/games')).length, 1, 'no game was made');

    // The page cannot tell who refused it; the table itself says that it did.
    const told = await fetch(`${table.url}${game.path}/actions`, { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, Origin: origin }, body });
    assert.equal(told.status, 403);
    assert.equal((await told.json()).code, 'origin');
});

test('the table is not known under another name', async () => {
    const { port } = new URL(table.url);
    // A name that its owner lets point to this machine: the browser would take it for one origin.
    const [answer] = await once(get({ host: '127.0.0.1', port, path: '/api/games', headers: { Host: `evil.example:${port}` } }), 'response');
    assert.equal(answer.statusCode, 403);
    answer.resume();
});
