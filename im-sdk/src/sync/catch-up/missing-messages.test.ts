// Tests which missing messages belong to the result of a sync.
import { expect, test } from 'vitest'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { p2pSessionIdOf, createP2pTarget } from '@xinqiao/contract/im/messages/scene.ts'
import { createMemoryStore } from '../../store/store.ts'
import { startConversationAt } from '../merge/merge.ts'
import { createMissingMessageFetcher } from './missing-messages.ts'
import { createReceiver } from '../receive/receiver.ts'
import { createResultCollector } from '../results/result.ts'

const createSession = (version: number) =>
  ({ ...createP2pTarget('bob'), version, lastSeq: version, clearTime: 0 }) as SessionState
const createMessage = (seq: number, from: string) => ({
  scene: 'p2p',
  from,
  to: 'any',
  seq,
  time: seq,
  idServer: `${seq}`,
  idClient: `c${seq}`,
})

function receiveMissing() {
  const store = createMemoryStore()
  const [first, theirs, own] = [
    createMessage(1, 'bob'),
    createMessage(2, 'bob'),
    createMessage(3, 'ann'),
  ] as unknown as WireMessage[]
  startConversationAt(store, createSession(1), first!)
  const users = { fetch: () => Promise.resolve([]) } as never
  const request = () => Promise.resolve({ lists: [{ to: 'bob', msgs: [theirs, own], gone: [] }] })
  const parts = { store, request: request as never }
  const announced: WireMessage[] = []
  const events = { message: (msg: WireMessage) => void announced.push(msg) }
  const receiver = createReceiver({
    ...parts,
    account: 'ann',
    sessionIdOfMessage: () => p2pSessionIdOf('bob'),
    users,
    events,
  })
  const results = createResultCollector()
  const missing = createMissingMessageFetcher({ ...parts, receiver, isSyncing: () => true }, results, () => {})
  return { store, first, theirs, own, receiver, results, missing, announced }
}

test('omits the account’s message from the result of a sync when its reply overtook others', async () => {
  const { store, first, theirs, own, receiver, results, missing } = receiveMissing()
  expect(receiver.receiveReply(own!, { session: createSession(3) })).toBe('gap')
  await missing.fetchBehind()
  expect(store.conversations.get(p2pSessionIdOf('bob'))?.msgs).toEqual([first, theirs, own])
  expect(results.takeAll().offline).toEqual([theirs])
})

test('announces a message of the account in flight only by its reply, also when a sync brings it', async () => {
  const { store, theirs, own, receiver, results, missing, announced } = receiveMissing()
  store.conversations.get(p2pSessionIdOf('bob'))!.session = createSession(3)
  receiver.sending.add(own!.idClient)
  await missing.fetchBehind()
  expect(results.takeAll().offline).toEqual([theirs])
  expect(announced).toEqual([theirs])
  expect(receiver.receiveReply(own!, { session: createSession(3) })).toBe('known')
})
