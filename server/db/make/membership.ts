// Levels with their fees, members, and numbers for their forms, for the demo site and for tests.
import { checkCharacterOf } from '@xinqiao/contract/id-numbers.ts'
import type { MemberKind, MemberState } from '@xinqiao/contract/membership.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { reserveId, type Db } from '../../src/kit/db.ts'
import { addDays, chinaDay } from '../../src/kit/time.ts'
import { renewCertificate } from '../../src/portal/membership/records/lifecycle.ts'
import { idNumberIndex, sealMember } from '../../src/portal/membership/records/form.ts'
import { insertFee, insertLevel } from '../../src/portal/membership/records/level-store.ts'
import { drawNumber, insertMember, insertTerm } from '../../src/portal/membership/records/member-store.ts'

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

type MemberToMake = {
  levelId: number
  name: string
  phone: string
  kind?: MemberKind
  /** None for one of the old register who never signed in. */
  accountId?: number | null
  termUntil?: string
  state?: MemberState
  organization?: string
  idNumber?: string
  email?: string
  gender?: '男' | '女'
}

/** A member as the import of an old register makes them. @returns the id */
export async function makeMember({ sql, secrets }: Pick<Kit, 'sql' | 'secrets'>, member: MemberToMake) {
  const { levelId, name, phone, kind = 'individual', accountId = null, idNumber, email } = member
  const termUntil = member.termUntil ?? addDays(chinaDay(), 200)
  const termFrom = addDays(termUntil, -364)
  const id = await reserveId(sql, 'member')
  await insertMember(sql, {
    id,
    number: await drawNumber(sql, kind, termFrom),
    kind,
    level_id: levelId,
    account_id: accountId,
    name,
    organization: member.organization ?? '',
    gender: member.gender ?? null,
    state: member.state ?? 'active',
    joined_on: termFrom,
    term_from: termFrom,
    term_until: termUntil,
    ...sealMember(secrets, id, { idNumber, phone, email }),
    id_number_index: idNumber ? idNumberIndex(secrets, idNumber) : null,
  })
  const term = { fee_id: null, order_no: null, cents: 0, starts_on: termFrom, ends_on: termUntil }
  await insertTerm(sql, { ...term, member_id: id })
  await renewCertificate(sql, id)
  return id
}
