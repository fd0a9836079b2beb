// Proposals of counsellor-led groups: counsellors write and change them, and co-leaders agree before the publication.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { OwnLedGroup } from '@xinqiao/contract/http/peer-groups/led.ts'
import { daySeconds } from '@xinqiao/contract/time.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { askCoLeader, changeDraft, editionOf, expectEdition, type GroupInput, readDraft } from './drafts.ts'
import { selectAbleLeaders, selectSecretariat } from '../records/leader-store.ts'
import { admitCoLeader } from './leaders.ts'
import { notifyCoLeaderAnswer } from '../present/notices.ts'
import { nameOfLeader } from '../present/present.ts'
import * as store from '../records/group-store.ts'

const maxProposalsPerDay = 20
/** Limit of named co-leaders, because an error reveals which account names are counsellors'. */
const maxCoLeadersPerDay = 10

type ProposalInput = Omit<GroupInput, 'leader'>

/** True for a proposal that waits, or was declined. */
const isOpenProposal = ({ state, team_id }: Pick<store.PeerGroupRow, 'state' | 'team_id'>): boolean =>
  state === 'proposed' || (state === 'dissolved' && team_id === null)

/** Groups that the caller leads or co-leads, and those that ask the caller to co-lead. */
export async function listLedGroups(ctx: Ctx): Promise<{ content: OwnLedGroup[] }> {
  const { sql } = ctx.kit
  const { id: viewerId } = viewerOf(ctx)
  const rows = await store.selectLedGroups(sql, viewerId)
  const coLeaders = await store.selectLeaders(
    sql,
    rows.flatMap((row) => row.asked_co_leader_id ?? row.co_leader_id ?? []),
  )
  const content = rows.map((row) => ({
    id: row.id,
    title: row.title,
    state: row.state,
    capacity: row.capacity,
    members: row.member_count,
    waiting: row.asked_co_leader_id === viewerId ? 0 : row.waiting,
    teamId: row.state !== 'dissolved' && row.team_id && row.asked_co_leader_id !== viewerId ? `${row.team_id}` : null,
    summary: row.summary,
    description: row.description,
    rules: row.rules,
    startsOn: row.starts_on ?? '',
    endsOn: row.ends_on ?? '',
    endReason: row.end_reason,
    coLeader:
      coLeaders.find((leader) => leader.account_id === (row.asked_co_leader_id ?? row.co_leader_id))?.username ?? '',
    canEdit: row.leader_id === viewerId && isOpenProposal(row),
    edition: editionOf(row),
    awaitsCoLeader: row.asked_co_leader_id !== null,
    isCoLeader: row.leader_id !== viewerId,
  }))
  return { content }
}

/** @throws Failure wrongState for a counsellor without a public page, tooManyRequests */
async function expectProposer(db: Db, accountId: number, { coLeader }: ProposalInput): Promise<void> {
  await limitHits(db, `ledPropose:${accountId}`, maxProposalsPerDay, daySeconds)
  if (coLeader !== '') await limitHits(db, `ledCoLeader:${accountId}`, maxCoLeadersPerDay, daySeconds)
  if ((await selectAbleLeaders(db, 'led', [accountId])).length === 0)
    throw fail('wrongState', '您的咨询师资料还没有公开，请先联系秘书处公开，再提议团体辅导')
}

export async function proposeGroup(ctx: Ctx, input: ProposalInput): Promise<{ id: number }> {
  const { id: leaderId, username } = viewerOf(ctx)
  await expectProposer(ctx.kit.sql, leaderId, input)
  return inTransaction(ctx.kit, async (scope) => {
    const draft = await readDraft(scope.tx, 'led', { ...input, leader: username })
    const id = await store.insertGroup(scope.tx, { ...draft, kind: 'led', state: 'proposed' })
    await askCoLeader(scope, { id, kind: 'led', team_id: null, ...draft })
    return { id }
  })
}

/** Changes a proposal of the caller, and submits a declined one again. */
export async function changeProposal(
  ctx: Ctx,
  { id, edition, ...input }: ProposalInput & { id: number; edition: string },
): Promise<null> {
  const { id: leaderId, username } = viewerOf(ctx)
  await expectProposer(ctx.kit.sql, leaderId, input)
  return inTransaction(ctx.kit, async (scope) => {
    const group = orNotFound(await store.lockGroup(scope.tx, id))
    if (group.kind !== 'led' || group.leader_id !== leaderId) throw fail('notFound')
    if (!isOpenProposal(group)) throw fail('wrongState')
    expectEdition(group, edition)
    await changeDraft(scope, group, await readDraft(scope.tx, 'led', { ...input, leader: username }))
    await store.updateGroup(scope.tx, id, { state: 'proposed', ended_by: null, ended_at: null, end_reason: '' })
    return null
  })
}

/**
 * The answer of a counsellor who was named as co-leader. Declining takes the name off the group. Agreeing admits them
 * to the chat of a published group.
 */
export const answerCoLeading = (ctx: Ctx, { id, isAgreed }: { id: number; isAgreed: boolean }): Promise<null> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const { id: accountId } = viewerOf(ctx)
    const group = orNotFound(await store.lockGroup(tx, id))
    if (accountId !== group.asked_co_leader_id) throw fail(group.co_leader_id === accountId ? 'wrongState' : 'notFound')
    const [coLeader] = await store.selectLeaders(tx, [accountId])
    if (isAgreed && group.team_id !== null) await admitCoLeader(scope, group, coLeader!)
    await store.updateGroup(tx, id, isAgreed ? { co_leader_agreed_at: new Date() } : { co_leader_id: null })
    // the secretariat named the co-leader of a group that no one proposed
    const staffIds = group.state === 'proposed' ? [] : await selectSecretariat(tx)
    await notifyCoLeaderAnswer(scope, group, { coLeaderName: nameOfLeader(coLeader!), isAgreed, staffIds })
    return null
  })
