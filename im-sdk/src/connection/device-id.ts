// Device id of this page, stable across reloads. A page reserves an id from a pool of its browser, because the server
// ends the earlier connection of two pages with the same id.

const maxPooledIds = 20

type BrowserStorages = { local: Storage; session: Storage }

/** Null where storage is blocked, full or damaged; the next page gets a new id then. */
function tryStorage<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}

const isIdList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string' && id !== '' && id.length <= 64)

function createDeviceIdPool({ local, session }: BrowserStorages, account: string) {
  const key = `xinqiao-im-devices ${account}`
  const readIds = (): string[] => {
    const ids: unknown = tryStorage(() => JSON.parse(local.getItem(key)!))
    return isIdList(ids) ? ids : []
  }
  const writeIds = (ids: readonly string[]) =>
    tryStorage(() => local.setItem(key, JSON.stringify(ids.slice(-maxPooledIds))))
  return {
    /** Reserves the id of this tab before its reload, or else the id that was returned last. */
    acquire(): string {
      const free = readIds()
      const before = tryStorage(() => session.getItem(key))
      const id = before !== null && free.includes(before) ? before : free.at(-1)
      if (id === undefined) return crypto.randomUUID()
      writeIds(free.filter((other) => other !== id))
      return id
    },
    release(id: string): void {
      tryStorage(() => session.setItem(key, id))
      writeIds([...readIds().filter((other) => other !== id), id])
    },
  }
}

export type DeviceIdHolder = {
  current: () => string
  /** Reserves another id, because another page has connected with the same one. */
  renew: () => void
}

export function acquireDeviceId(account: string): DeviceIdHolder {
  // outside of browsers, `window` is missing
  const storages = tryStorage(() => ({ local: window.localStorage, session: window.sessionStorage }))
  const pool = storages && createDeviceIdPool(storages, account)
  let id = pool?.acquire() ?? crypto.randomUUID()
  if (pool) {
    window.addEventListener('pagehide', () => pool.release(id))
    // after a return from the back/forward cache, another page may use the id
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) id = pool.acquire()
    })
  }
  return {
    current: () => id,
    renew: () => {
      id = crypto.randomUUID()
    },
  }
}
