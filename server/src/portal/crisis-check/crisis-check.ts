// Checks texts that go to the association. A sign of danger raises a crisis alert before the reply is sent.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { KitInTransaction } from '../../kit/ctx.ts'
import type { Tx } from '../../kit/db/db.ts'

type TextToCheck = {
  accountId: number
  /** Question or booking that the alert links to. An alert about an anonymous question hides its asker. */
  questionId?: number | undefined
  bookingId?: number
  text: string
  /** Text for the duty list, if it differs from the checked text. */
  shown?: string
}

/** @returns the level of the help card for the writer, or null */
export async function raiseAlertIfDangerous(
  { secrets, chat }: KitInTransaction,
  tx: Tx,
  { text, shown = text, ...source }: TextToCheck,
): Promise<CrisisLevel | null> {
  const level = detectCrisis(text)
  const sealText = (id: number) => secrets.seal(shown, sealBindings.crisisText(id))
  if (level) await chat.raiseAlert(tx, { ...source, level, sealText })
  return level
}
