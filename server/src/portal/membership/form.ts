// The forms of an application: sealed as a whole, with the digests by which doubles are found.
import type { ApplicationWarning, MemberKind } from '@xinqiao/contract/membership.ts'
import type { IndividualForm, UnitForm } from '@xinqiao/contract/http/membership.ts'
import type { Secrets } from '../../kit/secrets.ts'
import { ageOn, isCreditCodeRight, normaliseIdNumber, readIdNumber } from './id-numbers.ts'

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

/** Children need a guardian, and there is no flow for that here: PIPL 31. */
export const youngestAge = 14

export type Checked = { warnings: ApplicationWarning[]; isTooYoung: boolean; isNumberWrong: boolean }

/** What the numbers themselves say; whether somebody else uses them is asked in the database. */
export function checkForm(kind: MemberKind, form: Form, today: string): Checked {
  if (kind === 'unit') {
    const isNumberWrong = !isCreditCodeRight(form['creditCode'] ?? '')
    return { warnings: isNumberWrong ? ['wrongCreditCode'] : [], isTooYoung: false, isNumberWrong }
  }
  const read = readIdNumber(form['idCard'] ?? '', today)
  const warnings: ApplicationWarning[] = []
  if (read.isOld) warnings.push('oldNumber')
  if (!read.isCheckRight) warnings.push('wrongCheckDigit')
  if (!read.birthDay) warnings.push('wrongBirthDate')
  else if (read.gender !== form['gender']) warnings.push('otherGender')
  return {
    warnings,
    isTooYoung: read.isCheckRight && read.birthDay !== null && ageOn(read.birthDay, today) < youngestAge,
    isNumberWrong: !read.isCheckRight || !read.birthDay,
  }
}
