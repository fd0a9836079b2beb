// Texts, days and leaders of a group, as staff and counsellors write them. A co-leader is asked before the publication.
import { failField } from '@xinqiao/contract/errors.ts'
import type { StaffPeerGroup } from '@xinqiao/contract/http/peer-groups/staff.ts'
import type { PeerGroupKind } from '@xinqiao/contract/peer-groups.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import type { Tx } from '../../kit/db/db.ts'
import { notifyCoLeaderAsked } from './notices.ts'
import { nameOfLeader } from './present.ts'
import * as store from './store.ts'

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
    ...{ title: texts.title, summary: texts.summary, description: texts.description, rules: texts.rules },
    ...{ capacity: texts.capacity, starts_on: startsOn, ends_on: endsOn },
    ...{ leader_id: leaderId, co_leader_id: coLeaderId },
  }
}

type NamedLeaders = Pick<store.PeerGroupRow, 'id' | 'title' | 'kind' | 'leader_id' | 'co_leader_id'>

/** Asks the co-leader of an unpublished counsellor-led group to agree. */
export async function askCoLeader(scope: TransactionScope, group: NamedLeaders): Promise<void> {
  if (group.kind !== 'led' || group.co_leader_id === null) return
  const [leader] = await store.selectLeaders(scope.tx, [group.leader_id])
  await notifyCoLeaderAsked(scope, group, group.co_leader_id, nameOfLeader(leader!))
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

/** Fields that the notice to a co-leader names. */
const noticeFields = ['title', 'leader_id', 'co_leader_id'] as const

/**
 * Writes a draft to a locked group. A co-leader agrees to the texts, the days and the leader, too.
 * One notice waits for the answer, unless a name in it changes.
 */
export async function changeDraft(
  scope: TransactionScope,
  group: store.PeerGroupRow,
  draft: Awaited<ReturnType<typeof readDraft>>,
): Promise<void> {
  const isPublished = group.team_id !== null
  const isAsked = isPublished
    ? draft.co_leader_id !== group.co_leader_id
    : agreedFields.some((field) => draft[field] !== group[field])
  const answer = isAsked ? { co_leader_agreed_at: isPublished ? new Date() : null } : {}
  await store.updateGroup(scope.tx, group.id, { ...draft, ...answer })
  const isAskedAnew = group.co_leader_agreed_at !== null || noticeFields.some((field) => draft[field] !== group[field])
  if (isAsked && !isPublished && isAskedAnew) await askCoLeader(scope, { ...group, ...draft })
}
