// Rules for authors: drafts, files, submitting and withdrawing. The clock of the database decides about the deadline.
import { randomInt } from 'node:crypto'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { OwnSubmission, SubmissionCall, SubmissionFields } from '@xinqiao/contract/http/submissions/submissions.ts'
import { appliedKinds, callKinds, reviewWorkingDays, type CallKind } from '@xinqiao/contract/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { inTransaction, viewerOf, type Ctx, type CtxInTransaction } from '../../../kit/ctx.ts'
import type { UploadedFile } from '../../../kit/files/uploads.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import { removePrivateFile, storePrivateFile, type PrivateKind } from '../../../kit/files/private-files.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { formatTime } from '../../../kit/time.ts'
import { readWordText } from '../../../kit/documents/word/word.ts'
import { selectCalendar } from '../../calendar/store.ts'
import { afterWorkingDays } from '../../calendar/working-days.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { checkSubmission, countWordsByField } from '../rules/field-checks.ts'
import { findSubmissionObstacle, findCallObstacle } from '../rules/obstacle.ts'
import { openSubmissionFields, sealPerson, splitSubmission } from '../rules/parts.ts'
import { presentOwnSubmissions } from '../rules/present.ts'
import * as reviewStore from '../records/review-store.ts'
import * as store from '../records/store.ts'
import { checkVideo } from './video.ts'

export async function getNewestCall({ kit }: Ctx, kind: CallKind): Promise<SubmissionCall | null> {
  const row = await store.selectNewestCall(kit.sql, kind)
  if (!row) return null
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    opensTime: formatTime(row.opens_at),
    deadline: formatTime(row.deadline),
    isOpen: row.is_open,
    state: row.state,
    criteria: row.criteria,
    now: formatTime(row.now),
  }
}

export async function listOwnSubmissions(ctx: Ctx, kind: CallKind | undefined): Promise<OwnSubmission[]> {
  const rows = await store.selectOwnSubmissions(ctx.kit.sql, viewerOf(ctx).id, kind)
  return presentOwnSubmissions(
    ctx,
    ctx.kit.sql,
    rows.map((row) => ({ ...row, call: { ...row, state: row.call_state } })),
  )
}

const presentOwnSubmission = async (
  ctx: CtxInTransaction,
  tx: Tx,
  row: store.SubmissionRow,
  call: store.CallForPapersRow,
): Promise<OwnSubmission> => {
  const [submission] = await presentOwnSubmissions(ctx, tx, [{ ...row, kind: call.kind, call }])
  return submission!
}

/** @throws Failure wrongState after the deadline */
function requireOpenCall(call: store.CallForPapersRow | null): store.CallForPapersRow {
  if (!call) throw fail('notFound')
  failIfObstacle(findCallObstacle(call))
  return call
}

const failIfObstacle = (obstacle: string): void => {
  if (obstacle) throw fail('wrongState', obstacle)
}

const isEditable = (row: store.SubmissionRow) => ['draft', 'returned', 'withdrawn'].includes(row.state)

async function lockEditableSubmission(tx: Tx, ctx: CtxInTransaction, id: number) {
  const accountId = viewerOf(ctx).id
  const unlockedRow = await store.selectSubmission(tx, id)
  if (unlockedRow?.account_id !== accountId) throw fail('notFound')
  // serialises changes here with the publication of results
  const call = await store.lockCallForShare(tx, unlockedRow.call_id)
  const row = await store.lockOwnSubmission(tx, id, accountId)
  if (!row || !call) throw fail('notFound')
  if (!isEditable(row)) throw fail('wrongState', '已提交，如需修改请先撤回')
  failIfObstacle(findSubmissionObstacle(row, call))
  return { row, call }
}

type SubmissionDraft = {
  kind: CallKind
  id?: number | undefined
  version?: number | undefined
  fields: SubmissionFields
}
const maxPerHour = 300

const toDraftValues = (
  { kit }: Ctx,
  { id, kind, fields, fileText }: { id: number; kind: CallKind; fields: SubmissionFields; fileText: string },
) => {
  const { title, content, person } = splitSubmission(fields)
  return {
    title,
    content,
    person_sealed: sealPerson(kit, id, person),
    counts: countWordsByField(kind, fields, fileText),
  }
}

export async function saveSubmissionDraft(ctx: Ctx, draft: SubmissionDraft): Promise<OwnSubmission> {
  const { kit } = ctx
  const accountId = viewerOf(ctx).id
  await limitHits(kit.sql, `submission:${accountId}`, maxPerHour, hourSeconds)
  return transaction(kit.sql, async (tx) => {
    if (draft.id === undefined) {
      const newest = requireOpenCall(await store.selectNewestCall(tx, draft.kind))
      // serialises two browsers that begin at the same time
      const call = (await store.lockCall(tx, newest.id)) ?? newest
      const { maxPerAuthor, noun } = callKinds[call.kind]
      if ((await store.countOwnSubmissions(tx, call.id, accountId)) >= maxPerAuthor)
        throw fail('wrongState', `每人最多${maxPerAuthor}份${noun}`)
      const id = randomInt(10 ** 9, 2 ** 47)
      const values = toDraftValues(ctx, { id, kind: call.kind, fields: draft.fields, fileText: '' })
      return presentOwnSubmission(
        ctx,
        tx,
        await store.insertSubmission(tx, { ...values, id, call_id: call.id, account_id: accountId }),
        call,
      )
    }
    const { row, call } = await lockEditableSubmission(tx, ctx, draft.id)
    if (draft.version !== row.version) throw fail('changedMeanwhile', '内容已在其他页面修改，请刷新后再保存')
    const values = toDraftValues(ctx, { id: row.id, kind: call.kind, fields: draft.fields, fileText: row.file_text })
    return presentOwnSubmission(ctx, tx, await store.updateSubmission(tx, row.id, values), call)
  })
}

