// Rooms on Janus (plugin videoroom). The state of a seat is in Janus, and its numbers are in the memory of the seat. So
// each request may come from another node, which claims the session of the seat before.
import { createHmac } from 'node:crypto'
import {
  maxRoomPeople,
  MediaFault,
  type MediaReply,
  type MediaRequest,
  type MediaRooms,
  type MediaSeat,
} from '../media-rooms.ts'
import { createJanusConnection } from './connection.ts'
import { checkOffer, soundMid } from './descriptions.ts'
import { createHandles, janusErrors, toFault, type Handle, type PluginReply } from './handles.ts'

/** Janus accepts at most this much video from one page. */
const maxBitsPerSecond = 700_000
const keepServiceMs = 25_000
const noStreams: MediaReply['streams'] = []

type SeatHandles = { publisher: Handle; subscriber: Handle; privateId: number }
const encodeSeatHandles = ({ publisher, subscriber, privateId }: SeatHandles): string =>
  [publisher.sessionId, publisher.handleId, subscriber.handleId, privateId].join(' ')
function decodeSeatHandles(memory: string): SeatHandles {
  const [sessionId = 0, publisherId = 0, subscriberId = 0, privateId = 0] = memory.split(' ').map(Number)
  return {
    publisher: { sessionId, handleId: publisherId },
    subscriber: { sessionId, handleId: subscriberId },
    privateId,
  }
}

type JanusStream = { mid: string; type: string; feed_id?: number; active?: boolean }
const listStreams = ({ data }: PluginReply): MediaReply['streams'] =>
  ((data.streams ?? []) as JanusStream[]).flatMap(({ mid, type, feed_id: feed, active }) =>
    feed !== undefined && active !== false && (type === 'audio' || type === 'video')
      ? [{ mid, participant: `${feed}`, kind: type }]
      : [],
  )

const ignoreGone = (error: unknown): void => {
  if (!(error instanceof MediaFault) || error.reason !== 'gone') throw error
}

