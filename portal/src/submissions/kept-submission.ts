// Local copy of unsaved submission input, which survives an ended session or a crash.
import type { OwnSubmission } from '@xinqiao/contract/http/submissions.ts'
import type { CallKind } from '@xinqiao/contract/submissions.ts'
import { keepDraft, readDraft } from '../forms/kept.ts'

type Fields = OwnSubmission['fields']
type Known = Pick<OwnSubmission, 'id' | 'version'> | null

const placeOf = (kind: CallKind, known: Known) => `submission:${kind}:${known?.id ?? 'new'}`

/** Null also when the server has a newer version, because the input belongs to an older one. */
export function readKeptSubmission(kind: CallKind, known: Known): Fields | null {
  const kept = JSON.parse(readDraft(placeOf(kind, known)) || 'null') as { version: number; fields: Fields } | null
  return kept && kept.version === (known?.version ?? 0) ? kept.fields : null
}

/** @param fields null once the server has them */
export function keepSubmission(kind: CallKind, known: Known, fields: Fields | null): void {
  keepDraft(placeOf(kind, known), fields ? JSON.stringify({ version: known?.version ?? 0, fields }) : '')
}
