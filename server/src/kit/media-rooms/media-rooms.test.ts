// Contract of the media servers: the same tests run with Janus, and with a stand-in for LiveKit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestJanus, sfuSecret, type TestJanus } from '../../../test/stand-ins/janus.ts'
import { createTestLiveKit, livekitKey } from '../../../test/stand-ins/livekit.ts'
import { offerOfPage, offerWithTwoSounds } from '../../../test/session-descriptions.ts'
import { createJanusConnection } from './janus/connection.ts'
import { createHandles } from './janus/handles.ts'
import { MediaFault, type MediaAccess, type MediaRooms, type MediaSeat } from './media-rooms.ts'
import { createMediaRooms } from './settings.ts'

let janus: TestJanus
let livekit: Awaited<ReturnType<typeof createTestLiveKit>>
beforeAll(async () => {
  ;[janus, livekit] = await Promise.all([createTestJanus(), createTestLiveKit()])
})
afterAll(() => Promise.all([janus.end(), livekit.end()]))

type Server = {
  settings: () => Parameters<typeof createMediaRooms>[0]
  /** Enters as the page of a participant does. */
  enter: (access: MediaAccess) => void
}
const servers: Record<'janus' | 'livekit', Server> = {
  janus: { settings: () => ({ SFU_URL: janus.url, SFU_SECRET: sfuSecret }), enter: () => {} },
  livekit: {
    settings: () => ({ SFU_URL: livekit.url, SFU_KEY: livekitKey.key, SFU_SECRET: livekitKey.secret }),
    enter: (access) => access.kind === 'livekit' && livekit.enter(access.token),
  },
}
let lastRoom = 100
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof MediaFault ? error.reason : error),
  )

describe.each(Object.entries(servers))('%s', (_name, { settings, enter }) => {
  let nodes: [MediaRooms, MediaRooms]
  beforeAll(() => {
    nodes = [createMediaRooms(settings())!, createMediaRooms(settings())!]
  })
  afterAll(() => nodes.forEach((node) => node.end()))
  async function openRoom(...participants: string[]): Promise<{ room: string; seats: MediaSeat[] }> {
    const room = `${(lastRoom += 1)}`
    await nodes[0].create(room)
    const seats: MediaSeat[] = []
    for (const participant of participants) {
      const { seat, access } = await nodes[0].join(room, participant)
      enter(access)
      seats.push(seat)
    }
    return { room, seats }
  }

  test('lists who is in a room, on each node', async () => {
    const { room, seats } = await openRoom('11', '12')
    await nodes[1].create(room)
    for (const node of nodes) expect((await node.list(room))?.toSorted()).toEqual(['11', '12'])
    expect(await nodes[1].keep(seats[0]!)).toBe(true)
    expect(await nodes[1].list('99')).toBeNull()
  })

  test('removes one participant, from another node as well', async () => {
    const { room, seats } = await openRoom('11', '12')
    await nodes[1].remove(seats[0]!)
    expect(await nodes[0].list(room)).toEqual(['12'])
    await nodes[0].remove(seats[0]!)
    expect(await nodes[0].keep(seats[1]!)).toBe(true)
  })

  test('closes a room for all, once or twice', async () => {
    const { room, seats } = await openRoom('11')
    await nodes[1].close(room)
    await nodes[0].close(room)
    expect(await nodes[0].list(room)).toBeNull()
    expect(await reasonOf(nodes[0].mute(seats[0]!, true))).toBe('gone')
  })

  test('refuses a wrong secret, and reports a server that is away', async () => {
    const stranger = createMediaRooms({ ...settings(), SFU_SECRET: 'a wrong secret of the server' })!
    expect(await reasonOf(stranger.create('7'))).toBe('refused')
    stranger.end()
    const away = createMediaRooms({ ...settings(), SFU_URL: settings().SFU_URL!.replace(/\d+$/, '9') })!
    expect(await reasonOf(away.create('7'))).toBe('unreachable')
    away.end()
  })
})

