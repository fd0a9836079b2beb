// Levels with their fees, and filled-in forms, for the demo site and for tests.
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import type { Db } from '../../src/kit/db.ts'
import { insertFee, insertLevel } from '../../src/portal/membership/level-store.ts'
import { checkCharacterOf } from '@xinqiao/contract/id-numbers.ts'

type LevelToMake = {
  title: string
  kind?: MemberKind
  seats?: number
  cents?: number
  description?: string
  position?: number
  termMonths?: number
  effectiveFrom?: string
}

export const assemblyDecision = '第三次会员代表大会关于会费标准的决议'

/** @returns the new level's id */
export async function makeLevel(db: Db, level: LevelToMake): Promise<number> {
  const { title, kind = 'individual', seats = 1, description = '', position = 0 } = level
  const id = (await insertLevel(db, { title, kind, seats, description, position, enabled: true }))!
  await insertFee(db, {
    level_id: id,
    cents: level.cents ?? 20_000, // portal.md 9
    term_months: level.termMonths ?? 12,
    effective_from: level.effectiveFrom ?? '2024-06-01',
    decision: assemblyDecision,
    decided_on: '2024-05-18',
    decision_file: null,
    created_by: null,
  })
  return id
}

/** A right ID number of somebody born on this day: area 110105, the given running number. */
export function makeIdNumber(birthDay: string, running: number): string {
  const seventeen = `110105${birthDay.replaceAll('-', '')}${`${running}`.padStart(3, '0')}`
  return `${seventeen}${checkCharacterOf(seventeen)}`
}
