// Keeps the files of the page, so that it opens without a network. The build script sets the version, a hash of the files: a new one is
// loaded behind the page, and shown when the page is opened again.
const VERSION = '(version)';
const FILES = ['./', 'manifest.webmanifest', 'icon.svg'];

/** The caches of this page alone: other pages of the server may have their own. */
const PREFIX = `lexc ${registration.scope} `;
const NAME = PREFIX + VERSION;

async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
  await skipWaiting();
}

async function dropOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(names.map((name) => caches.delete(name)));
  await clients.claim();
}

/** The file of the page at an address; `undefined` if there is none. The page itself has two addresses. */
function fileAt(address) {
  if (!address.startsWith(registration.scope)) return undefined;
  const name = address.slice(registration.scope.length).replace(/[?#].*/u, '');
  return ['', 'index.html'].includes(name) ? './' : FILES.find((file) => file === name);
}

/** The kept file, or else the server's. */
async function answer(file, request) {
  const cache = await caches.open(NAME);
  return await cache.match(file) ?? fetch(request);
}

addEventListener('install', (event) => event.waitUntil(keep()));
addEventListener('activate', (event) => event.waitUntil(dropOthers()));
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const file = fileAt(url);
  // The browser asks the server for all else.
  if (method === 'GET' && file !== undefined) event.respondWith(answer(file, event.request));
});
