// Names that roster groups show: a typed name must not look like the association.
import { findNameProblem } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'

/** The name, or its first character for one that users may not choose. */
export const nameInGroup = (name: string): string =>
  findNameProblem(name, { roleId: roles.user }) === null ? name : `${Array.from(name)[0] ?? ''}**`
