// The roster group of the demo site: a committee of counsellors, who talk about its next meeting.
import { roles } from '@xinqiao/contract/roles.ts'
import { createRosterGroup } from '../../src/bridge/roster-groups/groups.ts'
import { alignRosterGroups } from '../../src/bridge/roster-groups/follow.ts'
import { inTransaction, type Kit } from '../../src/kit/ctx.ts'

const committee = '职业心理健康专业委员会'
const members = ['doctor1', 'doctor5', 'doctor9']

export async function seedRosterGroups(kit: Kit, idOf: ReadonlyMap<string, number>): Promise<void> {
  await inTransaction(kit, async (scope) => {
    const { tx } = scope
    const [unit] = await tx<{ id: number }[]>`select id from special_committee where name = ${committee}`
    const accountIds = members.map((username) => idOf.get(username)!)
    await tx`
      insert into special_committee_member (committee_id, account_id)
      select ${unit!.id}, id from unnest(${accountIds}::bigint[]) as w(id)`
    const [creator] = await tx<{ id: number }[]>`select id from account where role_id = ${roles.editor} order by id`
    await createRosterGroup({ ...scope, viewer: creator! }, { kind: 'committee', sourceId: unit!.id })
  })
  await alignRosterGroups(kit)
}
