// Tests that the developer documentation names everything that a page may use.
import { expect, test } from 'vitest'
import { maxOnlineDevices } from '@xinqiao/contract/im/accounts/auth.ts'
import { findNameProblem, reservedChinese, reservedLatin } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { commandEntries } from '@xinqiao/contract/im/table.ts'
import { chatroomMethods, nimMethods } from '../../../im-sdk/test/surface.ts'
import { NIM } from '@xinqiao/im-sdk/nim/nim.ts'
import { knownOptions } from '@xinqiao/im-sdk/nim/core/known-options.ts'
import { serverApiErrors, serverCalls } from '@xinqiao/contract/server-api/server-api.ts'
import { callListenerTexts } from './call-events.ts'
import {
  chatroomCallbackTexts,
  chatroomMethodTexts,
  chatroomOptionTexts,
  chatroomSendOptionTexts,
} from './chatroom-texts.ts'
import { commandLimits, refusedNames, sizeLimits } from './limits.ts'
import { methodTexts } from './methods.texts.ts'
import {
  callbackTexts,
  errorTexts,
  optionTexts,
  otherSdkOptions,
  sendOptionTexts,
  tableTypeTexts,
} from './options.texts.ts'
import { serverCallRows, serverErrorRows } from './server-api.ts'
import { packageFile } from './examples.ts'
import manifest from '../../../im-sdk/package.json' with { type: 'json' }
import reference from './reference.json' with { type: 'json' }

const listSortedKeys = (table: object) => Object.keys(table).sort()

test('has a text for every method of the surface', () => {
  const surface = Object.values(nimMethods).flat()
  expect(surface.filter((name) => !(name in methodTexts))).toEqual([])
  const nim = new NIM({ account: 'nobody', token: '', skipConnectionOnInitialize: true })
  const methods = nim as unknown as Record<string, unknown>
  expect(listSortedKeys(methodTexts).filter((name) => typeof methods[name] !== 'function')).toEqual([])
})

test('has a text for every method of a chatroom', () => {
  const wanted = Object.values(chatroomMethods)
    .flat()
    .filter((name) => name !== 'on')
  expect(listSortedKeys(chatroomMethodTexts)).toEqual(wanted.toSorted())
})

test('has a type for every text, and a text for every type', () => {
  expect(listSortedKeys(reference.methods)).toEqual(listSortedKeys(methodTexts))
  expect(listSortedKeys(reference.callbacks)).toEqual(listSortedKeys(callbackTexts))
  expect(listSortedKeys(reference.options)).toEqual(listSortedKeys(optionTexts))
  const { chatroomMethods: roomMethods, chatroomCallbacks, chatroomOptions, chatroomSendOptions } = reference
  expect(listSortedKeys(roomMethods)).toEqual(listSortedKeys(chatroomMethodTexts))
  expect(listSortedKeys(chatroomCallbacks)).toEqual(listSortedKeys(chatroomCallbackTexts))
  expect(listSortedKeys(chatroomSendOptions)).toEqual(listSortedKeys(chatroomSendOptionTexts))
  expect(Object.keys(chatroomOptionTexts).filter((name) => !(name in chatroomOptions))).toEqual([])
  const { proxyAIModelCall: _end, proxyAIModelStreamCall: _part, ...callEvents } = reference.events
  expect(listSortedKeys(callEvents)).toEqual(listSortedKeys(callListenerTexts))
  expect(listSortedKeys(sendOptionTexts)).toEqual(expect.arrayContaining(listSortedKeys(reference.sendOptions)))
})

test('lists only options as those of other SDKs that this one does not know', () => {
  expect(otherSdkOptions.filter((name) => knownOptions.NIM.has(name))).toEqual([])
})

/** Types of TypeScript and of browsers. */
const commonTypes = [
  'Blob',
  'Error',
  'File',
  'HTMLInputElement',
  'NonNullable',
  'Omit',
  'Partial',
  'Pick',
  'Promise',
  'Record',
]

test('declares every type that a signature or another type names', () => {
  const declared = new Set([...Object.keys(reference.types), ...Object.keys(tableTypeTexts), ...commonTypes])
  const missing = Object.values(reference).flatMap((texts) =>
    Object.values(texts).flatMap((text) => {
      const words = text.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, '')
      const parameters = [...words.matchAll(/[<,] ?(\w+)(?= extends| =)|infer (\w+)/g)].flat()
      return [...words.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name).filter((name) => !parameters.includes(name))
    }),
  )
  expect([...new Set(missing)].filter((name) => !declared.has(name))).toEqual([])
})

test('has a text for every error, and the limits of every command', () => {
  expect(listSortedKeys(errorTexts)).toEqual(listSortedKeys(imErrors))
  expect(commandLimits.map(({ name }) => name)).toEqual(commandEntries.map(({ name }) => name))
  expect(commandLimits.find(({ name }) => name === 'user.getUsers')).toMatchObject({
    frequency: '10 秒 30 次',
    fields: ['accounts ≤ 150 项', 'accounts ≤ 32 字符'],
  })
})

test('names the limit of devices, and what happens to the oldest', () => {
  const [, limit] = sizeLimits.find(([what]) => what === '同时在线的页面与设备')!
  expect(limit).toMatch(new RegExp(`^每个账号 ${maxOnlineDevices} 个。.*kicked，不再重连`))
})

test('names each word that the site refuses in names, and only those', () => {
  const [, site] = refusedNames[1]!
  const words = [...reservedChinese, ...reservedLatin, '匿名用户', '匿名者']
  expect(words.filter((word) => !site.includes(word))).toEqual([])
  expect(words.filter((word) => findNameProblem(word, { roleId: roles.user }) === null)).toEqual([])
})

test('names the packed file of the version that is built', () => {
  expect(packageFile).toBe(`xinqiao-im-sdk-${manifest.version}.tgz`)
})

test('lists every call and error of the server API, calls with their form and its limits', () => {
  expect(serverCallRows.map(({ path }) => path)).toEqual(
    Object.keys(serverCalls).map((name) => `/nimserver/${name}.action`),
  )
  const serverErrors = Object.values(serverApiErrors).map(({ code, desc }) => ({ code, desc }))
  expect(serverErrorRows).toEqual(expect.arrayContaining(serverErrors.map((error) => expect.objectContaining(error))))
  expect(serverErrorRows).toContainEqual(expect.objectContaining({ code: 422, desc: '该账号已停用' }))
  expect(serverCallRows.find(({ path }) => path.includes('user/mute'))).toMatchObject({
    input: '{ accid: string; mute: "true" | "false" }',
  })
  expect(serverCallRows.find(({ path }) => path.includes('user/updateUinfo'))?.limits).toContain('name ≤ 64 字符')
})

test('describes errors in Chinese, except one that existing pages compare', () => {
  const english = Object.values(imErrors).filter(({ message }) => !/[\u4e00-\u9fff]/.test(message))
  expect(english.map(({ code }) => code)).toEqual(['Error_File_Too_Large'])
})
