// Tests that a moderator calls on a raised hand, which its visitor sees until the hand is lowered.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { askRoom, leaveRooms } from '../../../../../im-sdk/test/rooms.ts'
import { useLectures } from '../../../../test/steps/lecture-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let editor: Caller
let moderator: Caller
const { accidOf, appoint, enter, publish, read } = useLectures(server, () => editor)
afterEach(leaveRooms)
beforeAll(async () => {
  editor = await server().enter('editor')
  moderator = await server().enter('counsellor')
})

test('shows a visitor that the moderator calls on them, until the hand is lowered', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator)
  const user = await server().enter('user')
  const account = await accidOf(user)
  const raise = (isRaised: boolean) => server().requestAs(user, 'POST /lecture/hand', { id, isRaised })
  const call = (caller: Caller) => server().requestAs(caller, 'POST /lecture/callHand', { id, account })
  const isCalled = async () => (await read(id, user)).own?.isCalled
  expect(await call(moderator)).toMatchObject({ status: 409, msg: '对方已经放下手了' })
  await raise(true)
  expect((await call(user)).reason).toBe('notModerator')
  expect(await isCalled()).toBe(false)
  expect((await call(moderator)).code).toBe(200)
  expect(await isCalled()).toBe(true)
  const { content } = (await server().requestAs(moderator, 'GET /lecture/hands', { id })).data
  expect(content).toMatchObject([{ account, isCalled: true }])
  // a page that raises the hand again does not end the call, and a new hand waits for one
  await raise(true)
  expect(await isCalled()).toBe(true)
  await raise(false)
  expect(await isCalled()).toBe(false)
  await raise(true)
  expect(await isCalled()).toBe(false)
})

test('lowers the hand of a visitor whom the moderator removes, also after the visitor may enter again', async () => {
  const id = await publish(-1, 59)
  await appoint(id, moderator)
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  const account = await accidOf(user)
  const { url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs })
  const [lead] = [await enter(url, id, moderator), await enter(url, id, user)]
  for (const visitor of [user, other]) await server().requestAs(visitor, 'POST /lecture/hand', { id, isRaised: true })
  await server().requestAs(moderator, 'POST /lecture/callHand', { id, account })
  const listHands = async () =>
    (await server().requestAs(moderator, 'GET /lecture/hands', { id })).data.content.map((hand) => hand.account)
  expect(await listHands()).toEqual([account, await accidOf(other)])
  await askRoom(lead, 'markChatroomBlacklist', { account, isAdd: true })
  expect(await listHands()).toEqual([await accidOf(other)])
  expect((await read(id, user)).own).toMatchObject({ hasHandRaised: false, isCalled: false })
  await askRoom(lead, 'markChatroomBlacklist', { account, isAdd: false })
  expect((await read(id, user)).own).toMatchObject({ hasHandRaised: false, isCalled: false })
  await server().requestAs(user, 'POST /lecture/hand', { id, isRaised: true })
  expect(await listHands()).toEqual([await accidOf(other), account])
})
