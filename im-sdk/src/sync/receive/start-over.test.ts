// Tests of a device that starts over: conversations without newer messages, and messages that are not announced again.
import { expect, test } from 'vitest'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { p2pSessionIdOf, createP2pTarget } from '@xinqiao/contract/im/messages/scene.ts'
import { createMemoryStore } from '../../store/store.ts'
import { fetchStates } from '../catch-up/fetch-states.ts'
import { createResultCollector } from '../results/result.ts'
import { isAlreadyAnnounced } from './start-over.ts'

const createMessage = (seq: number, time: number) => ({ idServer: `${seq}`, seq, time }) as WireMessage
const createSession = (to: string, lastSeq: number) =>
  ({ ...createP2pTarget(to), version: 1, lastSeq, clearTime: 0 }) as SessionState

test('continues a conversation at the last message that the server has when later ones are lost', async () => {
  const store = createMemoryStore()
  const held = createMessage(5, 1_000_000)
  const last = createMessage(3, 500_000)
  Object.assign(store, { generation: 1, syncMark: 9, hasSynced: true })
  for (const to of ['ann', 'bob'])
    store.conversations.set(p2pSessionIdOf(to), {
      session: createSession(to, 5),
      lastMsg: held,
      from: 1,
      seq: 5,
      time: held.time,
      msgs: [held],
    })
  const marks: number[] = []
  const reply = {
    generation: 2,
    mark: 4,
    hasMore: false,
    changes: [],
    broadcasts: [],
    teams: [],
    teamChanges: [],
    leftTeams: [],
  }
  const request = (_name: string, { mark }: { mark: number }) => {
    marks.push(mark)
    return Promise.resolve({ ...reply, sessions: [{ session: createSession('ann', 3), lastMsg: last }] })
  }
  const receiver = { receiveSession: () => {}, receiveChange: () => null, receiveBroadcast: () => false }
  let startedOver = 0
  const parts = { store, request: request as never, receiver, onStartOver: () => (startedOver += 1) }
  await fetchStates(parts, createResultCollector(), false, () => true)

  expect({ marks, startedOver, generation: store.generation, mark: store.syncMark }).toEqual({
    marks: [9, 0],
    startedOver: 1,
    generation: 2,
    mark: 4,
  })
  // the other conversation does not exist any more
  expect([...store.conversations.keys()]).toEqual(['p2p-ann'])
  expect(store.conversations.get(p2pSessionIdOf('ann'))).toMatchObject({ from: 3, seq: 3, lastMsg: last, msgs: [last] })
  expect(isAlreadyAnnounced(store, held)).toBe(true)
  // a message of the new history with the same id as a lost one
  expect(isAlreadyAnnounced(store, createMessage(5, 1_000_001))).toBe(false)
})
