// Application forms: sealed as a whole, with digests to find duplicates.
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import { normaliseIdNumber } from '@xinqiao/contract/id-numbers.ts'
import type { IndividualForm, UnitForm } from '@xinqiao/contract/http/membership/membership.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'

/** Form fields as the user entered them; drafts may be incomplete. */
export type FormFields = Record<string, string>

/** @param id of the application */
export const sealForm = (secrets: Secrets, id: number, form: FormFields): Buffer =>
  secrets.seal(JSON.stringify(form), sealBindings.applicationForm(id))

/** The form; a deleted one is empty. */
export const openForm = (
  secrets: Secrets,
  { id, form_sealed: sealed }: { id: number; form_sealed: Uint8Array },
): FormFields =>
  sealed.length === 0 ? {} : (JSON.parse(secrets.open(sealed, sealBindings.applicationForm(id))) as FormFields)

type MemberContact = { idNumber?: string | undefined; phone: string; email?: string | undefined }

/** @param id of the member */
export const sealMemberContact = (secrets: Secrets, id: number, { idNumber, phone, email }: MemberContact) => ({
  id_number_sealed: idNumber ? secrets.seal(idNumber, sealBindings.memberIdNumber(id)) : null,
  phone_sealed: secrets.seal(phone, sealBindings.memberPhone(id)),
  phone_index: phoneIndexOf(secrets, phone),
  email_sealed: email ? secrets.seal(email, sealBindings.memberEmail(id)) : null,
})

/** Values as text, empty ones left out. */
export const toFormFields = (values: IndividualForm | UnitForm): FormFields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )

export const idNumberIndexOf = (secrets: Secrets, number: string): Buffer =>
  secrets.index('id-number', normaliseIdNumber(number))
export const phoneIndexOf = (secrets: Secrets, phone: string): Buffer => secrets.index('phone', phone)

/** Values for the columns that lists show. */
export const formNamesOf = (kind: MemberKind, form: FormFields) =>
  kind === 'unit'
    ? { name: form['unitName'] ?? '', organization: form['representative'] ?? '', number: form['creditCode'] ?? '' }
    : { name: form['name'] ?? '', organization: form['organization'] ?? '', number: form['idCard'] ?? '' }
