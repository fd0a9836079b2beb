// Roster groups: created from a list, closed, dissolved, and joined again by people of the list.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { FormerRosterGroup, OwnRosterGroup, RosterStatus } from '@xinqiao/contract/http/roster-groups.ts'
import type { PeerReportReason } from '@xinqiao/contract/peer-groups.ts'
import { daysOfMeetingGroup, type RosterGroupState, type RosterKind } from '@xinqiao/contract/roster-groups.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import {
  createManagedTeam,
  dismissManagedTeam,
  ensureAccount,
  admitManagedMembers,
  updateManagedTeam,
} from '../../im/chat.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type AuditedCtx, type Ctx, type TransactionScope } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { settleReportsOfDissolvedGroup } from '../group-reports/settle.ts'
import { reportInWords } from '../peer-groups/peer-groups.ts'
import { notifyRosterDissolved } from './notices.ts'
import { readRosterStatus } from './count.ts'
import { nameInGroup } from './names.ts'
import * as store from './store.ts'

const maxJoinsPerHour = 20
/**
 * Number of people from which the team of a committee is a super team. That of a meeting always is, because it grows.
 */
const minSuperTeamPeople = 1_500

type SourceInput = { kind: RosterKind; sourceId: number }

/** Custom data by which pages recognise the team of a roster group. Only the site can write it. */
const rosterCustom = JSON.stringify({ roster: true })

export const nameOfTeam = ({ kind }: store.RosterSource, title: string): string =>
  (kind === 'committee' ? title : `${title.slice(0, 58)}参会者`).slice(0, 64)

const introOf = ({ kind }: store.RosterSource): string =>
  kind === 'committee'
    ? '成员随协会的委员名单增减，互相看到姓名。'
    : `成员随会议的报名增减；同意公开姓名的参会者显示姓名，其他人只显示姓。会议结束${daysOfMeetingGroup}天后停止发言，记录还可以查看。`

const announcementOf = ({ kind }: store.RosterSource): string =>
  `本群由协会按名单建立，群里显示姓名${kind === 'meeting' ? '，没有同意公开姓名的参会者只显示姓' : ''}。您可以设为免打扰，也可以退出；退出后不会再自动加入，想回来时在“我的名单群”里加入。请不要在群里写来访者的情况。`

export async function getRosterStatus(db: Db, { kind, sourceId }: SourceInput): Promise<RosterStatus> {
  const source = { kind, id: sourceId }
  orNotFound(await store.selectSourceTitle(db, source))
  return readRosterStatus(db, source, await store.selectGroupOf(db, source))
}

type CreatorScope = TransactionScope & { viewer: { id: number } }

export async function createRosterGroup(scope: CreatorScope, { kind, sourceId }: SourceInput): Promise<{ id: number }> {
  const { tx, viewer } = scope
  const source = { kind, id: sourceId }
  const { title } = orNotFound(await store.lockSource(tx, source))
  if (await store.selectGroupOf(tx, source)) throw fail('wrongState', '这份名单已有群')
  const { listed } = await store.countPeople(tx, source)
  const association = await store.selectAssociation(tx)
  const teamId = await createManagedTeam(scope, {
    name: nameOfTeam(source, title),
    intro: introOf(source),
    announcement: announcementOf(source),
    custom: rosterCustom,
    owner: { ...association, nick: '协会秘书处' },
    isOwnerUnlimited: true,
    manager: null,
    scene: kind === 'meeting' || listed >= minSuperTeamPeople ? 'superTeam' : 'team',
  })
  const id = await store.insertGroup(tx, {
    committee_id: kind === 'committee' ? sourceId : null,
    meeting_id: kind === 'meeting' ? sourceId : null,
    team_id: teamId,
    created_by: viewer.id,
  })
  return { id }
}

/**
 * Ends the group with a notice to its members.
 * @param actorId null for a job
 */
export async function dissolveRosterGroup(
  scope: TransactionScope,
  group: store.RosterGroupRow,
  { actorId, reason }: { actorId: number | null; reason: string },
): Promise<void> {
  const { tx } = scope
  const members = await store.selectMemberAccountIds(tx, group.team_id)
  const title = (await store.selectSourceTitle(tx, store.sourceOf(group)))?.title ?? ''
  await store.updateGroup(tx, group.id, {
    state: 'dissolved',
    ended_by: actorId,
    ended_at: new Date(),
    end_reason: reason,
  })
  await dismissManagedTeam(scope, group.team_id, { byStaff: true })
  await notifyRosterDissolved(scope, title, members, reason)
  const reports = { column: 'roster_group_id', id: group.id } as const
  if (actorId !== null) await settleReportsOfDissolvedGroup(scope, actorId, reports, reason)
}

