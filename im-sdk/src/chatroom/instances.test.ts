// Test of the instances of chatrooms, which pages get again by the id of the room.
import { expect, test } from 'vitest'
import { Chatroom } from '../../test/tested-sdk.ts'

test('returns one instance per room, which updates its options', () => {
  const options = { chatroomId: 'one', account: 'a', token: 't', skipConnectionOnInitialize: true }
  const first = Chatroom.getInstance(options)
  expect(Chatroom.getInstance({ ...options, token: 'u' })).toBe(first)
  const other = Chatroom.getInstance({ ...options, account: 'bob' })
  expect(other).not.toBe(first)
  other.destroy()
  expect(first.options.token).toBe('u')
  const msg = first.sendText({ text: '早了' })
  expect(msg).toMatchObject({ text: '早了', status: 'fail' })
  first.destroy()
  expect(Chatroom.getInstance(options)).not.toBe(first)
})
