// What links bring to the page of an account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brought, gameNamed } from '../account-words.js';

test('a link brings an invitation or a code, and nothing else', () => {
    assert.deepEqual(brought('#join=0123456789abcdef'), { what: 'join', code: '0123456789abcdef' });
    assert.deepEqual(brought('#password=0123456789abcdef'), { what: 'password', code: '0123456789abcdef' });
    assert.deepEqual(brought('#confirm=0123456789abcdef'), { what: 'confirm', code: '0123456789abcdef' });
    for (const wrong of ['', '#', '#join=', '#join=x', '#key=0123456789abcdef', '#join=0123456789abcdef,0123456789abcdef']) assert.equal(brought(wrong), null, wrong);
});

test('a game is named by its id or by a link', () => {
    for (const text of ['0a1b2c', ' 0a1b2c ', 'https://table.example/game/0a1b2c', '/game/0a1b2c?watch', 'http://127.0.0.1:7878/game/0a1b2c#seat=ff']) assert.equal(gameNamed(text), '0a1b2c', text);
    for (const text of ['', 'https://table.example/', '../x']) assert.equal(gameNamed(text), '', text);
});
