// Requests for another level at renewal, about which the secretariat decides. Until then, and after a refusal, the fee
// of the current level is due.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx, type AuditedCtx } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { chinaDay } from '../../../kit/time.ts'
import { requireOpenLevel, requireLevelForMove } from '../rules/change-level.ts'
import { renewMemberCertificate } from '../rules/member-certificate.ts'
import * as store from '../records/member-store.ts'
import { getMember } from '../members/members.ts'
import { notifyMember } from '../rules/notify-member.ts'
import { canRenew } from '../rules/terms.ts'

/**
 * @param levelId undefined to withdraw the request
 * @throws Failure notFound, wrongState, invalid
 */
export const requestLevelChange = (ctx: Ctx, levelId: number | undefined): Promise<void> =>
  transaction(ctx.kit.sql, async (tx) => {
    const member = await store.lockLiveMember(tx, viewerOf(ctx).id)
    if (!member) throw fail('notFound', '您还不是会员')
    if (levelId === undefined) {
      await store.updateMember(tx, member.id, { wished_level_id: null, wished_at: null })
      return
    }
    if (!canRenew(member.term_until, member.state, chinaDay()))
      throw fail('wrongState', '可以续缴会费时才能申请变更会员类别')
    await requireOpenLevel(tx, member.kind, levelId)
    if (levelId === member.level_id) throw fail('wrongState', '您已是该类别的会员')
    await store.updateMember(tx, member.id, { wished_level_id: levelId, wished_at: new Date() })
  })

type LevelChangeDecision = { id: number; approved: boolean; reason: string }

/** @throws Failure notFound, wrongState, invalid */
export const decideLevelChange = async (ctx: AuditedCtx, { id, approved, reason }: LevelChangeDecision) => {
  const { kit, tx } = ctx
  const member = orNotFound(await store.lockMember(tx, id))
  if (member.wished_level_id === null || member.state === 'left') throw fail('wrongState')
  const wished = (await store.selectMember(tx, id))?.wished_title
  const level = approved ? await requireLevelForMove(tx, member, member.wished_level_id) : null
  await store.updateMember(tx, id, { wished_level_id: null, wished_at: null, ...(level && { level_id: level.id }) })
  if (level) await renewMemberCertificate(tx, id)
  await recordAudit(tx, {
    actorId: viewerOf(ctx).id,
    action: 'levelWishAnswered',
    subject: `member ${id}`,
    reason: reason || (approved ? '同意' : '不同意'),
    detail: { approved },
  })
  const title = level
    ? `您变更会员类别的申请已同意，现为“${level.title}”${level.next}`
    : `您变更为“${wished}”的申请未获同意：${reason}`
  await notifyMember(ctx, member, title)
  return getMember(kit, id, tx)
}
