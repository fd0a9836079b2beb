// The room of a group call, as a page sees it. One kind goes through this site to Janus, the other kind directly to
// LiveKit.
import type { LinkState, LinkTracks, TrackKind } from '../../media/link.ts'

/** Sound and picture of one person. */
export type PersonStreams = { audio: MediaStream | null; video: MediaStream | null }
export type RoomStreams = ReadonlyMap<number, PersonStreams>

export type MediaRoomOptions = {
  tracks: LinkTracks
  onConnectionChange: (connectionState: LinkState) => void
  onStreams: (streams: RoomStreams) => void
}

export type MediaRoom = {
  setTrack: (kind: TrackKind, track: MediaStreamTrack | null) => Promise<void>
  /**
   * Receives these people from now on. It may be repeated.
   * @param peopleCount all people in the call, whose number decides on the size of pictures
   */
  receive: (participants: readonly number[], peopleCount: number) => Promise<void>
  /** True once the media server receives this page. */
  isConnected: () => boolean
  /** How loud each person is, 0 to 1. */
  readLevels: () => ReadonlyMap<number, number>
  /** Figures of the connections. */
  readStats: () => Promise<RTCStatsReport[]>
  close: () => void
}

/** Bits per second of a picture, by the number of people: each receives the pictures of all others. */
export function chooseVideoEncoding(peopleCount: number): { maxBitrate: number; scaleResolutionDownBy: number } {
  if (peopleCount <= 3) return { maxBitrate: 600_000, scaleResolutionDownBy: 1 }
  return peopleCount <= 6
    ? { maxBitrate: 300_000, scaleResolutionDownBy: 1.5 }
    : { maxBitrate: 150_000, scaleResolutionDownBy: 2.5 }
}
