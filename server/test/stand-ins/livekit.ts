// A stand-in for LiveKit: the room service as Twirp requests with JSON, and the check of its tokens.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { VideoGrant } from '../../src/kit/media-rooms/livekit/token.ts'

export const livekitKey = { key: 'APItest', secret: 'a secret of livekit for tests' }

type Claims = { iss: string; sub: string; nbf: number; exp: number; video: VideoGrant }
type Participant = { identity: string; sources: readonly string[] }
type Room = { name: string; maxParticipants: number; participants: Map<string, Participant> }
type Body = {
  name: string
  names: string[]
  room: string
  identity: string
  maxParticipants: number
  permission: { canPublishSources: string[] }
}

class TwirpError extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

/** @throws TwirpError for a token that is forged, expired, or not yet valid */
function readToken(token: string): Claims {
  const [head = '', body = '', signature = ''] = token.split('.')
  const expected = createHmac('sha256', livekitKey.secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new TwirpError(401, 'unauthenticated')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const now = Date.now() / 1000
  if (claims.iss !== livekitKey.key || claims.nbf > now || claims.exp < now)
    throw new TwirpError(401, 'unauthenticated')
  return claims
}

export async function createTestLiveKit() {
  const rooms = new Map<string, Room>()
  const requireRoom = (name: string): Room => {
    const room = rooms.get(name)
    if (!room) throw new TwirpError(404, 'not_found')
    return room
  }
  const requireParticipant = ({ room, identity }: Body): [Room, Participant] => {
    const participant = requireRoom(room).participants.get(identity)
    if (!participant) throw new TwirpError(404, 'not_found')
    return [requireRoom(room), participant]
  }
  const isAdmin = ({ roomAdmin, room }: VideoGrant, body: Body) => roomAdmin === true && room === body.room
  /** Grants and effects of the requests, as livekit/protocol describes them. */
  const calls: Record<string, { allows: (grant: VideoGrant, body: Body) => boolean; run: (body: Body) => object }> = {
    CreateRoom: {
      allows: ({ roomCreate }) => roomCreate === true,
      run({ name, maxParticipants }) {
        if (!rooms.has(name)) rooms.set(name, { name, maxParticipants, participants: new Map() })
        return { name, max_participants: maxParticipants }
      },
    },
    ListRooms: {
      allows: ({ roomList }) => roomList === true,
      run: ({ names }) => ({ rooms: [...rooms.values()].filter(({ name }) => names.includes(name)) }),
    },
    ListParticipants: {
      allows: isAdmin,
      run: ({ room }) => ({ participants: [...requireRoom(room).participants.values()] }),
    },
    UpdateParticipant: {
      allows: isAdmin,
      run(body) {
        const [, participant] = requireParticipant(body)
        return Object.assign(participant, { sources: body.permission.canPublishSources })
      },
    },
    RemoveParticipant: {
      allows: isAdmin,
      run(body) {
        const [room] = requireParticipant(body)
        room.participants.delete(body.identity)
        return {}
      },
    },
    DeleteRoom: {
      allows: ({ roomCreate }) => roomCreate === true,
      run({ room }) {
        requireRoom(room)
        rooms.delete(room)
        return {}
      },
    },
  }
  async function answer(request: IncomingMessage): Promise<object> {
    const [, name = ''] = /^\/twirp\/livekit\.RoomService\/(\w+)$/.exec(request.url ?? '') ?? []
    const call = calls[name]
    if (!call || request.method !== 'POST') throw new TwirpError(404, 'bad_route')
    const { video } = readToken((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    const body = JSON.parse(await text(request)) as Body
    if (!call.allows(video, body)) throw new TwirpError(403, 'permission_denied')
    return call.run(body)
  }
  const server = createServer((request, response) => {
    void answer(request)
      .then((data) => ({ status: 200, data }))
      .catch((error: Error) => ({
        status: error instanceof TwirpError ? error.status : 500,
        data: { code: error.message },
      }))
      .then(({ status, data }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data)),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `livekit+http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Enters as the library in the browser does, with the token of a page. */
    enter(token: string): void {
      const { sub, video } = readToken(token)
      if (!video.roomJoin || video.canPublishData !== false) throw new Error('the token does not allow to join')
      const room = requireRoom(video.room ?? '')
      if (room.participants.size >= room.maxParticipants) throw new Error('the room is full')
      const sources = (video.canPublishSources ?? ['camera', 'microphone', 'screen_share']).map((name) =>
        name.toUpperCase(),
      )
      room.participants.set(sub, { identity: sub, sources })
    },
    /** Sources that this participant may publish. */
    readSources: (room: string, identity: string) => rooms.get(room)?.participants.get(identity)?.sources ?? null,
    end: () => new Promise((resolve) => server.close(resolve)),
  }
}
