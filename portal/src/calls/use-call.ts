// The call of a page: opens the chat session, and goes on with the call of the address after a load of the page.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { busyReason } from '@xinqiao/contract/calls.ts'
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import { channelTypes, type SignalChannel, type SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatConversation } from '@xinqiao/im-sdk/chat/state/state.ts'
import { declineRing, ringOf, stopRinging, useRing, type Ring } from '../chat/calls/rings.ts'
import { wasEndedByThisTab } from '../chat/calls/ended-calls.ts'
import { forgetCall, readSavedCall, saveCall } from '../chat/calls/saved-call.ts'
import { takeNextCall } from './next-call.ts'
import { subscribeToCallSignals } from '../chat/session/signals.ts'
import { useChatSession } from '../chat/session/use-chat-session.ts'
import type { WaitingRoom } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import type { CallAddress } from './call-address.ts'
import { createCall, type Call } from './session/call.ts'
import type { CallState } from './session/call-state.ts'
import { superviseLinkQuality } from './session/link-supervision.ts'
import { isCameraChosen, type LocalMediaState } from './session/local-media.ts'
import { startCallProlonging } from './session/call-prolonging.ts'
import { useWaitingRoom } from './use-waiting-room.ts'

export type CallPageState = {
  chat: ChatSession | null
  conversations: readonly ChatConversation[]
  call: Call | null
  state: CallState | null
  local: LocalMediaState | null
  /** A call that rings at this account, apart from the current one. */
  ring: Ring | null
  /** False until the chat has signed in, and while its connection is away. */
  isOnline: boolean
  /** The reason why the chat session could not be opened. */
  fault: string | null
  answer: (ring: Ring, hasCamera: boolean) => void
  /**
   * Enters the call of the address once the person agrees, because a link alone must not open the microphone. Null when
   * no agreement is needed.
   */
  agree: ((hasCamera: boolean) => void) | null
  /** True when the call of the address is on another device of this account. */
  isElsewhere: boolean
  /** The waiting room of the booking; null for a call without one. */
  room: WaitingRoom | null
  /** True for a call with a picture; null while it is unknown. */
  hasVideo: boolean | null
  isPoor: boolean
}

const endings: ReadonlySet<SignalEvent['eventType']> = new Set(['CANCEL_INVITE', 'ROOM_CLOSE'])
const nothing = () => () => {}

/** The devices come first: a refused microphone leaves the call ringing. */
async function answerRing(call: Call, ring: Ring, hasCamera: boolean): Promise<void> {
  await call.media.open(ring.hasVideo && hasCamera)
  // the person has checked the camera before
  if (!hasCamera && call.media.state.current().video) await call.media.setCamera(false)
  if (!call.media.state.current().audio) return
  stopRinging(ring.channelId)
  await call.answer(ring)
}
const hasVideoOf = (target: RequestedCall): boolean =>
  'ring' in target ? target.ring.hasVideo : target.channel.type === channelTypes.video

/** The call that the address asks for: one of this account, or one that rings. */
type RequestedCall = { channel: SignalChannel } | { ring: Ring }
type SyncReply = CommandOutput<'signalling.sync'>

function findRequestedCall(
  channelId: string,
  { channels, events }: SyncReply,
  ring: Ring | null,
): RequestedCall | null {
  const channel = channels.find((item) => item.channelId === channelId && !wasEndedByThisTab(item))
  if (channel) return { channel }
  if (ring?.channelId === channelId) return { ring }
  const invitation = events.find((event) => event.eventType === 'INVITE' && event.channelId === channelId)
  return invitation && !invitation.channelInValid ? { ring: ringOf(invitation) } : null
}

