// The forms of an application: sealed as a whole, with the digests by which doubles are found.
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import { normaliseIdNumber } from '@xinqiao/contract/id-numbers.ts'
import type { IndividualForm, UnitForm } from '@xinqiao/contract/http/membership.ts'
import type { Secrets } from '../../kit/secrets.ts'

/** As typed, whatever is missing: drafts too. */
export type Form = Record<string, string>

export const sealForm = (secrets: Secrets, form: Form): Buffer => secrets.seal(JSON.stringify(form))
export const openForm = (secrets: Secrets, sealed: Uint8Array): Form => JSON.parse(secrets.open(sealed)) as Form

/** Values as text, empty ones left out. */
export const toForm = (values: IndividualForm | UnitForm): Form =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )

export const idNumberIndex = (secrets: Secrets, number: string): Buffer =>
  secrets.index('id-number', normaliseIdNumber(number))
export const phoneIndex = (secrets: Secrets, phone: string): Buffer => secrets.index('phone', phone)

/** What the lists show of it. */
export const headOf = (kind: MemberKind, form: Form) =>
  kind === 'unit'
    ? { name: form['unitName'] ?? '', organization: form['representative'] ?? '', number: form['creditCode'] ?? '' }
    : { name: form['name'] ?? '', organization: form['organization'] ?? '', number: form['idCard'] ?? '' }
