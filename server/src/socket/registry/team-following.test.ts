// Tests of the list of teams whose pushes an account receives, when a member is removed while the node reads the list.
import { expect, test } from 'vitest'
import { createMemoryHub } from '../../kit/bus/memory.ts'
import { createNodeMessages } from '../messages/node-messages.ts'
import { createTeamFollowing } from './team-following.ts'

const ann = 1
const bob = 2
const team = 7

function follow() {
  const bus = createMemoryHub().join()
  return createTeamFollowing(bus, createNodeMessages(bus), () => {})
}

test('keeps a member out who was removed while the teams were being read', async () => {
  const teams = follow()
  const list = Promise.withResolvers<readonly number[]>()
  const reading = teams.set(ann, () => list.promise)
  teams.remove(ann, team)
  list.resolve([team, 8])
  await reading
  expect([teams.accountsOf(team), teams.accountsOf(8)]).toEqual([[], [ann]])
})

test('keeps a member who was removed and returned while the teams were being read', async () => {
  const teams = follow()
  await teams.set(ann, () => Promise.resolve([team]))
  const list = Promise.withResolvers<readonly number[]>()
  const reading = teams.set(ann, () => list.promise)
  teams.remove(ann, team)
  await teams.add(ann, team)
  list.resolve([])
  await reading
  expect(teams.accountsOf(team)).toEqual([ann])
})

test('removes members whose removal was not pushed, unless they returned', async () => {
  const teams = follow()
  for (const account of [ann, bob]) await teams.set(account, () => Promise.resolve([team]))
  const leavers = Promise.withResolvers<readonly { imId: number; teamId: number }[]>()
  const checking = teams.removeLeavers(() => leavers.promise)
  teams.remove(bob, team)
  await teams.add(bob, team)
  leavers.resolve([ann, bob].map((imId) => ({ imId, teamId: team })))
  await checking
  expect(teams.accountsOf(team)).toEqual([bob])
})
