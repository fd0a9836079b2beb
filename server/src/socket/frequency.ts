// Rate limits of chat commands (messaging.md 4). Beyond its limit a command is refused with 416 and the seconds until
// the next window. Each node counts separately.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandDefinition } from '@xinqiao/contract/im/command.ts'

/**
 * Added to a window when it refuses a command, so that the commands behind it, already sent, are refused as well. A
 * client that repeats them keeps their order.
 */
const graceMs = 1_000

type FrequencyWindow = { endsAt: number; count: number }

/** @param now milliseconds of a monotonic clock */
export function createFrequencyLimit(now: () => number = () => performance.now()) {
  const windows = new Map<string, FrequencyWindow>()
  return {
    /**
     * @param key the caller, and what is counted
     * @returns ImFailure 416 with `{seconds}` above the limit
     */
    count(key: string, { times, seconds }: CommandDefinition['maxFrequency']): ImFailure | null {
      const at = now()
      let window = windows.get(key)
      if (!window || window.endsAt <= at) {
        window = { endsAt: at + seconds * 1000, count: 0 }
        windows.set(key, window)
      }
      window.count += 1
      if (window.count <= times) return null
      if (window.count === times + 1) window.endsAt += graceMs
      return imFail('tooOften', undefined, { seconds: Math.ceil((window.endsAt - at) / 1000) })
    },
    /** Deletes expired windows. */
    clean(): void {
      const at = now()
      for (const [key, { endsAt }] of windows) if (endsAt <= at) windows.delete(key)
    },
  }
}
export type FrequencyLimit = ReturnType<typeof createFrequencyLimit>
