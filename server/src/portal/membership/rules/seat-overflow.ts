// Units with more people than their level has seats, after they paid for a smaller level. No one loses a seat; the
// representative and the secretariat are notified.
import { roles } from '@xinqiao/contract/roles.ts'
import { serverRoutes } from '@xinqiao/contract/routes.ts'
import type { Db } from '../../../kit/db/db.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { selectAccountsByRoles } from '../../notify/store.ts'
import type { MemberDetailRow } from '../records/member-store.ts'
import { selectSeats } from '../records/seat-store.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'

/** Number of used and offered seats, including the representative's, if it exceeds the seats of the level. */
export async function findSeatExcess(
  db: Db,
  unit: Pick<MemberDetailRow, 'id' | 'kind' | 'seats'>,
): Promise<number | null> {
  if (unit.kind !== 'unit') return null
  const usedSeats = (await selectSeats(db, unit.id)).length + 1
  return usedSeats > unit.seats ? usedSeats : null
}

export async function notifySecretariatOfExcess(
  scope: TransactionScope,
  unit: MemberDetailRow,
  used: number,
  once: string,
): Promise<void> {
  await notifyUsers(scope, {
    kind: 'membership',
    userIds: await selectAccountsByRoles(scope.tx, [roles.administrator]),
    title: `单位会员“${unit.name}”已按所缴会费转为“${unit.level_title}”，已用席位${used}个，超过级别名额${unit.seats}个，请联系该单位调整`,
    link: `${serverRoutes.console}/members/${unit.id}`,
    once,
  })
}
