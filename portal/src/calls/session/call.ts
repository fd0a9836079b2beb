// One call of this page: ringing, the connection with the other page, and the end. The channel of signalling is the
// truth; a page that loads again finds its channel there and goes on.
import { limits } from '@xinqiao/contract/limits.ts'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { channelTypes, type SignalChannel, type SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { closeCall, storeEndedCall } from '../../chat/calls/ended-calls.ts'
import { lostLinks } from '../../chat/calls/lost-links.ts'
import { stopRinging, type Ring } from '../../chat/calls/rings.ts'
import { endingOfClose, idleState, reasons, type CallEnding, type CallState } from './call-state.ts'
import { readCalledAccount, toChannelExt } from './channel-ext.ts'
import { acceptRing, cancelRing, hasCode, requestId } from './call-requests.ts'
import { createLocalMedia, keepVoice, type LocalMedia } from './local-media.ts'
import { createPeerConnection } from './peer-connection.ts'
import { parsePeerMessage } from './peer-messages.ts'
import { createPeerSender } from './peer-sender.ts'
import { createObservableState } from './observable-state.ts'

/** A caller whose page does not respond to an answer for this time has left it. */
const absentCallerMs = 10_000

export function createCall(chat: ChatSession) {
  const { request } = chat.client
  const state = createObservableState<CallState>(idleState)
  const media: LocalMedia = createLocalMedia((kind, track) => {
    connection.setTrack(kind, track)
    connection.sendMedia()
  })
  let isCaller = false
  let isTakingOver = false
  let ringTimer: ReturnType<typeof setTimeout> | undefined
  const { send, flush } = createPeerSender(chat, () => state.current())
  const connection = createPeerConnection({
    ...{ state, media, send },
    isCaller: () => isCaller,
    isTakingOver: () => isTakingOver,
    onLink: () => clearTimeout(ringTimer),
    onEnd: (ending) => void finish(ending),
  })

  function talk(): void {
    clearTimeout(ringTimer)
    // without a connection in time, the other page is taken to be closed
    if (!connection.hasLink()) ringTimer = setTimeout(() => void finish('lost'), limits.callConnectSeconds * 1000)
    state.update({ phase: 'talking' })
    connection.announce()
  }

  function end(ending: CallEnding, fault: string | null = null): void {
    if (state.current().phase === 'ended') return
    clearTimeout(ringTimer)
    connection.close(ending === 'hungUp')
    media.close()
    state.update({ phase: 'ended', ending, fault, remote: null, audio: null })
  }

  /** Ends the call for both sides. */
  async function finish(ending: 'hungUp' | 'peerHungUp' | 'peerGone' | 'lost'): Promise<void> {
    const { channelId, connectionState, phase } = state.current()
    if (phase === 'ended') return
    const isLost = ending === 'lost' || (ending === 'hungUp' && connectionState === 'reconnecting')
    const silence = isLost ? connection.readSilence() : null
    end(ending)
    if (channelId === null) return
    // stored before slow requests, because a reload meanwhile must not continue the call
    storeEndedCall(channelId)
    const attachExt = ending === 'lost' ? reasons.lost : reasons.hangUp
    // hanging up while the other side is missing is a loss as well
    if (isLost) await lostLinks.report(channelId, connection.route(), (await silence) ?? 0)
    await closeCall(chat, channelId, attachExt)
  }

  async function stopCalling(ending: 'cancelled' | 'unanswered' | 'refused' | 'busy'): Promise<void> {
    const { channelId, peer } = state.current()
    if (ending !== 'unanswered') end(ending)
    if (channelId === null || peer === null) return end(ending)
    if (ending !== 'unanswered') storeEndedCall(channelId)
    const isOpen = ending === 'cancelled' || ending === 'unanswered'
    const failure = isOpen && (await cancelRing(chat, channelId, peer))
    // the answer was faster than the end of the ringing
    if (ending === 'unanswered' && state.current().phase !== 'ringing') return
    if (ending === 'unanswered' && hasCode(failure, imErrors.inviteAccepted.code)) return talk()
    end(ending)
    await closeCall(chat, channelId)
  }

  function receive({ eventType, channelId, from, attachExt, ...event }: SignalEvent, isOwn: boolean): void {
    const { phase, ...current } = state.current()
    const isBusy = phase === 'talking' || (phase === 'ringing' && from !== current.peer)
    if (eventType === 'INVITE' && channelId !== current.channelId && isBusy) {
      const refusal = { channelId, account: from, requestId: event.requestId, attachExt: reasons.busy }
      return void request('signalling.reject', refusal).catch(() => {})
    }
    if (channelId !== current.channelId || phase === 'ended') return
    if (isOwn) return end('elsewhere')
    if (eventType === 'ROOM_CLOSE')
      return end(endingOfClose(event, { attachExt, isRinging: phase === 'ringing', isCaller }))
    if (eventType === 'CANCEL_INVITE') return end('cancelled')
    if (eventType === 'REJECT') return void stopCalling(attachExt === reasons.busy ? 'busy' : 'refused')
    if (from !== current.peer) return
    if (eventType === 'ROOM_JOIN') return talk()
    // sound and picture may go on although the other side has lost the server
    if (eventType === 'LEAVE' && phase === 'talking' && current.connectionState !== 'connected')
      return void finish('lost')
    const message = eventType === 'CONTROL' ? parsePeerMessage(attachExt) : null
    if (message && phase === 'talking') connection.receive(message)
  }

  const isTimeUp = () => Date.now() >= (state.current().limitTime ?? Infinity)

  /** The server believed that this side had left. The call is over if its channel is. */
  async function rejoin(channelId: string): Promise<boolean> {
    if (state.current().connectionState !== 'connected') {
      end('lost')
      return false
    }
    try {
      await request('signalling.join', { channelId })
      return state.current().phase === 'talking'
    } catch (error) {
      // any other failure is repeated after the next login
      if (hasCode(error, imErrors.roomMissing.code)) end(isTimeUp() ? 'timeUp' : 'over')
      return false
    }
  }

  async function guard(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      end('failed', error instanceof ImFailure ? error.message : '连接服务器失败，请检查网络后重试')
    }
  }

  return {
    state,
    media,
    receive,
    readStats: connection.readStats,
    /** Rings at the other account. */
    ring: (to: string, hasVideo: boolean): Promise<void> =>
      guard(async () => {
        isCaller = true
        await keepVoice(media, hasVideo)
        state.update({ phase: 'ringing', peer: to, hasVideo })
        const channelName = crypto.randomUUID()
        const { channel } = await request('signalling.create', {
          ...{ channelName, type: hasVideo ? channelTypes.video : channelTypes.audio },
          ext: toChannelExt(to),
          join: {},
          invite: { account: to, requestId, offlineEnabled: true },
        }).catch((error: unknown) => {
          // the request may have reached the server
          storeEndedCall(channelName)
          throw error
        })
        const { channelId } = channel
        // cancelled while the request was on its way
        if (state.current().phase !== 'ringing') {
          storeEndedCall(channelId)
          await cancelRing(chat, channelId, to)
          return closeCall(chat, channelId)
        }
        state.update({ channelId })
        // both sides rang at the same moment, and the server has accepted the call of the other one
        if (channel.members.some(({ account }) => account === to)) {
          isCaller = channel.creator === chat.account
          stopRinging(channelId)
          return talk()
        }
        ringTimer = setTimeout(() => void stopCalling('unanswered'), limits.callRingSeconds * 1000)
      }),

    answer: ({ hasVideo, ...ring }: Ring): Promise<void> =>
      guard(async () => {
        state.update({ channelId: ring.channelId, peer: ring.from, hasVideo })
        await keepVoice(media, hasVideo)
        if (!(await acceptRing(chat, ring))) return end('peerGone')
        talk()
        setTimeout(() => !connection.hasMet() && void finish('peerGone'), absentCallerMs)
      }),

    /**
     * Goes on with a call of which this account is a member.
     * @param hasMoved true on another device than before, false after a reload
     */
    resume: (channel: SignalChannel, hasMoved: boolean): Promise<void> =>
      guard(async () => {
        isTakingOver = hasMoved
        const { channelId, creator, members, ext, type } = channel
        isCaller = creator === chat.account
        const other = members.find(({ account }) => account !== chat.account)?.account
        const peer = other ?? (isCaller ? readCalledAccount(ext) : creator)
        state.update({ channelId, peer, hasVideo: type === channelTypes.video })
        await request('signalling.join', { channelId, isTakingOver: true })
        if (other !== undefined) return talk()
        state.update({ phase: 'ringing' })
        ringTimer = setTimeout(() => void stopCalling('unanswered'), limits.callRingSeconds * 1000)
      }),

    /** After a login: events may have been missed, and the other page may have changed. `list` asks the server. */
    async catchUp(list: () => Promise<readonly SignalChannel[]>): Promise<void> {
      const { channelId: askedId } = state.current()
      const channels = await list()
      const { phase, channelId } = state.current()
      // a channel that began after the question may be missing in the answer
      if (channelId === null || channelId !== askedId || (phase !== 'talking' && phase !== 'ringing')) return
      const channel = channels.find((item) => item.channelId === channelId)
      if (!channel && phase === 'ringing') return end('unanswered')
      if (!channel && !(await rejoin(channelId))) return
      const isJoined = channel?.members.some(({ account }) => account === state.current().peer)
      if (phase === 'talking') connection.announce()
      else if (isJoined) talk()
      else await request('signalling.join', { channelId, isTakingOver: true })
    },

    setOffline: (isOffline: boolean): void => state.update({ isOffline }),
    setMuted(isMuted: boolean): void {
      media.setMuted(isMuted)
      connection.sendMedia()
    },
    /** Notifies the other side that this page is being closed. */
    leave: async (): Promise<void> => {
      connection.sendLeft()
      await flush()
    },
    hangUp: (): Promise<void> => finish('hungUp'),
    cancel: (): Promise<void> => stopCalling('cancelled'),
    /** The call of the address is over, or was for another account. */
    miss: (ending: 'missed' | 'peerGone' = 'missed'): void => end(ending),
  }
}
export type Call = ReturnType<typeof createCall>
