// Checks texts of clients about appointments. A sign of danger raises a crisis alert before the reply is sent.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'

/** Raises an alert; injected by the bridge, because the duty list belongs to the chat. */
export type RaiseAlert = (
  tx: Tx,
  alert: { accountId: number; bookingId: number; level: CrisisLevel; sealText: (id: number) => Buffer },
) => Promise<void>

type CheckedText = {
  accountId: number
  bookingId: number
  text: string
  /** Text for the duty list, if it differs from the checked text. */
  shown?: string
}

/** @returns the level of the help card for the writer, or null */
export async function raiseAlertIfDangerous(
  tx: Tx,
  secrets: Secrets,
  raiseAlert: RaiseAlert,
  { accountId, bookingId, text, shown = text }: CheckedText,
): Promise<CrisisLevel | null> {
  const level = detectCrisis(text)
  if (level)
    await raiseAlert(tx, {
      accountId,
      bookingId,
      level,
      sealText: (id) => secrets.seal(shown, sealBindings.crisisText(id)),
    })
  return level
}
