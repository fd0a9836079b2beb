// A room on LiveKit, which the page reaches directly. The library is loaded only where LiveKit is configured.
import type { IceConfiguration } from '@xinqiao/contract/http/calls.ts'
import { ConnectionState, Room, RoomEvent, Track, type LocalTrackPublication } from 'livekit-client'
import type { LinkState, LinkTracks, TrackKind } from '../../media/link.ts'
import { chooseVideoEncoding, type MediaRoom, type PersonStreams, type MediaRoomOptions } from './room.ts'

const linkStateOf: Partial<Record<ConnectionState, LinkState>> = {
  [ConnectionState.Connected]: 'connected',
  [ConnectionState.Reconnecting]: 'reconnecting',
  [ConnectionState.SignalReconnecting]: 'reconnecting',
  [ConnectionState.Disconnected]: 'failed',
}
const sourceOf: Record<TrackKind, Track.Source> = { audio: Track.Source.Microphone, video: Track.Source.Camera }

/** @throws Error when LiveKit cannot be reached, or refuses the token */
export async function openLiveKitRoom(
  { iceServers, policy }: IceConfiguration,
  { url, token }: { url: string; token: string },
  { tracks: firstTracks, onConnectionChange, onStreams }: MediaRoomOptions,
  room = new Room({ stopLocalTrackOnUnpublish: false }),
): Promise<MediaRoom> {
  const tracks: LinkTracks = { ...firstTracks }
  const publications: Record<TrackKind, LocalTrackPublication | null> = { audio: null, video: null }
  let isClosed = false

  function showStreams(): void {
    const streams = new Map<number, PersonStreams>()
    for (const { identity, trackPublications } of room.remoteParticipants.values()) {
      // a mute takes the right to the microphone, so sound from another source is not played
      const findStream = (kind: Track.Kind, source: Track.Source): MediaStream | null => {
        const items = [...trackPublications.values()]
        const track = items.find((item) => item.kind === kind && item.source === source)?.track
        return track ? new MediaStream([track.mediaStreamTrack]) : null
      }
      streams.set(Number(identity), {
        audio: findStream(Track.Kind.Audio, sourceOf.audio),
        video: findStream(Track.Kind.Video, sourceOf.video),
      })
    }
    onStreams(streams)
  }

  /** Publishes the current track of this kind, or ends the publication when there is no track. */
  async function publish(kind: TrackKind): Promise<void> {
    const [track, before] = [tracks[kind], publications[kind]]
    if (before?.track && track && room.localParticipant.trackPublications.has(before.trackSid)) {
      await before.track.replaceTrack(track, true)
      return
    }
    if (before?.track) await room.localParticipant.unpublishTrack(before.track, false)
    publications[kind] = null
    if (!track) return
    const options = { source: sourceOf[kind], simulcast: kind === 'video', stopMicTrackOnMute: false }
    publications[kind] = await room.localParticipant.publishTrack(track, options)
  }
  /** Ignores a refusal: LiveKit lets no one publish sound whom the leader has muted. */
  const publishAllowed = (kind: TrackKind): Promise<void> => publish(kind).catch(() => {})

  room.on(RoomEvent.ConnectionStateChanged, (state) => {
    const connectionState = linkStateOf[state]
    if (connectionState && !isClosed) onConnectionChange(connectionState)
  })
  for (const event of [
    RoomEvent.TrackSubscribed,
    RoomEvent.TrackUnsubscribed,
    RoomEvent.ParticipantDisconnected,
  ] as const)
    room.on(event, showStreams)
  room.on(RoomEvent.ParticipantPermissionsChanged, () => void publishAllowed('audio'))
  const rtcConfig: RTCConfiguration = policy === 'relay' ? { iceServers, iceTransportPolicy: 'relay' } : {}
  await room.connect(url, token, { rtcConfig })
  await Promise.all([publishAllowed('audio'), publishAllowed('video')])
  showStreams()
  return {
    async setTrack(kind, track) {
      tracks[kind] = track
      await publishAllowed(kind)
    },
    async receive(_participants, peopleCount) {
      const sender = publications.video?.track?.sender
      const parameters = sender?.getParameters()
      const { maxBitrate } = chooseVideoEncoding(peopleCount)
      const encodings = parameters?.encodings.filter((encoding) => (encoding.maxBitrate ?? 0) > maxBitrate) ?? []
      if (!sender || !parameters || encodings.length === 0) return
      for (const encoding of encodings) encoding.maxBitrate = maxBitrate
      await sender.setParameters(parameters)
    },
    isConnected: () => room.state === ConnectionState.Connected,
    readLevels: () =>
      new Map([...room.remoteParticipants.values()].map(({ identity, audioLevel }) => [Number(identity), audioLevel])),
    async readStats() {
      const report = await publications.audio?.track?.getRTCStatsReport()
      return report ? [report] : []
    },
    close() {
      isClosed = true
      void room.disconnect(false)
    },
  }
}
