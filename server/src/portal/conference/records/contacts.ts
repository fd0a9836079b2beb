// Contact data of a registration: sealed as a whole, and deleted after its retention.
import type { z } from 'zod'
import { ReceiptContact, type RegistrationReceipt } from '@xinqiao/contract/http/conference/receipt.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { RegistrationRow } from './store.ts'

export type ReceiptContactValues = z.infer<typeof ReceiptContact>

export const noContact: ReceiptContactValues = {
  phone: '',
  email: '',
  address: '',
  postCode: '',
  diet: '',
  invoiceTitle: '',
  taxNumber: '',
}

export function pickContact(receipt: Partial<RegistrationReceipt>): ReceiptContactValues {
  const { phone = '', email = '', address = '', postCode = '' } = receipt
  const { diet = '', invoiceTitle = '', taxNumber = '' } = receipt
  return { phone, email, address, postCode, diet, invoiceTitle, taxNumber }
}

/** @param id the id of the registration */
export const sealContact = ({ secrets }: Pick<Kit, 'secrets'>, id: number, contact: ReceiptContactValues) => ({
  contact_sealed: secrets.seal(JSON.stringify(contact), sealBindings.registrationContact(id)),
  phone_index: contact.phone ? secrets.index('phone', contact.phone) : null,
})

export const openContact = (
  { secrets }: Pick<Kit, 'secrets'>,
  { id, contact_sealed: sealed }: Pick<RegistrationRow, 'id' | 'contact_sealed'>,
): ReceiptContactValues =>
  sealed ? ReceiptContact.parse(JSON.parse(secrets.open(sealed, sealBindings.registrationContact(id)))) : noContact
