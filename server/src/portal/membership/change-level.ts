// Which level a member may be moved to, and what that means for the fee that follows.
import { fail } from '@xinqiao/contract/errors.ts'
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import type { Db, Tx } from '../../kit/db.ts'
import { chinaDay } from '../../kit/time.ts'
import { findFee, findLevel, type FeeRow, type LevelRow } from './level-store.ts'
import type { MemberRow } from './member-store.ts'
import { listSeats } from './seat-store.ts'

const refuse = (sentence: string) => fail('invalid', sentence, { fields: { levelId: sentence } })

/** A level that is on sale: open to those of this kind, with a fee that holds today. @throws Failure invalid */
export async function findOpenLevel(db: Db, kind: MemberKind, levelId: number): Promise<LevelRow & { fee: FeeRow }> {
  const [level, fee] = await Promise.all([findLevel(db, levelId), findFee(db, levelId, chinaDay())])
  if (level?.kind !== kind || !level.enabled || !fee) throw refuse('请选择会员类别')
  return { ...level, fee }
}

/** Another level of the same kind, which holds at once; what is paid next is its fee. @throws Failure invalid */
export async function moveToLevel(tx: Tx, member: MemberRow, levelId: number) {
  const { id, title, seats, fee } = await findOpenLevel(tx, member.kind, levelId)
  // one seat is the representative's
  if (member.kind === 'unit' && (await listSeats(tx, member.id)).length > seats - 1)
    throw refuse(`该类别只有${seats}个席位，请先收回多出的席位`)
  return { id, title, next: `，下次续费按${(fee.cents / 100).toFixed(2)}元` }
}
