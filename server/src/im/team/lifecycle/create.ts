// Creates a team with its conversation and its first members.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { memberRoles } from '@xinqiao/contract/im/team/team-model.ts'
import { reserveId } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { publishAvatar } from '../../changes/avatars.ts'
import { changeAccounts, type ChangeScope } from '../../changes/changes.ts'
import { presentMember, presentTeamState } from '../../conversations/teams/team-states.ts'
import { selectTeams } from '../../conversations/teams/team-store.ts'
import { selectTeamStates } from '../../conversations/teams/team-state-store.ts'
import { inviteMembers, lockFullAccounts } from '../rules/invite.ts'
import { lockTeamOfMember, type LockedMembership } from '../../conversations/teams/locked-membership.ts'
import { toNewTeam } from '../rules/permissions.ts'
import { checkTeamName, checkTeamNick } from '../members/site-names.ts'
import * as store from '../records/store.ts'

type NewTeamInput = ParsedInput<'team.createTeam'>

type TeamCreationScope = { tx: ChangeScope['tx']; me: Pick<ChangeScope['me'], 'id' | 'app_id'> }

/** Creates a team with its owner as the only member. */
export async function createLockedTeam(
  { tx, me }: TeamCreationScope,
  { bodies }: Pick<ImCtx, 'bodies'>,
  input: Omit<NewTeamInput, 'accounts' | 'ps' | 'nickInTeam'>,
  ownerNick = '',
): Promise<LockedMembership> {
  const conversationId = await reserveId(tx, 'im_conversation')
  await store.insertConversation(tx, conversationId, input.scene, bodies.createKey(conversationId))
  const avatar = await publishAvatar(tx, me.id, input.avatar ?? '')
  const owner = { app_id: me.app_id, owner_id: me.id }
  const id = await store.insertTeam(tx, conversationId, toNewTeam({ ...input, avatar }, owner))
  const [row] = await selectTeams(tx, [id])
  await store.insertMembers(tx, row!, [
    { im_account_id: me.id, role: memberRoles.owner, inviter_id: null, nick: ownerNick },
  ])
  await store.updateMemberCount(tx, row!, 1)
  return lockTeamOfMember(tx, me.id, { scene: input.scene, teamId: `${id}` })
}

export const createTeam = (input: NewTeamInput, ctx: ImCtx): Promise<CommandOutput<'team.createTeam'>> => {
  // a page could create a super team of the type normal, in which each of 10,000 members may add strangers
  if (input.scene === 'superTeam' && !ctx.createsSuperTeams)
    throw imFail('notAllowedInTeam', '超大群只能由应用的后端用服务器接口建立')
  checkTeamName(input.name, ctx)
  return changeAccounts(ctx, { accids: input.accounts }, async (scope) => {
    const { tx, me, accounts: lockedAccounts, afterCommit } = scope
    // together with the invited accounts, so that two owners who invite each other do not wait for each other
    const fullAccounts = await lockFullAccounts(
      tx,
      lockedAccounts.map(({ id }) => id),
    )
    if (fullAccounts.has(me.id)) throw imFail('tooManyTeams')
    const lockedMembership = await createLockedTeam(scope, ctx, input, input.nickInTeam)
    const { id } = lockedMembership.team
    const namedOwner = { team_id: id, im_account_id: me.id, role: memberRoles.owner }
    await checkTeamNick(tx, input.nickInTeam, namedOwner, ctx)
    const others = input.accounts.filter((accid) => accid !== me.accid)
    const invitation = { accounts: others, ps: input.ps, custom: '' }
    const accounts = others.length > 0 ? await inviteMembers(scope, ctx, lockedMembership, invitation) : []
    const [row] = await selectTeamStates(tx, id, [me.id])
    const state = presentTeamState(row!, ctx.bodies)
    afterCommit(() => ctx.deliver(me.id, 'team.joined', { state, deviceId: ctx.viewer.deviceId }))
    const [owner] = await store.selectMembersById(tx, id, [me.id])
    return { state, owner: presentMember(owner!), accounts }
  })
}
