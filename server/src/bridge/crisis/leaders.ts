// Notifies the leaders of a peer group of a member's message that sounds like danger, and lets them call the duty
// staff. They learn the alias, never the account.
import { orNotFound } from '@xinqiao/contract/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { callDutyForGroupMessage } from '../../im/chat.ts'
import { inTransaction, viewerOf, type Ctx } from '../../kit/ctx.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { formatTime } from '../../kit/time.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import { selectGroupOfMember, selectMarkedMessage, selectMarkedMessages } from './leader-store.ts'

/** Leaders are notified of one member and level at most once in each window of this length. */
const pauseMs = 2 * minuteMs

export const notifyLeaders: SitePort['notifyLeaders'] = async (scope, { teamId, imId, level, time, isSent }) => {
  const group = await selectGroupOfMember(scope.tx, teamId, imId)
  if (!group) return
  const { title, alias, leader_ids: userIds } = group
  const writer = `小组“${title}”的成员“${alias}”在${formatTime(new Date(time)).slice(5, 16)}`
  await notifyUsers(scope, {
    kind: 'groupCare',
    userIds,
    title: isSent
      ? `${writer}的消息可能提示危险，请尽快查看`
      : `${writer}的一条消息可能提示危险，但没有发出，请尽快关心这位成员`,
    link: withQuery(routes.im, { team: teamId }),
    once: `${teamId} ${imId} ${level} ${Math.floor(time / pauseMs)}${isSent ? '' : ' refused'}`,
  })
}

/** The messages that sound like danger, newest first; empty for a caller who does not lead the group. */
export async function listMarkedMessages(ctx: Ctx, teamId: number) {
  const rows = await selectMarkedMessages(ctx.kit.sql, { teamId, leaderId: viewerOf(ctx).id })
  return rows.map(({ id, called_at }) => ({ idServer: `${id}`, calledTime: called_at?.getTime() ?? null }))
}

/** @throws Failure notFound for a message that is not marked for the caller */
export const callDutyForMessage = (
  ctx: Ctx,
  { teamId, idServer }: { teamId: string; idServer: string },
): Promise<null> =>
  inTransaction(ctx.kit, async (scope) => {
    const { id: actorId } = viewerOf(ctx)
    const message = await selectMarkedMessage(scope.tx, { teamId: Number(teamId), leaderId: actorId }, Number(idServer))
    await callDutyForGroupMessage({ ...scope, actorId }, orNotFound(message))
    return null
  })
