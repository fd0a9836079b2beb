// Texts that raised an alert. They are stored sealed for the duty staff when their writer recalls or changes the
// message. They are deleted with the alert, or when the conversation is erased.
import { userTextsOf } from '@xinqiao/contract/im/messages/user-texts.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { reserveId, type Tx } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import * as store from './transcript-store.ts'

type Ciphers = Pick<ImCtx, 'bodies' | 'secrets'>

/** Call it before the body of the message is destroyed or replaced. */
export async function saveAlertText(tx: Tx, { bodies, secrets }: Ciphers, messageId: number): Promise<void> {
  const rows = await store.selectCrisisMarkedMessage(tx, messageId)
  for (const row of rows) {
    const text = userTextsOf(presentMessage(row, bodies).content).join('\n')
    if (text === '') continue
    const id = await reserveId(tx, 'crisis_text')
    const sealed = secrets.seal(text, sealBindings.crisisText(id))
    const { alert_id, signal_id } = row
    await store.insertPreservedText(tx, { id, alert_id, signal_id, message_id: messageId, text_sealed: sealed })
  }
  await saveTextForAppAlerts(tx, { bodies, secrets }, messageId)
}

/** Adds the text to the alerts for the backend of the writer's app. */
async function saveTextForAppAlerts(tx: Tx, { bodies, secrets }: Ciphers, messageId: number): Promise<void> {
  for (const row of await store.selectAppAlertsOfMessage(tx, messageId)) {
    const text = userTextsOf(presentMessage(row, bodies).content).join('\n')
    const binding = sealBindings.appAlertText(row.alert_id)
    const earlier = row.alert_text.length > 0 ? [secrets.open(Buffer.from(row.alert_text), binding)] : []
    await store.updateAppAlertText(tx, row.alert_id, secrets.seal([...earlier, text].join('\n'), binding))
  }
}
