// Tests that the console names options that a method does not read, and none that it reads.
import { expect, test, vi } from 'vitest'
import { sendText, setUpPages } from '../../../test/page.ts'
import { callMethod, sampleOf, type Methods } from '../../../test/sample-options.ts'
import { usualMethodOptions } from '../../../test/usual-options.ts'
import { Chatroom } from '../../chatroom/chatroom.ts'
import { methodOptionsWithoutEffect } from './options-without-effect.ts'

const { openPages } = setUpPages()
const isListed = (method: string, option: string): boolean =>
  methodOptionsWithoutEffect.some(
    ([options, methods]) => options.split(' ').includes(option) && methods.split(' ').includes(method),
  )
test('names no usual option of a method in the console, except those without effect', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const [{ nim }] = await openPages()
  const room = new Chatroom({ chatroomId: '1', account: 'ann', token: 'token', skipConnectionOnInitialize: true })
  await room.loading
  const called = Object.entries(usualMethodOptions)
  expect(called.length).toBeGreaterThan(150)
  await Promise.all(
    called.map(([method, names]) => {
      const options = Object.fromEntries(names.split(' ').map((option) => [option, sampleOf(option)]))
      const [owner, name] = method.split('.') as [string, string]
      return callMethod((owner === 'NIM' ? nim : room) as unknown as Methods, name, options)
    }),
  )
  const named = warn.mock.calls.flat().map((text: string) => /^([\w.]+): option (\w+) has no effect$/.exec(text)!)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(([, method, option]) => !isListed(method!, option!)).map(([text]) => text)).toEqual([])
})

test('names an option that a method does not read, once', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const [ann, bob] = await openPages()
  const methods = ann.nim as unknown as Methods
  const msg = await sendText(ann, bob.accid, '您好', { unread: 1 } as never)
  const calls: [name: string, options: object][] = [
    ['getHistoryMsgs', { scene: 'p2p', to: bob.accid }],
    ['getTeam', { teamId: '1' }],
    ['getUsers', { accounts: [bob.accid] }],
    ['addMsgPin', { msg }],
    ['getLocalSysMsgs', {}],
    ['recallMsg', { msg }],
  ]
  for (let round = 0; round < 2; round += 1)
    for (const [name, options] of calls) await callMethod(methods, name, { ...options, unread: 1 })
  const names = ['sendText', ...calls.map(([name]) => name)]
  expect(warn.mock.calls.flat()).toEqual(names.map((name) => `${name}: option unread has no effect`))
})

test('names no field of a message that is passed itself', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const [ann, bob] = await openPages()
  const msg = await sendText(ann, bob.accid, '您好')
  ann.nim.markMsgRead(msg)
  ann.nim.isMsgRemoteRead(msg)
  ann.nim.messageSerialization(msg)
  expect(warn.mock.calls).toEqual([])
})
