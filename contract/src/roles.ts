// The roles (portal.md 6): the wire has the number, the code the name.
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

/** Callers of an endpoint: all visitors, all signed-in users, or only these roles. */
export type EndpointAccess = 'anyone' | 'user' | readonly Role[]

const names = Object.keys(roles) as Role[]
export const roleIds = Object.values(roles) as RoleId[]

/** @throws RangeError for an unknown number, which the check of the database excludes */
export function roleNameOf(id: number): Role {
  const name = names.find((role) => roles[role] === id)
  if (!name) throw new RangeError(`no role has the number ${id}`)
  return name
}

export const isAllowed = (who: EndpointAccess, role: Role | null): boolean =>
  who === 'anyone' || (role !== null && (who === 'user' || who.includes(role)))

/** All roles of the staff console, without counsellors and users. */
export const staff: readonly Role[] = ['administrator', 'editor', 'finance', 'examiner', 'service']