export async function closeRosterGroup(scope: TransactionScope, group: store.RosterGroupRow): Promise<void> {
  await store.updateGroup(scope.tx, group.id, { state: 'closed' })
  await updateManagedTeam(scope, group.team_id, { isMuted: true })
}

export async function setRosterState(
  scope: AuditedCtx,
  { id, state, reason }: { id: number; state: RosterGroupState; reason: string },
): Promise<null> {
  const group = orNotFound(await store.lockGroup(scope.tx, id))
  if (group.state === 'dissolved' || group.state === state) throw fail('wrongState')
  if (state === 'dissolved') await dissolveRosterGroup(scope, group, { actorId: scope.viewer.id, reason })
  else if (state === 'closed') await closeRosterGroup(scope, group)
  else {
    const end =
      group.meeting_id === null ? null : await store.selectMeetingEnd(scope.tx, group.meeting_id, daysOfMeetingGroup)
    if (end?.is_over) throw fail('wrongState', `会议结束已超过${daysOfMeetingGroup}天，不能恢复发言`)
    await store.updateGroup(scope.tx, id, { state: 'open' })
    await updateManagedTeam(scope, group.team_id, { isMuted: false })
  }
  return null
}

type OwnRosterGroups = { content: OwnRosterGroup[]; former: FormerRosterGroup[] }

/** Groups of lists that name the caller, and those that the caller left not long ago. */
export async function listOwnRosterGroups({ kit: { sql }, viewer }: Ctx): Promise<OwnRosterGroups> {
  const { id: accountId } = viewerOf({ viewer })
  const rows = await store.selectOwnGroups(sql, accountId)
  const content: OwnRosterGroup[] = []
  for (const row of rows) {
    const source = store.sourceOf(row)
    // oxlint-disable-next-line no-await-in-loop -- a person is on a few lists
    const person = await store.selectListedPerson(sql, source, accountId)
    if (person)
      content.push({
        id: row.id,
        kind: source.kind,
        title: row.title,
        state: row.state,
        name: nameInGroup(person.name),
        teamId: row.is_member ? `${row.team_id}` : null,
      })
  }
  const former = await store.selectFormerGroups(sql, accountId)
  return { content, former: former.map(({ id, title }) => ({ id, title })) }
}

/** A report in words by a former member. */
export async function reportFormerRosterGroup(
  ctx: Ctx,
  { id, ...words }: { id: number; reason: PeerReportReason; text: string },
): Promise<null> {
  const groups = await store.selectFormerGroups(ctx.kit.sql, viewerOf(ctx).id)
  const nick = groups.find((group) => group.id === id)?.nick ?? null
  return reportInWords(ctx, { group_id: null, roster_group_id: id, team_id: null }, nick, words)
}

/** Admits the caller to the group: again after leaving, or for the first time where people must ask. */
export async function joinRosterGroup(ctx: Ctx, id: number): Promise<null> {
  const { kit } = ctx
  const { id: accountId } = viewerOf(ctx)
  if (await store.isBlocked(kit.sql, accountId)) throw fail('wrongState', '您的聊天已被停用，不能加入')
  await limitHits(kit.sql, `rosterJoin:${accountId}`, maxJoinsPerHour, hourSeconds)
  return inTransaction(kit, async (scope) => {
    const { tx } = scope
    const group = await store.lockGroup(tx, id)
    const person = group && (await store.selectListedPerson(tx, store.sourceOf(group), accountId))
    if (!group || !person || group.state === 'dissolved') throw fail('notFound')
    const account = await ensureAccount(tx, accountId)
    const isMember = await store.isMember(tx, group.team_id, account.id)
    const member = { ...account, nick: nameInGroup(person.name) }
    const admitted = await admitManagedMembers(scope, group.team_id, [member])
    if (!isMember && admitted.length === 0) throw fail('wrongState', '群已满，或您加入的群已到上限')
    return null
  })
}
