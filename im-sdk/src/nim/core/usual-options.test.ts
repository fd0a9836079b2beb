// Tests that no option of existing pages is dropped in silence: it has an effect, is refused, or the console names it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { messageFlags } from '@xinqiao/contract/im/messages/messages.ts'
import { referenceFile, type ImReference } from '../../../reference.ts'
import { openPage, setUpPages } from '../../../test/page.ts'
import { usualMethodOptions, usualOptions } from '../../../test/usual-options.ts'
import { Chatroom } from '../../chatroom/chatroom.ts'
import type { ChatroomOptions } from '../../chatroom/options.ts'
import { knownOptions, type optionTexts } from './known-options.ts'
import type { NimOptions } from './options.ts'
import { methodOptionsWithoutEffect } from './options-without-effect.ts'

const { server, url } = setUpPages()
const reference = JSON.parse(readFileSync(referenceFile, 'utf8')) as ImReference
const optionLists: Record<string, Record<string, string>> = {
  SendOptions: reference.sendOptions,
  ChatroomSendOptions: reference.chatroomSendOptions,
}

/** The signature with the types that it names, each once. */
function writeOut(text: string, seen = new Set<string>()): string {
  const names = [...text.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name).filter((name) => !seen.has(name))
  for (const name of names) seen.add(name)
  const parts = names.map((name) => {
    const listed = Object.values(optionLists[name] ?? {}).join('; ')
    return `${listed} ${writeOut(`${reference.types[name] ?? ''} ${listed}`, seen)}`
  })
  return [text, ...parts].join('; ')
}
const isDeclared = (signature: string, option: string) => new RegExp(`\\b${option}\\??[:,]`).test(signature)

const isNamed = (method: string, option: string): boolean =>
  methodOptionsWithoutEffect.some(
    ([options, methods]) => options.split(' ').includes(option) && methods.split(' ').includes(method),
  )
/** Flags are refused with 414 or have an effect, and options of review return in the page's message. */
const isCarried = (method: string, option: string): boolean =>
  method.startsWith('NIM.send') &&
  (messageFlags.some((flag) => flag === option) || /^(?:clientAntiSpam|antiSpam|yidun)/.test(option))

test.each(Object.entries(usualMethodOptions))('knows each option of %s', (method, options) => {
  const [className, name] = method.split('.') as ['NIM' | 'Chatroom', string]
  const signature = (className === 'NIM' ? reference.methods : reference.chatroomMethods)[name]
  expect(signature).toBeDefined()
  const declared = writeOut(signature!)
  const shortName = className === 'NIM' ? name : method
  const dropped = options
    .split(' ')
    .filter((option) => !isNamed(shortName, option) && !isDeclared(declared, option) && !isCarried(method, option))
  expect(dropped).toEqual([])
})

test.each(['NIM', 'Chatroom'] as const)('lists in the README the usual options of %s without effect', (className) => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8')
  const names = usualOptions[className].split(' ').filter((name) => !knownOptions[className].has(name))
  expect(names).toContain('loginExt')
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text
/** The declared keys of a type, without its index signature. */
type NamedKeys<Options> = keyof { [Key in keyof Options as string extends Key ? never : Key]: true }

test('knows the options and callbacks that the types name, and no others', () => {
  expectTypeOf<Words<(typeof optionTexts.NIM)[number]>>().toEqualTypeOf<NamedKeys<NimOptions>>()
  expectTypeOf<Words<(typeof optionTexts.Chatroom)[number]>>().toEqualTypeOf<NamedKeys<ChatroomOptions>>()
  const { options, callbacks } = reference
  expect([...knownOptions.NIM].sort()).toEqual(Object.keys({ ...options, ...callbacks }).sort())
})

test('names in the console, once, each option and callback that an instance does not know', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const unknown = { onmsgs: () => {}, onofflinefiltermsgs: () => {}, foo: 1, syncRobots: true, nosScene: undefined }
  const { nim } = await openPage(server(), url(), unknown)
  await openPage(server(), url(), unknown)
  nim.setOptions({ ...unknown, syncTeams: false, bar: 1 })
  expect(warn.mock.calls.flat()).toEqual(
    ['onmsgs', 'onofflinefiltermsgs', 'foo', 'syncRobots', 'bar'].map((name) => `NIM: option ${name} has no effect`),
  )
})

test('names in the console, once, each option of a room and of its methods without effect', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const login = { account: 'ann', token: 'token', chatroomId: '1', chatroomAddresses: [url()] }
  const chatroom = new Chatroom({ ...login, loginAuthType: 1, onmsg: () => {}, needReconnect: false })
  await chatroom.loading
  for (let i = 0; i < 2; i += 1) chatroom.sendText({ text: '您好', unread: 1, mark: 1, done: () => {} } as never)
  expect(warn.mock.calls.flat()).toEqual([
    'Chatroom: option loginAuthType has no effect',
    'Chatroom: option onmsg has no effect',
    'Chatroom.sendText: option unread has no effect',
    'Chatroom.sendText: option mark has no effect',
  ])
  chatroom.destroy()
})

test('names the options that a living instance cannot change, and changes the others', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { nim } = await openPage(server(), url())
  nim.setOptions({ transports: ['websocket'], db: true, cmdTimeout: 1, autoMarkRead: true, syncTeams: false })
  expect(warn.mock.calls.flat()).toEqual([
    'NIM: option autoMarkRead has no effect',
    'NIM: option db needs a new instance',
    'NIM: option cmdTimeout needs a new instance',
  ])
  expect(nim.options).toMatchObject({ db: false, syncTeams: false })
  expect(nim.options.cmdTimeout).toBeUndefined()
})
