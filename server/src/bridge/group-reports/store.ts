// SQL of the outcomes of reports in groups.
import type { Rows } from '../../../db/rows.ts'
import type { Tx } from '../../kit/db/db.ts'

/** A report whose reporter reads the outcome. */
export type HandledReport = Pick<Rows['peer_report'], 'id' | 'reporter_id' | 'group_id' | 'roster_group_id' | 'team_id'>

/** One report, or those of a group, by the column that names it. */
export type ReportSelection = { column: 'id' | 'group_id' | 'roster_group_id' | 'team_id'; id: number }

/** Marks these reports as handled. Returns those that were open. */
export const updateReportsHandled = (tx: Tx, { column, id }: ReportSelection, outcome: string, handlerId: number) =>
  tx<HandledReport[]>`
    update peer_report set state = 'handled', outcome = ${outcome}, handled_by = ${handlerId}, handled_at = now()
    where ${tx(column)} = ${id} and state = 'open' 
    returning id, reporter_id, group_id, roster_group_id, team_id`
