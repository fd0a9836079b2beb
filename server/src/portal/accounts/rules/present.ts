// Wire format of accounts.
import type { AccountRestriction } from '@xinqiao/contract/factors.ts'
import { roleNameOf, roleTitles } from '@xinqiao/contract/roles.ts'
import type { AccountForStaff, User } from '@xinqiao/contract/http/accounts/accounts.ts'
import type { Kit, KitInTransaction } from '../../../kit/ctx.ts'
import { maskPhone } from '../../../kit/text/masks.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { formatTime } from '../../../kit/time.ts'
import type { AccountRow, UserAccountRow } from '../records/store.ts'

export function presentUser(kit: Kit, row: AccountRow, restriction: AccountRestriction | null): User {
  return {
    id: row.id,
    username: row.username,
    avatarName: row.avatar,
    nickName: row.nickname,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    gender: row.gender as User['gender'],
    phone: kit.secrets.open(row.phone_sealed, sealBindings.accountPhone(row.id)),
    roles: [{ id: row.role_id, name: roleTitles[roleNameOf(row.role_id)] }],
    restriction,
  }
}

export function presentStaffUser(kit: KitInTransaction, row: UserAccountRow): AccountForStaff {
  return {
    id: row.id,
    username: row.username,
    nickName: row.nickname,
    phone: maskPhone(kit.secrets.open(row.phone_sealed, sealBindings.accountPhone(row.id))),
    roleId: row.role_id,
    enabled: row.enabled,
    hasFactor: row.has_factor,
    createTime: formatTime(row.created_at),
    lastSeenTime: row.last_seen_at ? formatTime(row.last_seen_at) : null,
  }
}
