import type { ReplyOf } from '#contract/index.ts';
import { isOwnPath } from '#core/own-path.ts';
import type { PushMessage } from '#core/push.ts';

/**
 * Lets the app open without a connection, and shows push messages. It caches pictures and the files of one build, and never handles the
 * calls of a page, so that it stores no personal data. Pages come from the server whenever it answers, so the code is never stale
 * unnoticed.
 */
declare const self: ServiceWorkerGlobalScope;
/** The files of the build, and its time; set by the bundler. */
declare const __BUILD_FILES__: readonly string[];
declare const __BUILD_TIME__: string;

const BUILDS = 'build ';
const BUILD = BUILDS + __BUILD_TIME__;
const PICTURES = 'pictures';
const PAGE = '/index.html';
/** The server's own pages, which are not screens of the app. */
const serverPages = /^\/(api|outbox)(\/|$)/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('message', ({ data, ports }) => {
  if (data === 'build') ports[0]?.postMessage(__BUILD_TIME__);
  if (data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!serverPages.test(pathname)) event.respondWith(servePage(event));
  } else if (pathname.startsWith('/assets/app/')) {
    event.respondWith(serveFile(request));
  } else if (pathname.startsWith('/assets/g/')) {
    event.respondWith(servePicture(event));
  }
});

self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)));

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event.newSubscription)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openScreen(pathOf(event.notification.data)));
});

async function install(): Promise<void> {
  const cache = await caches.open(BUILD);
  await cache.addAll(__BUILD_FILES__);
  await cache.put(PAGE, await fetchFresh(PAGE));
}

/** The previous build is kept: pages that still run it may need its files. */
async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILDS) && name !== BUILD);
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)));
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
}

/** Fetches without cookies and caches: the same for everyone. @throws if the server does not deliver it */
async function fetchFresh(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'reload', credentials: 'omit' });
  if (!answer.ok) throw new Error(`${path} could not be fetched: ${answer.status}`);
  return answer;
}

async function servePage(event: FetchEvent): Promise<Response> {
  try {
    const answer: Response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (answer.status < 500) return answer;
  } catch {
    // No connection.
  }
  return (await caches.match(PAGE, { cacheName: BUILD })) ?? Response.error();
}

async function serveFile(request: Request): Promise<Response> {
  const own = await caches.match(request, { cacheName: BUILD });
  return own ?? (await caches.match(request)) ?? fetch(request);
}

/** A cached picture is returned at once; a newer one is fetched for the next time. */
async function servePicture(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(PICTURES);
  const known = await cache.match(event.request);
  const coming = fetch(event.request).then(async (answer) => {
    if (answer.ok) await cache.put(event.request, answer.clone());
    return answer;
  });
  if (known === undefined) return coming.catch(async () => (await caches.match(event.request)) ?? Response.error());
  event.waitUntil(coming.catch(() => undefined));
  return known;
}

/** Browsers require every message to be shown, even an unreadable one. */
async function showMessage(data: PushMessageData | null): Promise<void> {
  const { title, body, path, tag } = parseMessage(data);
  const icon = '/assets/g/icons/icon-192.png';
  await self.registration.showNotification(title, { body, tag, icon, data: path });
}

function parseMessage(data: PushMessageData | null): PushMessage {
  const unread = { title: "Pick'em", body: 'There is news in your pools.', path: '/', tag: 'news' };
  try {
    return { ...unread, ...(data?.json() as Partial<PushMessage>) };
  } catch {
    return unread;
  }
}

/** The browser has replaced the push subscription of this device: the server needs the new one if it still sends messages here. */
async function renewSubscription(renewed: PushSubscription | null): Promise<void> {
  const answer = await fetch('/api/push');
  if (!answer.ok) return;
  const { publicKey, isOn } = (await answer.json()) as ReplyOf<'GET /api/push'>;
  if (!isOn) return;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys } = (renewed ?? (await self.registration.pushManager.subscribe(options))).toJSON();
  const headers = { 'content-type': 'application/json' };
  await fetch('/api/push', { method: 'PUT', headers, body: JSON.stringify({ endpoint, keys }) });
}

function pathOf(data: unknown): string {
  return typeof data === 'string' && isOwnPath(data) ? data : '/';
}

/** Opens a screen in the open page, or in a new one. */
async function openScreen(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  // A browser may keep a page from coming to the front; it shows the screen anyway.
  await page?.focus().catch(() => undefined);
  const shown = await page?.navigate(path).catch(() => null);
  if (!shown) await self.clients.openWindow(path);
}
