// Monthly figures of crisis alerts without names: their number, response time and outcome.
import { alertOutcomes, crisisLevels, type AlertOutcome, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { MonthlyAlertFigures } from '@xinqiao/contract/http/crisis/duty.ts'
import type { Db } from '../../../kit/db/db.ts'
import { addMonths, chinaDay, parseTime } from '../../../kit/time.ts'
import { countAlerts, selectResponseTimes } from './figures-store.ts'

const months = 12

const createZeroCounts = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>

export async function listFigures(db: Db): Promise<MonthlyAlertFigures[]> {
  const firstDay = `${addMonths(chinaDay(), 1 - months).slice(0, 7)}-01`
  const since = parseTime(`${firstDay} 00:00:00`)
  const [counts, speeds] = await Promise.all([countAlerts(db, since), selectResponseTimes(db, since)])
  return speeds.map((speed) => {
    const levels = createZeroCounts<CrisisLevel>(crisisLevels)
    const outcomes = createZeroCounts(Object.keys(alertOutcomes) as AlertOutcome[])
    let [total, running] = [0, 0]
    for (const { level, outcome, count } of counts.filter(({ month }) => month === speed.month)) {
      levels[level] += count
      total += count
      if (outcome) outcomes[outcome] += count
      else running += count
    }
    return { ...speed, total, running, levels, outcomes }
  })
}
