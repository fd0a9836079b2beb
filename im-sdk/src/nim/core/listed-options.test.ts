// Tests of the warnings about options: the documentation lists options without effect, and the console names them.
import { expect, test, vi } from 'vitest'
import { setUpPages } from '../../../test/page.ts'
import { callMethod, sampleOf } from '../../../test/sample-options.ts'
import { usualMethodOptions } from '../../../test/usual-options.ts'
import { Chatroom } from '../../chatroom/chatroom.ts'
import { createLazyGroups } from '../lazy-groups.ts'
import { invokeMethod } from './answer-call.ts'
import { unreadOptions } from './options-without-effect.ts'

const { openPages } = setUpPages()
type Methods = Record<string, (...input: never[]) => unknown>

test('names each listed option that its method does not read', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const [{ nim }] = await openPages()
  const chatroom = new Chatroom({ chatroomId: '1', account: 'ann', token: 'token', skipConnectionOnInitialize: true })
  const room = await chatroom.loading
  const methodsOfNim: Methods = { ...nim.api, ...createLazyGroups(nim.core) }
  const methodsOfRoom: Methods = room.methods
  const listed = unreadOptions.flatMap(([options, methods]) =>
    methods.split(' ').flatMap((method) => options.split(' ').map((option) => [method, option] as const)),
  )
  await Promise.all(
    [...Map.groupBy(listed, ([method]) => method)].map(([method, rows]) => {
      const name = method.replace('Chatroom.', '')
      const isOfRoom = name !== method
      const usual = usualMethodOptions[isOfRoom ? method : `NIM.${method}`]?.split(' ') ?? ['to']
      const names = [...usual, ...rows.map(([, option]) => option)]
      const options = Object.fromEntries(names.map((option) => [option, sampleOf(option)]))
      // another name of the method, because the console names each option of a method once in all tests
      const call = (input: object) =>
        invokeMethod(`listed.${method}`, (isOfRoom ? methodsOfRoom : methodsOfNim)[name]!, [input])
      return callMethod({ [method]: call }, method, options)
    }),
  )
  const texts = listed.map(([method, option]) => `listed.${method}: option ${option} has no effect`)
  expect(warn.mock.calls.flat()).toEqual(expect.arrayContaining(texts))
  chatroom.destroy()
})
