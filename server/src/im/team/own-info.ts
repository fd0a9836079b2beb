// Nicknames and settings of members. A nickname is part of the team, so all members receive it; settings concern only
// the account.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { transaction, type Tx } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import { presentMember, presentOwn, presentTeam, type ListedMember } from '../conversations/team-states.ts'
import { updateTeamCounters } from '../conversations/team-store.ts'
import type { RunAfterCommit } from './announce.ts'
import { isAbove, lockTeamOfMember, type LockedTeam } from '../conversations/locked-team.ts'
import * as store from './store.ts'

type MemberFields = { nickInTeam?: string | undefined; custom?: string | undefined; muteNotiType?: number | undefined }

/** Stores the fields. Pushes them to the member's devices, and to the team if other members can see them. */
async function changeMember(
  tx: Tx,
  afterCommit: RunAfterCommit,
  ctx: ImCtx,
  { team }: LockedTeam,
  imId: number,
  { nickInTeam, custom, muteNotiType }: MemberFields,
): Promise<ListedMember> {
  await store.updateMember(tx, team, imId, {
    ...(nickInTeam !== undefined && { nick: nickInTeam }),
    ...(custom !== undefined && { custom }),
    ...(muteNotiType !== undefined && { notify_type: muteNotiType }),
  })
  const [row] = await store.selectMembersById(tx, team.id, [imId])
  const own = presentOwn(row!)
  afterCommit(() => ctx.deliver(imId, 'team.own', { teamId: `${team.id}`, scene: team.scene, own }))
  if (nickInTeam === undefined && custom === undefined) return row!
  team.version += 1
  await store.updateMemberListTime(tx, team)
  await updateTeamCounters(tx, [team])
  const push = { member: presentMember(row!), team: presentTeam(team), version: team.version }
  afterCommit(() => ctx.deliverToTeam(team.id, 'team.member', push))
  return row!
}

export const updateInfo = (
  { scene, teamId, ...fields }: ParsedInput<'team.updateInfoInTeam'>,
  ctx: ImCtx,
): Promise<CommandOutput<'team.updateInfoInTeam'>> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const locked = await lockTeamOfMember(tx, ctx.viewer.imId, { scene, teamId })
    return { own: presentOwn(await changeMember(tx, afterCommit, ctx, locked, ctx.viewer.imId, fields)) }
  })

/** Managers may change the nickname of any member, and members their own. */
export const updateNick = (
  { account, nickInTeam, ...teamRef }: ParsedInput<'team.updateNickInTeam'>,
  ctx: ImCtx,
): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const locked = await lockTeamOfMember(tx, ctx.viewer.imId, teamRef)
    const [found] = await store.selectAccounts(tx, ctx.viewer.imId, [account])
    const [member] = found ? await store.selectMembersById(tx, locked.team.id, [found.id]) : []
    if (!member) throw imFail('notInTeam', '对方不在这个群里')
    const isSelf = member.im_account_id === ctx.viewer.imId
    if (!isSelf && !isAbove(locked.member, member)) throw imFail('notAllowedInTeam')
    await changeMember(tx, afterCommit, ctx, locked, member.im_account_id, { nickInTeam })
    return null
  })
