// The connection of sound and picture between two browsers. Either side may offer; when both do, the answering side
// gives way (perfect negotiation). A lost link is restarted with fresh credentials of the relay.
import type { IceConfiguration } from '@xinqiao/contract/http/calls.ts'
import { watchNetwork } from './network-watch.ts'

export type LinkMessage = { description: RTCSessionDescriptionInit } | { candidate: RTCIceCandidateInit | null }
export type LinkState = 'connecting' | 'connected' | 'reconnecting' | 'failed'
export type TrackKind = 'audio' | 'video'
export type LinkTracks = Record<TrackKind, MediaStreamTrack | null>

type LinkOptions = {
  /** The caller makes the first offer. */
  isCaller: boolean
  ice: IceConfiguration
  /** Asks for new credentials; null when the server cannot be reached. */
  renewIce: () => Promise<IceConfiguration | null>
  tracks: LinkTracks
  send: (message: LinkMessage) => void
  onState: (state: LinkState) => void
  /** Called when the other side has ended the call. */
  onHangUp: () => void
}

const firstRepairMs = 8_000
const disconnectedMs = 2_000
/** A restart needs some seconds on a slow link, so later ones wait longer. */
const repairPausesMs = [4_000, 4_000, 4_000, 6_000]
const failedAfterMs = 30_000
/** Time before the connection is closed, in which the browser sends what it has accepted. */
const sendMs = 300

