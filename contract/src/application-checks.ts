// What the numbers in an application say about it. The applicant is told before sending, in the browser, and the server
// says the same; a reviewer is warned. Whether it refuses is a switch of the secretariat (research T12).
import { ageOn, isCreditCodeRight, readIdNumber } from './id-numbers.ts'
import type { ApplicationWarning, MemberKind } from './membership.ts'

type Form = Readonly<Record<string, string>>

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

/** Said to the applicant, at the field, of what may be a slip; all else about numbers is between reviewer and paper. */
const doubtOf = {
  wrongCheckDigit: ['idCard', '身份证号码的校验码与前面的数字不符，请核对'],
  wrongBirthDate: ['idCard', '身份证号码中的出生日期不存在，请核对'],
  otherGender: ['gender', '所选性别与身份证号码不一致，请核对'],
  wrongCreditCode: ['creditCode', '统一社会信用代码的校验码不符，请核对'],
} as const satisfies Partial<Record<ApplicationWarning, [field: string, sentence: string]>>
const isDoubt = (warning: ApplicationWarning): warning is keyof typeof doubtOf => warning in doubtOf

/** By field; empty when nothing looks odd. For forms that have the shape the contract asks for. */
export const doubtsOf = (warnings: readonly ApplicationWarning[]): Record<string, string> =>
  Object.fromEntries(warnings.filter(isDoubt).map((warning) => doubtOf[warning]))
