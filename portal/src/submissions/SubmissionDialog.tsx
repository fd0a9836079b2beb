// Submission form. The server counts the length of its texts.
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import { callKinds, type CallKind } from '@xinqiao/contract/submissions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { SubmissionFields } from './SubmissionFields.tsx'
import { SubmissionUpload } from './SubmissionUpload.tsx'
import { useSubmissionForm } from './use-submission-form.ts'

type SubmissionDialogProps = {
  kind: CallKind
  submission: OwnSubmission | null
  deadline: string
  /** Called with the id of the submission once the server has stored its draft. */
  onBegun?: (id: number) => void
  onClose: () => void
}

export function SubmissionDialog({ kind, submission: first, deadline, onBegun, onClose }: SubmissionDialogProps) {
  const { form, draft, submission, saving, isSaving, progress, change, saveDraft, upload, close } = useSubmissionForm({
    kind,
    submission: first,
    onBegun,
    onClose,
  })

  return (
    <Dialog title={callKinds[kind].noun} width="wide" onClose={() => void close()} closesLightly={false}>
      <form {...form.formProps} className="grid gap-6" onChange={change}>
        {draft && <Notice tone="warm">已恢复上次没有保存的内容，请核对后保存或提交。</Notice>}
        {deadline && <p className="text-compact text-muted">{`截止时间 ${deadline}，以服务器时间为准`}</p>}
        {submission?.note && <Notice tone="warm">{submission.note}</Notice>}
        <SubmissionFields
          kind={kind}
          initial={draft ?? submission?.fields ?? null}
          counts={submission?.counts ?? {}}
          errors={form.errors}
        />
        <SubmissionUpload
          kind={kind}
          submission={submission}
          progress={progress}
          onUpload={(file) => void upload(file)}
        />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p aria-live="polite" className="mr-auto text-compact text-muted">
            {saving.state === 'saved' && `草稿已于${saving.at}自动保存`}
            {saving.state === 'failed' && (
              <span className="text-danger">{`未能自动保存：${saving.message || '请点“保存草稿”'}`}</span>
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
