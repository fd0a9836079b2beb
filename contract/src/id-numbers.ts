// Chinese ID numbers and credit codes: parsing and check characters, for browser and server.

/** GB 11643-1999: weights and check characters of ISO 7064 MOD 11-2. */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checkCharacters = '10X98765432'

export const checkCharacterOf = (seventeen: string): string =>
  checkCharacters[Array.from(seventeen, Number).reduce((sum, digit, i) => sum + digit * weights[i]!, 0) % 11]!

export type IdNumber = {
  isOld: boolean
  /** True for an old number, which has no check character. */
  isCheckRight: boolean
  /** The birthday; null for a day that does not exist or is in the future. */
  birthDay: string | null
  gender: '男' | '女'
}

function readBirthDay(digits: string, today: string): string | null {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  const at = new Date(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
  return exists && day >= '1900-01-01' && day <= today ? day : null
}

/** @param number must have a form that the contract accepts */
export function readIdNumber(number: string, today: string): IdNumber {
  const isOld = number.length === 15
  const digits = isOld ? `${number.slice(0, 6)}19${number.slice(6)}` : number.slice(0, 17)
  return {
    isOld,
    isCheckRight: isOld || checkCharacterOf(digits) === number.slice(17).toUpperCase(),
    birthDay: readBirthDay(digits.slice(6, 14), today),
    gender: Number(digits[16]) % 2 === 1 ? '男' : '女',
  }
}

/** Normal form for comparison: upper-case X, and an old number converted to the person's new one. */
export function normaliseIdNumber(number: string): string {
  const upper = number.trim().toUpperCase()
  if (!/^\d{15}$/.test(upper)) return upper
  const seventeen = `${upper.slice(0, 6)}19${upper.slice(6)}`
  return `${seventeen}${checkCharacterOf(seventeen)}`
}

/** Age in whole years. */
export function ageOn(birthDay: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDay.slice(0, 4))
  return today.slice(5) < birthDay.slice(5) ? years - 1 : years
}

/** GB 32100-2015: a number in base 31 without I, O, S, V, Z; weights are powers of 3. */
const creditCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY'

export function isCreditCodeValid(code: string): boolean {
  const values = Array.from(code, (character) => creditCharacters.indexOf(character))
  if (values.length !== 18 || values.includes(-1)) return false
  let weight = 1
  let sum = 0
  for (const value of values.slice(0, 17)) {
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return (31 - (sum % 31)) % 31 === values[17]
}
