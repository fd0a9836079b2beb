// Calls of a group's leader for the duty staff, at a member's message that sounds like danger.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { writeAlertNote, type StaffScope } from '../duty/alerts.ts'
import { lockWriter, upsertSignal } from '../records/raise-store.ts'
import { markAlertDue, selectOpenAlertOf, updateLeaderCall } from './protocol-store.ts'

/** A message of a group, with the text that an alert keeps of it. */
export type AlertedGroupMessage = {
  messageId: number
  idClient: string
  /** Milliseconds since 1970, as messages have it. */
  time: number
  teamId: number
  writerId: number
  level: CrisisLevel
  textId: number
  textSealed: Buffer
}

const maxCallsPerHour = 20

/** A message whose alert is closed opens another one, which has its text. */
async function openAlertAgain({ kit, tx }: StaffScope, message: AlertedGroupMessage): Promise<number> {
  const { messageId, idClient, teamId, writerId, level, textId, textSealed } = message
  const text = kit.secrets.open(textSealed, sealBindings.crisisText(textId))
  const sealText = (id: number) => kit.secrets.seal(text, sealBindings.crisisText(id))
  const texts = [{ sealText, messageId, idClient }]
  const writer = { accountId: writerId }
  const { alertId } = await upsertSignal(tx, { writer, level, time: Date.now(), teamId, texts })
  return alertId
}

async function ensureAlert(scope: StaffScope, tx: Tx, message: AlertedGroupMessage): Promise<number> {
  await lockWriter(tx, { accountId: message.writerId })
  const alert = await selectOpenAlertOf(tx, message.writerId)
  return alert?.id ?? openAlertAgain(scope, message)
}

/**
 * Notifies the duty staff again, or of a new alert. The note does not name the member: staff read the name in the group
 * after a reason only. It is no step of the protocol, because a leader who is also the writer's counsellor would find
 * it in the conversation of both.
 * @throws Failure tooManyRequests above the limit of an hour
 */
export async function callDutyForGroupMessage(scope: StaffScope, message: AlertedGroupMessage): Promise<void> {
  const { tx, actorId } = scope
  await limitHits(tx, `leader call:${actorId}`, maxCallsPerHour, hourSeconds)
  const alertId = await ensureAlert(scope, tx, message)
  const writtenAt = formatTime(new Date(message.time)).slice(5, 16)
  await writeAlertNote(scope, tx, alertId, `小组带领者：呼叫值班人员（消息写于${writtenAt}）`)
  await markAlertDue(tx, alertId)
  await updateLeaderCall(tx, message.textId)
  await recordAudit(tx, {
    actorId,
    action: 'protocolStepTaken',
    subject: `crisisAlert ${alertId}`,
    reason: '',
    detail: { step: 'callDuty' },
  })
}
