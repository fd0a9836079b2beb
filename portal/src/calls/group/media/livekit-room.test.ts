// Tests of the page's part of a room on LiveKit, with a stand-in for the room of its client.
import { EventEmitter } from 'node:events'
import { ConnectionState, RoomEvent, Track, type Room } from 'livekit-client'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LinkState } from '../../media/link.ts'
import { openLiveKitRoom } from './livekit-room.ts'
import type { PersonStreams, RoomStreams } from './room.ts'

type Published = { track: MediaStreamTrack; source: Track.Source }

class TestRoom extends EventEmitter {
  state = ConnectionState.Connected
  /** Tracks that LiveKit receives from this page, by the id of the publication. */
  readonly published = new Map<string, Published>()
  /** Sources that the server allows. */
  allowed = new Set([Track.Source.Microphone, Track.Source.Camera])
  readonly connect = vi.fn<Room['connect']>(async () => {})
  readonly disconnect = vi.fn<Room['disconnect']>(async () => {})
  readonly remoteParticipants = new Map<string, object>()
  readonly localParticipant = {
    trackPublications: this.published,
    publishTrack: async (track: MediaStreamTrack, { source }: { source: Track.Source }) => {
      if (!this.allowed.has(source)) throw new Error('insufficient permissions to publish')
      const trackSid = `${source} ${this.published.size}`
      this.published.set(trackSid, { track, source })
      const replaceTrack = async (next: MediaStreamTrack) => void this.published.set(trackSid, { track: next, source })
      return { trackSid, track: { replaceTrack } }
    },
    unpublishTrack: async (gone: object) => {
      // the page ends the publication that it began last
      const last = [...this.published.keys()].at(-1)!
      expect(gone).toBeDefined()
      this.published.delete(last)
    },
  }

  /** Lets a person send one sound or picture of this source. */
  receive(identity: string, source: Track.Source, kind: Track.Kind): void {
    const track = { mediaStreamTrack: createTrack(`${identity} ${source}`) }
    this.remoteParticipants.set(identity, { identity, trackPublications: new Map([['1', { kind, source, track }]]) })
    this.emit(RoomEvent.TrackSubscribed)
  }
}

const createTrack = (id: string) => ({ id }) as MediaStreamTrack
beforeEach(() => {
  vi.stubGlobal(
    'MediaStream',
    class {
      readonly tracks: readonly MediaStreamTrack[]
      constructor(tracks: readonly MediaStreamTrack[]) {
        this.tracks = tracks
      }
    },
  )
  return () => vi.unstubAllGlobals()
})

async function openRoom({ policy = 'all' }: { policy?: 'all' | 'relay' } = {}) {
  const room = new TestRoom()
  const states: LinkState[] = []
  let streams: RoomStreams = new Map()
  const iceServers = [{ urls: ['turn:relay.example.cn'], username: 'a', credential: 'b' }]
  const page = await openLiveKitRoom(
    { iceServers, policy },
    { url: 'wss://sfu.example.cn', token: 'a token' },
    {
      tracks: { audio: createTrack('microphone'), video: createTrack('camera') },
      onConnectionChange: (state) => states.push(state),
      onStreams: (current) => (streams = current),
    },
    room as unknown as Room,
  )
  const idsOf = (stream: PersonStreams['audio'] | undefined) =>
    (stream as unknown as { tracks: MediaStreamTrack[] } | null | undefined)?.tracks.map(({ id }) => id) ?? null
  return {
    page,
    room,
    states,
    listPublished: () => [...room.published.values()].map(({ track, source }) => [source, track.id]),
    streamsOf: (person: number) => ({
      audio: idsOf(streams.get(person)?.audio),
      video: idsOf(streams.get(person)?.video),
    }),
  }
}

test('enters with the token, and sends microphone and camera', async () => {
  const { room, listPublished } = await openRoom()
  expect(room.connect).toHaveBeenCalledExactlyOnceWith('wss://sfu.example.cn', 'a token', { rtcConfig: {} })
  expect(listPublished()).toEqual([
    [Track.Source.Microphone, 'microphone'],
    [Track.Source.Camera, 'camera'],
  ])
})

test('uses nothing but the relay of the site where there is one', async () => {
  const { room } = await openRoom({ policy: 'relay' })
  expect(room.connect.mock.calls[0]![2]).toMatchObject({
    rtcConfig: { iceTransportPolicy: 'relay', iceServers: [{ urls: ['turn:relay.example.cn'] }] },
  })
})

test('replaces the picture by the shared screen, and ends it', async () => {
  const { page, listPublished } = await openRoom()
  await page.setTrack('video', createTrack('screen'))
  expect(listPublished()).toContainEqual([Track.Source.Camera, 'screen'])
  await page.setTrack('video', null)
  expect(listPublished()).toEqual([[Track.Source.Microphone, 'microphone']])
})

test('stays silent while the leader has taken the microphone, and sends sound once it is returned', async () => {
  const { page, room, listPublished } = await openRoom()
  room.published.clear()
  room.allowed.delete(Track.Source.Microphone)
  await page.setTrack('audio', createTrack('another microphone'))
  expect(listPublished()).toEqual([])
  room.allowed.add(Track.Source.Microphone)
  room.emit(RoomEvent.ParticipantPermissionsChanged)
  await vi.waitFor(() => expect(listPublished()).toEqual([[Track.Source.Microphone, 'another microphone']]))
})

test('plays microphones and cameras of others, and no sound from another source', async () => {
  const { room, streamsOf } = await openRoom()
  room.receive('7', Track.Source.Microphone, Track.Kind.Audio)
  room.receive('8', Track.Source.ScreenShareAudio, Track.Kind.Audio)
  room.receive('9', Track.Source.Camera, Track.Kind.Video)
  expect(streamsOf(7)).toEqual({ audio: ['7 microphone'], video: null })
  expect(streamsOf(8)).toEqual({ audio: null, video: null })
  expect(streamsOf(9)).toEqual({ audio: null, video: ['9 camera'] })
  room.remoteParticipants.delete('7')
  room.emit(RoomEvent.ParticipantDisconnected)
  expect(streamsOf(7)).toEqual({ audio: null, video: null })
})

test('reports a lost connection until the page leaves', async () => {
  const { page, room, states } = await openRoom()
  for (const state of [ConnectionState.Reconnecting, ConnectionState.Connected, ConnectionState.Disconnected])
    room.emit(RoomEvent.ConnectionStateChanged, state)
  expect(states).toEqual(['reconnecting', 'connected', 'failed'])
  page.close()
  expect(room.disconnect).toHaveBeenCalledOnce()
  room.emit(RoomEvent.ConnectionStateChanged, ConnectionState.Disconnected)
  expect(states).toHaveLength(3)
})
