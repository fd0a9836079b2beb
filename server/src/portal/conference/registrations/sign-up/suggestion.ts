// Prefills the registration form: first from the last receipt, then from other known data.
import type { ReceiptSuggestion } from '@xinqiao/contract/http/conference/receipt.ts'
import { viewerOf, type Ctx } from '../../../../kit/ctx.ts'
import { readKnownPerson } from '../../../member-status/known-person.ts'
import { isActiveMember } from '../../../member-status/member-status.ts'
import { openContact } from '../../records/contacts.ts'
import { selectLatestOwnRegistration } from '../../records/registration-store.ts'

export async function suggestReceipt(ctx: Ctx): Promise<ReceiptSuggestion> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  const [isMember, known, last] = await Promise.all([
    isActiveMember(kit.sql, accountId),
    readKnownPerson(kit, kit.sql, accountId),
    selectLatestOwnRegistration(kit.sql, accountId),
  ])
  // a transferred registration contains the receipt of its new owner
  const contact = last && openContact(kit, last)
  return {
    isMember,
    receipt: {
      name: last?.name || known.name,
      sex: last?.sex || known.sex,
      companyName: last?.company || known.organization,
      profess: last?.profess ?? '',
      phone: contact?.phone || known.phone,
      email: contact?.email || known.email,
      address: contact?.address ?? '',
      postCode: contact?.postCode ?? '',
      diet: contact?.diet ?? '',
      invoiceTitle: contact?.invoiceTitle ?? '',
      taxNumber: contact?.taxNumber ?? '',
    },
  }
}
