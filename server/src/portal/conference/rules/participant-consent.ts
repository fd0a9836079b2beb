// Consent to being named in the list of participants. It is stored with its text, and can be withdrawn at any time,
// here or in the list of consents.
import { fail } from '@xinqiao/contract/errors.ts'
import { isLiveState } from '@xinqiao/contract/meetings.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import { hasConsent, recordConsent, withdrawConsent } from '../../consents/consents.ts'
import * as registrationStore from '../records/registration-store.ts'

/** Withdraws the consent of an account once none of its registrations is listed. */
export async function endListingConsent(tx: Tx, accountId: number | null): Promise<void> {
  if (accountId === null || (await registrationStore.isListedAnywhere(tx, accountId))) return
  await withdrawConsent(tx, accountId, 'participants')
}

/**
 * Updates the consent after a form that has its checkbox. A consent in force keeps the text that the attendee has read.
 */
export async function updateListingConsent(tx: Tx, accountId: number | null): Promise<void> {
  await endListingConsent(tx, accountId)
  if (accountId === null || (await hasConsent(tx, accountId, 'participants'))) return
  if (await registrationStore.isListedAnywhere(tx, accountId)) await recordConsent(tx, accountId, 'participants')
}

/**
 * Lists the caller or ends the listing, at any time. The page shows the text of the consent before the caller agrees.
 */
export const setOwnListed = (ctx: Ctx, { id, listed }: { id: number; listed: boolean }): Promise<null> =>
  transaction(ctx.kit.sql, async (tx) => {
    const accountId = viewerOf(ctx).id
    const registration = await registrationStore.selectOwnRegistration(tx, id, accountId)
    const row = registration && (await registrationStore.lockRegistration(tx, id))
    if (row?.account_id !== accountId) throw fail('notFound')
    if (listed && !isLiveState(row.state)) throw fail('wrongState', '这份报名已失效，请重新报名')
    await registrationStore.updateRegistration(tx, id, { is_listed: listed })
    if (listed) await recordConsent(tx, accountId, 'participants')
    else await endListingConsent(tx, accountId)
    return null
  })
