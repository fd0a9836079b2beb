// All roles with their Chinese names, for a select.
import { roles, roleTitles, type Role } from '@xinqiao/contract/roles.ts'

export const roleOptions = (Object.keys(roles) as Role[]).map((role) => ({
  value: roles[role],
  label: roleTitles[role],
}))
