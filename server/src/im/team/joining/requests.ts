// Applications and invitations to teams: system messages that can be answered once (messaging.md 4).
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { SystemMessage, TeamRequestMessageType } from '@xinqiao/contract/im/accounts/notify.ts'
import { joinModes, memberRoles, type TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { changeAccounts, type ChangeScope } from '../../changes/changes.ts'
import { presentTeam, presentTeamToOutsider } from '../../conversations/teams/team-states.ts'
import { selectMembers, lockTeam, type TeamRow } from '../../conversations/teams/team-store.ts'
import { acceptSameInvitations, answerSameApplications, findNotice, notifyChatAccounts } from '../../notify/notices.ts'
import { updateRequestState } from '../../notify/store.ts'
import { joinTeam } from '../rules/invite.ts'
import type { NotifyOfTeam } from '../rules/announce.ts'
import { lockTeamOfMember, type LockedMembership } from '../../conversations/teams/locked-membership.ts'
import { hasBeenRemoved } from './link-store.ts'
import { selectRoleId } from '../members/site-name-store.ts'
import { checkTeamNick, findTeamNickProblem } from '../members/site-names.ts'
import * as store from '../records/store.ts'
import { expectManager } from '../lifecycle/update.ts'

const noInvitationMessage = '没有待处理的入群邀请'

type RequestAnswer = ParsedInput<'team.passTeamApply'>

/**
 * Marks a pending request to the caller as answered. The team is part of the search, so that an answer cannot admit an
 * account to another team.
 * @throws ImFailure 404 when there is none
 */
async function answerRequest(
  { tx, me, requireAccount, recordChange }: ChangeScope,
  ctx: ImCtx,
  { idServer, from, teamId }: RequestAnswer,
  type: TeamRequestMessageType,
  state: 'passed' | 'rejected',
): Promise<SystemMessage> {
  const request = { imId: me.id, fromId: requireAccount(from).id, id: Number(idServer), type }
  const notice = await findNotice(tx, ctx.secrets, request.id)
  const isForTeam = notice?.type === type && (JSON.parse(notice.attach) as { teamId: string }).teamId === teamId
  if (!isForTeam || !(await updateRequestState(tx, request, state)))
    throw imFail(
      'notFound',
      type === 'teamInvite' ? noInvitationMessage : '没有待处理的入群申请，可能已由其他管理者处理',
    )
  recordChange(me, 'sysMsg', idServer)
  return notice
}

/** @throws ImFailure 816 when the team does not exist in the app of the caller */
async function requireTeam(
  { tx, me }: ChangeScope,
  { scene, teamId }: Pick<RequestAnswer, 'scene' | 'teamId'>,
): Promise<TeamRow> {
  const team = await lockTeam(tx, Number(teamId), scene)
  if (!team || team.app_id !== me.app_id) throw imFail('noSuchTeam')
  return team
}

/** Makes the caller a member, with this notification. */
async function admitCaller(
  scope: ChangeScope,
  ctx: ImCtx,
  team: TeamRow,
  { inviterId, notice, nick = '' }: { inviterId: number | null; notice: TeamNotice; nick?: string },
): Promise<void> {
  const { tx, me } = scope
  const [ownAccount] = await store.selectAccounts(tx, me.id, [me.accid])
  if ((await selectMembers(tx, [{ teamId: team.id, imId: me.id }])).length > 0) throw imFail('alreadyInTeam')
  await joinTeam(scope, ctx, team, { accounts: [{ ...ownAccount!, nick }], inviterId, notice })
}

/** The row of an account that is about to join. */
const toNewMember = ({ id }: Pick<TeamRow, 'id'>, imId: number) => ({
  team_id: id,
  im_account_id: imId,
  role: memberRoles.normal,
})

export async function applyTeam(
  { ps, nickInTeam, ...teamRef }: ParsedInput<'team.applyTeam'>,
  ctx: ImCtx,
  notify: NotifyOfTeam,
): Promise<CommandOutput<'team.applyTeam'>> {
  const managers = await store.selectManagerIds(ctx.sql, Number(teamRef.teamId))
  return changeAccounts(ctx, { ids: managers }, async (scope) => {
    const { tx, me, accounts } = scope
    const team = await requireTeam(scope, teamRef)
    if (team.join_mode === joinModes.rejectAll) throw imFail('notAllowedInTeam', '这个群不接受申请')
    if ((await selectMembers(tx, [{ teamId: team.id, imId: me.id }])).length > 0) throw imFail('alreadyInTeam')
    await checkTeamNick(tx, nickInTeam, toNewMember(team, me.id), ctx)
    // a person who was removed from an open group could otherwise return at once
    const mayReturn = ctx.viewer.roleId === null || !(await hasBeenRemoved(tx, team.id, me.id))
    const hasJoined = team.join_mode === joinModes.noVerify && mayReturn
    if (hasJoined) {
      const notice = { type: 'passTeamApply', account: me.accid } as const
      await admitCaller(scope, ctx, team, { inviterId: null, notice, nick: nickInTeam })
    } else {
      const attach = JSON.stringify(presentTeamToOutsider(team))
      for (const to of accounts.filter(({ id }) => managers.includes(id)))
        await notifyChatAccounts(scope, ctx.secrets, { to, type: 'applyTeam', ps, attach, nickInTeam })
      await notify(scope, { kind: 'applied', teamId: team.id, imIds: managers, applicantId: me.id })
    }
    return { team: hasJoined ? presentTeam(team) : presentTeamToOutsider(team), hasJoined }
  })
}

/** Runs `work` if the caller is a manager of the team, after the answer is stored for all managers. */
const answerAsManager = async (
  input: RequestAnswer,
  ctx: ImCtx,
  state: 'passed' | 'rejected',
  work: (scope: ChangeScope, locked: LockedMembership, application: SystemMessage) => Promise<void>,
): Promise<null> => {
  const managers = await store.selectManagerIds(ctx.sql, Number(input.teamId))
  return changeAccounts(ctx, { accids: [input.from], ids: managers }, async (scope) => {
    const lockedMembership = await lockTeamOfMember(scope.tx, scope.me.id, input)
    expectManager(lockedMembership)
    const application = await answerRequest(scope, ctx, input, 'applyTeam', state)
    const applicant = { fromId: scope.requireAccount(input.from).id, teamId: lockedMembership.team.id }
    await answerSameApplications(scope, ctx.secrets, applicant, state)
    await work(scope, lockedMembership, application)
    return null
  })
}

export const passTeamApply = (input: RequestAnswer, ctx: ImCtx, notify: NotifyOfTeam): Promise<null> =>
  answerAsManager(input, ctx, 'passed', async (scope, locked, { nickInTeam: nick = '' }) => {
    const [applicant] = await store.selectAccounts(scope.tx, scope.me.id, [input.from])
    const membership = { teamId: locked.team.id, imId: applicant!.id }
    if ((await selectMembers(scope.tx, [membership])).length > 0) return
    const newMember = toNewMember(locked.team, applicant!.id)
    const roleId = await selectRoleId(scope.tx, applicant!.id)
    // another member may have taken the nickname in the meantime
    const isAllowed = (await findTeamNickProblem(scope.tx, nick, newMember, roleId)) === null
    await joinTeam(scope, ctx, locked.team, {
      accounts: [{ ...applicant!, nick: isAllowed ? nick : '' }],
      inviterId: scope.me.id,
      notice: { type: 'passTeamApply', account: input.from },
    })
    await notify(scope, { kind: 'accepted', teamId: locked.team.id, imIds: [applicant!.id] })
  })

export const rejectTeamApply = (input: RequestAnswer, ctx: ImCtx, notify: NotifyOfTeam): Promise<null> =>
  answerAsManager(input, ctx, 'rejected', async (scope, { team }) => {
    const attach = JSON.stringify(presentTeamToOutsider(team))
    const to = scope.requireAccount(input.from)
    await notifyChatAccounts(scope, ctx.secrets, { to, type: 'rejectTeamApply', ps: input.ps, attach })
    await notify(scope, { kind: 'refused', teamId: team.id, imIds: [to.id] })
  })

export const acceptTeamInvite = (input: ParsedInput<'team.acceptTeamInvite'>, ctx: ImCtx): Promise<null> =>
  changeAccounts(ctx, { accids: [input.from] }, async (scope) => {
    const team = await requireTeam(scope, input)
    const { time } = await answerRequest(scope, ctx, input, 'teamInvite', 'passed')
    if (await store.hasBeenRemovedSince(scope.tx, team, scope.me.id, time))
      throw imFail('notFound', noInvitationMessage)
    await acceptSameInvitations(scope, ctx.secrets, team.id)
    await checkTeamNick(scope.tx, input.nickInTeam, toNewMember(team, scope.me.id), ctx)
    const inviterId = scope.requireAccount(input.from).id
    const notice = { type: 'acceptTeamInvite', account: input.from } as const
    await admitCaller(scope, ctx, team, { inviterId, notice, nick: input.nickInTeam })
    return null
  })

export const rejectTeamInvite = (input: RequestAnswer, ctx: ImCtx): Promise<null> =>
  changeAccounts(ctx, { accids: [input.from] }, async (scope) => {
    await answerRequest(scope, ctx, input, 'teamInvite', 'rejected')
    const [row] = await store.selectTeamsById(scope.tx, scope.me.app_id, [Number(input.teamId)], input.scene)
    if (!row) return null
    const attach = JSON.stringify(presentTeamToOutsider(row))
    const to = scope.requireAccount(input.from)
    await notifyChatAccounts(scope, ctx.secrets, { to, type: 'rejectTeamInvite', ps: input.ps, attach })
    return null
  })
