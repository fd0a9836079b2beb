// All roles with their Chinese names, as a select shows them.
import { roles, roleTitles, type Role } from '@xinqiao/contract/roles.ts'

export const roleOptions = (Object.keys(roles) as Role[]).map((role) => ({
  value: roles[role],
  label: roleTitles[role],
}))
