// Property tests of the guarantees in docs/guides/sync.md: random sends, drops, reconnects and retries, and connections
// lost between commit and reply.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import type { SocketServer } from '../../../server/src/socket/socket.ts'
import { leaveAll, createPerson, untilReady, textOf, textTo, until, type Device } from '../people.ts'

const server = useTestServer()
let url = ''
let socketServer: SocketServer
/** Called between a command's commit and its reply. */
let beforeReply: (command: string) => void = () => {}
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({
    isFrequencyLimited: false,
    beforeReply: (name) => beforeReply(name),
  }))
})
afterEach(() => {
  beforeReply = () => {}
  leaveAll()
})

/** Repeats a send with the same idClient until the server replies, as the guide of the SDK says. */
async function sendSurely(device: Device, to: string, text: string, idClient: string): Promise<WireMessage> {
  for (;;) {
    await until(() => device.status() === 1, 'a login')
    try {
      return await device.send(textTo(to, text, idClient))
    } catch (error) {
      if (!(error instanceof ImFailure) || typeof error.code === 'number') throw error
    }
  }
}

const snapshot = ({ store }: Device) =>
  [...store.conversations]
    .map(([id, { session, seq }]) => ({ id, session, seq }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
const ids = (device: Device, peer: string) =>
  device.store.conversations
    .get(p2pSessionIdOf(peer))
    ?.msgs.map(({ idServer, seq, content }) => ({ idServer, seq, content })) ?? []

test('stores one message with one server id and correct unread when a connection is lost between commit and reply', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a1, b1] = [ann.device(), bob.device()]
  await untilReady(a1, b1)
  let deaths = 0
  beforeReply = (name) => {
    if (name !== 'msg.sendMsg' || deaths >= 3) return
    deaths += 1
    socketServer.cut()
  }
  const msg = await sendSurely(a1, bob.accid, '不会丢', 'mortal')
  expect(deaths).toBe(3)
  await until(() => b1.received.length === 1 && b1.status() === 1, 'the message')
  expect(b1.received[0]).toEqual(msg)
  const rows = await server().kit.sql<{ id: number }[]>`select id from im_message where id_client = 'mortal'`
  expect(rows.map(({ id }) => `${id}`)).toEqual([msg.idServer])
  await until(() => b1.store.conversations.get(p2pSessionIdOf(ann.accid))?.session.unread === 1, 'one unread')
})

type DeviceStep = { who: 0 | 1; device: 0 | 1; do: 'send' | 'repeat' | 'drop' | 'cut' | 'read' | 'delete' }
const step = fc.record<DeviceStep>({
  who: fc.constantFrom(0, 1),
  device: fc.constantFrom(0, 1),
  do: fc.constantFrom('send', 'send', 'send', 'send', 'repeat', 'drop', 'cut', 'read', 'delete'),
})

