// Identifies this page as a device, with the same id across reloads.
// Pages of one browser share a pool of ids: a page takes one and returns it when it closes, because the server keeps one
// connection per device and two tabs with one id would end each other's connections.

const maxPooledIds = 20

type Storages = { local: Storage; session: Storage }

/** Null where there is no browser, or it keeps nothing for this page. */
function openStorages(): Storages | null {
  try {
    return typeof window === 'undefined' ? null : { local: window.localStorage, session: window.sessionStorage }
  } catch {
    return null
  }
}

const isIdList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string' && id !== '' && id.length <= 64)

function makePool({ local, session }: Storages, account: string) {
  const key = `xinqiao-im-devices ${account}`
  const read = (): string[] => {
    try {
      const ids: unknown = JSON.parse(local.getItem(key) ?? '[]')
      return isIdList(ids) ? ids : []
    } catch {
      return []
    }
  }
  const write = (ids: readonly string[]) => {
    try {
      local.setItem(key, JSON.stringify(ids.slice(-maxPooledIds)))
    } catch {
      // a full or forbidden store: the next page gets a new id
    }
  }
  return {
    /** The id that this tab had before its reload, else the one that was returned last. */
    take(): string | null {
      const free = read()
      const before = session.getItem(key)
      const id = before !== null && free.includes(before) ? before : free.at(-1)
      if (id === undefined) return null
      write(free.filter((other) => other !== id))
      return id
    },
    giveBack(id: string): void {
      session.setItem(key, id)
      write([...read().filter((other) => other !== id), id])
    },
  }
}

export type DeviceId = {
  current: () => string
  /** Takes another id, after a page with the same one has connected. */
  renew: () => void
}

export function takeDeviceId(account: string): DeviceId {
  const storages = openStorages()
  const pool = storages && makePool(storages, account)
  let id = pool?.take() ?? crypto.randomUUID()
  if (pool) {
    window.addEventListener('pagehide', () => pool.giveBack(id))
    // shown again from the browser's page cache: another page may have taken the id meanwhile
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) id = pool.take() ?? crypto.randomUUID()
    })
  }
  return {
    current: () => id,
    renew: () => {
      id = crypto.randomUUID()
    },
  }
}
