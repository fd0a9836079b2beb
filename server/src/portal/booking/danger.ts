// Whatever a client writes about an appointment is read once: danger is put on the duty list before the reply leaves.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import { detectCrisis } from '../../kit/crisis/detect.ts'
import type { Tx } from '../../kit/db.ts'
import { sealedPlaces } from '../../kit/sealed-places.ts'
import type { Secrets } from '../../kit/secrets.ts'

/** The duty list is on the other half of the house; what raises an alert there is handed in. */
export type RaiseAlert = (
  tx: Tx,
  alert: { accountId: number; bookingId: number; level: 'plan' | 'thought'; sealText: (id: number) => Buffer },
) => Promise<void>

type Written = {
  accountId: number
  bookingId: number
  text: string
  /** What the duty list is to read, where that is more. */
  shown?: string
}

/** @returns what the writer should be shown */
export async function hear(
  tx: Tx,
  secrets: Secrets,
  raiseAlert: RaiseAlert,
  { accountId, bookingId, text, shown = text }: Written,
): Promise<CrisisLevel | null> {
  const care = detectCrisis(text)
  if (care === 'plan' || care === 'thought')
    await raiseAlert(tx, {
      accountId,
      bookingId,
      level: care,
      sealText: (id) => secrets.seal(shown, sealedPlaces.crisisText(id)),
    })
  return care
}
