// Names as they are stored: normalised, and refused at their field where they hide something or pose as staff.
import { fail } from '@xinqiao/contract/errors.ts'
import { findNameProblem, normalizeName } from '@xinqiao/contract/names.ts'

type NamedField = { field: 'username' | 'nickName'; roleId: number }

/** @throws Failure invalid, at the field */
export function checkName(name: string, { field, roleId }: NamedField): string {
  const problem = findNameProblem(name, { isUsername: field === 'username', roleId })
  if (problem) throw fail('invalid', problem, { fields: { [field]: problem } })
  return normalizeName(name)
}
