// Installs the service worker that makes the check-in screen available offline, on this device and for this screen
// only.
const script = '/admin/door/worker.js'
const scope = '/admin/door/'

async function waitUntilActive(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (!worker || worker.state === 'activated') return worker
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker)
      else if (worker.state === 'redundant') resolve(null)
    })
  })
}

/**
 * @returns whether the worker has cached the files; a worker of an older version does not reply, and the next start
 * installs the new one
 */
function cacheFiles(worker: ServiceWorker, paths: string[]): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true))
    port1.start()
    worker.postMessage(paths, [port2])
  })
}

/**
 * Call after all files of this screen have loaded. Without service workers (no https), the screen works only while it
 * stays open.
 * @returns whether it can be opened again offline
 */
export async function prepareOffline(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  try {
    const worker = await waitUntilActive(await navigator.serviceWorker.register(script, { scope }))
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    const ownPaths = loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)
    const files = ownPaths.filter((path) => path.startsWith('/admin/assets/'))
    return worker !== null && (await cacheFiles(worker, files))
  } catch {
    return false
  }
}

/** Removes the worker after the meeting. */
export async function removeWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration(scope)
  await registration?.unregister()
  await caches.delete('door')
}
