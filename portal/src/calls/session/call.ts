// One call of this page: ringing, the connection with the other page, and the end. The channel of signalling is the
// truth; a page that loads again finds its channel there and goes on.
import type { CallRoute } from '@xinqiao/contract/calls.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { channelTypes, type SignalChannel, type SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { closeCall, storeEndedCall } from '../../chat/calls/ended-calls.ts'
import { lostLinks } from '../../chat/calls/lost-links.ts'
import { stopRinging, type Ring } from '../../chat/calls/rings.ts'
import { api } from '../../session/api.ts'
import { createLink, type Link, type LinkMessage, type LinkState } from '../media/link.ts'
import { endingOfClose, idleState, reasons, type CallEnding, type CallState } from './call-state.ts'
import { readCalledAccount, toChannelExt } from './channel-ext.ts'
import { acceptRing, cancelRing, hasCode, repeatRequest, requestId } from './call-requests.ts'
import { createLocalMedia, keepVoice, type LocalMedia } from './local-media.ts'
import { parsePeerMessage, type PeerMessage } from './peer-messages.ts'
import { createPeerSender } from './peer-sender.ts'
import { createObservableState } from './observable-state.ts'

const hangUpGraceMs = 1_500
/** A caller whose page does not respond to an answer for this time has left it. */
const absentCallerMs = 10_000

export function createCall(chat: ChatSession) {
  const { request } = chat.client
  const state = createObservableState<CallState>(idleState)
  const media: LocalMedia = createLocalMedia((kind, track) => {
    void link?.setTrack(kind, track)
    sendMedia()
  })
  /** Page loads of both sides that are connected: this one, and that of the other side. */
  const page = crypto.randomUUID()
  let peerPage = ''
  let link: Link | null = null
  let isCaller = false
  let isTakingOver = false
  let route: CallRoute = 'direct'
  let ringTimer: ReturnType<typeof setTimeout> | undefined
  const { send, flush } = createPeerSender(chat, () => state.current())

  const sendLink = (data: LinkMessage) => send({ kind: 'link', page, to: peerPage, data })
  function sendMedia(): void {
    const { audio, video, isMuted, isSharing } = media.state.current()
    send({ kind: 'media', hasVideo: video !== null, isMuted: isMuted || audio === null, isSharing })
  }
  const renewIce = async () => {
    const { channelId } = state.current()
    return channelId === null ? null : api('POST /call/ice', { channelId }).catch(() => null)
  }

  /** Connects with this load of the other page; an earlier connection is over. */
  async function connect(nextPage: string): Promise<void> {
    peerPage = nextPage
    link?.close()
    link = null
    state.update({ connectionState: state.current().hasConnected ? 'reconnecting' : 'connecting', hasPeerLeft: false })
    const ice = await repeatRequest(renewIce, () => state.current().phase === 'talking')
    if (peerPage !== nextPage || state.current().phase !== 'talking') return
    if (!ice) return finish('lost')
    route = ice.policy === 'relay' ? 'relay' : 'direct'
    state.update({ limitTime: Date.now() + ice.secondsLeft * 1000 })
    const { audio, video } = media.state.current()
    const newLink = createLink({
      ...{ isCaller, ice, renewIce, send: sendLink },
      tracks: { audio, video },
      onState: (connectionState) => {
        if (link === newLink) receiveConnectionState(connectionState)
      },
      // while the server can be reached, its event comes first
      onHangUp: () => setTimeout(() => link === newLink && void finish('peerHungUp'), hangUpGraceMs),
    })
    link = newLink
    clearTimeout(ringTimer)
    state.update({ remote: newLink.remote, audio: newLink.audio })
    for (const early of earlyMessages.splice(0)) if (early.page === nextPage) void newLink.receive(early.data)
    sendMedia()
  }

  function receiveConnectionState(connectionState: LinkState): void {
    if (connectionState === 'failed') return void finish('lost')
    state.update({ connectionState, hasConnected: state.current().hasConnected || connectionState === 'connected' })
  }

  /** Messages of a page that arrive while its connection is being prepared. */
  const earlyMessages: { page: string; data: LinkMessage }[] = []

  function receiveMessage(message: PeerMessage): void {
    if (message.kind === 'media') {
      const { hasVideo, isMuted, isSharing } = message
      return state.update({ peerMedia: { hasVideo, isMuted, isSharing }, hasPeerLeft: false })
    }
    if (message.kind === 'left') return state.update({ hasPeerLeft: message.page === peerPage })
    // this device takes over the mute of the device before; the camera stays as chosen in the preview
    if (message.kind === 'seen') return isTakingOver ? media.setMuted(message.isMuted) : undefined
    if (message.kind === 'ready') {
      if (message.page !== peerPage && peerPage !== '') send({ kind: 'seen', ...state.current().peerMedia })
      if (message.knows !== page) send({ kind: 'ready', page, knows: message.page })
      if (message.page !== peerPage) void connect(message.page)
      return
    }
    if (message.to !== page || message.page !== peerPage) return
    if (link) void link.receive(message.data)
    else earlyMessages.push(message)
  }

  function talk(): void {
    clearTimeout(ringTimer)
    // without a connection in time, the other page is taken to be closed
    if (!link) ringTimer = setTimeout(() => void finish('lost'), limits.callConnectSeconds * 1000)
    state.update({ phase: 'talking' })
    send({ kind: 'ready', page, knows: peerPage })
  }

  function end(ending: CallEnding, fault: string | null = null): void {
    if (state.current().phase === 'ended') return
    clearTimeout(ringTimer)
    link?.close(ending === 'hungUp')
    link = null
    media.close()
    state.update({ phase: 'ended', ending, fault, remote: null, audio: null })
  }

  /** Ends the call for both sides. */
  async function finish(ending: 'hungUp' | 'peerHungUp' | 'peerGone' | 'lost'): Promise<void> {
    const { channelId, connectionState, phase } = state.current()
    if (phase === 'ended') return
    const isLost = ending === 'lost' || (ending === 'hungUp' && connectionState === 'reconnecting')
    const silence = isLost ? link?.readSilence() : null
    end(ending)
    if (channelId === null) return
    // stored before slow requests, because a reload meanwhile must not continue the call
    storeEndedCall(channelId)
    const attachExt = ending === 'lost' ? reasons.lost : reasons.hangUp
    // hanging up while the other side is missing is a loss as well
    if (isLost) await lostLinks.report(channelId, route, (await silence) ?? 0)
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
    if (message && phase === 'talking') receiveMessage(message)
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
    readStats: (): Promise<RTCStatsReport | null> => link?.readStats() ?? Promise.resolve(null),
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
        setTimeout(() => peerPage === '' && void finish('peerGone'), absentCallerMs)
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
      if (phase === 'talking') send({ kind: 'ready', page, knows: peerPage })
      else if (isJoined) talk()
      else await request('signalling.join', { channelId, isTakingOver: true })
    },

    setOffline: (isOffline: boolean): void => state.update({ isOffline }),
    setMuted(isMuted: boolean): void {
      media.setMuted(isMuted)
      sendMedia()
    },
    /** Notifies the other side that this page is being closed. */
    leave: async (): Promise<void> => {
      send({ kind: 'left', page })
      await flush()
    },
    hangUp: (): Promise<void> => finish('hungUp'),
    cancel: (): Promise<void> => stopCalling('cancelled'),
    /** The call of the address is over, or was for another account. */
    miss: (ending: 'missed' | 'peerGone' = 'missed'): void => end(ending),
  }
}
export type Call = ReturnType<typeof createCall>
