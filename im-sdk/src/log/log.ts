// Log of the SDK on this device, for fault analysis: states, commands, codes and times, never message content. Entries
// stay on the device, at most three days and one megabyte, unless the user exports them.
import { openLogDatabase, type LogRow, type LogDatabase } from './database.ts'

export const logLevels = ['debug', 'log', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogOptions = {
  /** Name of the database; null for no log. */
  name: string | null
  /** Entries below this level are skipped. */
  level?: LogLevel
  /** Retention in hours. */
  expire?: number
  /** Also logs to the console. */
  debug?: boolean
  /** Callback of the page for each entry. */
  onEntry?: (level: LogLevel, text: string) => void
  now?: () => number
}
/** messaging.md 9: flushed above 50 entries or after 60 s, stored 72 hours; above 1 MB the older half is deleted. */
const maxHeldEntries = 50
const flushDelayMs = 60_000
const defaultExpireHours = 72
export const maxBytes = 1024 * 1024
const maxTextLength = 2_000

const estimateBytes = ({ text }: LogRow): number => text.length * 2 + 32
const formatEntry = ({ time, level, text }: LogRow): string => `${new Date(time).toISOString()} ${level} ${text}`

export function createLog({
  name,
  level = 'info',
  expire = defaultExpireHours,
  debug = false,
  onEntry,
  now = Date.now,
}: LogOptions) {
  const minLevel = logLevels.indexOf(level)
  let buffered: LogRow[] = []
  let bytes = 0
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let opening: Promise<LogDatabase | null> | null = null
  let working = Promise.resolve()

  async function open(): Promise<LogDatabase | null> {
    if (name === null) return null
    try {
      const database = await openLogDatabase(name)
      const rows = await database.all()
      bytes = rows.reduce((sum, row) => sum + estimateBytes(row), 0)
      last = Math.max(last, rows.at(-1)?.time ?? 0)
      return database
    } catch {
      return null // without a database, the last entries stay in memory
    }
  }
  async function writeEntries(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    opening ??= open()
    const database = await opening
    if (!database) {
      buffered = buffered.slice(-maxHeldEntries * 4)
      return
    }
    const rows = buffered
    buffered = []
    try {
      await database.add(rows)
      await database.removeUntil(now() - expire * 3_600_000)
      bytes += rows.reduce((sum, row) => sum + estimateBytes(row), 0)
      if (bytes > maxBytes) await rotate(database)
    } catch {
      opening = null // the browser closed the database; the next flush opens it again
      buffered = [...rows, ...buffered].slice(-maxHeldEntries * 4)
    }
  }
  /** Counts the stored entries again, because other tabs write, too. */
  async function rotate(database: LogDatabase): Promise<void> {
    const rows = await database.all()
    bytes = rows.reduce((sum, row) => sum + estimateBytes(row), 0)
    if (bytes <= maxBytes) return
    let end = 0
    for (const row of rows) {
      if (bytes <= maxBytes / 2) break
      bytes -= estimateBytes(row)
      end = row.time
    }
    await database.removeUntil(end)
  }
  function flush(): Promise<void> {
    working = working.then(writeEntries)
    return working
  }

  return {
    write(entryLevel: LogLevel, text: string): void {
      if (logLevels.indexOf(entryLevel) < minLevel) return
      // keys of one millisecond must differ
      const time = Math.max(now(), last + 0.001)
      last = time
      buffered.push({ time, level: entryLevel, text: text.slice(0, maxTextLength) })
      onEntry?.(entryLevel, text)
      // oxlint-disable-next-line no-console -- the purpose of `debug`
      if (debug) console[entryLevel](`[IM] ${text}`)
      if (buffered.length > maxHeldEntries) void flush()
      else if (timer === undefined) {
        timer = setTimeout(() => void flush(), flushDelayMs)
        ;(timer as { unref?: () => void }).unref?.()
      }
    },
    /** The log as text, one entry per line, oldest first. */
    async read(): Promise<string> {
      await flush()
      const database = await opening
      const rows = [...((await database?.all()) ?? []), ...buffered]
      return rows.map((row) => formatEntry(row)).join('\n')
    },
    flush,
    close(): void {
      clearTimeout(timer)
      void (async () => {
        await flush()
        const database = await opening
        opening = null
        database?.close()
      })()
    },
  }
}
export type LocalLog = ReturnType<typeof createLog>
