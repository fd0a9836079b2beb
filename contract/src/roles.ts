// The roles of portal.md 6 and operate.md: the number is what travels on the wire, the name is what the code says.
export const roles = {
  administrator: 1,
  counsellor: 2,
  editor: 3,
  finance: 4,
  examiner: 5,
  user: 6,
  service: 7,
} as const
export type Role = keyof typeof roles
export type RoleId = (typeof roles)[Role]

export const roleTitles: Record<Role, string> = {
  administrator: '管理员',
  counsellor: '咨询师',
  editor: '内容编辑',
  finance: '财务',
  examiner: '考务',
  user: '用户',
  service: '客服与审核',
}

/** Who may make a call: anybody, anybody signed in, or only these roles. */
export type Who = 'anyone' | 'user' | readonly Role[]

const names = Object.keys(roles) as Role[]
export const roleIds = Object.values(roles) as RoleId[]

/** @throws RangeError for a number that is no role, which the database's check already rules out. */
export function roleOf(id: number): Role {
  const name = names.find((role) => roles[role] === id)
  if (!name) throw new RangeError(`no role has the number ${id}`)
  return name
}

export const isAllowed = (who: Who, role: Role | null): boolean =>
  who === 'anyone' || (role !== null && (who === 'user' || who.includes(role)))

/** Everybody who may enter the staff console. Counsellors and users may not. */
export const staff: readonly Role[] = ['administrator', 'editor', 'finance', 'examiner', 'service']
