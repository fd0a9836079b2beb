// SQL of levels, fees and settings.
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import type { Rows } from '../../../../db/rows.ts'
import { toJson, type Db } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

export type LevelRow = Omit<Rows['member_level'], 'kind'> & { kind: MemberKind }
export type FeeRow = Rows['member_fee']
export type ListedFeeRow = FeeRow & { file_name: string | null }

export const selectLevels = (db: Db) => db<LevelRow[]>`select * from member_level order by position, id`

export const selectLevel = (db: Db, id: number) => firstRow(db<LevelRow[]>`select * from member_level where id = ${id}`)

/** The default level: the first one with a fee on this day. */
export const selectFirstLevel = (db: Db, kind: MemberKind, today: string) =>
  firstRow(db<LevelRow[]>`
    select * from member_level l where kind = ${kind} and enabled
      and exists (select 1 from member_fee f where f.level_id = l.id and f.effective_from <= ${today})
    order by position, id limit 1`)

export const selectFees = (db: Db) =>
  db<ListedFeeRow[]>`
    select f.*, p.name as file_name from member_fee f left join private_file p on p.key = f.decision_file
    order by f.effective_from desc, f.id desc`

/** Fee of the level on this day: the newest one that has begun. */
export const selectFeeOn = (db: Db, levelId: number, today: string) =>
  firstRow(db<FeeRow[]>`
    select * from member_fee where level_id = ${levelId} and effective_from <= ${today}
    order by effective_from desc limit 1`)

export const selectFeeById = (db: Db, id: number) => firstRow(db<FeeRow[]>`select * from member_fee where id = ${id}`)

type NewFee = Pick<
  FeeRow,
  'level_id' | 'cents' | 'term_months' | 'effective_from' | 'decision' | 'decided_on' | 'decision_file' | 'created_by'
>
/** @returns null when the level already has a fee from that day */
export async function insertFee(db: Db, fee: NewFee): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into member_fee ${db(fee)} on conflict (level_id, effective_from) do nothing returning id`
  return row?.id ?? null
}

export type LevelValues = Pick<LevelRow, 'title' | 'description' | 'seats' | 'enabled' | 'position'>

/**
 * Creates a level.
 * @returns null when the title is already used
 */
export async function insertLevel(db: Db, values: LevelValues & { kind: MemberKind }): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into member_level ${db(values)} on conflict (title) do nothing returning id`
  return row?.id ?? null
}

export async function isLevelTitleTaken(db: Db, title: string, exceptId: number): Promise<boolean> {
  return (await db`select 1 from member_level where title = ${title} and id <> ${exceptId}`).length > 0
}

export async function updateLevel(db: Db, id: number, values: LevelValues): Promise<boolean> {
  return (await db`update member_level set ${db(values)} where id = ${id}`).count === 1
}

export const countByLevel = (db: Db) =>
  db<{ level_id: number; members: number }[]>`
    select level_id, count(*) as members from member where state in ('active', 'grace') group by level_id`

export async function selectMembershipSettings(db: Db): Promise<unknown> {
  const [row] = await db<{ settings: unknown }[]>`select settings from membership_settings`
  return row?.settings ?? null
}

export async function upsertMembershipSettings(db: Db, settings: Record<string, unknown>): Promise<void> {
  const json = toJson(db, settings)
  await db`
    insert into membership_settings (settings) values (${json})
    on conflict (only_row) do update set settings = ${json}`
}
