// Reports errors and message delays of devices to the site's server: command names, codes and milliseconds, never
// content or recipients. Sent in rare batches; lost when the page closes.
import type { CommandInput, CommandName } from '@xinqiao/contract/im/index.ts'
import { maxReported } from '@xinqiao/contract/im/misc.ts'
import { handlingOfCode, ImFailure } from '@xinqiao/contract/im/errors.ts'

type ClientReport = CommandInput<'misc.report'>

/**
 * messaging.md 9: delays are sent every 10 s or above 5 entries, errors no more often; after a failure, the next try is
 * after 60 s.
 */
const everyMs = 10_000
const maxHeldDelays = 5
const minMs = 2_000
const afterFailureMs = 60_000
/** Maximum age of a queued report; older ones are discarded. */
const maxAgeMs = 100_000

const shouldReport = (error: unknown): error is ImFailure =>
  error instanceof ImFailure && ['logged', 'reconnect', 'blocks'].includes(handlingOfCode(error.code))

/** @param send sends a batch to the server; rejects without a connection */
export function createReportSender(send: (report: ClientReport) => Promise<unknown>) {
  let errors: { at: number; command: CommandName; code: string }[] = []
  let delays: { at: number; ms: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Infinity
  let notBefore = 0

  function scheduleReport(inMs: number): void {
    const at = Math.max(Date.now() + inMs, notBefore)
    if (at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(() => void flush(), at - Date.now())
    // outside of browsers, the timer must not keep the process alive
    ;(timer as { unref?: () => void }).unref?.()
  }
  async function flush(): Promise<void> {
    due = Infinity
    const isFresh = ({ at }: { at: number }) => at > Date.now() - maxAgeMs
    errors = errors.filter(isFresh)
    delays = delays.filter(isFresh)
    if (errors.length + delays.length === 0) return
    const [sentErrors, sentDelays] = [errors, delays]
    errors = []
    delays = []
    notBefore = Date.now() + minMs
    try {
      await send({
        errors: sentErrors.map(({ command, code }) => ({ command, code })),
        delays: sentDelays.map(({ ms }) => ms),
      })
    } catch {
      errors = [...sentErrors, ...errors].slice(-maxReported)
      delays = [...sentDelays, ...delays].slice(-maxReported)
      notBefore = Date.now() + afterFailureMs
      scheduleReport(afterFailureMs)
    }
  }

  return {
    /** Records a failed command; expected errors are skipped. */
    failed(command: CommandName, error: unknown): void {
      if (command === 'misc.report' || !shouldReport(error)) return
      errors = [...errors, { at: Date.now(), command, code: `${error.code}` }].slice(-maxReported)
      scheduleReport(everyMs)
    },
    /** Records the time from the server's timestamp of a message to its arrival, both by the server's clock. */
    delayed(ms: number): void {
      delays = [...delays, { at: Date.now(), ms: Math.min(Math.max(0, Math.round(ms)), 86_400_000) }].slice(
        -maxReported,
      )
      scheduleReport(delays.length > maxHeldDelays ? minMs : everyMs)
    },
    /** Ends the timer; the next record starts it again. */
    stop(): void {
      clearTimeout(timer)
      due = Infinity
    },
  }
}
