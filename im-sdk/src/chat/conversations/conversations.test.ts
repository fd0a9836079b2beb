// Tests of the latest message of others, which the page of a call shows.
import { expect, test } from 'vitest'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { findLastReceived } from './conversations.ts'

const base = { idClient: 'a', idServer: '1', from: 'client', time: 1, content: { type: 0, text: '刚才没说完' } }
const createMessage = (changes: object = {}) => ({ ...base, ...changes }) as WireMessage
const find = (...msgs: WireMessage[]) => findLastReceived({ msgs, lastMsg: msgs.at(-1) ?? null }, 'doctor')

test('skips own messages, records of calls, and notices that replace erased messages', () => {
  const own = createMessage({ from: 'doctor' })
  const record = createMessage({ content: { type: 12, attach: {} } })
  const erased = createMessage({ isErased: true })
  expect(find(createMessage(), own, record, erased)).toMatchObject({ from: 'client', content: base.content })
  expect(find(own, record, erased)).toBeNull()
})

test('takes the latest message of the conversation when the device has no others', () => {
  const lastMsg = createMessage()
  expect(findLastReceived({ msgs: [], lastMsg }, 'doctor')).toMatchObject({ key: 'a' })
  expect(findLastReceived({ msgs: [], lastMsg }, 'client')).toBeNull()
})
