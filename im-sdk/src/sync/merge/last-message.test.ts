// Property test: in whatever order pushes, replies and syncs arrive, the session ends with the last message of the
// history. The page was notified of it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { p2pSessionIdOf, createP2pTarget } from '@xinqiao/contract/im/messages/scene.ts'
import { createMemoryStore } from '../../store/store.ts'
import { startConversationAt } from './merge.ts'
import { createMissingMessageFetcher } from '../catch-up/missing-messages.ts'
import { createReceiver } from '../receive/receiver.ts'
import { createResultCollector } from '../results/result.ts'

const sessionId = p2pSessionIdOf('bob')

/** The conversation on the server. Its messages are positions; each change raises the version. */
function createServer() {
  const messages: WireMessage[] = []
  const removed = new Set<number>()
  let version = 0
  const session = () => ({ ...createP2pTarget('bob'), version, lastSeq: messages.length, clearTime: 0 }) as SessionState
  const last = () => messages.findLast(({ seq }) => !removed.has(seq)) ?? null
  const toGone = (seq: number) => ({ ...messages[seq - 1]!, isRecalled: true }) as unknown as RemovedMessage
  return {
    session,
    last,
    send(): { msg: WireMessage; session: SessionState } {
      const seq = messages.length + 1
      const ids = { idServer: `${seq}`, idClient: `c${seq}` }
      const msg = { ...createP2pTarget('ann'), from: 'bob', seq, time: seq, ...ids, content: { type: 0, text: '' } }
      messages.push(msg as unknown as WireMessage)
      version += 1
      return { msg: messages.at(-1)!, session: session() }
    },
    recall(at: number): { session: SessionState; lastMsg: WireMessage | null; gone: RemovedMessage } {
      const seq = 1 + (at % messages.length)
      removed.add(seq)
      version += 1
      return { session: session(), lastMsg: last(), gone: toGone(seq) }
    },
    acknowledge(): SessionState {
      version += 1
      return session()
    },
    snapshot: () => ({ session: session(), lastMsg: last(), gone: [...removed].map(toGone) }),
    /** Reply of `sync.syncMsgs`. */
    listSince: (time: number) => ({
      msgs: messages.filter(({ seq }) => seq > time && !removed.has(seq)),
      gone: messages.filter(({ seq }) => seq > time && removed.has(seq)).map(({ seq }) => ({ seq, time: seq })),
    }),
  }
}

type DeliverMessage = () => Promise<void> | void

/** A device, and the last message that its page shows. */
function createDevice(server: ReturnType<typeof createServer>) {
  const store = createMemoryStore()
  let shown: string | undefined
  const lastId = () => store.conversations.get(sessionId)?.lastMsg?.idServer
  const request = (_name: string, { since }: { since: { time: number }[] }) =>
    Promise.resolve({ lists: since.map(({ time }) => server.listSince(time)) })
  const parts = { store, request: request as never }
  const receiver = createReceiver({
    ...parts,
    account: 'ann',
    sessionIdOfMessage: () => sessionId,
    users: { fetch: () => Promise.resolve([]) } as never,
    events: { session: () => void (shown = lastId()) },
  })
  const missing = createMissingMessageFetcher(
    { ...parts, receiver, isSyncing: () => false },
    createResultCollector(),
    () => {},
  )
  const { session, lastMsg } = server.snapshot()
  startConversationAt(store, session, lastMsg)
  shown = lastId()
  const receiveGone = (gone: RemovedMessage) =>
    receiver.receiveChange({ kind: 'goneMsg', key: gone.idServer, version: 0, state: gone }, {})
  return {
    lastId,
    shownId: () => shown,
    receiveMessage:
      ({ msg, session: state }: ReturnType<typeof server.send>): DeliverMessage =>
      () =>
        receiver.receiveMessage(msg, { session: state }) === 'gap' ? missing.catchUp() : undefined,
    receiveRecall:
      ({ session: state, lastMsg: last, gone }: ReturnType<typeof server.recall>): DeliverMessage =>
      () => {
        receiver.receiveSession(state, last)
        receiveGone(gone)
      },
    receiveState:
      (state: SessionState): DeliverMessage =>
      () =>
        receiver.receiveSession(state),
    receiveSync:
      ({ session: state, lastMsg: last, gone }: ReturnType<typeof server.snapshot>): DeliverMessage =>
      async () => {
        receiver.receiveSession(state, last)
        for (const message of gone) receiveGone(message)
        await missing.fetchBehind()
      },
  }
}

const steps = ['send', 'send', 'recall', 'acknowledge', 'reconnect', 'push', 'push', 'reply', 'sync'] as const
const step = fc.record({ do: fc.constantFrom(...steps), at: fc.nat() })

test('ends a session with the last message of its history, in whatever order its changes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (list) => {
      const server = createServer()
      server.send()
      const device = createDevice(server)
      let [pushes, replies, syncs]: [DeliverMessage[], DeliverMessage[], DeliverMessage[]] = [[], [], []]
      const deliverNext = async (queue: DeliverMessage[]) => queue.shift()?.()
      for (const { do: action, at } of list) {
        if (action === 'send') pushes.push(device.receiveMessage(server.send()))
        else if (action === 'recall') pushes.push(device.receiveRecall(server.recall(at)))
        else if (action === 'acknowledge') replies.push(device.receiveState(server.acknowledge()))
        else if (action === 'reconnect') {
          // a reconnect loses the packets that are under way
          ;[pushes, replies, syncs] = [[], [], [device.receiveSync(server.snapshot())]]
        } else if (action === 'reply') await deliverNext(replies)
        else if (action === 'sync') await deliverNext(syncs)
        // pushes wait for the end of a sync
        else if (syncs.length === 0) await deliverNext(pushes)
      }
      for (const queue of [replies, syncs, pushes]) while (queue.length > 0) await deliverNext(queue)
      // the session of an unknown sender waits for the name
      await new Promise((resolve) => setImmediate(resolve))
      const lastId = server.last()?.idServer
      expect({ held: device.lastId(), shown: device.shownId() }).toEqual({ held: lastId, shown: lastId })
    }),
    { numRuns: 500, seed: 22 },
  )
})
