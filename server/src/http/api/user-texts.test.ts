// Every text that an account without staff rights can write is read for signs of danger, or is listed here with a
// reason.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { leaveAll, createPerson, untilReady } from '../../../../im-sdk/test/people.ts'
import { contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { commandEntries } from '@xinqiao/contract/im/table.ts'
import { staff } from '@xinqiao/contract/roles.ts'
import { createInput, listStringPaths, mergeFields, type Fields } from '../../../test/contract-strings.ts'
import { fileForm, useTestServer } from '../../../test/test-server.ts'
import { absentNames, commandInputs as inputsWithNames } from '../../im/apps/every-command.cases.ts'
import { createManagedRoom } from '../../im/room/managed/managed.ts'
import { enterRoom, leaveRooms } from '../../../../im-sdk/test/rooms.ts'

const server = useTestServer({ RATE_LIMIT: '1000000' })
let url = ''
beforeAll(async () => ({ url } = await server().listen({ isFrequencyLimited: false })))
afterEach(leaveAll)

const danger = '我不想活了，药都准备好了'

/** Fields that hold no sentences, by name, wherever they are. */
const wordless: Record<string, readonly string[]> = {
  'secrets, codes and their versions': [
    ...['password', 'newPass', 'oldPass', 'validateCode', 'code', 'ticket', 'altcha', 'token', 'hash', 'version'],
    ...['consentHash', 'consentVersion', 'p256dh', 'auth', 'md5'],
  ],
  passkeys: [
    'id',
    'rawId',
    'clientDataJSON',
    'authenticatorData',
    'signature',
    'userHandle',
    'attestationObject',
    'transports',
  ],
  'addresses for contact': [
    'phone',
    'mobilePhone',
    'officePhone',
    'guardianPhone',
    'contactPhone',
    'email',
    'tel',
    'qqOrWechat',
    'postCode',
  ],
  'invoices and numbers of documents': [
    ...['buyer', 'taxNo', 'invoiceTitle', 'taxNumber', 'creditCode', 'idCard', 'no', 'orderNo', 'reference'],
  ],
  'names of accounts, messages, teams and devices': [
    ...[
      'account',
      'accounts',
      'accid',
      'to',
      'from',
      'idServer',
      'lastMsgId',
      'idClient',
      'ids',
      'teamId',
      'teamIds',
      'deviceIds',
    ],
    ...['p2pList', 'teamList', 'senderList', 'uniqueId', 'collectId', 'lastId'],
    ...[
      'channelId',
      'requestId',
      'chatroomId',
      'accountId',
      'robotAccid',
      'toAccids',
      'elementAccount',
      'tags',
      'notifyTargetTags',
      'docId',
      'fromDocId',
      'appKey',
      'deviceId',
      'customTag',
      'tokenName',
      'username',
    ],
  ],
  'addresses of files and pages': [
    ...['url', 'safeUrl', 'avatar', 'resumeUrl', 'videoUrl', 'endpoint', 'mp3Url', 'broadcastUrl', 'tag', 'userAgent'],
  ],
  'facts of a file': ['ext', 'orientation', 'type', 'audioCodec', 'videoCodec', 'container'],
  times: ['day', 'birth', 'arrivalTime', 'leaveTime'],
  'search words: the screen shows a card first, and nothing is recorded': ['key', 'keyword'],
  'answers by letter in an examination, and a stored answer to compare': ['num', 'answer', 'before'],
  'days of a group, and the digest of its texts': ['startsOn', 'endsOn', 'edition'],
  'faults of a program, and descriptions of connections for the media server': ['command', 'sdp'],
  'the name of a guardian or contact, beside texts that are read': ['guardianName', 'contactName'],
}
const isWordless = (path: string) =>
  Object.values(wordless)
    .flat()
    .includes(
      path
        .replaceAll(/\[\]|\.\*/g, '')
        .split('.')
        .at(-1)!,
    )

/** Texts of counsellors, who write about these topics professionally. */
const professional = [
  ...['POST /problemAnswer/add content', 'PUT /problemAnswer content', 'POST /booking/note text'],
  'POST /booking/contact reason',
  'POST /care/step note',
  ...['POST /peerGroup/decide reason', 'POST /peerGroup/leaderState reason'],
  ...['POST /peerGroup/propose', 'PUT /peerGroup/proposal'].flatMap((call) =>
    ['title', 'summary', 'description', 'rules', 'coLeader'].map((field) => `${call} ${field}`),
  ),
  'POST /review/save comment',
  'POST /review/decline reason',
]

/** A request of a page to a service of the operator, which no person reads. */
const requestsToServices = ['zone', 'path', 'header', 'body'].map((path) => `proxy.httpProxy ${path}`)
/** Texts that are stored already, which the command compares with its new ones. */
const comparedTexts = ['name', 'intro', 'announcement'].map((path) => `team.updateTeam expected.${path}`)

const openRows = (Object.entries(contract) as [string, EndpointDefinition][]).filter(
  ([, { who }]) => !Array.isArray(who) || who.some((role) => !staff.includes(role)),
)

const listUnreadPaths = (name: string, input: z.ZodType, texts: readonly string[] = []) =>
  listStringPaths(input)
    .filter((path) => !texts.includes(path) && !isWordless(path))
    .map((path) => `${name} ${path}`)

describe('the contract', () => {
  test('names every text of a call as read, or lists it with a reason', () => {
    const found = openRows.flatMap(([key, definition]) => [
      ...listUnreadPaths(key, definition.input, definition.texts),
      ...(definition.upload && !definition.texts?.includes(definition.upload.field)
        ? [`${key} ${definition.upload.field}`]
        : []),
    ])
    expect(found.toSorted()).toEqual(professional.toSorted())
  })

  test('names every text of a chat command as read, or lists it with a reason', () => {
    expect(commandEntries.flatMap(({ name, command }) => listUnreadPaths(name, command.input, command.texts))).toEqual([
      ...comparedTexts,
      ...requestsToServices,
      'ai.proxyModelCall messages[].msg', // read when new
    ])
  })

  test('names only texts that exist', () => {
    const wrong = [
      ...openRows.map(([key, definition]) => ({ key, definition })),
      ...commandEntries.map(({ name, command }) => ({ key: name, definition: command })),
    ].flatMap(({ key, definition }) =>
      (definition.texts ?? [])
        // the schema of a queue's elements names no fields
        .filter((path) => !['file', 'elementMap.*'].includes(path) && !listStringPaths(definition.input).includes(path))
        .map((path) => `${key} ${path}`),
    )
    expect(wrong).toEqual([])
  })

  // written.test.ts, letters.test.ts and questions.test.ts show them
  test('leaves to the handler what belongs to a question, an appointment or a letter', () => {
    const own = openRows.filter(([, definition]) => definition.readsTexts).map(([key]) => key)
    expect(own.map((key) => key.split(' ')[1]!.split('/')[1])).toEqual(
      expect.arrayContaining(['problem', 'booking', 'care']),
    )
    expect(own).toHaveLength(10)
  })
})

const countTexts = async () => (await server().kit.sql`select 1 from crisis_text`).length

// the name of a file is read once its order or submission was found
const readPaths = openRows
  .filter(
    ([key, definition]) => !definition.readsTexts && !['POST /order/proof', 'POST /submission/file'].includes(key),
  )
  .flatMap(([key, definition]) => (definition.texts ?? []).map((path) => [key, path, definition] as const))
test.each(readPaths)(
  'raises an alert for danger in %s, read in %s, and shows the card',
  async (key, path, definition) => {
    const user = await server().enter('user')
    const before = await countTexts()
    const [method = '', address = ''] = key.split(' ')
    const form = path === 'file' ? fileForm(`${danger}.pdf`, Buffer.from('%PDF-1.4')) : {}
    const input = path === 'file' ? undefined : (createInput(path, danger) as object)
    const sendText = () =>
      server().sendRaw(method, address, input, { ...form, token: definition.who === 'anyone' ? null : user.token })
    expect(JSON.parse((await sendText()).raw)).toMatchObject({ care: 'plan' })
    // a visitor has no account for an alert
    const more = definition.who === 'anyone' ? 0 : 1
    expect(await countTexts()).toBe(before + more)
    await sendText()
    expect(await countTexts()).toBe(before + more)
  },
)

const team = { scene: 'team', teamId: '1' }
const absentMessage = { scene: 'p2p', to: 'no-one', idServer: '1' }
const answer = { ...team, idServer: '1', from: 'no-one' }
/** The other fields of an input: the objects need not exist, because texts of refused commands are read. */
const commandInputs: Partial<Record<CommandName, object>> = {
  'notify.sendCustomSysMsg': { scene: 'p2p', to: 'no-one' },
  'friend.friendRequest': { account: 'no-one', type: 2 },
  'friend.updateFriend': { account: 'no-one' },
  'msg.deleteMsg': { scene: 'p2p', to: 'no-one', idServer: '1' },
  'msgExtend.addQuickComment': { ...absentMessage, body: 1 },
  'msgExtend.addMsgPin': absentMessage,
  'msgExtend.updateMsgPin': absentMessage,
  'msgExtend.addCollect': { type: 1, data: '一段话' },
  'msgExtend.updateCollect': { collectId: '1' },
  'msgExtend.addStickTopSession': { id: 'p2p-no-one' },
  'msgExtend.updateStickTopSession': { id: 'p2p-no-one' },
  'serverSession.updateServerSession': { scene: 'p2p', to: 'no-one' },
  'event.publishEvent': { type: 100_000, value: 1 },
  'ai.proxyModelCall': {
    ...{ accountId: 'no-one', requestId: 'r', content: { msg: '您好' }, messages: [{ msg: '您好', role: 'user' }] },
  },
  'ai.stopMessage': { to: 'no-one', idServer: '1', operationType: 2 },
  'signalling.create': { type: 1, join: {}, invite: { account: 'no-one', requestId: 'r' } },
  ...Object.fromEntries(
    ['close', 'join', 'leave', 'invite', 'cancel', 'reject', 'accept', 'control'].map((name) => [
      `signalling.${name}`,
      { channelId: '1', account: 'no-one', requestId: 'r' },
    ]),
  ),
  'team.createTeam': { scene: 'team', type: 'advanced', accounts: [] },
  'team.addTeamMembers': { ...team, accounts: ['no-one'] },
  'team.updateTeam': team,
  'team.updateInfoInTeam': team,
  'team.updateNickInTeam': { ...team, account: 'no-one' },
  'team.applyTeam': team,
  ...{ 'team.passTeamApply': answer, 'team.rejectTeamApply': answer },
  ...{ 'team.acceptTeamInvite': answer, 'team.rejectTeamInvite': answer },
}
const commandPaths = commandEntries.flatMap(({ name, command }) =>
  command.readsTexts ? [] : (command.texts ?? []).map((path) => [name, path] as const),
)
const isOfRoom = (name: CommandName) => name.startsWith('chatroom.')
// sent to others or refused: in both cases the reply carries the level
test.each(commandPaths.filter(([name]) => !isOfRoom(name)))(
  'raises an alert for danger in %s, read in %s, and shows its writer help',
  async (name, path) => {
    const cares: unknown[] = []
    const device = (await createPerson(server(), url)).device({}, { crisis: (...care) => cares.push(care) })
    await untilReady(device)
    const before = await countTexts()
    const required = name === 'team.createTeam' ? { name: '小组' } : {}
    const input = mergeFields({ ...required, ...commandInputs[name] }, createInput(path, danger) as Fields)
    const reply = (await device.request(name, input as never).catch(() => null)) as { state?: { team: object } } | null
    expect(await countTexts()).toBe(before + 1)
    expect(cares).toEqual([[{ ...input, ...reply?.state?.team }, 'plan']])
  },
)

/** Names of options that differ from those of the login. */
const loginOptions: Record<string, string> = {
  ...{ nick: 'chatroomNick', custom: 'chatroomCustom', enterCustom: 'chatroomEnterCustom' },
}
const createRoomInput = (path: string) =>
  createInput(path, path === 'notifyTargetTags' ? JSON.stringify({ tag: danger }) : danger) as Fields
const roomInputs: Partial<Record<CommandName, object>> = {
  'chatroom.tempMuteTag': { tag: '组一', duration: 60 },
  'chatroom.updateRoom': { chatroom: {}, needNotify: true },
  'chatroom.updateMyInfo': { needNotify: true },
  'chatroom.updateTags': { tags: ['组一'], needNotify: true },
  'chatroom.queueChange': { elementMap: { seat: '1号' } },
}
// messages have the schema of other chats; guard.test.ts sends one
test.each(commandPaths.filter(([name]) => isOfRoom(name) && name !== 'chatroom.sendMsg'))(
  'raises an alert for danger in %s, read in %s, and shows the writer in the room help',
  async (name, path) => {
    const person = await createPerson(server(), url)
    const [row] = await server().kit.sql<{ id: number; app_id: number }[]>`
      select id, app_id from im_account where accid = ${person.accid}`
    const room = { creator: { id: row!.id, appId: row!.app_id }, name: '讲座' }
    const roomId = await createManagedRoom(server().kit.sql, room)
    const login =
      name === 'chatroom.login' ? createRoomInput(path.replace(/\w+/, (option) => loginOptions[option] ?? option)) : {}
    const before = await countTexts()
    const options = { chatroomId: `${roomId}`, account: person.accid, token: person.token, ...login }
    const page = await enterRoom(url, options)
    if (name !== 'chatroom.login') {
      const base = { ...inputsWithNames[name]?.[0]?.(absentNames), ...roomInputs[name] } as Fields
      const input = mergeFields(base, createRoomInput(path))
      await page.chatroom.room!.core.request(name, input as never).catch(() => null)
    }
    expect(await countTexts()).toBe(before + 1)
    expect(page.count('oncare')).toBe(1)
    leaveRooms()
  },
)
