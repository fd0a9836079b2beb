// SQL of notice periods and objections.
import type { AwardLevel, CallKind, CallForPapersState, ObjectionState } from '@xinqiao/contract/submissions.ts'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import { firstRow, readCount } from '../../../kit/db/results.ts'
import type { SubmissionRow } from '../records/store.ts'

export type ObjectionRow = Omit<Rows['submission_objection'], 'state'> & { state: ObjectionState }

export type PublicNoticeRow = {
  id: number
  kind: CallKind
  title: string
  state: CallForPapersState
  noticed_at: Date
  notice_until: Date
  is_running: boolean
}

/** Current notices, and the latest past ones. */
export const selectPublicNotices = (db: Db) =>
  db<PublicNoticeRow[]>`
    select id, kind, title, state, noticed_at, notice_until,
      state = 'noticed' and notice_until > clock_timestamp() as is_running
    from submission_call where noticed_at is not null order by noticed_at desc limit 10`

export type WinnerRow = Pick<SubmissionRow, 'id' | 'call_id' | 'title' | 'person_sealed' | 'account_id'> & {
  award: AwardLevel | null
}

/** Works with an award and accepted applications, best first. */
export const selectWinners = (db: Db, callIds: readonly number[]) =>
  db<WinnerRow[]>`
    select submission.id, call_id, submission.title, person_sealed, account_id, award
    from submission join submission_call on submission_call.id = call_id
    where call_id = any(${[...callIds]}::bigint[]) and (award is not null
      or (kind in ('organisation', 'individual', 'collective') and submission.state = 'accepted'))
    order by award nulls last, score desc nulls last, submission.id`

export const insertObjection = (
  tx: Tx,
  values: Pick<ObjectionRow, 'id' | 'call_id' | 'submission_id' | 'account_id' | 'text_sealed'>,
) => tx`insert into submission_objection ${valuesWithId(tx, values)}`

type TitledObjectionRow = ObjectionRow & { call_title: string; work: string | null }
const titledObjectionRows = (db: Db) => db`
  select objection.*, submission_call.title as call_title, submission.title as work
  from submission_objection objection join submission_call on submission_call.id = objection.call_id
  left join submission on submission.id = objection.submission_id`

export const selectOwnObjections = (db: Db, accountId: number) =>
  db<
    TitledObjectionRow[]
  >`${titledObjectionRows(db)} where objection.account_id = ${accountId} order by objection.id desc limit 50`

export const selectObjections = (db: Db, callId: number) =>
  db<
    TitledObjectionRow[]
  >`${titledObjectionRows(db)} where objection.call_id = ${callId} order by objection.id desc limit 500`

export const lockObjection = (tx: Tx, id: number) =>
  firstRow(tx<ObjectionRow[]>`select * from submission_objection where id = ${id} for update`)

export const updateObjectionDecision = (
  tx: Tx,
  id: number,
  settled: { state: 'upheld' | 'dismissed'; answer: string; decided_by: number },
) => tx`update submission_objection set ${tx(settled)}, decided_at = now() where id = ${id}`

export const countOpenObjections = (db: Db, callId: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from submission_objection where call_id = ${callId} and state = 'asked'`)
