// What you are told when it is your turn and you are not here: by mail, in this browser, by a message to an address of yours.

import { call } from './api.js';
import { button, el, fill } from './dom.js';
import { announce, message, toast } from './ui.js';

/** @typedef {import('./wire.d.ts').Notices} Notices */
/** @typedef {import('./wire.d.ts').ChangeNotices} Change */

const PATH = '/api/account/notices';

const read = () => /** @type {Promise<Notices>} */ (call(PATH));

/** @param {Partial<Change>} body */
const change = body => /** @type {Promise<Notices>} */ (call(PATH, { body }));

/** Turns on or off whether you are told of a game. @param {string} id @param {boolean} silent */
export const silence = (id, silent) => change({ game: { id, silent } });

/** The bytes of a key in base64url. @param {string} text */
function bytes(text) {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, letter => letter.charCodeAt(0));
}

/** Asks the browser to be told while it is closed. @param {string} key */
async function subscribe(key) {
    if (!('serviceWorker' in navigator) || !('PushManager' in window)) throw new Error('This browser cannot be told anything while it is closed.');
    if (await Notification.requestPermission() !== 'granted') throw new Error('The browser does not let this table tell you anything: allow it in the settings of the page.');
    const worker = await navigator.serviceWorker.register('/push-worker.js');
    const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })).toJSON();
    const { endpoint = '', keys = {} } = made;
    return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

/** The part of the account's page that is about notices. */
export function noticesPart() {
    const body = el('div', { class: 'setup' });
    /** @param {() => Promise<Notices>} what @param {string} [said] */
    const act = async (what, said) => {
        try {
            show(await what());
            if (said) announce(said);
        } catch (error) {
            toast([message(error)], { kind: 'error', name: 'error' });
        }
    };
    /** @param {Notices} now */
    function show(now) {
        const mail = el('input', { type: 'checkbox', checked: now.mail, data: { test: 'notice-mail' }, onchange: () => void act(() => change({ mail: mail.checked })) });
        const hook = el('input', { type: 'url', value: now.webhook ?? '', placeholder: 'https://…', maxlength: '500', 'aria-label': 'Address for messages', data: { test: 'notice-hook' } });
        fill(body,
            el('label', { class: 'check' }, mail, ' By mail', !now.mail_works && el('small', null, ' · as soon as this table sends mail and you have confirmed your address')),
            el('div', { class: 'row' },
                button('Tell me in this browser', () => void act(async () => change({ browser: await subscribe(now.push_key ?? '') }), 'This browser will tell you.'), { disabled: !now.push_key, data: { test: 'notice-push' } }),
                now.browsers > 0 && button(now.browsers === 1 ? 'Tell 1 browser nothing any more' : `Tell ${now.browsers} browsers nothing any more`, () => void act(() => change({ no_browsers: true })))),
            el('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void act(() => change({ webhook: hook.value.trim() }), 'Kept.');
            } }, el('label', null, 'By a signed message to ', hook), el('button', { type: 'submit', data: { test: 'notice-hook-keep' } }, 'Keep'),
                now.webhook && button('Try it', () => void call(`${PATH}/try`, { body: {} }).then(() => toast(['The message was taken.'], { name: 'company', stay: 4000 }), error => toast([message(error)], { kind: 'error', name: 'error' })), { data: { test: 'notice-try' } })),
            now.secret && el('p', null, 'Messages are signed with this secret, which you see only now: ', el('code', { data: { test: 'notice-secret' } }, now.secret)),
            now.silent.length > 0 && el('p', { class: 'hint' }, `You are told nothing of ${now.silent.length === 1 ? 'one game' : `${now.silent.length} games`}.`));
    }
    read().then(show, error => fill(body, el('p', { class: 'alert', role: 'alert' }, message(error))));
    return body;
}
