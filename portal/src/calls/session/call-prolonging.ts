// Prolongs a running call. The server ends the call of a booking at its time.
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { api } from '../../session/api.ts'
import type { Call } from './call.ts'

const checkMs = 20_000
/** The last minutes of a call that cannot be prolonged are counted down. */
export const countdownMs = 5 * 60_000
const prolongMs = 2 * countdownMs

/** @returns ends the watching */
export function startCallProlonging({ client }: ChatSession, call: Call): () => void {
  let hasLimit = false

  async function check(): Promise<void> {
    const { phase, channelId, limitTime } = call.state.current()
    if (phase !== 'talking' || channelId === null || limitTime === null || hasLimit) return
    if (limitTime - Date.now() > prolongMs) return
    await client.request('signalling.delay', { channelId })
    const { secondsLeft } = await api('POST /call/ice', { channelId })
    const next = Date.now() + secondsLeft * 1000
    hasLimit = next - Date.now() <= prolongMs
    call.state.update({ limitTime: next })
  }

  // a failed request is repeated soon
  const timer = setInterval(() => void check().catch(() => {}), checkMs)
  return () => clearInterval(timer)
}
