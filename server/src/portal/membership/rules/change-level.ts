// Changes the level of a member.
import { failField } from '@xinqiao/contract/errors.ts'
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { chinaDay } from '../../../kit/time.ts'
import { selectFeeOn, selectLevel, type FeeRow, type LevelRow } from '../records/level-store.ts'
import type { MemberRow } from '../records/member-store.ts'
import { selectSeats } from '../records/seat-store.ts'

const failLevel = (message: string) => failField('levelId', message)

/**
 * The level, if it is open to this kind of member and has a fee today.
 * @throws Failure invalid
 */
export async function requireOpenLevel(db: Db, kind: MemberKind, levelId: number): Promise<LevelRow & { fee: FeeRow }> {
  const [level, fee] = await Promise.all([selectLevel(db, levelId), selectFeeOn(db, levelId, chinaDay())])
  if (level?.kind !== kind || !level.enabled || !fee) throw failLevel('请选择会员类别')
  return { ...level, fee }
}

/**
 * Checks that a member can change to another level of the same kind at once. The next payment uses its fee.
 * @throws Failure invalid
 */
export async function requireLevelForMove(tx: Tx, member: MemberRow, levelId: number) {
  const { id, title, seats, fee } = await requireOpenLevel(tx, member.kind, levelId)
  // one of the seats is the representative's, so fewer can be given to others
  if (member.kind === 'unit' && (await selectSeats(tx, member.id)).length > seats - 1)
    throw failLevel(`该类别只有${seats}个席位，请先收回多出的席位`)
  return { id, title, next: `，下次续费按${(fee.cents / 100).toFixed(2)}元` }
}
