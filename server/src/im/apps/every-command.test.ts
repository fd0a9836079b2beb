// Accounts, teams, messages and files of another app have the same answers as unknown ones. This holds for every
// command of the chat and every call of the server API. Nothing of the other app changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { commandEntries, getCommand } from '@xinqiao/contract/im/table.ts'
import { serverCalls } from '@xinqiao/contract/server-api/server-api.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { leaveAll, openDevice, textTo, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { enterRoom, leaveRooms, type RoomPage } from '../../../../im-sdk/test/rooms.ts'
import { createUploader } from '../../../../im-sdk/src/upload/uploader.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { createBlob, createPhoto, sendFileMessage } from '../../../test/steps/im-file-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'
import {
  absentNames,
  commandInputs,
  ownCommands,
  ownServerCalls,
  serverCallInputs,
  type NamesOfThings,
} from './every-command.cases.ts'
import { teamCallInputs } from './team-calls.cases.ts'

const callInputs = { ...serverCallInputs, ...teamCallInputs }
const server = useTestServer()
let url = ''
let asker: Device
/** A page of the asker in its room. */
let room: RoomPage
let school: Awaited<ReturnType<typeof createBackend>>
let foreignNames = absentNames
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  school = await createBackend(server(), '学校')
  // ids that occur in no code or time of an answer
  await server().owner`
    select setval(pg_get_serial_sequence(name, 'id'), 700000000) from unnest(array['im_message', 'im_team', 'im_file', 'im_room']) name`
  const hospital = await createBackend(server(), '医院')
  const openAccountDevice = async (backend: typeof school, accid: string) => {
    const { info } = await backend.request('user/create', { accid, name: accid })
    const device = openDevice(url, { accid, token: info.token }, { appKey: backend.appKey })
    await untilReady(device)
    return device
  }
  const ann = await openAccountDevice(hospital, 'annika')
  await hospital.request('user/create', { accid: 'bob' })
  asker = await openAccountDevice(school, 'cleo')
  await school.request('user/create', { accid: 'dan' })
  const schoolRoom = (await school.request('chatroom/create', { creator: 'cleo', name: '学校的讲座' })).chatroom
  const { info: teacher } = await school.request('user/refreshToken', { accid: 'cleo' })
  await untilReady(asker)
  room = await enterRoom(url, {
    appKey: school.appKey,
    account: 'cleo',
    token: teacher.token,
    chatroomId: `${schoolRoom.roomid}`,
  })
  const { idServer } = await ann.send(textTo('bob', '医院里的话'))
  const upload = createUploader({ request: ann.request, urls: [url], delayOf: () => 5 })
  const file = await upload({ type: 'image', blob: createBlob(await createPhoto(), 'image/jpeg') } as never)
  await sendFileMessage(ann, 'bob', file)
  const { state } = await ann.request('team.createTeam', {
    name: '医院的群',
    type: 'advanced',
    joinMode: 'noVerify',
    beInviteMode: 'noVerify',
    accounts: ['bob'],
  } as never)
  const call = await ann.request('signalling.create', { type: 1, channelName: '医院的通话', join: {} })
  const { chatroom } = await hospital.request('chatroom/create', { creator: 'annika', name: '医院的讲座' })
  const [stored] = await server().kit.sql<{ id: number }[]>`select id from im_file order by id desc limit 1`
  foreignNames = {
    account: 'annika',
    other: 'bob',
    team: state.team.teamId,
    message: idServer,
    url: file.url,
    docId: `${stored!.id}`,
    room: `${chatroom.roomid}`,
    channel: call.channel.channelId,
    channelName: '医院的通话',
  }
})
afterAll(() => {
  leaveRooms()
  leaveAll()
})

/** An answer as JSON, without the names, and without ids and times, which always differ. */
const replaceNames = (answer: unknown, names: NamesOfThings): string =>
  Object.values(names)
    .reduce((json, name) => json.replaceAll(name, '?'), JSON.stringify(answer))
    .replaceAll(/\d{6,}/g, '#')

/** All rows of the other app. */
async function readForeignRows(): Promise<string> {
  const rows = await server().owner`
    select (select json_agg(a order by a.id) from im_account a where accid in ('annika', 'bob')) as accounts,
      (select json_agg(s order by s.conversation_id, s.im_account_id) from im_session s
        join im_account a on a.id = s.im_account_id where a.accid in ('annika', 'bob')) as sessions,
      (select json_agg(t order by t.id) from im_team t where name = '医院的群') as teams,
      (select count(*) from im_team_member m join im_team t on t.id = m.team_id where t.name = '医院的群') as members,
      (select json_agg(m order by m.id) from im_message m join im_account a on a.id = m.sender_id where accid = 'annika') as messages,
      (select json_agg(c) from im_signal_channel c join im_account a on a.id = c.creator_id where accid = 'annika') as calls,
      (select json_agg(r) from im_room r where name = '医院的讲座') as rooms,
      (select count(*) from im_file) as files`
  return JSON.stringify(rows)
}

test('has a case for every command and every call', () => {
  const names = commandEntries.map(({ name }) => name).filter((name) => !ownCommands.has(name))
  expect(Object.keys(commandInputs).toSorted()).toEqual(names.toSorted())
  expect([...Object.keys(callInputs), ...ownServerCalls].toSorted()).toEqual(Object.keys(serverCalls).toSorted())
})

test.each(Object.entries(commandInputs))('answers command %s', async (name, cases) => {
  const before = await readForeignRows()
  const requestAnswer = async (input: object, names: NamesOfThings) => {
    const sender = getCommand(name as CommandName).command.who === 'room' ? room.chatroom.room!.core : asker
    const [result] = await Promise.allSettled([sender.request(name as CommandName, input as never)])
    const answer = result.status === 'fulfilled' ? result.value : { ...result.reason, reason: `${result.reason}` }
    return replaceNames(answer, names)
  }
  for (const make of cases) {
    const answerForAbsent = await requestAnswer(make(absentNames), absentNames)
    // an input that is refused as malformed would show nothing
    expect(answerForAbsent).not.toMatch(/必须是|不能缺少/)
    expect(await requestAnswer(make(foreignNames), foreignNames)).toBe(answerForAbsent)
  }
  expect(await readForeignRows()).toBe(before)
})

test.each(Object.entries(callInputs))('answers server call %s', async (path, make) => {
  const before = await readForeignRows()
  const requestAnswer = async (names: NamesOfThings) => replaceNames(await school.request(path, make(names)), names)
  const answerForAbsent = await requestAnswer(absentNames)
  // a form that is refused as malformed would show nothing
  expect(answerForAbsent).not.toMatch(/必须是|不能为空|没有参数|至少写一项/)
  expect(await requestAnswer(foreignNames)).toBe(answerForAbsent)
  expect(await readForeignRows()).toBe(before)
})
