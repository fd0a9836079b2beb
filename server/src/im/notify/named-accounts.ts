// Accounts that staff name by what they know of them: a login name, telephone number, nickname, or chat account.
import { failField } from '@xinqiao/contract/errors.ts'
import { phonePattern } from '@xinqiao/contract/phone.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'

/** An account with one of the names. `is_nickname`: by its nickname only, which others may have, too. */
export type NamedRow = { name: string; id: number; is_nickname: boolean }

/** The names that are telephone numbers, with their search index. */
export const indexPhones = (names: readonly string[], secrets: Secrets): { phone: string; index: Buffer }[] =>
  names.filter((name) => phonePattern.test(name)).map((phone) => ({ phone, index: secrets.index('phone', phone) }))

const maxNamedAccounts = 5

function listNames(names: readonly string[]): string {
  const remainder = names.length > maxNamedAccounts ? `等${names.length}个` : ''
  return `${names.slice(0, maxNamedAccounts).join('、')}${remainder}`
}

/**
 * Ids of the named accounts, in the order of the names. Other names come before nicknames.
 * @param describeUnknown the message about names without an account, which it receives as a list
 * @throws Failure invalid at the field for unknown names, and for a nickname of several accounts
 */
export function matchNames(
  names: readonly string[],
  rows: readonly NamedRow[],
  { field, describeUnknown }: { field: string; describeUnknown: (list: string) => string },
): number[] {
  const matches = names.map((name) => {
    const namedRows = rows.filter((row) => row.name === name)
    const exact = namedRows.filter((row) => !row.is_nickname)
    return { name, ids: [...new Set((exact.length > 0 ? exact : namedRows).map(({ id }) => id))] }
  })
  const unknown = matches.filter(({ ids }) => ids.length === 0)
  if (unknown.length > 0) throw failField(field, describeUnknown(listNames(unknown.map(({ name }) => name))))
  const sharedNames = matches.filter(({ ids }) => ids.length > 1)
  if (sharedNames.length > 0)
    throw failField(field, `有几个账号叫：${listNames(sharedNames.map(({ name }) => name))}，请改用登录名`)
  return matches.flatMap(({ ids }) => ids)
}
