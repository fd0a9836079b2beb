// Connection of this page with the other page of a call. Each load of a page has an id: after a reload of either side,
// the pages find each other by `ready` messages and connect anew.
import type { CallRoute } from '@xinqiao/contract/calls.ts'
import { api } from '../../session/api.ts'
import { createLink, type Link, type LinkMessage, type LinkState } from '../media/link.ts'
import type { CallState } from './call-state.ts'
import { repeatRequest } from './call-requests.ts'
import type { LocalMedia } from './local-media.ts'
import type { ObservableState } from './observable-state.ts'
import type { PeerMessage } from './peer-messages.ts'

/** While the server can be reached, its event of the end comes before this time. */
const hangUpGraceMs = 1_500

type PeerConnectionOptions = {
  state: ObservableState<CallState>
  media: LocalMedia
  send: (message: PeerMessage) => void
  isCaller: () => boolean
  /** True if the user continues here a call that another device of the account began. */
  isTakingOver: () => boolean
  /** Called for each link, before it carries sound. */
  onLink: () => void
  onEnd: (ending: 'lost' | 'peerHungUp') => void
}

export function createPeerConnection({ state, media, send, ...options }: PeerConnectionOptions) {
  const page = crypto.randomUUID()
  /** Id of the other page as it is loaded now; empty before it has announced itself. */
  let peerPage = ''
  let link: Link | null = null
  let route: CallRoute = 'direct'
  /** Messages of a page that arrive while its connection is being prepared. */
  const earlyMessages: { page: string; data: LinkMessage }[] = []

  function sendMedia(): void {
    const { audio, video, isMuted, isSharing } = media.state.current()
    send({ kind: 'media', hasVideo: video !== null, isMuted: isMuted || audio === null, isSharing })
  }
  const sendLink = (data: LinkMessage) => send({ kind: 'link', page, to: peerPage, data })
  const renewIce = async () => {
    const { channelId } = state.current()
    return channelId === null ? null : api('POST /call/ice', { channelId }).catch(() => null)
  }

  /** Closes the connection with an earlier load of the other page, and connects with the one of this id. */
  async function connect(nextPage: string): Promise<void> {
    peerPage = nextPage
    link?.close()
    link = null
    state.update({ connectionState: state.current().hasConnected ? 'reconnecting' : 'connecting', hasPeerLeft: false })
    const ice = await repeatRequest(renewIce, () => state.current().phase === 'talking')
    if (peerPage !== nextPage || state.current().phase !== 'talking') return
    if (!ice) return options.onEnd('lost')
    route = ice.policy === 'relay' ? 'relay' : 'direct'
    state.update({ limitTime: Date.now() + ice.secondsLeft * 1000 })
    const { audio, video } = media.state.current()
    const newLink = createLink({
      ...{ isCaller: options.isCaller(), ice, renewIce, send: sendLink },
      tracks: { audio, video },
      onState: (connectionState) => {
        if (link === newLink) receiveState(connectionState)
      },
      onHangUp: () => setTimeout(() => link === newLink && options.onEnd('peerHungUp'), hangUpGraceMs),
    })
    link = newLink
    options.onLink()
    state.update({ remote: newLink.remote, audio: newLink.audio })
    for (const early of earlyMessages.splice(0)) if (early.page === nextPage) void newLink.receive(early.data)
    sendMedia()
  }

  function receiveState(connectionState: LinkState): void {
    if (connectionState === 'failed') return options.onEnd('lost')
    state.update({ connectionState, hasConnected: state.current().hasConnected || connectionState === 'connected' })
  }

  const announce = (): void => send({ kind: 'ready', page, knows: peerPage })

  return {
    receive(message: PeerMessage): void {
      if (message.kind === 'media') {
        const { hasVideo, isMuted, isSharing } = message
        return state.update({ peerMedia: { hasVideo, isMuted, isSharing }, hasPeerLeft: false })
      }
      if (message.kind === 'left') return state.update({ hasPeerLeft: message.page === peerPage })
      // this device takes over the mute of the device before; the camera stays as chosen in the preview
      if (message.kind === 'seen') return options.isTakingOver() ? media.setMuted(message.isMuted) : undefined
      if (message.kind === 'ready') {
        if (message.page !== peerPage && peerPage !== '') send({ kind: 'seen', ...state.current().peerMedia })
        if (message.knows !== page) send({ kind: 'ready', page, knows: message.page })
        if (message.page !== peerPage) void connect(message.page)
        return
      }
      if (message.to !== page || message.page !== peerPage) return
      if (link) void link.receive(message.data)
      else earlyMessages.push(message)
    },
    /** Sends the id of this page, with which the other one connects. */
    announce,
    sendMedia,
    setTrack: (...track: Parameters<Link['setTrack']>): void => void link?.setTrack(...track),
    /** Notifies the other side that this page is being closed. */
    sendLeft: (): void => send({ kind: 'left', page }),
    hasLink: (): boolean => link !== null,
    /** True once the other page has announced itself. */
    hasMet: (): boolean => peerPage !== '',
    route: (): CallRoute => route,
    readSilence: (): ReturnType<Link['readSilence']> | null => link?.readSilence() ?? null,
    readStats: (): Promise<RTCStatsReport | null> => link?.readStats() ?? Promise.resolve(null),
    /** @param isHangUp true to end the call for the other side as well */
    close(isHangUp: boolean): void {
      link?.close(isHangUp)
      link = null
    },
  }
}
