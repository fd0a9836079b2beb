// Requests of a call and their failures.
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'

/** A channel of the site has one invitation. */
export const requestId = 'call'

/** @returns the failure of the request, if any */
export const cancelRing = ({ client }: ChatSession, channelId: string, account: string): Promise<unknown> =>
  client
    .request('signalling.cancel', { channelId, account, requestId, offlineEnabled: true })
    .catch((error: unknown) => error)

/** @returns true for a failure with this code of the chat */
export const hasCode = (error: unknown, code: number): boolean => error instanceof ImFailure && error.code === code

export const ignoreCode = (code: number) => (error: unknown) => {
  if (!hasCode(error, code)) throw error
}

const pausesMs = [1_000, 3_000, 6_000, 10_000]

/**
 * Repeats a failed request: the other side waits meanwhile.
 * @param ask resolves to null when it has failed
 */
export async function repeatRequest<T>(ask: () => Promise<T | null>, isWanted: () => boolean): Promise<T | null> {
  for (const ms of pausesMs) {
    // oxlint-disable no-await-in-loop -- one after the other
    const reply = await ask()
    if (reply !== null || !isWanted()) return reply
    await new Promise((resolve) => setTimeout(resolve, ms))
    // oxlint-enable no-await-in-loop
  }
  return ask()
}
