// Weekly hours of a counsellor, and the exceptions for single days.
import { fail } from '@xinqiao/contract/errors.ts'
import type { Schedule } from '@xinqiao/contract/http/booking/bookings.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { transaction, type Db } from '../../../kit/db/db.ts'
import { chinaDay } from '../../../kit/time.ts'
import * as store from '../records/store.ts'

async function requireCounsellorId(ctx: Ctx): Promise<number> {
  const id = await store.selectCounsellorIdOf(ctx.kit.sql, viewerOf(ctx).id)
  if (id === null) throw fail('notFound')
  return id
}

/** Reads the hours of a counsellor, without exceptions for past days. */
async function readSchedule(db: Db, counsellorId: number): Promise<Schedule> {
  const [rules, exceptions] = await Promise.all([
    store.selectScheduleRules(db, counsellorId),
    store.selectScheduleExceptions(db, counsellorId),
  ])
  const today = chinaDay(new Date())
  return { rules: [...rules], exceptions: exceptions.filter(({ day }) => day >= today) }
}

export const getSchedule = async (ctx: Ctx) => readSchedule(ctx.kit.sql, await requireCounsellorId(ctx))

export async function saveSchedule(ctx: Ctx, schedule: Schedule): Promise<Schedule> {
  const id = await requireCounsellorId(ctx)
  const today = chinaDay(new Date())
  if (schedule.exceptions.some(({ day }) => day < today)) throw fail('invalid', '特殊日期不能早于今天')
  return transaction(ctx.kit.sql, async (tx) => {
    await store.replaceSchedule(tx, id, schedule)
    return readSchedule(tx, id)
  })
}
