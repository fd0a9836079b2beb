// State and actions of the submission form: the draft is saved automatically, by a button, on upload and before
// submitting.
import { useEffect, useEffectEvent, useState } from 'react'
import { uploadFile } from '@xinqiao/contract/http/client.ts'
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import type { CallKind } from '@xinqiao/contract/submissions.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { useForm, readFormValues } from '../forms/use-form.ts'
import { readSubmissionDraft } from './submission-draft.ts'
import { useAutosave } from './use-autosave.ts'
import { useSavedSubmission } from './use-saved-submission.ts'

type SubmissionFormOptions = {
  kind: CallKind
  /** The submission as it was when the form opened. */
  submission: OwnSubmission | null
  /** Called with the id of the submission once the server has stored its draft. */
  onBegun: ((id: number) => void) | undefined
  onClose: () => void
}

export function useSubmissionForm({ kind, submission: first, onBegun, onClose }: SubmissionFormOptions) {
  // such a dialog opens by a press or in the browser, so never on the server
  const [draft] = useState(() => readSubmissionDraft(kind, first))
  const { submission, save, storeSaved, keepTypedValues } = useSavedSubmission(kind, first, onBegun)
  const [isSaving, setSaving] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const form = useForm({
    check: () => ({}),
    async send(values) {
      autosave.settle()
      const { id, version } = await save(values)
      storeSaved(await api('POST /submission/submit', { id, version }))
      showToast('提交成功')
      onClose()
    },
  })
  const autosave = useAutosave(() => {
    const element = form.formProps.ref.current
    return element ? save(readFormValues(element)) : Promise.resolve()
  }, !form.isBusy)
  const touchRestored = useEffectEvent(() => {
    if (draft) autosave.touch()
  })
  useEffect(() => touchRestored(), [])
  const guard = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      form.showFailure(error)
    }
  }
  const saveDraft = () =>
    guard(async () => {
      const element = form.formProps.ref.current
      if (!element) return
      setSaving(true)
      try {
        autosave.settle()
        await save(readFormValues(element))
        showToast('草稿已保存')
      } finally {
        setSaving(false)
      }
    })
  const close = async () => {
    const element = form.formProps.ref.current
    if (element && autosave.isDirty()) {
      autosave.settle()
      try {
        await save(readFormValues(element))
        showToast('草稿已保存')
      } catch (error) {
        return form.showFailure(error)
      }
    }
    return onClose()
  }
  const upload = (file: File) =>
    guard(async () => {
      const element = form.formProps.ref.current
      if (!element) return
      setProgress(0)
      try {
        const { id } = await save(readFormValues(element))
        storeSaved(await uploadFile<OwnSubmission>('/submission/file', file, { id: `${id}` }, setProgress))
        // the file replaces the text of this field, so the field is no longer missing
        form.clear(kind === 'paper' ? 'body' : 'videoUrl')
        showToast('文件上传成功')
      } finally {
        setProgress(null)
      }
    })
  const change = () => {
    autosave.touch()
    const element = form.formProps.ref.current
    if (element) keepTypedValues(readFormValues(element))
  }
  return { form, draft, submission, saving: autosave.status, isSaving, progress, change, saveDraft, upload, close }
}
