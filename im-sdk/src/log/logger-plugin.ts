// Sends the log to a server of the page: `logFunc: new SDK.NIM.LoggerPlugin({ url, level })`.
import { logLevels, type LogLevel } from './log.ts'

export type LoggerPluginOptions = {
  /** Receives entries as plain text, one per line. */
  url: string
  /** Entries below this level are skipped; defaults to `info`. */
  level?: LogLevel
}
type LogFunc = (level: LogLevel, text: string) => void

/** messaging.md 9: sent above 50 entries, or after 5 s; each failure adds 5 s. */
const maxHeldEntries = 50
const intervalMs = 5_000
/** While the server cannot be reached, only the newest entries are kept. */
const maxUnsentEntries = 500

/** @returns the function for `logFunc`; pages call it with `new` */
export function createLogUploader({ url, level: minLevel = 'info' }: LoggerPluginOptions): LogFunc {
  let entries: string[] = []
  let delayMs = intervalMs
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendEntries(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const sentEntries = entries
    entries = []
    try {
      const { ok } = await fetch(url, { method: 'POST', body: sentEntries.join('\n') })
      if (!ok) throw new Error(url)
      delayMs = intervalMs
    } catch {
      delayMs += intervalMs
      entries = [...sentEntries, ...entries].slice(-maxUnsentEntries)
      schedule()
    }
  }
  function schedule(): void {
    timer ??= setTimeout(() => void sendEntries(), delayMs)
  }
  return (level, text) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(minLevel)) return
    entries.push(`${new Date().toISOString()} ${level} ${text}`)
    if (delayMs === intervalMs && entries.length > maxHeldEntries) void sendEntries()
    else schedule()
  }
}