test('keeps all messages, one order, correct unread and the sync law for two people on two devices each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const people = [await createPerson(server(), url), await createPerson(server(), url)] as const
      const devices = people.map((person) => [person.device(), person.device()] as const)
      const all = devices.flat()
      await untilReady(...all)
      const sends: Promise<WireMessage>[] = []
      const others: Promise<unknown>[] = []
      const texts: { who: 0 | 1; text: string; idClient: string }[] = []
      for (const [i, { who, device: place, do: action }] of steps.entries()) {
        const device = devices[who]![place]
        const peer = people[who === 0 ? 1 : 0].accid
        if (action === 'send') {
          const entry = { who, text: `第${i}条`, idClient: crypto.randomUUID() }
          texts.push(entry)
          sends.push(sendSurely(device, peer, entry.text, entry.idClient))
        } else if (action === 'repeat') {
          const entry = texts.findLast((sent) => sent.who === who)
          if (entry) sends.push(sendSurely(device, peer, entry.text, entry.idClient))
        } else if (action === 'drop') device.drop()
        else if (action === 'cut') socketServer.cut()
        else if (action === 'read') others.push(device.markRead(p2pSessionIdOf(peer)).catch(() => {}))
        else
          others.push(device.request('msg.deleteSessions', { sessions: [{ scene: 'p2p', to: peer }] }).catch(() => {}))
        // sometimes lets the sockets run between two steps
        if (i % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      const sent = await Promise.all(sends)
      await Promise.all(others)

      for (const [who, pair] of devices.entries()) {
        const peer = people[who === 0 ? 1 : 0].accid
        const fresh = people[who]!.device()
        await untilReady(fresh)
        // sync law: an old snapshot with all later pushes equals a fresh snapshot
        for (const device of pair) {
          const isInAgreement = () => isDeepStrictEqual(snapshot(device), snapshot(fresh))
          await until(isInAgreement, 'the snapshot of a fresh device').catch(() => {})
          expect(snapshot(device)).toStrictEqual(snapshot(fresh))
        }
        const storedIds = ids(pair[0], peer)
        expect(storedIds).toEqual(ids(pair[1], peer))
        expect(storedIds.map(({ seq }) => seq)).toEqual(texts.map((_, i) => i + 1))
        expect(new Set(storedIds.map(({ idServer }) => idServer))).toEqual(
          new Set(sent.map(({ idServer }) => idServer)),
        )
        const state = pair[0].store.conversations.get(p2pSessionIdOf(peer))
        const unread = state?.msgs.filter(({ from, time }) => from === peer && time > state.session.ack).length ?? 0
        expect(state?.session.unread ?? 0).toBe(unread)
        for (const device of pair) {
          const listTextsOfPeer = () => device.received.filter(({ from }) => from === peer).map(textOf)
          const expected = texts.filter((entry) => entry.who !== who).map(({ text }) => text)
          // a message of an unknown sender is announced once the name is known
          await until(() => listTextsOfPeer().length >= expected.length, 'every message to be announced')
          expect(listTextsOfPeer().sort()).toEqual(expected.sort())
          const receivedSeqs = device.received.map(({ seq }) => seq)
          expect(receivedSeqs).toEqual([...new Set(receivedSeqs)].sort((a, b) => a - b))
        }
      }
      expect(ids(devices[0]![0], people[1].accid)).toEqual(ids(devices[1]![0], people[0].accid))
      leaveAll()
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('delivers unawaited messages in the order in which they were written', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [from, to] = [ann.device(), bob.device()]
  await Promise.all([untilReady(from), untilReady(to)])
  const texts = Array.from({ length: 60 }, (_, i) => `第${i}句`)
  await Promise.all(texts.map((text) => from.send(textTo(bob.accid, text))))
  await until(() => to.received.length === texts.length, 'all of them')
  expect(to.received.map(textOf)).toEqual(texts)
})

test('loses no message after a sync of two nodes that miss each other’s pushes', async () => {
  const { writeMessages } = await import('../../../server/src/im/msg/send/write.ts')
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const device = bob.device()
  await untilReady(device)
  const { sql, bodies } = server().kit
  const [row] = await sql<{ id: number }[]>`select id from im_account where accid = ${ann.accid}`
  const viewer = {
    imId: row!.id,
    accid: ann.accid,
    appId: 1,
    login: 0,
    fileKeyEnds: [],
    isMuted: false,
    roleId: roles.user,
    deviceId: 'elsewhere',
    clientType: 16,
  }
  const writeText = (text: string) => writeMessages(sql, bodies, [{ viewer, draft: textTo(bob.accid, text) }])
  // concurrent writes on four database connections, while the device syncs again and again
  const writing = Promise.all(Array.from({ length: 60 }, (_, i) => writeText(`${i}`)))
  const syncing = (async () => {
    for (let i = 0; i < 15; i += 1) {
      const before = device.synced
      device.drop()
      await until(() => device.synced > before, 'a sync')
    }
  })()
  await Promise.all([writing, syncing])
  const before = device.synced
  device.drop()
  await until(() => device.synced > before, 'the last sync')
  expect(device.received.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
  expect(device.store.conversations.get(p2pSessionIdOf(ann.accid))?.session.unread).toBe(60)
})
