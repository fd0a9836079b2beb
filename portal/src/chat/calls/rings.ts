// The call that rings at this account. A device that connects later learns of it from the sync of calls.
import { channelTypes, signallingLimits, type SignalEvent } from '@xinqiao/contract/im/signalling-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { useSyncExternalStore } from 'react'
import { subscribeSignals } from '../session/signals.ts'

export type Ring = { channelId: string; from: string; requestId: string; hasVideo: boolean }

const listeners = new Set<() => void>()
let currentRing: Ring | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function setRing(ring: Ring | null): void {
  clearTimeout(timer)
  currentRing = ring
  // a caller that crashed cannot end its ringing
  if (ring) timer = setTimeout(() => setRing(null), signallingLimits.inviteSeconds * 1000)
  for (const listener of listeners) listener()
}

const endings = new Set<SignalEvent['eventType']>(['CANCEL_INVITE', 'ROOM_CLOSE', 'ACCEPT', 'REJECT'])

export const ringOf = ({ channelId, from, requestId, type }: SignalEvent): Ring => ({
  ...{ channelId, from, requestId, hasVideo: type === channelTypes.video },
})

function receiveSignal(event: SignalEvent): void {
  const { eventType, channelId } = event
  if (eventType === 'INVITE') setRing(ringOf(event))
  else if (endings.has(eventType) && currentRing?.channelId === channelId) setRing(null)
}

/** Stored events are marked as read, except invitations, which the page of the call reads again. */
async function fetchMissed(chat: ChatSession): Promise<void> {
  const { events } = await chat.client.request('signalling.sync', {})
  const latest = events.findLast(({ eventType, channelInValid }) => eventType === 'INVITE' && !channelInValid)
  if (latest) receiveSignal(latest)
  else setRing(null)
  const ids = events.filter(({ eventType }) => eventType !== 'INVITE').map(({ msgid }) => msgid)
  if (ids.length > 0) await chat.client.request('signalling.markRead', { ids })
}

let end: (() => void) | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  end ??= subscribeSignals({
    signal: receiveSignal,
    // a failed request is repeated after the next login
    synced: (chat) => void fetchMissed(chat).catch(() => {}),
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    end?.()
    end = null
  }
}

export const useRing = (): Ring | null =>
  useSyncExternalStore(
    subscribe,
    () => currentRing,
    () => null,
  )

/** Ends the ringing on this device. */
export const stopRinging = (): void => setRing(null)

/** The other side learns that the call is declined; a call that is over needs no answer. */
export async function declineRing(chat: ChatSession, { channelId, from, requestId }: Ring): Promise<void> {
  stopRinging()
  await chat.client.request('signalling.reject', { channelId, account: from, requestId }).catch(() => {})
}
