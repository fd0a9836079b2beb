// Tests of leaders who are in as many teams as an account may be.
import { beforeAll, expect, test } from 'vitest'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import { createCrowdedTeams } from '../../../../db/fixtures/crowded-teams.ts'
import { type PeerGroupPeople, enterPeerGroupPeople, usePeerGroups } from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, createGroup, openDeviceOf } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})

test('counts the teams that a leader owns, and opens no group above the limit', async () => {
  const { sql } = server().kit
  const device = await openDeviceOf(url, people.leader)
  device.disconnect()
  const [account] = await sql<{ id: number }[]>`select id from im_account where accid = ${device.accid}`
  await createCrowdedTeams(sql, [account!.id], teamLimits.teams - 1)
  const open = async () => callAsAdmin('POST /admin/peerGroup/state', { id: await createGroup({}), state: 'open' })
  expect((await open()).code).toBe(200)
  const refused = await open()
  expect([refused.code, refused.msg]).toEqual([409, '带领者加入的小组已达上限，请先退出一些小组或换人带领'])
})
