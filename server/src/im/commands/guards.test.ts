// Tests that each chat command is refused, masked and read as its guards say.
import { beforeAll, expect, test } from 'vitest'
import { imErrors, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { createPerson } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { sitePort } from '../../bridge/site-port.ts'
import type { ChatCommand, ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { createServerContext } from '../../kit/chat/server-context.ts'
import { createChangeReaders, createChatHandlers } from '../../modules.ts'
import { createConsentGuard } from '../consent/consent.ts'
import { createTextWatch } from '../crisis/raise/watch.ts'
import { createLexicon, refuseWord } from '../lexicon/lexicon.ts'
import { guardCommands } from './guard-commands.ts'
import {
  guardedCommands,
  guardsOf,
  listInputs,
  listTextPaths,
  reasonsForNoConsent,
  unguardedCommands,
  withText,
} from './guards.cases.ts'

const server = useTestServer()
const [refusedWord, maskedWord] = ['代写论文', '加微信']
const danger = '我不想活了，今晚就跳楼'
let handlers: ImHandlers<ChatCommand>
/** Guards before handlers that return their input. */
let echo: ImHandlers<ChatCommand>
let doctor = ''
const callers = {} as Record<'user' | 'muted' | 'withoutConsent' | 'mutedWithoutConsent', ImCtx>
beforeAll(async () => {
  const { kit } = server()
  const staff = await server().enter('service')
  await server().requestAs(staff, 'POST /admin/lexicon', { word: maskedWord, action: 1 })
  await server().requestAs(staff, 'POST /admin/lexicon', { word: refusedWord, action: 2 })
  handlers = createChatHandlers(kit)
  const echoes = Object.keys(handlers).map((name) => [name, (input: unknown) => Promise.resolve(input)])
  echo = guardCommands(Object.fromEntries(echoes) as ImHandlers<ChatCommand>, {
    checkConsent: createConsentGuard(kit.sql),
    lexicon: createLexicon(kit.sql),
    watchTexts: createTextWatch(kit, sitePort).watchTexts,
  })
  doctor = (await createPerson(server(), '', 'counsellor')).accid
  callers.user = await createCaller({})
  callers.muted = await createCaller({ isMuted: true })
  callers.withoutConsent = await createCaller({ hasAgreed: false })
  callers.mutedWithoutConsent = await createCaller({ isMuted: true, hasAgreed: false })
})

/** A user of the site in a chatroom. */
async function createCaller({ isMuted = false, hasAgreed = true }): Promise<ImCtx> {
  const { kit } = server()
  const { accid } = await createPerson(server(), '', 'user', { hasAgreed })
  const [row] = await kit.sql<{ id: number; app_id: number }[]>`
    select id, app_id from im_account where accid = ${accid}`
  const ctx = createServerContext(
    { kit, readers: createChangeReaders(kit), generation: 0 },
    { ...row!, accid },
    row!.app_id,
  )
  return {
    ...ctx,
    viewer: { ...ctx.viewer, roleId: roles.user, isMuted, deviceId: 'device-1' },
    room: { roomId: 1, visit: { account: accid, tags: [] } as never },
  }
}

/** Runs a command. The outcome is `passed` if no guard refused it, also when the handler does. */
async function run(commands: ImHandlers<ChatCommand>, name: ChatCommand, input: object, caller: ImCtx) {
  const parsed = getCommand(name).command.input.parse(input)
  const ctx = { ...caller }
  const handle = async (): Promise<unknown> => commands[name](parsed as never, ctx)
  const [result] = await Promise.allSettled([handle()])
  const failure = result.status === 'rejected' ? (result.reason as Partial<ImFailure>) : null
  const outcomes: Record<string, string> = {
    [imErrors.muted.message]: 'muted',
    [imErrors.consentNeeded.message]: 'consentNeeded',
    [refuseWord().message]: 'wordRefused',
  }
  return {
    outcome: outcomes[failure?.message ?? ''] ?? 'passed',
    crisisLevel: ctx.crisisLevel ?? (failure?.data as { care?: string } | undefined)?.care,
    parsed,
    reply: result.status === 'fulfilled' ? result.value : null,
  }
}

/** Inputs of a command with a text, one for each path. */
const listInputsWith = (name: ChatCommand, text: string) =>
  listInputs(name, doctor).flatMap((input) =>
    listTextPaths(name, input).map((path) => ({ path, input: withText(input, path, text) })),
  )

/** True for a text that the word list reads before the handler runs. */
function isRead(name: ChatCommand, path: string): boolean {
  const { words, wordPaths = getCommand(name).command.texts ?? [] } = guardsOf(name)
  return words !== 'none' && words !== 'own' && wordPaths.includes(path)
}

test('declares guards for each command with texts', () => {
  expect(unguardedCommands.filter((name) => getCommand(name).command.texts)).toEqual([])
})

test('asks for the consent wherever a text may reach an account, but for listed reasons', () => {
  const commands = guardedCommands.filter((name) => {
    const isNaming = listInputs(name, doctor).some((input) => JSON.stringify(input).includes(doctor))
    return isNaming && guardsOf(name).consent === 'none'
  })
  expect(commands.toSorted()).toEqual(Object.keys(reasonsForNoConsent).toSorted())
})

test.each(guardedCommands)('refuses or drops texts of a muted account in %s', async (name) => {
  const { muted } = guardsOf(name)
  const isRefused = muted === 'refuse' || muted === 'refuseTexts'
  for (const { path, input } of listInputsWith(name, refusedWord)) {
    const isWordRead = isRead(name, path) && muted !== 'dropTexts'
    const expected = isRefused ? 'muted' : isWordRead ? 'wordRefused' : 'passed'
    expect(await run(handlers, name, input, callers.muted), path).toMatchObject({ outcome: expected })
  }
  if (muted === 'refuse')
    for (const input of listInputs(name, doctor))
      expect(await run(handlers, name, input, callers.muted)).toMatchObject({ outcome: 'muted' })
  if (muted === 'dropTexts')
    for (const { path, input } of listInputsWith(name, refusedWord))
      expect(await run(echo, name, input, callers.muted), path).toMatchObject({ reply: withText({}, path, '') })
})

test.each(guardedCommands)('requires the consent to write to a counsellor in %s', async (name) => {
  const { consent } = guardsOf(name)
  for (const input of listInputs(name, doctor)) {
    const { outcome, parsed } = await run(handlers, name, input, callers.withoutConsent)
    const isWriting = consent !== 'none' && consent(parsed as never).includes(doctor)
    expect(outcome).toBe(isWriting ? 'consentNeeded' : 'passed')
  }
})

test.each(guardedCommands)('reads texts of %s with the word list', async (name) => {
  const { words, isComposed } = guardsOf(name)
  for (const { path, input } of listInputsWith(name, refusedWord)) {
    const expected = isRead(name, path) ? 'wordRefused' : 'passed'
    expect(await run(handlers, name, input, callers.user), path).toMatchObject({ outcome: expected })
  }
  if (isComposed) return
  for (const { path, input } of listInputsWith(name, maskedWord)) {
    const { outcome, reply } = await run(echo, name, input, callers.user)
    const isName = /name$|nick$|alias$|nickInTeam$/i.test(path)
    if (words === 'teamForm' && isName) expect(outcome, path).toBe('wordRefused')
    else expect(JSON.stringify(reply), path).toContain(isRead(name, path) ? '***' : maskedWord)
  }
})

test.each(guardedCommands)('reads texts of %s for danger, also where a guard refuses them', async (name) => {
  for (const { path, input } of listInputsWith(name, danger)) {
    const { crisisLevel } = await run(handlers, name, input, callers.mutedWithoutConsent)
    expect(crisisLevel, path).toBe(getCommand(name).command.texts?.includes(path) ? 'plan' : undefined)
  }
})