describe('janus', () => {
  test('forwards negotiation from any node, and mutes', async () => {
    const settings = servers.janus.settings()
    const [first, second] = [createMediaRooms(settings)!, createMediaRooms(settings)!]
    const room = `${(lastRoom += 1)}`
    await first.create(room)
    const [{ seat: speaker }, { seat: listener }] = [await first.join(room, '21'), await first.join(room, '22')]
    const publish = (sdp: string, isRestart = false) =>
      second.negotiate(speaker, { kind: 'publish' as const, sdp, isRestart })
    expect(await reasonOf(publish(offerWithTwoSounds))).toBe('refused')
    const { sdp } = await publish(offerOfPage)
    expect(sdp).toContain('m=audio')
    expect(sdp).toContain('a=candidate:')
    // a participant is received once its page is connected, as in the browser story
    const subscribe = { kind: 'subscribe', add: ['21'], drop: [], isFirst: true } as const
    expect(await reasonOf(second.negotiate(listener, subscribe))).toBe('refused')
    await first.mute(speaker, true)
    await second.mute(speaker, false)
    await first.remove(speaker)
    expect(await first.keep(speaker)).toBe(false)
    first.end()
    second.end()
  })

  test('creates rooms that record nothing, and refuses recording without the secret of the room', async () => {
    const secret = sfuSecret
    const rooms = createMediaRooms(servers.janus.settings())!
    const room = `${(lastRoom += 1)}`
    await rooms.create(room)
    const connection = createJanusConnection({ url: janus.url.replace('janus+', ''), secret })
    const { createSession, attach, ask } = createHandles(connection)
    const handle = await attach(await createSession())
    const { data } = await ask(handle, { request: 'list', admin_key: secret })
    const listed = (data.list as { room: number }[]).find((item) => item.room === Number(room))
    expect(listed).toMatchObject({ record: false, lock_record: true })
    const recording = { request: 'enable_recording', room: Number(room), record: true }
    expect((await ask(handle, recording)).code).not.toBe(0)
    connection.close()
    rooms.end()
  })

  test('keeps seats when the node that opened them has ended', async () => {
    const [first, second] = [createMediaRooms(servers.janus.settings())!, createMediaRooms(servers.janus.settings())!]
    const room = `${(lastRoom += 1)}`
    await first.create(room)
    const { seat } = await first.join(room, '51')
    first.end()
    const { sdp } = await second.negotiate(seat, { kind: 'publish', sdp: offerOfPage, isRestart: false })
    expect(sdp).toContain('m=audio')
    expect(await second.list(room)).toEqual(['51'])
    second.end()
  })

  test('creates a room again after Janus was restarted', async () => {
    const rooms = createMediaRooms(servers.janus.settings())!
    const room = `${(lastRoom += 1)}`
    await rooms.create(room)
    const { seat } = await rooms.join(room, '31')
    await janus.stop()
    expect(await reasonOf(rooms.keep(seat))).toBe('unreachable')
    await janus.start()
    expect(await rooms.keep(seat)).toBe(false)
    expect(await reasonOf(rooms.join(room, '32'))).toBe('gone')
    await rooms.create(room)
    await rooms.join(room, '32')
    expect(await rooms.list(room)).toEqual(['32'])
    rooms.end()
  })
})

test('takes the microphone from a page on LiveKit whom the leader mutes', async () => {
  const rooms = createMediaRooms(servers.livekit.settings())!
  await rooms.create('501')
  const { seat, access } = await rooms.join('501', '41')
  servers.livekit.enter(access)
  await rooms.mute(seat, true)
  expect(livekit.readSources('501', '41')).toEqual(['CAMERA', 'SCREEN_SHARE'])
  await rooms.mute(seat, false)
  expect(livekit.readSources('501', '41')).toContain('MICROPHONE')
  // a page that loads again stays muted
  const { access: again } = await rooms.join('501', '42', true)
  servers.livekit.enter(again)
  expect(livekit.readSources('501', '42')).toEqual(['CAMERA', 'SCREEN_SHARE'])
})
