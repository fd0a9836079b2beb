// Requests of a call and their failures.
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { Ring } from '../../chat/calls/rings.ts'

/** A channel of the site has one invitation. */
export const requestId = 'call'

/** @returns the failure of the request, if any */
export const cancelRing = ({ client }: ChatSession, channelId: string, account: string): Promise<unknown> =>
  client
    .request('signalling.cancel', { channelId, account, requestId, offlineEnabled: true })
    .catch((error: unknown) => error)

/** @returns true for a failure with this code of the chat */
export const hasCode = (error: unknown, code: number): boolean => error instanceof ImFailure && error.code === code

/** @returns false for a ring that is over */
export async function acceptRing({ client }: ChatSession, ring: Omit<Ring, 'hasVideo'>): Promise<boolean> {
  const { channelId, from: account, requestId: id } = ring
  try {
    await client.request('signalling.accept', { channelId, account, requestId: id, autoJoin: true })
    return true
  } catch (error) {
    if ([imErrors.roomMissing, imErrors.inviteMissing].some(({ code }) => hasCode(error, code))) return false
    // the answer is valid although the other page is just connecting again
    if (hasCode(error, imErrors.peerOffline.code)) return true
    throw error
  }
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
