// Texts, days and leaders of a group, as staff and counsellors write them. A co-leader is asked before the publication.
import { createHash } from 'node:crypto'
import { fail, failField } from '@xinqiao/contract/errors.ts'
import type { StaffPeerGroup } from '@xinqiao/contract/http/peer-groups/staff.ts'
import type { PeerGroupKind } from '@xinqiao/contract/peer-groups.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { notifyCoLeaderAsked } from '../present/notices.ts'
import { nameOfLeader } from '../present/present.ts'
import * as store from '../records/group-store.ts'

export type GroupInput = Pick<StaffPeerGroup, 'title' | 'summary' | 'description' | 'rules' | 'capacity'> & {
  startsOn?: string | undefined
  endsOn?: string | undefined
  leader: string
  coLeader: string
}

type LeaderRules = { kind: PeerGroupKind; presentIds: readonly number[] }

/** @throws Failure invalid, with the form field */
async function requireLeaderId(
  tx: Tx,
  field: 'leader' | 'coLeader',
  username: string,
  { kind, presentIds }: LeaderRules,
): Promise<number> {
  const row = await store.selectLeaderByName(tx, username, kind, presentIds)
  if (row) return row.account_id
  throw failField(
    field,
    kind === 'led'
      ? '没有这个账号，或它不是在咨询师名录里公开的咨询师'
      : '没有这个账号，或它不能使用聊天（带领者须是咨询师或用户）',
  )
}

/**
 * @param presentIds leaders of a published group, whose texts staff can correct whatever page the leaders have
 * @throws Failure invalid, with the form field
 */
export async function readDraft(tx: Tx, kind: PeerGroupKind, input: GroupInput, presentIds: readonly number[] = []) {
  const { leader, coLeader, startsOn = null, endsOn = null, ...texts } = input
  const leaderId = await requireLeaderId(tx, 'leader', leader, { kind, presentIds })
  const coLeaderId = coLeader === '' ? null : await requireLeaderId(tx, 'coLeader', coLeader, { kind, presentIds })
  if (coLeaderId === leaderId) throw failField('coLeader', '协同带领者不能与带领者相同')
  if (startsOn !== null && endsOn !== null && endsOn < startsOn) throw failField('endsOn', '结束日期不能早于开始日期')
  return {
    title: texts.title,
    summary: texts.summary,
    description: texts.description,
    rules: texts.rules,
    capacity: texts.capacity,
    starts_on: startsOn,
    ends_on: endsOn,
    leader_id: leaderId,
    co_leader_id: coLeaderId,
  }
}

type NamedLeaders = Pick<store.PeerGroupRow, 'id' | 'title' | 'kind' | 'team_id' | 'leader_id' | 'co_leader_id'>

/** Asks the co-leader of a counsellor-led group to agree. */
export async function askCoLeader(scope: TransactionScope, group: NamedLeaders): Promise<void> {
  if (group.kind !== 'led' || group.co_leader_id === null) return
  const [leader] = await store.selectLeaders(scope.tx, [group.leader_id])
  await notifyCoLeaderAsked(scope, group, {
    coLeaderId: group.co_leader_id,
    leaderName: nameOfLeader(leader!),
    isPublished: group.team_id !== null,
  })
}

const agreedFields = [
  'title',
  'summary',
  'description',
  'rules',
  'starts_on',
  'ends_on',
  'leader_id',
  'co_leader_id',
] as const

/** Identifies texts, days, places and leaders of a group, as a form reads them. */
export function editionOf(
  group: Pick<store.CountedGroup, (typeof agreedFields)[number] | 'capacity' | 'asked_co_leader_id'>,
) {
  const coLeaderId = group.asked_co_leader_id ?? group.co_leader_id
  const values = [...agreedFields, 'capacity' as const].map((field) =>
    field === 'co_leader_id' ? coLeaderId : group[field],
  )
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
}

/**
 * @param edition the edition that the form read; empty for a form that does not ask
 * @throws Failure changedMeanwhile
 */
export function expectEdition(group: store.CountedGroup, edition: string): void {
  if (edition !== '' && edition !== editionOf(group))
    throw fail('changedMeanwhile', '小组资料刚刚被他人修改，您写的还在这里。请看看现在的内容，再决定是否保存')
}

/** Fields that the notice to a co-leader names. */
const noticeFields = ['title', 'leader_id', 'co_leader_id'] as const

type Draft = Awaited<ReturnType<typeof readDraft>>

/** Changes an unpublished group, and asks its co-leader again when a text, a day or the leader has changed. */
async function changeUnpublished(scope: TransactionScope, group: store.CountedGroup, draft: Draft): Promise<void> {
  const isAsked = agreedFields.some((field) => draft[field] !== group[field])
  await store.updateGroup(scope.tx, group.id, { ...draft, ...(isAsked && { co_leader_agreed_at: null }) })
  // one notice is valid until it is answered or becomes untrue
  const isAskedAnew = group.co_leader_agreed_at !== null || noticeFields.some((field) => draft[field] !== group[field])
  if (isAsked && isAskedAnew) await askCoLeader(scope, { ...group, ...draft })
}

/** Changes a published group, and asks a new co-leader, or the asked one again when the leader changes. */
async function changePublished(scope: TransactionScope, group: store.CountedGroup, draft: Draft): Promise<void> {
  const isNew = draft.co_leader_id !== (group.asked_co_leader_id ?? group.co_leader_id)
  const agreement = isNew ? { co_leader_agreed_at: group.kind === 'led' ? null : new Date() } : {}
  await store.updateGroup(scope.tx, group.id, { ...draft, ...agreement })
  const isLeaderNew = draft.leader_id !== group.leader_id
  if (isNew || (isLeaderNew && group.asked_co_leader_id !== null)) await askCoLeader(scope, { ...group, ...draft })
}

/** Writes a draft to a locked group, and asks the co-leader where it needs a new agreement. */
export const changeDraft = (scope: TransactionScope, group: store.CountedGroup, draft: Draft): Promise<void> =>
  group.team_id === null ? changeUnpublished(scope, group, draft) : changePublished(scope, group, draft)
