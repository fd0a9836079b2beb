// Steps of counsellors in conversations with an alert. The duty staff read them as follow-up notes; each is audited.
import {
  crisisLevelTable,
  dutyCallSteps,
  moreSevereOf,
  protocolSteps,
  type CrisisLevel,
  type ProtocolStep,
} from '@xinqiao/contract/crisis.ts'
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { writeAlertNote } from '../duty/alerts.ts'
import {
  markAlertDue,
  selectCrisisConversation,
  insertProtocolStep,
  selectCrisisConversations,
  lockOpenAlert,
  type WriterConversationRow,
} from './protocol-store.ts'
import { raiseConversationAlert } from '../raise/raise.ts'

export async function listCrisisConversations(db: Db, counsellorId: number): Promise<CrisisConversation[]> {
  const rows = await selectCrisisConversations(db, counsellorId)
  return rows.map(({ accid, level, since, isTaken, steps }) => ({
    accid,
    level,
    isTaken,
    since: formatTime(since),
    steps: steps.map(({ step, at }) => ({ step, time: formatTime(new Date(at)) })),
  }))
}

const maxStepsPerHour = 60

type StepInput = { accid: string; step: ProtocolStep; level?: CrisisLevel | undefined; note: string }

const endedMessage = '这条危机提醒刚刚由值班人员结束，请刷新后查看；仍有危险时请再次呼叫值班人员'

const isGraver = (level: CrisisLevel | undefined, known: CrisisLevel | null): boolean =>
  level !== undefined && known !== null && level !== known && moreSevereOf(level, known) === level

/**
 * Opens an alert if the writer has none, or raises the level of the open one.
 * @returns its id
 */
async function ensureAlert(tx: Tx, conversation: WriterConversationRow, { step, level }: StepInput): Promise<number> {
  const { alertId, alertLevel, hadAlert } = conversation
  const raiseLevel = (to: CrisisLevel) => raiseConversationAlert(tx, { ...conversation, level: to, time: Date.now() })
  if (alertId === null || alertLevel === null) {
    if (step === 'callDuty') return raiseLevel(level ?? 'thought')
    throw hadAlert ? fail('wrongState', endedMessage) : fail('notFound')
  }
  if (level && isGraver(level, alertLevel)) return raiseLevel(level)
  if (!(await lockOpenAlert(tx, alertId))) throw fail('wrongState', endedMessage)
  return alertId
}

/**
 * @throws Failure notFound without a conversation, or without an alert for any step but calling the duty staff
 * @throws Failure wrongState when the alert was closed meanwhile
 * @throws Failure invalid for a higher level without a reason
 */
export async function recordStep(ctx: Ctx, input: StepInput): Promise<null> {
  const { accid, step, level, note } = input
  const { kit } = ctx
  const { id: actorId } = viewerOf(ctx)
  await limitHits(kit.sql, `step:${actorId}`, maxStepsPerHour, hourSeconds)
  return inTransaction(kit, async (scope) => {
    const { tx } = scope
    const conversation = orNotFound(await selectCrisisConversation(tx, actorId, accid))
    const alertId = await ensureAlert(tx, conversation, input)
    const isRaised = isGraver(level, conversation.alertLevel)
    if (isRaised && note === '') throw failField('note', '请写明为什么情况更严重')
    await insertProtocolStep(tx, { alertId, accountId: actorId, step })
    const text = [
      `咨询师：${protocolSteps[step]}`,
      isRaised && level ? `程度改为“${crisisLevelTable[level].title}”` : '',
      note,
    ]
    await writeAlertNote({ ...scope, actorId }, tx, alertId, text.filter(Boolean).join('\n'))
    if (dutyCallSteps.includes(step)) await markAlertDue(tx, alertId)
    await recordAudit(tx, {
      actorId,
      action: 'protocolStepTaken',
      subject: `crisisAlert ${alertId}`,
      reason: '',
      // the note is personal data: it is stored in the sealed follow-up only
      detail: { step, ...(isRaised && level && { level }) },
    })
    return null
  })
}
