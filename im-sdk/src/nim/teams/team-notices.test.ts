// Tests of custom system messages to teams, as pages use them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createTeam } from '../../../test/marks.ts'
import { closePages, openPage, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import type { NimSysMsg } from '../present/notices.ts'

const server = useTestServer({}, { nodeCount: 2 })
const urls: string[] = []
beforeAll(async () => {
  for (const node of [0, 1]) urls.push((await server().listen({ isFrequencyLimited: false }, node)).url)
})
afterEach(closePages)

/** A page of the owner, and one of each member, who are connected to two nodes. */
async function openTeam() {
  const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[0]!)]
  const open = (person: typeof ann, node: number) => openPage(server(), urls[node]!, { person })
  const [a, a2, b] = [await open(ann, 0), await open(ann, 1), await open(bob, 1)]
  const eve = await openPage(server(), urls[0]!)
  return { a, a2, b, eve, openBob: () => open(bob, 0), teamId: await createTeam([a, b, eve]) }
}
const send = ({ nim }: Page, to: string, content: string, options: object = {}) =>
  waitForDone<NimSysMsg>((done) => nim.sendCustomSysMsg({ scene: 'team', to, content, ...options, done }))
const contentsOf = (page: Page) =>
  page.calls.flatMap(({ name, data }) => (name === 'oncustomsysmsg' ? [(data as NimSysMsg).content] : []))

test('delivers a transient message to the connected members, and to the sender only on request', async () => {
  const { a, a2, b, eve, teamId } = await openTeam()
  const sent = await send(a, teamId, '{"typing":1}', { sendToOnlineUsersOnly: true })
  expect(sent).toMatchObject({ scene: 'team', to: teamId, from: a.accid, type: 'custom', category: 'custom' })
  await send(a, teamId, '{"typing":2}', { sendToOnlineUsersOnly: true, cc: true })
  await until(() => [b, eve].every((page) => contentsOf(page).length === 2), 'both messages')
  await until(() => contentsOf(a2).length > 0, 'the copy')
  expect(b.last('oncustomsysmsg')).toMatchObject({ scene: 'team', to: teamId, from: a.accid, content: '{"typing":2}' })
  expect([contentsOf(a), contentsOf(a2)]).toEqual([[], ['{"typing":2}']])
})

test('stores a message for members who are away until they have it', async () => {
  const { a, b, eve, openBob, teamId } = await openTeam()
  b.nim.disconnect()
  await send(a, teamId, '{"typing":1}', { sendToOnlineUsersOnly: true })
  await send(a, teamId, '{"id":1}')
  await until(() => contentsOf(eve).includes('{"id":1}'), 'the push')
  b.nim.connect()
  await until(() => b.count('onsyncdone') === 2, 'the sync')
  expect(b.last('onofflinecustomsysmsgs')).toMatchObject([
    { scene: 'team', to: teamId, from: a.accid, type: 'custom', content: '{"id":1}' },
  ])
  await until(
    async () => (await server().kit.sql`select 1 from im_system_message where not is_read`).count === 0,
    'the acknowledgements',
  )
  expect((await openBob()).count('onofflinecustomsysmsgs')).toBe(0)
  expect(contentsOf(a)).toEqual([])
})

test('refuses muted members, other accounts, and storing for more than 200 members', async () => {
  const { a, b, eve, teamId } = await openTeam()
  const stranger = await openPage(server(), urls[0]!)
  await expect(send(stranger, teamId, '{}')).rejects.toMatchObject({ code: 804 })
  await expect(send(b, teamId, '{}', { scene: 'superTeam' })).rejects.toMatchObject({ code: 804 })
  await waitForDone((done) => a.nim.updateMuteStateInTeam({ teamId, account: b.accid, mute: true, done }))
  for (const sendToOnlineUsersOnly of [true, false])
    await expect(send(b, teamId, '{}', { sendToOnlineUsersOnly })).rejects.toMatchObject({ code: 2002 })
  await waitForDone((done) => eve.nim.leaveTeam({ teamId, done }))
  await expect(send(eve, teamId, '{}', { sendToOnlineUsersOnly: true })).rejects.toMatchObject({ code: 804 })

  await server().owner`update im_team set member_count = 201 where id = ${teamId}`
  const refused = send(a, teamId, '{}')
  await expect(refused).rejects.toMatchObject({ code: 414, message: expect.stringContaining('sendToOnlineUsersOnly') })
  await send(a, teamId, '{"id":2}', { sendToOnlineUsersOnly: true })
  await until(() => contentsOf(b).includes('{"id":2}'), 'the transient message')
  expect((await server().kit.sql`select 1 from im_system_message where type = 'custom' and not is_read`).count).toBe(0)
})
