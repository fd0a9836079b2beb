// Wire format of submissions. Authors see results only after publication.
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import { appliedKinds, awardLevels, type CallKind } from '@xinqiao/contract/submissions.ts'
import { viewerOf, type CtxInTransaction } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { linkToPrivateFile } from '../../../kit/files/private-files.ts'
import { formatTime } from '../../../kit/time.ts'
import { findSubmissionObstacle, type CallTimes } from './obstacle.ts'
import { openSubmissionFields } from './parts.ts'
import * as store from '../records/store.ts'

const timeOrNull = (at: Date | null) => (at ? formatTime(at) : null)

type OwnSubmissionRow = store.SubmissionRow & { kind: CallKind; call: CallTimes }

/** Addresses of the files for this viewer. */
export async function createFileLinks(
  ctx: CtxInTransaction,
  db: Db,
  rows: readonly Pick<store.SubmissionRow, 'file_key'>[],
) {
  const keys = rows.map((row) => row.file_key).filter((key) => key !== null)
  const files = await store.selectSubmissionFiles(db, keys)
  return new Map(
    files.map((file) => [file.key, { name: file.name, url: linkToPrivateFile(ctx.kit, file, viewerOf(ctx)) }] as const),
  )
}

function resultMessageOf(row: OwnSubmissionRow): string {
  if (row.call.state === 'published' && row.award) return awardLevels[row.award].title
  if (row.state === 'accepted') return appliedKinds.includes(row.kind) ? '已通过' : '已录用'
  return row.state === 'rejected' ? (appliedKinds.includes(row.kind) ? '未通过' : '未录用') : ''
}

export async function presentOwnSubmissions(
  ctx: CtxInTransaction,
  db: Db,
  rows: readonly OwnSubmissionRow[],
): Promise<OwnSubmission[]> {
  const files = await createFileLinks(ctx, db, rows)
  return rows.map((row) => {
    const file = row.file_key ? files.get(row.file_key) : undefined
    return {
      id: row.id,
      callId: row.call_id,
      kind: row.kind,
      state: row.state,
      version: row.version,
      fields: openSubmissionFields(ctx.kit, row),
      fileName: file?.name ?? '',
      fileUrl: file?.url ?? '',
      counts: row.counts,
      submitTime: timeOrNull(row.submitted_at),
      dueTime: row.state === 'submitted' ? timeOrNull(row.due_at) : null,
      note: row.note,
      obstacle: findSubmissionObstacle(row, row.call),
      result: resultMessageOf(row),
      certificateNumber: row.certificate_number ?? '',
      updateTime: formatTime(row.changed_at),
    }
  })
}
