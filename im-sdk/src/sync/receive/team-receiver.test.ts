// Tests of pushes of teams that arrive in another order than the server made them.
import { expect, test } from 'vitest'
import type { PushData } from '@xinqiao/contract/im/index.ts'
import type { Team, TeamMember } from '@xinqiao/contract/im/team/team-model.ts'
import { createMemoryStore } from '../../store/store.ts'
import { createTeamReceiver } from './team-receiver.ts'

const sessionId = 'team-7'
const push = (version: number, account: string, nickInTeam: string): PushData<'team.member'> => ({
  member: { account, nickInTeam } as TeamMember,
  team: { scene: 'team', teamId: '7', memberUpdateTime: version } as Team,
  version,
})

function createDevice() {
  const store = createMemoryStore()
  const names: Record<string, string> = {}
  const receiver = createTeamReceiver({
    store,
    account: 'ann',
    receiveMessage: () => 'known',
    receiveChange: () => null,
    events: { teamMember: ({ account, nickInTeam }) => (names[account] = nickInTeam) },
  })
  const { team } = push(1, '', '')
  const own = { version: 1, joinSeq: 0, joinTime: 0, clearTime: 0 }
  receiver.receiveTeam({ team, own, version: 1, lastSeq: 0, lastMsg: null, recalledTimes: [] } as never, true)
  return { receiver, names, memberUpdateTime: () => store.teams.get(sessionId)!.team.memberUpdateTime }
}

test('keeps the change of a member although a later one of the team came first', () => {
  const { receiver, names, memberUpdateTime } = createDevice()
  receiver.receiveTeamMember(push(3, 'eve', '夏'))
  receiver.receiveTeamMember(push(2, 'bob', '波'))
  expect({ names, time: memberUpdateTime() }).toEqual({ names: { eve: '夏', bob: '波' }, time: 3 })
})

test('keeps the newer change of a member when the older one comes later', () => {
  const { receiver, names } = createDevice()
  receiver.receiveTeamMember(push(3, 'bob', '小波'))
  receiver.receiveTeamMember(push(2, 'bob', '波'))
  expect(names).toEqual({ bob: '小波' })
})
