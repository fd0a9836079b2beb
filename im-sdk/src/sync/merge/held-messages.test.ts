// Tests that a conversation keeps a limited number of messages in memory.
import { expect, test } from 'vitest'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { createP2pTarget, p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { createStore } from '../../store/store.ts'
import { mergeMessage, mergeModified, startConversationAt } from './merge.ts'

const sessionId = p2pSessionIdOf('bob')
const createMessage = (seq: number) =>
  ({ ...createP2pTarget('ann'), from: 'bob', seq, time: seq, idServer: `${seq}`, idClient: `c${seq}` }) as WireMessage

test('keeps the latest messages in memory, and still changes those before them on the device', () => {
  const store = createStore(() => {})
  const session = { ...createP2pTarget('bob'), version: 1, lastSeq: 1, clearTime: 0 } as SessionState
  startConversationAt(store, session, createMessage(1))
  const { msgs: firstMessages } = store.conversations.get(sessionId)!
  expect(firstMessages).toHaveLength(1)
  for (let seq = 2; seq <= 5_000; seq += 1) expect(mergeMessage(store, sessionId, createMessage(seq))).toBe('added')
  const { msgs, from, seq, lastMsg } = store.conversations.get(sessionId)!
  expect(msgs.length).toBeLessThanOrEqual(1_000)
  expect(msgs.length).toBeGreaterThanOrEqual(500)
  expect(msgs.map((msg) => msg.seq)).toEqual(msgs.map((_msg, i) => 5_001 - msgs.length + i))
  expect([from, seq, lastMsg?.seq]).toEqual([1, 5_000, 5_000])
  expect(mergeMessage(store, sessionId, createMessage(7))).toBe('known')
  store.touched!.msgs.clear()
  mergeModified(store, sessionId, { ...createMessage(7), modifyTime: 9 })
  expect(store.touched!.msgs.get('7')?.msg.modifyTime).toBe(9)
})
