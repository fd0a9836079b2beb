// Tests of two members who change the same text of a team, through the socket.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { enterWithDevice, leaveAll } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  await server().requestAs(await server().enter('service'), 'POST /admin/lexicon', { word: '代写论文', action: 2 })
})
afterEach(leaveAll)

/** A team with two members who may change it. */
async function createSharedTeam() {
  const [[ann], [bob, bobName]] = [await enterWithDevice(server(), url), await enterWithDevice(server(), url)]
  const { teamId } = (
    await ann.request('team.createTeam', {
      type: 'advanced',
      name: '夜读',
      announcement: '周三',
      beInviteMode: 'noVerify',
      updateTeamMode: 'all',
      accounts: [bobName],
    })
  ).state.team
  const readTeam = async () => (await ann.request('team.getTeam', { teamId })).team
  return { ann, bob, teamId, readTeam }
}

test('refuses a text that replaces one which its writer has not seen, and names that one', async () => {
  const { ann, bob, teamId, readTeam } = await createSharedTeam()
  await ann.request('team.updateTeam', { teamId, announcement: '周四', expected: { announcement: '周三' } })
  const change = { teamId, name: '晨读', announcement: '周五' }
  await expect(
    bob.request('team.updateTeam', { ...change, expected: { name: '夜读', announcement: '周三' } }),
  ).rejects.toMatchObject({ code: imErrors.changedMeanwhile.code, data: { announcement: '周四' } })
  expect(await readTeam()).toMatchObject({ name: '夜读', announcement: '周四' })
  await bob.request('team.updateTeam', { ...change, expected: { name: '夜读', announcement: '周四' } })
  expect(await readTeam()).toMatchObject({ name: '晨读', announcement: '周五' })
})

test('accepts one of several changes that expect the same text', async () => {
  const { ann, bob, teamId, readTeam } = await createSharedTeam()
  const results = await Promise.allSettled(
    ['一', '二', '三', '四'].map((announcement, i) =>
      (i % 2 === 0 ? ann : bob).request('team.updateTeam', {
        teamId,
        announcement,
        expected: { announcement: '周三' },
      }),
    ),
  )
  const winner = results.findIndex(({ status }) => status === 'fulfilled')
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await readTeam()).announcement).toBe(['一', '二', '三', '四'][winner])
})

test('keeps the later text of pages that expect nothing', async () => {
  const { ann, bob, teamId, readTeam } = await createSharedTeam()
  await ann.request('team.updateTeam', { teamId, announcement: '周四' })
  await bob.request('team.updateTeam', { teamId, announcement: '周五' })
  expect((await readTeam()).announcement).toBe('周五')
})

test('compares an expected text as it is stored, also when the word list has gained a word of it', async () => {
  const { ann, teamId, readTeam } = await createSharedTeam()
  await server().kit.sql`update im_team set announcement = '可以代写论文' where id = ${Number(teamId)}`
  await ann.request('team.updateTeam', { teamId, announcement: '改了', expected: { announcement: '可以代写论文' } })
  expect((await readTeam()).announcement).toBe('改了')
})
