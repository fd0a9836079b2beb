// The call that rings at this account, or goes on while the person is on another page. A device that connects later
// learns of it from the sync of calls.
import {
  channelTypes,
  signallingLimits,
  type SignalChannel,
  type SignalEvent,
} from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { useSyncExternalStore } from 'react'
import { subscribeToCallSignals } from '../session/signals.ts'
import { closeEndedCalls, wasEndedByThisTab } from './ended-calls.ts'

export type Ring = { channelId: string; from: string; requestId: string; hasVideo: boolean }

const listeners = new Set<() => void>()
/** Calls that ring, the newest last. */
let rings: readonly Ring[] = []
/** The channel of a call that this account is in, on any device. */
let runningId: string | null = null

function announce(): void {
  for (const listener of listeners) listener()
}
function addRing(ring: Ring): void {
  rings = [...rings.filter(({ channelId }) => channelId !== ring.channelId), ring]
  // a caller that crashed cannot end its ringing
  setTimeout(() => stopRinging(ring.channelId), signallingLimits.inviteSeconds * 1000)
  announce()
}
/** Ends the ringing of one call on this device. */
export function stopRinging(channelId: string): void {
  rings = rings.filter((ring) => ring.channelId !== channelId)
  announce()
}
function setRunningCall(channelId: string | null): void {
  if (runningId === channelId) return
  runningId = channelId
  announce()
}

const endings = new Set<SignalEvent['eventType']>(['CANCEL_INVITE', 'ROOM_CLOSE', 'ACCEPT', 'REJECT'])

export const ringOf = ({ channelId, from, requestId, type }: SignalEvent): Ring => ({
  channelId,
  from,
  requestId,
  hasVideo: type === channelTypes.video,
})

function receiveSignal(event: SignalEvent, isOwn: boolean): void {
  const { eventType, channelId } = event
  // another device has answered
  if (isOwn && eventType === 'ACCEPT') setRunningCall(channelId)
  const isOver = eventType === 'ROOM_CLOSE' || (isOwn && eventType === 'LEAVE')
  if (isOver && runningId === channelId) setRunningCall(null)
  if (eventType === 'INVITE') addRing(ringOf(event))
  else if (endings.has(eventType)) stopRinging(channelId)
}

/** Stored events are marked as read, except invitations, which the page of the call reads again. */
async function syncCallsAfterLogin(chat: ChatSession): Promise<void> {
  const { events, channels } = await chat.client.request('signalling.sync', {})
  rings = []
  for (const event of events) if (event.eventType === 'INVITE' && !event.channelInValid) addRing(ringOf(event))
  announce()
  setRunningCall(channels.find(isRunning)?.channelId ?? null)
  await closeEndedCalls(chat, channels)
  const ids = events.filter(({ eventType }) => eventType !== 'INVITE').map(({ msgid }) => msgid)
  if (ids.length > 0) await chat.client.request('signalling.markRead', { ids })
}

const isRunning = (channel: SignalChannel): boolean => channel.members.length > 1 && !wasEndedByThisTab(channel)

let end: (() => void) | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  end ??= subscribeToCallSignals({
    signal: receiveSignal,
    // a failed request is repeated after the next login
    synced: (chat) => void syncCallsAfterLogin(chat).catch(() => {}),
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    end?.()
    end = null
  }
}

/**
 * The newest call that rings.
 * @param currentId the call of this page, which a late list of calls may show as ringing still
 */
export const useRing = (currentId: string | null = null): Ring | null =>
  useSyncExternalStore(
    subscribe,
    () => rings.findLast(({ channelId }) => channelId !== currentId) ?? null,
    () => null,
  )

/** The accounts that ring beside the newest one, separated by spaces. */
export const useOtherRingers = (): string =>
  useSyncExternalStore(
    subscribe,
    () =>
      rings
        .slice(0, -1)
        .map(({ from }) => from)
        .join(' '),
    () => '',
  )

/** The channel of a running call; null without one. */
export const useRunningCall = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => runningId,
    () => null,
  )

/**
 * The other side learns that the call is declined; a call that is over needs no answer.
 * @param attachExt the reason; empty for a refusal
 */
export async function declineRing(
  chat: ChatSession,
  { channelId, from, requestId }: Ring,
  attachExt = '',
): Promise<void> {
  stopRinging(channelId)
  await chat.client.request('signalling.reject', { channelId, account: from, requestId, attachExt }).catch(() => {})
}