const fileRules: Record<CallKind, { kinds: PrivateKind[]; wrongKind: string; name: string }> = {
  paper: { kinds: ['docx'], wrongKind: '请上传 .docx 格式的论文', name: '论文.docx' },
  competition: { kinds: ['mp4'], wrongKind: '请上传 .mp4 格式的视频', name: '作品.mp4' },
  organisation: { kinds: ['pdf'], wrongKind: '请上传 .pdf 格式的材料', name: '申报材料.pdf' },
  individual: { kinds: ['pdf'], wrongKind: '请上传 .pdf 格式的材料', name: '申报材料.pdf' },
  collective: { kinds: ['pdf'], wrongKind: '请上传 .pdf 格式的材料', name: '申报材料.pdf' },
}

/** @throws Failure notFound, wrongState before the file is received */
export const checkSubmissionUpload = async (ctx: Ctx, id: number): Promise<void> => {
  await transaction(ctx.kit.sql, (tx) => lockEditableSubmission(tx, ctx, id))
}

/** Inspects the file before taking locks, and stores it under a name that does not identify the author. */
export async function attachSubmissionFile(ctx: Ctx, id: number): Promise<OwnSubmission> {
  const { kit, file } = ctx
  if (!file || file.size === 0) throw fail('fileMissing')
  const before = await transaction(kit.sql, (tx) => lockEditableSubmission(tx, ctx, id))
  const { kind } = before.call
  const { kinds, wrongKind, name } = fileRules[kind]
  const ending = file.name.split('.').at(-1)?.toLowerCase()
  if (!kinds.some((accepted) => accepted === ending)) throw fail('wrongFileKind', wrongKind)
  if (kind === 'competition') await checkVideo(file.body)
  const text = kind === 'paper' ? await readManuscript(file) : ''
  const storedFile = await storePrivateFile(
    kit,
    { ...file, name },
    {
      ownerId: viewerOf(ctx).id,
      purpose: 'submission',
      readers: ['administrator', 'editor', 'counsellor'],
      kinds,
      wrongKind,
    },
  )
  const submission = await transaction(kit.sql, async (tx) => {
    const { row, call } = await lockEditableSubmission(tx, ctx, id)
    const counts = countWordsByField(kind, openSubmissionFields(kit, row), text)
    const changedRow = await store.updateSubmission(tx, id, { file_key: storedFile.key, file_text: text, counts })
    return presentOwnSubmission(ctx, tx, changedRow, call)
  })
  if (before.row.file_key) await removePrivateFile(kit, before.row.file_key)
  return submission
}

const maxText = 100_000
/** Reads the text of a manuscript without U+0000, which PostgreSQL does not store. */
const readManuscript = async (file: UploadedFile) =>
  (await readWordText(await file.read())).replaceAll('\0', '').slice(0, maxText)

/** A withdrawn or returned work comes back as a new text, so earlier scores do not count. */
export const submitOwnSubmission = (
  ctx: Ctx,
  { id, version }: { id: number; version: number },
): Promise<OwnSubmission> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const { row, call } = await lockEditableSubmission(tx, ctx, id)
    if (row.version !== version) throw fail('changedMeanwhile', '内容已在其他页面修改，请刷新后再提交')
    const fields = openSubmissionFields(ctx.kit, row)
    const counts = countWordsByField(call.kind, fields, row.file_text)
    const errors = checkSubmission(call.kind, fields, { counts, hasFile: row.file_key !== null })
    const [first] = Object.values(errors)
    if (first) throw fail('invalid', first, { fields: errors })
    const isApplied = appliedKinds.includes(call.kind)
    const submittedRow = await store.updateSubmission(tx, id, {
      state: 'submitted',
      submitted_at: call.now,
      due_at: isApplied ? afterWorkingDays(call.now, reviewWorkingDays, await selectCalendar(tx)) : null,
      counts,
      note: '',
    })
    const userIds = await reviewStore.markReviewsAssigned(tx, id)
    const title = `“${submittedRow.title}”已由作者重新提交，请按新提交的内容评审`
    await notifyUsers(scope, { kind: 'review', userIds, title, link: routes.review })
    return presentOwnSubmission(ctx, tx, submittedRow, call)
  })

/** Withdraws the work; allowed before the deadline and before a decision. */
export const withdrawOwnSubmission = (ctx: Ctx, id: number): Promise<OwnSubmission> =>
  transaction(ctx.kit.sql, async (tx) => {
    const row = orNotFound(await store.lockOwnSubmission(tx, id, viewerOf(ctx).id))
    if (row.state !== 'submitted') throw fail('wrongState')
    const call = orNotFound(await store.selectCall(tx, row.call_id))
    failIfObstacle(findSubmissionObstacle(row, call))
    return presentOwnSubmission(
      ctx,
      tx,
      await store.updateSubmission(tx, id, { state: 'withdrawn', due_at: null }),
      call,
    )
  })
