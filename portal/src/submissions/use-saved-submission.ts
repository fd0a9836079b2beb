// The submission as the server has it, and its saves, which never overlap.
import { useRef, useState } from 'react'
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import type { CallKind } from '@xinqiao/contract/submissions.ts'
import { api } from '../session/api.ts'
import type { FormValues } from '../forms/use-form.ts'
import { saveSubmissionDraft } from './submission-draft.ts'
import { toSubmissionFields } from './SubmissionFields.tsx'

/** @param onBegun receives the id of a new submission */
export function useSavedSubmission(
  kind: CallKind,
  first: OwnSubmission | null,
  onBegun: ((id: number) => void) | undefined,
) {
  const [submission, setSubmission] = useState(first)
  // a ref, because the next save must name the newest version at once
  const newest = useRef(first)
  /** Typed values are stored here until a save succeeds, because the session may end meanwhile. */
  const typedFields = useRef<OwnSubmission['fields'] | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const storeSaved = (saved: OwnSubmission) => {
    newest.current = saved
    setSubmission(saved)
    return saved
  }
  const saveNow = async (values: FormValues, included: OwnSubmission['fields'] | null) => {
    const newestSubmission = newest.current
    const fields = toSubmissionFields(kind, values)
    const savedSubmission = storeSaved(
      await api('POST /submission/draft', {
        kind,
        fields,
        ...(newestSubmission && { id: newestSubmission.id, version: newestSubmission.version }),
      }),
    )
    saveSubmissionDraft(kind, newestSubmission, null)
    if (typedFields.current === included) typedFields.current = null
    else saveSubmissionDraft(kind, savedSubmission, typedFields.current)
    if (!newestSubmission) onBegun?.(savedSubmission.id)
    return savedSubmission
  }
  /** Saves are serialised: each one names the version created by the previous one. */
  const save = (values: FormValues): Promise<OwnSubmission> => {
    const included = typedFields.current
    const saving = turn.current.then(
      () => saveNow(values, included),
      () => saveNow(values, included),
    )
    turn.current = saving
    return saving
  }
  /** Stores typed values in the browser. */
  const keepTypedValues = (values: FormValues) => {
    typedFields.current = toSubmissionFields(kind, values)
    saveSubmissionDraft(kind, newest.current, typedFields.current)
  }
  return { submission, save, storeSaved, keepTypedValues }
}
