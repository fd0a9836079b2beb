// What a registration form is filled with before its owner types anything: the last receipt, then what is known of them.
import type { ReceiptSuggestion } from '@xinqiao/contract/http/meeting-receipt.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { readKnownPerson } from '../standing/known-person.ts'
import { isActiveMember } from '../standing/standing.ts'
import { openContact } from './contacts.ts'
import { findLatestOwn } from './registration-store.ts'

export async function suggestReceipt(ctx: Ctx): Promise<ReceiptSuggestion> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  const [isMember, known, last] = await Promise.all([
    isActiveMember(kit.sql, accountId),
    readKnownPerson(kit, kit.sql, accountId),
    findLatestOwn(kit.sql, accountId),
  ])
  // a place that was handed on carries the receipt of the person who took it
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
