// Transfers a registration to another account, once the secretariat has approved it.
import { fail } from '@xinqiao/contract/errors.ts'
import { needsMembership, needsCommittee } from '@xinqiao/contract/meetings.ts'
import type { KitInTransaction } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { isActiveMember } from '../../member-status/member-status.ts'
import { checkCommitteeMember } from '../committees/committees.ts'
import { noContact, sealContact } from '../records/contacts.ts'
import * as registrationStore from '../records/registration-store.ts'
import * as requestStore from '../records/request-store.ts'
import * as roomStore from '../records/room-store.ts'
import type * as store from '../records/store.ts'
import { endListingConsent } from '../rules/participant-consent.ts'
import { openRequestedChange, TransferReceiver } from '../present/requests.ts'

/** Transfers the registration together with its payment. A member type needs a member. */
export async function transferRegistration(
  kit: KitInTransaction,
  tx: Tx,
  { request, row, byId }: { request: store.RegistrationRequestRow; row: store.RegistrationRow; byId: number },
): Promise<void> {
  const { to_account_id: receiverId, wanted_sealed: sealed } = request
  if (row.state !== 'paid' || receiverId === null || !sealed) throw fail('wrongState')
  if (needsMembership(row.attend_type) && !(await isActiveMember(tx, receiverId))) {
    throw fail('wrongState', '对方不是本会有效会员，不能接受会员名额')
  }
  if (needsCommittee(row.attend_type)) {
    await checkCommitteeMember(
      tx,
      row.unit_id ?? undefined,
      receiverId,
      '对方不在该专业委员会的委员名单中，不能接受委员名额',
    )
  }
  const receiver = TransferReceiver.parse(openRequestedChange(kit, request.id, sealed))
  const contact = { ...noContact, phone: receiver.phone }
  await registrationStore.updateRegistration(tx, row.id, {
    account_id: receiverId,
    name: receiver.name,
    // data of the former attendee is wrong for the new one
    sex: '',
    profess: '',
    is_listed: false,
    share_with: '',
    needs_receipt: true,
    ...sealContact(kit, row.id, contact),
  })
  await roomStore.deleteSurplusRoomReservations(tx, row.id, 0)
  await endListingConsent(tx, row.account_id)
  // an open request of the former attendee must not be approved for the new one
  await requestStore.markOpenRequestsRefused(tx, row.id, { answer: '名额已转让', decided_by: byId })
}
