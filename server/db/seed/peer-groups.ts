// The groups of the demo site: an open peer group with a few members, a counsellor-led group, and a proposal.
import { foldName } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { ensureAccount } from '../../src/im/auth/tokens.ts'
import { admitManagedMember } from '../../src/im/team/site/managed.ts'
import { setGroupState } from '../../src/bridge/peer-groups/lifetime/states.ts'
import { ledConsentHash, ledConsentText } from '../../src/bridge/peer-groups/led/consent-text.ts'
import { insertConsent } from '../../src/bridge/peer-groups/records/led-store.ts'
import { updateReportsHandled } from '../../src/bridge/group-reports/store.ts'
import { insertReport } from '../../src/bridge/peer-groups/records/report-store.ts'
import * as store from '../../src/bridge/peer-groups/records/group-store.ts'
import { sealBindings } from '../../src/kit/auth/seal-bindings.ts'
import { inTransaction, type Kit } from '../../src/kit/ctx.ts'
import { reserveId, type Tx } from '../../src/kit/db/db.ts'

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

/** @returns the id of the application */
async function insertWaiting(
  kit: Kit,
  tx: Tx,
  { groupId, accountId, alias }: { groupId: number; accountId: number; alias: string },
  note: string,
): Promise<number> {
  const id = await reserveId(tx, 'peer_application')
  const sealed = kit.secrets.seal(note, sealBindings.peerApplicationNote(id))
  const names = { alias, alias_folded: foldName(alias) }
  const application = { id, group_id: groupId, account_id: accountId, ...names, note_sealed: sealed }
  await store.insertApplication(tx, application)
  return id
}

async function admitMember(kit: Kit, groupId: number, accountId: number, alias: string, note: string): Promise<void> {
  await inTransaction(kit, async (scope) => {
    const { tx } = scope
    const { team_id: teamId } = (await store.lockGroup(tx, groupId))!
    const id = await insertWaiting(kit, tx, { groupId, accountId, alias }, note)
    await store.updateApplicationState(tx, id, 'accepted')
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
      id,
      group_id: groupId,
      reporter_id: idOf.get('applicant1')!,
      reported_id: idOf.get('applicant2')!,
      roster_group_id: null,
      team_id: null,
      message_id: 0,
      reason: report.reason,
      texts_sealed: kit.secrets.seal(JSON.stringify(report.texts), sealBindings.peerReportTexts(id)),
    })
    const [handler] = await tx<{ id: number }[]>`select id from account where role_id = ${roles.service} order by id`
    await updateReportsHandled(tx, { column: 'id', id }, report.outcome, handler!.id)
  })
}

const ledGroup = {
  title: '和焦虑相处',
  summary: '八次团体辅导，在安全的小组里练习和焦虑相处',
  description:
    '适合近半年常常担心、紧张，影响工作或睡眠的成年人。\n\n每周五晚七点半，由咨询师带领，围绕一个主题交流和练习。共八次，请尽量参加每一次。',
  rules:
    '1. 为彼此保密，不截图、不转发。\n2. 互相尊重，不评判，不替别人做决定。\n3. 想到伤害自己时，请马上拨打12356，或告诉带领者。',
  capacity: 8,
  kind: 'led',
} as const

const proposal = {
  title: '新手妈妈的情绪时间',
  summary: '六次团体辅导，陪产后一年内的妈妈照顾自己的情绪',
  description: '面向产后一年内、常常疲惫或情绪低落的妈妈。每周三上午十点，一共六次。',
  rules: '1. 为彼此保密。\n2. 不比较，不评判。\n3. 想到伤害自己或孩子时，请马上拨打12356。',
  capacity: 10,
  kind: 'led',
  state: 'proposed',
} as const

/** An open counsellor-led group with one client, who has consented, and one whose application waits. */
async function seedLedGroup(kit: Kit, idOf: ReadonlyMap<string, number>): Promise<void> {
  const leaders = { leader_id: idOf.get('doctor2')!, co_leader_id: idOf.get('doctor8')! }
  const days = { starts_on: null, ends_on: null }
  const clientId = idOf.get('applicant4')!
  const consent = { version: ledConsentText.version, text_hash: ledConsentHash }
  const id = await inTransaction(kit, async (scope) => {
    const { tx } = scope
    await store.insertGroup(tx, { ...proposal, ...days, leader_id: idOf.get('doctor5')!, co_leader_id: null })
    const groupId = await store.insertGroup(tx, { ...ledGroup, ...leaders, ...days })
    await store.updateGroup(tx, groupId, { co_leader_agreed_at: new Date() })
    await setGroupState(scope, { id: leaders.leader_id, byStaff: true }, { id: groupId, state: 'open', reason: '' })
    await insertConsent(tx, { group_id: groupId, account_id: clientId, ...consent })
    return groupId
  })
  await admitMember(kit, id, clientId, '慢慢走', '想学着不那么紧张。')
  await inTransaction(kit, async ({ tx }) => {
    const applicantId = idOf.get('applicant2')!
    await insertConsent(tx, { group_id: id, account_id: applicantId, ...consent })
    await insertWaiting(
      kit,
      tx,
      { groupId: id, accountId: applicantId, alias: '山间风' },
      '开会前总是心慌，想和大家一起练习。',
    )
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
  await seedLedGroup(kit, idOf)
}
