// What goes wrong on devices, and how long messages take to them, told to one's own server: names of commands, codes
// and milliseconds, and nothing of what was said or to whom. Sent together and seldom; lost when the page goes.
import type { CommandInput, CommandName } from '@xinqiao/contract/im/index.ts'
import { maxReported } from '@xinqiao/contract/im/misc.ts'
import { handlingOf, ImFailure } from '@xinqiao/contract/im/errors.ts'

type Report = CommandInput<'misc.report'>
export type Reports = {
  /** A command that failed; those that are part of a normal day are passed over. */
  failed: (command: CommandName, error: unknown) => void
  /** Between the server's time of a message and its arrival here, both by the server's clock. */
  delayed: (ms: number) => void
  stop: () => void
}

/** messaging.md 9: delays every 10 s or when more than 5 are held, errors no more often, after a failure 60 s. */
const everyMs = 10_000
const manyDelays = 5
const minMs = 2_000
const afterFailureMs = 60_000
/** Older ones tell nobody anything any more. */
const keptMs = 100_000

const isWorth = (error: unknown): error is ImFailure =>
  error instanceof ImFailure && ['logged', 'reconnect', 'blocks'].includes(handlingOf(error.code))

/** @param send to the server; refused while there is no connection */
export function makeReports(send: (report: Report) => Promise<unknown>, now: () => number = Date.now): Reports {
  let errors: { at: number; command: CommandName; code: string }[] = []
  let delays: { at: number; ms: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Infinity
  let notBefore = 0

  function plan(inMs: number): void {
    const at = Math.max(now() + inMs, notBefore)
    if (at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(() => void flush(), at - now())
    // outside of browsers a report keeps no program alive
    ;(timer as { unref?: () => void }).unref?.()
  }
  async function flush(): Promise<void> {
    due = Infinity
    const isFresh = ({ at }: { at: number }) => at > now() - keptMs
    errors = errors.filter(isFresh)
    delays = delays.filter(isFresh)
    if (errors.length + delays.length === 0) return
    const [sentErrors, sentDelays] = [errors, delays]
    errors = []
    delays = []
    notBefore = now() + minMs
    try {
      await send({
        errors: sentErrors.map(({ command, code }) => ({ command, code })),
        delays: sentDelays.map(({ ms }) => ms),
      })
    } catch {
      errors = [...sentErrors, ...errors].slice(-maxReported)
      delays = [...sentDelays, ...delays].slice(-maxReported)
      notBefore = now() + afterFailureMs
      plan(afterFailureMs)
    }
  }

  return {
    failed(command, error) {
      if (command === 'misc.report' || !isWorth(error)) return
      errors = [...errors, { at: now(), command, code: `${error.code}` }].slice(-maxReported)
      plan(everyMs)
    },
    delayed(ms) {
      delays = [...delays, { at: now(), ms: Math.min(Math.max(0, Math.round(ms)), 86_400_000) }].slice(-maxReported)
      plan(delays.length > manyDelays ? minMs : everyMs)
    },
    stop: () => clearTimeout(timer),
  }
}
