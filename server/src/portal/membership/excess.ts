// A unit may come to have more people in its seats than its level has: the level is the one that was paid for, and the
// seats were given at another. Nobody loses a seat by that; its representative and the secretariat are told.
import { roles } from '@xinqiao/contract/roles.ts'
import { serverRoutes } from '@xinqiao/contract/routes.ts'
import type { Db } from '../../kit/db.ts'
import { notifyUsers } from '../notify/notify.ts'
import { listByRoles } from '../notify/store.ts'
import type { MemberDetail } from './member-store.ts'
import { listSeats } from './seat-store.ts'
import type { Work } from './tell.ts'

/** How many seats are in use or offered, the representative's among them, where these are more than the level has. */
export async function findExcess(db: Db, unit: Pick<MemberDetail, 'id' | 'kind' | 'seats'>): Promise<number | null> {
  if (unit.kind !== 'unit') return null
  const used = (await listSeats(db, unit.id)).length + 1
  return used > unit.seats ? used : null
}

export async function callSecretariat(work: Work, unit: MemberDetail, used: number, once: string): Promise<void> {
  await notifyUsers(work, {
    kind: 'membership',
    userIds: await listByRoles(work.tx, [roles.administrator]),
    title: `单位会员“${unit.name}”已按所缴会费转为“${unit.level_title}”，已用席位${used}个，超过级别名额${unit.seats}个，请联系该单位调整`,
    link: `${serverRoutes.console}/members/${unit.id}`,
    once,
  })
}