/** @param secret the `api_secret` of Janus, also the `admin_key` of the plugin if that is set */
export function createJanusRooms(settings: { url: string; secret: string }): MediaRooms {
  const { secret } = settings
  const connection = createJanusConnection(settings)
  const { createSession, attach, claim, ask, send, keep, destroy } = createHandles(connection)
  const deriveKey = (purpose: string, room: string): string =>
    createHmac('sha256', secret).update(`${purpose} ${room}`).digest('hex').slice(0, 32)
  const roomRef = (room: string) => ({ room: Number(room), secret: deriveKey('secret', room) })
  const pinOf = (room: string) => deriveKey('pin', room)

  /** The handle with which this node manages rooms. */
  let service: Promise<Handle> | null = null
  let serviceTimer: NodeJS.Timeout | undefined
  const openService = async (): Promise<Handle> => {
    const handle = await attach(await createSession())
    clearInterval(serviceTimer)
    serviceTimer = setInterval(() => void keep(handle.sessionId).catch(() => {}), keepServiceMs)
    serviceTimer.unref()
    return handle
  }
  const getService = (): Promise<Handle> => {
    const opening = (service ??= openService())
    opening.catch(() => (service = null))
    return opening
  }
  /**
   * Sends a request to the plugin, and repeats it after a restart of Janus.
   *
   * @returns its data; `code` is 0 or the error of the plugin
   */
  async function requestPlugin(body: Record<string, unknown>) {
    try {
      return await ask(await getService(), body)
    } catch (error) {
      // Janus was restarted, or has ended the session
      service = null
      if (!(error instanceof MediaFault) || error.reason !== 'gone') throw error
      return ask(await getService(), body)
    }
  }

  async function create(room: string): Promise<void> {
    const { code } = await requestPlugin({
      request: 'create',
      ...roomRef(room),
      pin: pinOf(room),
      admin_key: secret,
      is_private: true,
      require_pvtid: true,
      publishers: maxRoomPeople,
      permanent: false,
      audiocodec: 'opus',
      opus_fec: true,
      videocodec: 'vp8',
      bitrate: maxBitsPerSecond,
      bitrate_cap: true,
      transport_wide_cc_ext: true,
      record: false,
      lock_record: true,
    })
    if (code !== 0 && code !== janusErrors.roomExists) throw toFault(code, 'create')
  }

  async function join(room: string, participant: string) {
    const sessionId = await createSession()
    try {
      const [publisher, subscriber] = [await attach(sessionId), await attach(sessionId)]
      const { data } = await send(publisher, {
        request: 'join',
        ptype: 'publisher',
        room: Number(room),
        id: Number(participant),
        pin: pinOf(room),
      })
      const memory = encodeSeatHandles({ publisher, subscriber, privateId: Number(data.private_id) })
      return { seat: { room, participant, memory }, access: { kind: 'proxied' as const } }
    } catch (error) {
      await destroy(sessionId).catch(() => {})
      throw error
    }
  }

  async function subscribe({ room, memory }: MediaSeat, { add, drop, isFirst }: MediaRequest & { kind: 'subscribe' }) {
    const { subscriber, privateId } = decodeSeatHandles(memory)
    const listFeeds = (participants: readonly string[]) => participants.map((id) => ({ feed: Number(id) }))
    const update = () => {
      // an empty list is refused
      const lists = {
        ...(add.length > 0 && { subscribe: listFeeds(add) }),
        ...(drop.length > 0 && { unsubscribe: listFeeds(drop) }),
      }
      return send(subscriber, { request: 'update', ...lists })
    }
    if (!isFirst) return update()
    return send(subscriber, {
      request: 'join',
      ptype: 'subscriber',
      room: Number(room),
      pin: pinOf(room),
      private_id: privateId,
      // without autoupdate, because no request would answer an offer that Janus sends unasked
      streams: listFeeds(add),
      autoupdate: false,
    }).catch((error: unknown) => {
      // the seat has joined already, and the reply was lost
      if (error instanceof MediaFault && error.reason === 'refused') return update()
      throw error
    })
  }

  async function negotiate(seat: MediaSeat, request: MediaRequest): Promise<MediaReply> {
    const { publisher, subscriber } = decodeSeatHandles(seat.memory)
    if (request.kind === 'publish') checkOffer(request.sdp)
    await claim(publisher.sessionId)
    if (request.kind === 'publish') {
      const body = { request: request.isRestart ? 'configure' : 'publish' }
      const { sdp } = await send(publisher, body, { type: 'offer', sdp: request.sdp })
      return { sdp, streams: noStreams }
    }
    if (request.kind === 'answer') {
      await send(subscriber, { request: 'start' }, { type: 'answer', sdp: request.sdp })
      return { sdp: null, streams: noStreams }
    }
    const reply =
      request.kind === 'restart'
        ? await send(subscriber, { request: 'configure', restart: true })
        : await subscribe(seat, request)
    return { sdp: reply.sdp, streams: listStreams(reply) }
  }

  return {
    create,
    join,
    negotiate,
    keep: ({ memory }) => keep(decodeSeatHandles(memory).publisher.sessionId),
    async mute({ room, participant }, isMuted) {
      const { code } = await requestPlugin({
        request: 'moderate',
        ...roomRef(room),
        id: Number(participant),
        mid: soundMid,
        mute: isMuted,
      })
      if (code !== 0) throw toFault(code, 'moderate')
    },
    async remove({ room, participant, memory }) {
      try {
        await requestPlugin({ request: 'kick', ...roomRef(room), id: Number(participant) })
      } finally {
        // also ends what the seat receives
        await destroy(decodeSeatHandles(memory).publisher.sessionId)
      }
    },
    async close(room) {
      await requestPlugin({ request: 'destroy', ...roomRef(room) }).catch(ignoreGone)
    },
    async list(room) {
      const { code, data } = await requestPlugin({ request: 'listparticipants', room: Number(room) })
      if (code === janusErrors.noRoom) return null
      if (code !== 0) throw toFault(code, 'listparticipants')
      return ((data.participants ?? []) as { id: number }[]).map(({ id }) => `${id}`)
    },
    end() {
      clearInterval(serviceTimer)
      connection.close()
    },
  }
}
