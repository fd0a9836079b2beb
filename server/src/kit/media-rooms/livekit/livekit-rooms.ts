// Rooms on LiveKit. This server manages them by Twirp requests with JSON; pages negotiate with LiveKit directly, with a
// token for one room.
import { maxRoomPeople, MediaFault, type MediaRooms } from '../media-rooms.ts'
import { signToken, type LiveKitKey, type VideoGrant } from './token.ts'

/** Validity of a token for a room: a page connects at once, and LiveKit renews the token of a connected page. */
const joinSeconds = 60
const callSeconds = 60
const timeoutMs = 8_000
/** An empty room ends after this time. */
const emptySeconds = 120

type TwirpFault = { code?: string }
type ListedParticipant = { identity: string }

/** Sources that a page may send, as Twirp spells them. Tokens have them in small letters. */
const sourcesOf = (isMuted: boolean): string[] =>
  isMuted ? ['CAMERA', 'SCREEN_SHARE'] : ['CAMERA', 'MICROPHONE', 'SCREEN_SHARE']

/** @param url address of LiveKit: http or https */
export function createLiveKitRooms({ url, ...key }: LiveKitKey & { url: string }): MediaRooms {
  const socketUrl = url.replace(/^http/, 'ws')

  async function call<Reply>(name: string, body: object, video: VideoGrant): Promise<Reply> {
    const token = signToken(key, { identity: '', video, seconds: callSeconds })
    const reply = await fetch(new URL(`/twirp/livekit.RoomService/${name}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw new MediaFault('unreachable', 'livekit cannot be reached')
    })
    const data = (await reply.json().catch(() => ({}))) as Reply & TwirpFault
    if (reply.ok) return data
    const code = data.code ?? `${reply.status}`
    const reason = code === 'not_found' ? 'gone' : reply.status >= 500 ? 'unreachable' : 'refused'
    throw new MediaFault(reason, `livekit refused ${name} (${code})`)
  }
  const ignoreGone = (error: unknown): void => {
    if (!(error instanceof MediaFault) || error.reason !== 'gone') throw error
  }
  async function hasRoom(room: string): Promise<boolean> {
    const { rooms = [] } = await call<{ rooms?: unknown[] }>('ListRooms', { names: [room] }, { roomList: true })
    return rooms.length > 0
  }

  return {
    async create(room) {
      // times and numbers of the protocol are in seconds, in the spelling that Twirp accepts
      const settings = { name: room, emptyTimeout: emptySeconds, maxParticipants: maxRoomPeople }
      await call('CreateRoom', settings, { roomCreate: true })
    },
    join(room, participant, isMuted = false) {
      const video = {
        room,
        roomJoin: true,
        canPublish: true,
        canSubscribe: true,
        canPublishData: false,
        canUpdateOwnMetadata: false,
        canPublishSources: sourcesOf(isMuted).map((source) => source.toLowerCase()),
      }
      const token = signToken(key, { identity: participant, video, seconds: joinSeconds })
      const seat = { room, participant, memory: '' }
      return Promise.resolve({ seat, access: { kind: 'livekit', url: socketUrl, token } })
    },
    negotiate: () => Promise.reject(new MediaFault('refused', 'pages negotiate with livekit directly')),
    // a page that connects is not yet in the list; LiveKit itself notices one that is gone
    keep: ({ room }) => hasRoom(room),
    async mute({ room, participant: identity }, isMuted) {
      // a muted track could be unmuted by its page; a page without the right to the microphone cannot publish it
      const permission = {
        canSubscribe: true,
        canPublish: true,
        canPublishData: false,
        canPublishSources: sourcesOf(isMuted),
      }
      await call('UpdateParticipant', { room, identity, permission }, { room, roomAdmin: true })
    },
    async remove({ room, participant: identity }) {
      await call('RemoveParticipant', { room, identity }, { room, roomAdmin: true }).catch(ignoreGone)
    },
    async close(room) {
      await call('DeleteRoom', { room }, { roomCreate: true }).catch(ignoreGone)
    },
    async list(room) {
      if (!(await hasRoom(room))) return null
      type Reply = { participants?: ListedParticipant[] }
      const { participants = [] } = await call<Reply>('ListParticipants', { room }, { room, roomAdmin: true })
      return participants.map(({ identity }) => identity)
    },
    end() {},
  }
}
