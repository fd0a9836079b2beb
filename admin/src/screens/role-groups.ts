// Groups of roles by area of work.
import type { Role } from '@xinqiao/contract/roles.ts'

export const editors: readonly Role[] = ['administrator', 'editor']
export const administrators: readonly Role[] = ['administrator']
export const checkInStaff: readonly Role[] = ['administrator', 'editor', 'service']
export const examiners: readonly Role[] = ['administrator', 'examiner']
export const dutyStaff: readonly Role[] = ['administrator', 'service']
export const financiers: readonly Role[] = ['administrator', 'finance']
