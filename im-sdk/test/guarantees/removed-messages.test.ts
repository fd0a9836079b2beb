// Property test of recall, delete and clear under random disconnects. Every device ends with the same state as a fresh
// one, and with the history of the server.
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import type { SocketServer } from '../../../server/src/socket/socket.ts'
import { expectHistory, expectSameSnapshot } from '../sync-law.ts'
import { leaveAll, createPerson, untilReady, textTo, until, type Device } from '../people.ts'
import { createMemoryStore } from '../../src/store/store.ts'
import { mergeRemoval, mergeMessage, mergeSession } from '../../src/sync/merge/merge.ts'

const server = useTestServer()
let url = ''
let socketServer: SocketServer
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

type DeviceStep = {
  who: 0 | 1
  device: 0 | 1
  do: 'send' | 'recall' | 'hide' | 'clear' | 'read' | 'drop' | 'cut'
  at: number
}
const step = fc.record<DeviceStep>({
  who: fc.constantFrom(0, 1),
  device: fc.constantFrom(0, 1),
  do: fc.constantFrom('send', 'send', 'send', 'recall', 'recall', 'hide', 'clear', 'read', 'drop', 'cut'),
  at: fc.nat(),
})

async function applyStep(
  { do: action, at }: DeviceStep,
  device: Device,
  account: string,
  to: string,
): Promise<unknown> {
  const msgs = device.store.conversations.get(p2pSessionIdOf(to))?.msgs ?? []
  const msg = msgs[at % Math.max(1, msgs.length)]
  if (action === 'send') return device.send(textTo(to, `${at}`))
  if (action === 'read') return device.markRead(p2pSessionIdOf(to))
  if (action === 'clear') return device.request('msg.clearServerHistoryMsgs', { scene: 'p2p', to })
  if (action === 'drop') return device.drop()
  if (action === 'cut') return socketServer.cut()
  if (!msg) return null
  const target = { scene: 'p2p' as const, to, idServer: msg.idServer }
  if (action === 'hide') return device.request('msg.deleteMsgSelf', { msgs: [target] })
  return msg.from === account ? device.request('msg.deleteMsg', target) : null
}

test('brings all devices to one state after any removals, whichever device was offline', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const people = [await createPerson(server(), url), await createPerson(server(), url)] as const
      const devices = people.map((person) => [person.device(), person.device()] as const)
      await untilReady(...devices.flat())
      const work: Promise<unknown>[] = []
      for (const [i, removal] of steps.entries()) {
        const [me, peer] = removal.who === 0 ? people : [people[1], people[0]]
        // a command on a lost connection may or may not have been executed; both are correct
        work.push(applyStep(removal, devices[removal.who]![removal.device], me.accid, peer.accid).catch(() => null))
        if (i % 2 === 0) await Promise.race([work.at(-1), new Promise((resolve) => setImmediate(resolve))])
      }
      await Promise.all(work)
      for (const [who, pair] of devices.entries()) {
        await until(() => pair.every((device) => device.status() === 1), 'both to be in')
        const fresh = people[who]!.device()
        await untilReady(fresh)
        for (const device of pair) {
          await expectSameSnapshot(device, fresh)
          await expectHistory(device)
        }
        const state = [...fresh.store.conversations.values()][0]
        if (!state) continue
        const { msgs } = await fresh.request('msg.getHistoryMsgs', { scene: 'p2p', to: state.session.to })
        const isUnread = ({ from, time }: (typeof msgs)[number]) =>
          from === state.session.to && time > state.session.ack
        expect(state.session.unread).toBe(msgs.filter(isUnread).length)
        expect(state.lastMsg).toEqual(msgs[0] ?? null)
      }
      leaveAll()
    }),
    // no shrinking, because it would exceed the timeout of the test
    { numRuns: 15, endOnFailure: true },
  )
}, 120_000)

test('keeps the position of a message whose recall overtakes it, and never shows it', () => {
  const store = createMemoryStore()
  const base = { scene: 'p2p' as const, unread: 0, ack: 0, msgReceiptTime: 0, isDeleted: false, clearTime: 0, ext: '' }
  mergeSession(store, { ...base, to: 'b', version: 1, lastSeq: 0, updateTime: 0 }, null)
  const msg = {
    scene: 'p2p' as const,
    from: 'b',
    to: 'a',
    fromClientType: 16,
    fromDeviceId: 'x',
    idClient: '1',
    idServer: '1',
    seq: 1,
    time: 10,
    content: { type: 0 as const, text: '错了' },
  }
  const gone = { ...msg, isRecalled: true, goneTime: 11, ps: '', attach: '' }
  expect(mergeRemoval(store, 'p2p-b', gone)).toBe(true)
  expect(mergeMessage(store, 'p2p-b', msg)).toBe('known')
  expect(mergeMessage(store, 'p2p-b', { ...msg, idServer: '2', idClient: '2', seq: 2, time: 12 })).toBe('added')
  expect(store.conversations.get('p2p-b')?.msgs.map(({ seq }) => seq)).toEqual([2])
  expect(mergeRemoval(store, 'p2p-b', gone)).toBe(false)
})

test('keeps the position of a message whose clearing overtakes it, and never shows it', () => {
  const store = createMemoryStore()
  const base = { scene: 'p2p' as const, unread: 0, ack: 0, msgReceiptTime: 0, isDeleted: false, ext: '' }
  mergeSession(store, { ...base, to: 'b', version: 2, lastSeq: 1, updateTime: 10, clearTime: 10 }, null)
  const msg = {
    scene: 'p2p' as const,
    from: 'b',
    to: 'a',
    fromClientType: 16,
    fromDeviceId: 'x',
    idClient: '1',
    idServer: '1',
    seq: 1,
    time: 10,
    content: { type: 0 as const, text: '清空之前' },
  }
  expect(mergeMessage(store, 'p2p-b', msg)).toBe('known')
  const next = { ...msg, idServer: '2', idClient: '2', seq: 2, time: 11 }
  expect(mergeMessage(store, 'p2p-b', next)).toBe('added')
  const { msgs, lastMsg } = store.conversations.get('p2p-b')!
  expect([msgs, lastMsg]).toEqual([[next], next])
})