export function useCall(entry: CallAddress, firstRoom: WaitingRoom | null): CallPageState {
  const { chat, state: chatState, fault } = useChatSession()
  const call = useMemo(() => chat && createCall(chat), [chat])
  const [reply, setReply] = useState<SyncReply | null>(null)
  const channelId = entry.kind === 'channel' ? entry.channelId : null
  const beginning = useRef<'waiting' | 'done'>('waiting')

  useEffect(() => {
    if (!chat || !call) return
    const listChannels = async () => {
      const next = await chat.client.request('signalling.sync', {})
      setReply(next)
      return next.channels
    }
    const end = subscribeToCallSignals({
      signal(event, isOwn) {
        if (event.channelId !== channelId || beginning.current === 'done' || !endings.has(event.eventType))
          return call.receive(event, isOwn)
        // the caller cancelled or left while this page asked for the devices
        beginning.current = 'done'
        call.miss('peerGone')
      },
      // a failed request is repeated after the next login
      synced: () => void call.catchUp(listChannels).catch(() => {}),
    })
    return () => {
      end()
      call.media.close()
    }
  }, [chat, call, channelId])

  const [isPoor, setPoor] = useState(false)
  useEffect(() => (call ? superviseLinkQuality(call, setPoor) : undefined), [call])
  useEffect(() => (chat && call ? startCallProlonging(chat, call) : undefined), [chat, call])
  useEffect(() => call?.setOffline(chatState.link !== 'online'), [call, chatState.link])

  const subscribe = call ? call.state.subscribe : nothing
  const state = useSyncExternalStore(
    subscribe,
    () => call?.state.current() ?? null,
    () => null,
  )
  const current = state?.channelId ?? null
  const ring = useRing(current)
  const local = useSyncExternalStore(
    call ? call.media.state.subscribe : nothing,
    () => call?.media.state.current() ?? null,
    () => null,
  )
  const target = channelId !== null && reply ? findRequestedCall(channelId, reply, ring) : null
  const targetHasVideo = target && hasVideoOf(target)
  const [isCameraAgreed, setCameraAgreed] = useState<boolean | null>(null)
  // read only once the target is known: the server, which renders the page first, has no storage
  const hasEntered = target !== null && channelId !== null && readSavedCall(channelId) !== undefined
  const mayEnter = isCameraAgreed !== null || hasEntered
  const isElsewhere = target !== null && 'channel' in target && !hasEntered
  const isReady = Boolean(local?.audio)
  useEffect(() => {
    if (!call || targetHasVideo === null || !mayEnter || beginning.current !== 'waiting') return
    const before = channelId === null ? null : readSavedCall(channelId)
    // sends neither sound nor picture until the other side has named what the device before sent
    if (before?.isMuted || isElsewhere) call.media.setMuted(true)
    const isSeen = (before?.hasCamera ?? isCameraAgreed) !== false
    void call.media.open(targetHasVideo && isSeen && !isElsewhere)
  }, [call, targetHasVideo, mayEnter, channelId, isElsewhere, isCameraAgreed])
  // the devices come first, so that the other side sees a picture as soon as the call is accepted
  useEffect(() => {
    if (!call || !reply || channelId === null || beginning.current === 'done') return
    if (target && !(isReady && mayEnter)) return
    beginning.current = 'done'
    if (!target) {
      call.state.update({ peer: readSavedCall(channelId)?.peer ?? null })
      call.miss()
    } else if ('channel' in target) void call.resume(target.channel, isElsewhere)
    else void answerRing(call, target.ring, (readSavedCall(channelId)?.hasCamera ?? isCameraAgreed) !== false)
  }, [call, channelId, reply, target, isReady, mayEnter, isElsewhere, isCameraAgreed])

  const isOnline = chatState.link === 'online'
  const calledAgain = entry.kind === 'outgoing' && isOnline && isReady ? entry : null
  useEffect(() => {
    if (call && calledAgain && takeNextCall(calledAgain.to)) void call.ring(calledAgain.to, calledAgain.hasVideo)
  }, [call, calledAgain])

  const phase = state?.phase
  const room = useWaitingRoom(firstRoom, channelId ?? current)
  const bookingId = room?.id ?? null
  useEffect(() => {
    if (current === null || phase === 'ended') return
    // a reload of the page goes on with the call
    history.replaceState(null, '', withQuery(routes.call, { channel: current, booking: bookingId }))
  }, [current, phase, bookingId])

  // a second call that rang already before this one was answered
  const isBusy = phase === 'talking' && ring !== null
  useEffect(() => {
    if (chat && ring && isBusy) void declineRing(chat, ring, busyReason)
  }, [chat, ring, isBusy])

  // a later load of this tab asks before it takes the call back
  const hasMoved = state?.ending === 'elsewhere'
  useEffect(() => {
    if (hasMoved && current !== null) forgetCall(current)
  }, [hasMoved, current])

  const peer = state?.peer ?? null
  const isMuted = local?.isMuted ?? false
  const hasCamera = local !== null && isCameraChosen(local)
  useEffect(() => {
    if (current !== null && (phase === 'talking' || phase === 'ringing') && isReady)
      saveCall(current, { isMuted, hasCamera, peer })
  }, [current, phase, isReady, isMuted, hasCamera, peer])

  const answer = useCallback(
    (incoming: Ring, isSeen: boolean) => void (call && answerRing(call, incoming, isSeen)),
    [call],
  )
  const hasVideo =
    entry.kind === 'channel' ? targetHasVideo && !isElsewhere : entry.kind === 'booking' || entry.hasVideo
  const agree = target && !mayEnter ? setCameraAgreed : null
  const { conversations } = chatState
  const page = { chat, conversations, call, state, local, ring, fault, isOnline }
  return { ...page, answer, agree, isElsewhere, room, hasVideo, isPoor }
}
