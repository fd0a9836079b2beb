// Local copy of unsaved submission input, which survives an ended session or a crash.
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import type { CallKind } from '@xinqiao/contract/submissions.ts'
import { saveDraft, readDraft } from '../forms/draft-storage.ts'

type SubmissionFieldValues = OwnSubmission['fields']
type SavedVersion = Pick<OwnSubmission, 'id' | 'version'> | null

const draftNameOf = (kind: CallKind, known: SavedVersion) => `submission:${kind}:${known?.id ?? 'new'}`

/**
 * Reads the local copy.
 * @returns null also when the server has a newer version, because the input refers to an older one
 */
export function readSubmissionDraft(kind: CallKind, known: SavedVersion): SubmissionFieldValues | null {
  const draft = JSON.parse(readDraft(draftNameOf(kind, known)) || 'null') as {
    version: number
    fields: SubmissionFieldValues
  } | null
  return draft && draft.version === (known?.version ?? 0) ? draft.fields : null
}

/** @param fields null once the server has them */
export function saveSubmissionDraft(kind: CallKind, known: SavedVersion, fields: SubmissionFieldValues | null): void {
  saveDraft(draftNameOf(kind, known), fields ? JSON.stringify({ version: known?.version ?? 0, fields }) : '')
}