export function createLink({ isCaller, ice, renewIce, tracks, send, onState, onHangUp }: LinkOptions) {
  const pc = new RTCPeerConnection({
    iceServers: ice.iceServers,
    iceTransportPolicy: ice.policy,
    bundlePolicy: 'max-bundle',
  })
  // an element plays no sound before the first picture, which a voice call does not have
  const [remote, audio] = [new MediaStream(), new MediaStream()]
  let state: LinkState = 'connecting'
  let isOffering = false
  let isIgnoring = false
  let isClosed = false
  let lostTime = performance.now()
  let repairs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let hangUpChannel: RTCDataChannel | null = null
  let lastReceipt = Promise.resolve()

  function enter(next: LinkState): void {
    if (isClosed || state === next) return
    state = next
    onState(next)
  }

  const senderOf = (kind: TrackKind) =>
    pc.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender ?? null

  async function setTrack(kind: TrackKind, track: MediaStreamTrack | null): Promise<void> {
    tracks[kind] = track
    await senderOf(kind)?.replaceTrack(track)
  }

  /** Carries a hang-up to the other side while the server is away. */
  function openHangUpChannel(): void {
    hangUpChannel ??= pc.createDataChannel('hang-up', { negotiated: true, id: 0 })
    hangUpChannel.addEventListener('message', onHangUp, { once: true })
  }

  /** Answers on the media lines of the offer, so that both sides use the same two lines from the start. */
  async function attachTracks(): Promise<void> {
    for (const transceiver of pc.getTransceivers()) {
      transceiver.direction = 'sendrecv'
      // oxlint-disable-next-line no-await-in-loop -- two tracks
      await transceiver.sender.replaceTrack(tracks[transceiver.receiver.track.kind as TrackKind])
    }
  }

  async function offer(): Promise<void> {
    isOffering = true
    try {
      await pc.setLocalDescription()
      if (pc.localDescription) send({ description: pc.localDescription.toJSON() })
    } catch {
      // a description of the other side came first, or the call is over; the next repair tries again
    } finally {
      isOffering = false
    }
  }

  async function receiveDescription(description: RTCSessionDescriptionInit): Promise<void> {
    const isGlare = description.type === 'offer' && (isOffering || pc.signalingState !== 'stable')
    isIgnoring = isCaller && isGlare
    if (isIgnoring) return
    if (description.type === 'answer' && pc.signalingState !== 'have-local-offer') return
    await pc.setRemoteDescription(description)
    if (description.type !== 'offer') return
    // Chromium gathers no candidates now and then when the answering side has tracks before the first offer
    await attachTracks()
    openHangUpChannel()
    await pc.setLocalDescription()
    if (pc.localDescription) send({ description: pc.localDescription.toJSON() })
  }

  async function take(message: LinkMessage): Promise<void> {
    if (isClosed) return
    try {
      if ('description' in message) await receiveDescription(message.description)
      else await pc.addIceCandidate(message.candidate ?? undefined)
    } catch {
      // a candidate of an ignored offer, or a description of a link that was replaced meanwhile
    }
  }

  function repairIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void repair(), ms)
  }

  async function renewServers(): Promise<void> {
    const renewed = await renewIce()
    if (renewed && !isClosed) pc.setConfiguration({ ...pc.getConfiguration(), iceServers: renewed.iceServers })
  }

  async function repair(): Promise<void> {
    if (isClosed || state === 'connected') return
    if (performance.now() - lostTime >= failedAfterMs) return enter('failed')
    repairIn(repairPausesMs[Math.min(repairs, repairPausesMs.length - 1)]!)
    repairs += 1
    await renewServers()
    if (isClosed || isConnected()) return
    // the answering side has nothing to restart before the first offer
    if (!isCaller && pc.remoteDescription === null) return
    pc.restartIce()
    // the offer may have been lost on the way: a restart makes no new one while it waits for an answer
    if (pc.signalingState === 'have-local-offer') await offer()
  }

  const isConnected = () => ['connected', 'completed'].includes(pc.iceConnectionState)

  pc.addEventListener('track', ({ track }) => (track.kind === 'audio' ? audio : remote).addTrack(track))
  pc.addEventListener('icecandidate', ({ candidate }) => send({ candidate: candidate?.toJSON() ?? null }))
  pc.addEventListener('negotiationneeded', () => void offer())
  pc.addEventListener('iceconnectionstatechange', () => {
    if (isConnected()) {
      clearTimeout(timer)
      repairs = 0
      return enter('connected')
    }
    if (pc.iceConnectionState !== 'disconnected' && pc.iceConnectionState !== 'failed') return
    if (state === 'connected') lostTime = performance.now()
    const isFirst = state === 'connected'
    enter(state === 'connecting' ? 'connecting' : 'reconnecting')
    if (pc.iceConnectionState === 'failed') repairIn(0)
    else if (isFirst) repairIn(disconnectedMs)
  })
  /** The network is back, or another one is used: no need to wait for the loss of the link. */
  async function renewLink(): Promise<void> {
    if (!isConnected()) return repairIn(0)
    // the first credentials may have expired
    await renewServers()
    if (!isClosed) pc.restartIce()
  }
  /** Time in milliseconds since something arrived from the other side. */
  async function readSilence(): Promise<number> {
    const lostMs = state === 'connected' ? 0 : performance.now() - lostTime
    const report = await pc.getStats().catch(() => null)
    const times = [...(report?.values() ?? [])].flatMap(
      (stat: { timestamp: number; lastPacketReceivedTimestamp?: number }) =>
        stat.lastPacketReceivedTimestamp ? [stat.timestamp - stat.lastPacketReceivedTimestamp] : [],
    )
    // some browsers do not measure it
    return Math.round(Math.min(600_000, Math.max(0, times.length > 0 ? Math.min(...times) : lostMs)))
  }
  const endWatch = watchNetwork(() => void renewLink())
  repairIn(firstRepairMs)
  if (isCaller) {
    for (const kind of ['audio', 'video'] as const) {
      const { sender } = pc.addTransceiver(kind)
      void sender.replaceTrack(tracks[kind])
    }
    openHangUpChannel()
  }

  return {
    /** The picture of the other side, and its sound. */
    remote,
    audio,
    setTrack,
    /** Messages are handled in their order: a candidate needs its description. */
    receive: (message: LinkMessage): Promise<void> => (lastReceipt = lastReceipt.then(() => take(message))),
    readStats: (): Promise<RTCStatsReport> => pc.getStats(),
    readSilence,
    /** @param isHangUp true to end the call for the other side as well */
    close(isHangUp = false): void {
      isClosed = true
      clearTimeout(timer)
      endWatch()
      if (!isHangUp || hangUpChannel?.readyState !== 'open') return pc.close()
      hangUpChannel.send('')
      setTimeout(() => pc.close(), sendMs)
    },
  }
}
export type Link = ReturnType<typeof createLink>
