// Runs in the browser while no page of the table is open: shows what the table tells, and opens the game on a click.

/* eslint-env serviceworker */
const scope = /** @type {any} */ (self);

scope.addEventListener('push', (/** @type {any} */ event) => {
    /** @type {{ title?: string, link?: string }} */
    let told = {};
    try {
        told = event.data?.json() ?? {};
    } catch {
        // A message that cannot be read still says that something waits.
    }
    event.waitUntil(scope.registration.showNotification(told.title ?? 'A game waits for you', { data: { link: told.link ?? '/' }, tag: told.link ?? 'sandtable' }));
});

scope.addEventListener('notificationclick', (/** @type {any} */ event) => {
    event.notification.close();
    const link = new URL(event.notification.data?.link ?? '/', scope.location.origin);
    // Only pages of this table are opened.
    const path = link.pathname.startsWith('/game/') ? link.pathname : '/';
    event.waitUntil(scope.clients.openWindow(path));
});
