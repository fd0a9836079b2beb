// Submission form. The draft is saved automatically, by a button, on upload and before submitting; the server counts
// the length.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uploadFile } from '@xinqiao/contract/http/client.ts'
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { callKinds, videoMinutes, type CallKind } from '@xinqiao/contract/submissions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../accounts/api.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { useForm, valuesOf, type FormValues } from '../forms/use-form.ts'
import { saveSubmissionDraft, readSubmissionDraft } from './submission-draft.ts'
import { useAutosave } from './use-autosave.ts'
import { readSubmission, SubmissionFields } from './SubmissionFields.tsx'

type SubmissionDialogProps = {
  kind: CallKind
  own: OwnSubmission | null
  deadline: string
  /** Called with the number once the server has the draft. */
  onBegun?: (id: number) => void
  onClose: () => void
}

const announcedVideo = {
  length: `${videoMinutes.least}至${videoMinutes.usual}分钟，最长${videoMinutes.most}分钟`,
  size: `不超过${limits.submissionBytes / 1024 / 1024}MB`,
}
const uploads: Record<CallKind, { accept: string; label: string; hint: string }> = {
  paper: {
    accept: '.docx',
    label: '上传论文',
    hint: '正文可以上传 .docx 文件，代替直接粘贴；文件中请不要出现作者信息',
  },
  competition: {
    accept: '.mp4',
    label: '上传视频',
    hint: `MP4 格式，${announcedVideo.length}，${announcedVideo.size}`,
  },
  organisation: { accept: '.pdf', label: '上传材料', hint: '单位盖章的证明材料，PDF 格式' },
  individual: { accept: '.pdf', label: '上传材料', hint: '推荐单位盖章的证明材料，PDF 格式' },
  collective: { accept: '.pdf', label: '上传材料', hint: '单位盖章的证明材料，PDF 格式' },
}

export function SubmissionDialog({ kind, own: first, deadline, onBegun, onClose }: SubmissionDialogProps) {
  // such a dialog opens by a press or in the browser, so never on the server
  const [draft] = useState(() => readSubmissionDraft(kind, first))
  const [own, setOwn] = useState(first)
  // a ref, because the next save must name the newest version at once
  const newest = useRef(first)
  const [isSaving, setSaving] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const storeSaved = (saved: OwnSubmission) => {
    newest.current = saved
    setOwn(saved)
    return saved
  }
  /** Typed values are stored here until a save succeeds, because the session may end meanwhile. */
  const typed = useRef<OwnSubmission['fields'] | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const saveNow = async (values: FormValues, included: OwnSubmission['fields'] | null) => {
    const known = newest.current
    const fields = readSubmission(kind, values)
    const saved = storeSaved(
      await api('POST /submission/draft', { kind, fields, ...(known && { id: known.id, version: known.version }) }),
    )
    saveSubmissionDraft(kind, known, null)
    if (typed.current === included) typed.current = null
    else saveSubmissionDraft(kind, saved, typed.current)
    if (!known) onBegun?.(saved.id)
    return saved
  }
  /** Serialised: each save names the version created by the previous one. */
  const save = (values: FormValues): Promise<OwnSubmission> => {
    const included = typed.current
    const saving = turn.current.then(
      () => saveNow(values, included),
      () => saveNow(values, included),
    )
    turn.current = saving
    return saving
  }
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
    return element ? save(valuesOf(element)) : Promise.resolve()
  }, !form.isBusy)
  const keepTyped = () => {
    const element = form.formProps.ref.current
    if (!element) return
    typed.current = readSubmission(kind, valuesOf(element))
    saveSubmissionDraft(kind, newest.current, typed.current)
  }
  const touchRestored = useEffectEvent(() => {
    if (draft) autosave.touch()
  })
  useEffect(() => touchRestored(), [])
  const guard = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      form.fail(error)
    }
  }
  const saveDraft = () =>
    guard(async () => {
      const element = form.formProps.ref.current
      if (!element) return
      setSaving(true)
      try {
        autosave.settle()
        await save(valuesOf(element))
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
        await save(valuesOf(element))
        showToast('草稿已保存')
      } catch (error) {
        return form.fail(error)
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
        const { id } = await save(valuesOf(element))
        storeSaved(await uploadFile<OwnSubmission>('/submission/file', file, { id: `${id}` }, setProgress))
        // the file replaces the text of this field, so the field is no longer missing
        form.clear(kind === 'paper' ? 'body' : 'videoUrl')
        showToast('文件上传成功')
      } finally {
        setProgress(null)
      }
    })
  const { accept, label, hint } = uploads[kind]

  return (
    <Dialog title={callKinds[kind].thing} width="wide" onClose={() => void close()} closesLightly={false}>
      <form
        {...form.formProps}
        className="grid gap-6"
        onChange={() => {
          autosave.touch()
          keepTyped()
        }}
      >
        {draft && <Notice tone="warm">已恢复上次没有保存的内容，请核对后保存或提交。</Notice>}
        {deadline && <p className="text-compact text-muted">{`截止时间 ${deadline}，以服务器时间为准`}</p>}
        {own?.note && <Notice tone="warm">{own.note}</Notice>}
        <SubmissionFields
          kind={kind}
          initial={draft ?? own?.fields ?? null}
          counts={own?.counts ?? {}}
          errors={form.errors}
        />
        <div>
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-5 py-2 text-compact font-semibold text-brand-deep ring-1 ring-brand-line ring-inset hover:bg-tint has-focus-visible:outline-3">
            <Icon name="file" />
            {progress === null ? label : `正在上传 ${Math.round(progress * 100)}%`}
            <input
              type="file"
              accept={accept}
              className="sr-only"
              disabled={progress !== null}
              onChange={(event) => {
                const file = event.target.files?.[0]
                event.target.value = ''
                if (file) void upload(file)
              }}
            />
          </label>
          <p className="mt-1.5 text-sm text-muted">{hint}</p>
          {own?.fileUrl && (
            <p className="mt-1 text-compact">
              已上传：
              <a href={own.fileUrl} className="text-brand-deep underline underline-offset-4">
                {own.fileName}
              </a>
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p aria-live="polite" className="mr-auto text-compact text-muted">
            {autosave.status.state === 'saved' && `草稿已于${autosave.status.at}自动保存`}
            {autosave.status.state === 'failed' && (
              <span className="text-danger">{`未能自动保存：${autosave.status.message || '请点“保存草稿”'}`}</span>
            )}
          </p>
          <Button
            look="ghost"
            className="min-h-12"
            busy={isSaving}
            busyText="正在保存…"
            disabled={form.isBusy}
            onClick={() => void saveDraft()}
          >
            保存草稿
          </Button>
          <SubmitButton form={form} label="提交" busyLabel="正在提交…" className="px-8" />
        </div>
      </form>
    </Dialog>
  )
}
