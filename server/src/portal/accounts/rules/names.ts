// Normalises names, and refuses those with hidden characters or that impersonate staff.
import { failField } from '@xinqiao/contract/errors.ts'
import { findNameProblem, normalizeName } from '@xinqiao/contract/names.ts'

type NameField = { field: 'username' | 'nickName'; roleId: number }

/** @throws Failure invalid, with the form field */
export function checkName(name: string, { field, roleId }: NameField): string {
  const problem = findNameProblem(name, { isUsername: field === 'username', roleId })
  if (problem) throw failField(field, problem)
  return normalizeName(name)
}
