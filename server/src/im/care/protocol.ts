// Steps of counsellors in conversations with an alert. The duty staff read them as follow-up notes; each is audited.
import { protocolSteps, type CrisisLevel, type ProtocolStep } from '@xinqiao/contract/care.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { CrisisConversation } from '@xinqiao/contract/http/care.ts'
import { recordAudit } from '../../kit/audit/audit.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { transaction, type Db } from '../../kit/db/db.ts'
import { formatTime, hourSeconds } from '../../kit/time.ts'
import { insertNote } from './alerts.ts'
import { callDutyAgain, findCrisisConversation, insertStep, listCrisisConversationRows } from './protocol-store.ts'
import { raiseConversationAlert } from './store.ts'

export async function listCrisisConversations(db: Db, counsellorId: number): Promise<CrisisConversation[]> {
  const rows = await listCrisisConversationRows(db, counsellorId)
  return rows.map(({ accid, level, since, isTaken, steps }) => ({
    ...{ accid, level, isTaken, since: formatTime(since) },
    steps: steps.map(({ step, at }) => ({ step, time: formatTime(new Date(at)) })),
  }))
}

const maxStepsPerHour = 60

type StepInput = { accid: string; step: ProtocolStep; level: CrisisLevel; note: string }

/** @throws Failure notFound without a conversation, or without an alert for any step but calling the duty staff */
export async function takeStep(ctx: Ctx, { accid, step, level, note }: StepInput): Promise<null> {
  const { kit } = ctx
  const { id: actorId } = viewerOf(ctx)
  await limitHits(kit.sql, `step:${actorId}`, maxStepsPerHour, hourSeconds)
  return transaction(kit.sql, async (tx, after) => {
    const place = await findCrisisConversation(tx, actorId, accid)
    if (!place) throw fail('notFound')
    const alertId =
      place.alertId ??
      (step === 'callDuty' ? await raiseConversationAlert(tx, { ...place, level, time: Date.now() }) : null)
    if (alertId === null) throw fail('notFound')
    await insertStep(tx, { alertId, accountId: actorId, step })
    const text = [`咨询师：${protocolSteps[step]}`, note].filter(Boolean).join('\n')
    await insertNote({ kit, tx, after, actorId }, tx, alertId, text)
    if (step === 'callDuty' || step === 'handOver') await callDutyAgain(tx, alertId)
    await recordAudit(tx, {
      ...{ actorId, action: 'protocolStepTaken', subject: `crisisAlert ${alertId}`, reason: '' },
      // the note is personal: it is only in the sealed follow-up
      detail: { step },
    })
    return null
  })
}
