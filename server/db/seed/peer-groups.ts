// The peer group of the demo site: an open group with a leader, a co-leader and a few members.
import { foldName } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { ensureAccount } from '../../src/im/auth/tokens.ts'
import { admitManagedMember } from '../../src/im/team/managed.ts'
import { setGroupState } from '../../src/bridge/peer-groups/states.ts'
import { insertReport, updateReportHandled } from '../../src/bridge/peer-groups/report-store.ts'
import * as store from '../../src/bridge/peer-groups/store.ts'
import { sealBindings } from '../../src/kit/auth/seal-bindings.ts'
import { inTransaction, type Kit } from '../../src/kit/ctx.ts'
import { reserveId } from '../../src/kit/db/db.ts'

const group = {
  title: '走出失眠',
  summary: '和同样睡不好的人一起，六周慢慢找回睡眠',
  description:
    '适合最近三个月常常入睡困难、夜里易醒的成年人。\n\n每周三晚八点，带领者在小组里提出一个小练习，大家在一周里试着做，说说自己的变化和难处。一共六周，中途可以随时离开。\n\n正在服用安眠药的朋友也可以参加，用药请听医生的建议。',
  rules:
    '1. 互相尊重：不评判，不劝说，不追问。\n2. 保护自己和别人：不写真实姓名、单位、学校和电话，不把组里的话带到组外。\n3. 不推销，不推荐药物。\n4. 想到伤害自己时，请马上拨打12356，或告诉带领者。',
  capacity: 12,
} as const

const members: readonly (readonly [username: string, alias: string, note: string])[] = [
  ['applicant1', '晚风', '夜里两三点就醒，想知道别人怎么熬过来的。'],
  ['applicant2', '听雨的人', '换工作以后一直睡不好，想找人一起坚持练习。'],
  ['applicant4', '小满', '试过很多办法，想有人一起记录。'],
]

async function admitMember(kit: Kit, groupId: number, accountId: number, alias: string, note: string): Promise<void> {
  await inTransaction(kit, async (scope) => {
    const { tx } = scope
    const { team_id: teamId } = (await store.lockGroup(tx, groupId))!
    const id = await reserveId(tx, 'peer_application')
    const sealed = kit.secrets.seal(note, sealBindings.peerApplicationNote(id))
    await store.insertApplication(tx, {
      id,
      group_id: groupId,
      account_id: accountId,
      alias,
      alias_folded: foldName(alias),
      note_sealed: sealed,
    })
    await store.updateMemberState(tx, id, 'accepted')
    await admitManagedMember(scope, teamId!, { ...(await ensureAccount(tx, accountId)), nick: alias })
  })
}

const report = {
  reason: 'advert',
  outcome: '已提醒该成员，并再次说明小组规则',
  texts: { text: '他总在推荐一种助眠药', message: null, reporterAlias: '晚风', reportedAlias: '听雨的人' },
} as const

/** A report of a member that the association has handled. */
async function seedReport(kit: Kit, groupId: number, idOf: ReadonlyMap<string, number>): Promise<void> {
  await inTransaction(kit, async ({ tx }) => {
    const id = await reserveId(tx, 'peer_report')
    await insertReport(tx, {
      ...{ id, group_id: groupId, reporter_id: idOf.get('applicant1')!, reported_id: idOf.get('applicant2')! },
      ...{ roster_group_id: null, message_id: 0, reason: report.reason },
      texts_sealed: kit.secrets.seal(JSON.stringify(report.texts), sealBindings.peerReportTexts(id)),
    })
    const [handler] = await tx<{ id: number }[]>`select id from account where role_id = ${roles.service} order by id`
    await updateReportHandled(tx, id, report.outcome, handler!.id)
  })
}

export async function seedPeerGroups(kit: Kit, idOf: ReadonlyMap<string, number>): Promise<void> {
  const leaders = { leader_id: idOf.get('doctor1')!, co_leader_id: idOf.get('doctor11')! }
  const days = { starts_on: null, ends_on: null }
  const id = await inTransaction(kit, async (scope) => {
    const groupId = await store.insertGroup(scope.tx, { ...group, ...leaders, ...days })
    await setGroupState(scope, { id: leaders.leader_id, byStaff: true }, { id: groupId, state: 'open', reason: '' })
    return groupId
  })
  for (const [username, alias, note] of members) {
    // oxlint-disable-next-line no-await-in-loop -- always in the same order
    await admitMember(kit, id, idOf.get(username)!, alias, note)
  }
  await seedReport(kit, id, idOf)
}
