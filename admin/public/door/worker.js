// Service worker that makes the check-in screen available without a network. It handles only addresses below
// /admin/door/: it caches this screen's files and page, but no call. The screen itself stores the tickets.
const cacheName = 'door'
const shell = '/admin/door/'
const assets = '/admin/assets/'

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

/** Caches all files or none, because an old page cannot use new files. @returns whether all of them are cached now */
async function keep(paths) {
  const page = await fetch(shell, { cache: 'no-store' })
  if (!page.ok) return false
  const html = await page.clone().text()
  const named = [...html.matchAll(/\/admin\/assets\/[\w.-]+/g)].map(([path]) => path)
  const wanted = [...new Set([...named, ...paths.filter((path) => path.startsWith(assets))])]
  if (!named.some((path) => paths.includes(path))) return false
  const cache = await caches.open(cacheName)
  const known = new Set((await cache.keys()).map((request) => new URL(request.url).pathname))
  await cache.addAll(wanted.filter((path) => !known.has(path)))
  await cache.put(shell, page)
  const gone = [...known].filter((path) => path !== shell && !wanted.includes(path))
  await Promise.all(gone.map((path) => cache.delete(path)))
  return true
}

addEventListener('message', (event) => {
  const [port] = event.ports
  event.waitUntil(
    keep(event.data)
      .catch(() => false)
      .then((isKept) => port?.postMessage(isKept)),
  )
})

async function openPage(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(shell)
    if (!kept) throw error
    return kept
  }
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith(assets)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  }
})
