// Notice period between review and award: results are public for some working days, and become final after all
// objections are answered. If an objection removes an award, no other work moves up.
import { z } from 'zod'
import { fail } from '@xinqiao/contract/errors.ts'
import { appliedKinds, awardLevels, callKinds } from '@xinqiao/contract/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { daySeconds } from '@xinqiao/contract/time.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx, type Kit, type KitInTransaction, type AuditedCtx } from '../../../kit/ctx.ts'
import { reserveId, transaction, type Db } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { awardHolderOf } from '../rules/award-holder.ts'
import * as objectionStore from './store.ts'
import * as store from '../records/store.ts'

const ObjectionTexts = z.object({ name: z.string(), phone: z.string(), text: z.string() })
const deletedTexts: z.infer<typeof ObjectionTexts> = { name: '', phone: '', text: '' }

export async function listPublicNotices({ kit }: Ctx) {
  const notices = await objectionStore.selectPublicNotices(kit.sql)
  const winners = await objectionStore.selectWinners(
    kit.sql,
    notices.map((notice) => notice.id),
  )
  return notices.map((notice) => ({
    id: notice.id,
    kind: notice.kind,
    title: notice.title,
    from: formatTime(notice.noticed_at),
    until: formatTime(notice.notice_until),
    isRunning: notice.is_running,
    isFinal: notice.state === 'published',
    winners: winners
      .filter((winner) => winner.call_id === notice.id)
      .map((winner) => ({
        id: winner.id,
        award: winner.award === null ? callKinds[notice.kind].title : awardLevels[winner.award].title,
        work: appliedKinds.includes(notice.kind) ? '' : winner.title,
        holder: awardHolderOf(kit, notice.kind, winner),
      })),
  }))
}

type ObjectionInput = { callId: number; submissionId?: number | undefined; name: string; phone: string; text: string }
const maxPerDay = 10

export async function submitObjection(ctx: Ctx, { callId, submissionId, ...texts }: ObjectionInput): Promise<null> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  await limitHits(kit.sql, `objection:${accountId}`, maxPerDay, daySeconds)
  return transaction(kit.sql, async (tx) => {
    const call = await store.lockCall(tx, callId)
    if (!call || call.state !== 'noticed') throw fail('notFound')
    if (!call.notice_until || call.now >= call.notice_until) throw fail('wrongState', '公示已结束，不能再提出异议')
    const winners = await objectionStore.selectWinners(tx, [callId])
    if (submissionId !== undefined && !winners.some(({ id }) => id === submissionId)) throw fail('notFound')
    const id = await reserveId(tx, 'submission_objection')
    await objectionStore.insertObjection(tx, {
      id,
      call_id: callId,
      submission_id: submissionId ?? null,
      account_id: accountId,
      text_sealed: kit.secrets.seal(JSON.stringify(texts), sealBindings.objectionTexts(id)),
    })
    return null
  })
}

const openObjectionTexts = ({ secrets }: KitInTransaction, { id, text_sealed: sealed }: objectionStore.ObjectionRow) =>
  sealed.length === 0
    ? deletedTexts
    : ObjectionTexts.parse(JSON.parse(secrets.open(sealed, sealBindings.objectionTexts(id))))

type ListedObjectionRows = Awaited<ReturnType<typeof objectionStore.selectObjections>>
const presentObjections = (kit: Kit, rows: ListedObjectionRows) =>
  rows.map((row) => ({
    id: row.id,
    callTitle: row.call_title,
    work: row.work ?? '',
    state: row.state,
    answer: row.answer,
    time: formatTime(row.created_at),
    ...openObjectionTexts(kit, row),
  }))

export const listOwnObjections = async (ctx: Ctx) =>
  presentObjections(ctx.kit, await objectionStore.selectOwnObjections(ctx.kit.sql, viewerOf(ctx).id))

export async function listObjectionsForStaff({ kit }: Ctx, callId: number) {
  if (!(await store.selectCall(kit.sql, callId))) throw fail('notFound')
  return presentObjections(kit, await objectionStore.selectObjections(kit.sql, callId))
}

type ObjectionDecision = { id: number; upheld: boolean; answer: string }

/** An upheld objection to one work removes its award. One to the whole call has no automatic effect. */
export const decideObjection = async (ctx: AuditedCtx, { id, upheld, answer }: ObjectionDecision): Promise<null> => {
  const { tx } = ctx
  const row = await objectionStore.lockObjection(tx, id)
  const call = row && (await store.lockCall(tx, row.call_id))
  if (!row || !call) throw fail('notFound')
  if (row.state !== 'asked' || call.state !== 'noticed') throw fail('wrongState', '这条异议已经处理')
  const actorId = viewerOf(ctx).id
  const state = upheld ? ('upheld' as const) : ('dismissed' as const)
  await objectionStore.updateObjectionDecision(tx, id, { state, answer, decided_by: actorId })
  const work = upheld && row.submission_id !== null ? await store.lockSubmission(tx, row.submission_id) : null
  if (work) {
    const note = `公示期间有异议并经核实：${answer}`
    await store.updateSubmission(tx, work.id, { state: 'rejected', award: null, note })
  }
  await recordAudit(tx, {
    actorId,
    action: 'objectionDecided',
    subject: `objection ${id}`,
    reason: answer,
    detail: { upheld, call: call.id, ...(row.submission_id !== null && { submission: row.submission_id }) },
  })
  if (row.account_id !== null) {
    const title = `您对“${call.title}”公示的异议已答复：${answer}`
    await notifyUsers(ctx, { kind: 'review', userIds: [row.account_id], title, link: routes.awards })
  }
  if (work?.account_id) {
    const title = `“${work.title}”因公示期间的异议不再授奖：${answer}`
    await notifyUsers(ctx, { kind: 'review', userIds: [work.account_id], title, link: routes.submissions })
  }
  return null
}

/** @throws Failure wrongState during the notice period */
export async function checkNoticeOver(db: Db, call: store.CallForPapersRow): Promise<void> {
  if (call.notice_days === 0) return
  if (call.state !== 'noticed' || !call.notice_until) throw fail('wrongState', '结果须先公示，再正式公布')
  if (call.now < call.notice_until) throw fail('wrongState', `公示至${formatTime(call.notice_until)}，期满后才能公布`)
  if ((await objectionStore.countOpenObjections(db, call.id)) > 0)
    throw fail('wrongState', '还有异议没有答复，答复后才能公布')
}
