// Plausibility checks of the numbers in an application, shared by browser and server. Applicants see them before
// sending, and reviewers as warnings. A setting of the secretariat decides whether the server refuses such numbers.
import { ageOn, isCreditCodeValid, readIdNumber } from './id-numbers.ts'
import type { ApplicationWarning, MemberKind } from './membership.ts'

type FormFields = Readonly<Record<string, string>>

/** PIPL 31: children need a guardian's consent, and the site has no flow for that. */
export const youngestAge = 14

export type FormCheckResult = { warnings: ApplicationWarning[]; isTooYoung: boolean; isNumberWrong: boolean }

/** Checks the numbers alone; the server checks for duplicates elsewhere. */
export function checkForm(kind: MemberKind, form: FormFields, today: string): FormCheckResult {
  if (kind === 'unit') {
    const isNumberWrong = !isCreditCodeValid(form['creditCode'] ?? '')
    return { warnings: isNumberWrong ? ['wrongCreditCode'] : [], isTooYoung: false, isNumberWrong }
  }
  const idNumber = readIdNumber(form['idCard'] ?? '', today)
  const warnings: ApplicationWarning[] = []
  if (idNumber.isOld) warnings.push('oldNumber')
  if (!idNumber.isCheckRight) warnings.push('wrongCheckDigit')
  if (!idNumber.birthDay) warnings.push('wrongBirthDate')
  else if (idNumber.gender !== form['gender']) warnings.push('otherGender')
  return {
    warnings,
    isTooYoung: idNumber.isCheckRight && idNumber.birthDay !== null && ageOn(idNumber.birthDay, today) < youngestAge,
    isNumberWrong: !idNumber.isCheckRight || !idNumber.birthDay,
  }
}

/** Hints for the applicant at fields with a probable typing error. Other warnings are for the reviewer only. */
const warningMessages = {
  wrongCheckDigit: ['idCard', '身份证号码的校验码与前面的数字不符，请核对'],
  wrongBirthDate: ['idCard', '身份证号码中的出生日期不存在，请核对'],
  otherGender: ['gender', '所选性别与身份证号码不一致，请核对'],
  wrongCreditCode: ['creditCode', '统一社会信用代码的校验码不符，请核对'],
} as const satisfies Partial<Record<ApplicationWarning, [field: string, sentence: string]>>
const hasWarningMessage = (warning: ApplicationWarning): warning is keyof typeof warningMessages =>
  warning in warningMessages

/** Hints by field; empty without warnings. The form must be valid by the contract. */
export const listWarningMessages = (warnings: readonly ApplicationWarning[]): Record<string, string> =>
  Object.fromEntries(warnings.filter(hasWarningMessage).map((warning) => warningMessages[warning]))
