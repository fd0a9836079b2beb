// Prefills the registration form: first from the last receipt, then from other known data.
import type { RegistrationReceiptSuggestion } from '@xinqiao/contract/http/conference/receipt.ts'
import { viewerOf, type Ctx } from '../../../../kit/ctx.ts'
import { readKnownPerson } from '../../../member-status/known-person.ts'
import { isActiveMember } from '../../../member-status/member-status.ts'
import { openContact } from '../../records/contacts.ts'
import { selectLatestOwnRegistration } from '../../records/registration-store.ts'

export async function suggestReceipt(ctx: Ctx): Promise<RegistrationReceiptSuggestion> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  const [isMember, knownPerson, last] = await Promise.all([
    isActiveMember(kit.sql, accountId),
    readKnownPerson(kit, kit.sql, accountId),
    selectLatestOwnRegistration(kit.sql, accountId),
  ])
  // the receipt has no data of a former attendee, because a transfer replaces it
  const contact = last && openContact(kit, last)
  return {
    isMember,
    receipt: {
      name: last?.name || knownPerson.name,
      sex: last?.sex || knownPerson.sex,
      companyName: last?.company || knownPerson.organization,
      profess: last?.profess ?? '',
      phone: contact?.phone || knownPerson.phone,
      email: contact?.email || knownPerson.email,
      address: contact?.address ?? '',
      postCode: contact?.postCode ?? '',
      diet: contact?.diet ?? '',
      invoiceTitle: contact?.invoiceTitle ?? '',
      taxNumber: contact?.taxNumber ?? '',
    },
  }
}
