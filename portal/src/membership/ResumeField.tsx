// The resume: checked here with the messages of portal.md, and by content on the server.
import { useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { resumeEndings, resumeMessages } from '@xinqiao/contract/membership.ts'
import { uploadFile } from '@xinqiao/contract/http/client.ts'
import type { Resume } from '@xinqiao/contract/http/membership/membership.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { FieldError, fieldId } from '@xinqiao/ui/Field.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { PreviewLink } from '../forms/PreviewLink.tsx'

type UploadedResume = { url: string; name: string }
type ResumeFieldProps = {
  label: string
  uploaded: UploadedResume | null
  /** The reviewer's remark about the present file. */
  reason: string | undefined
  error: string | undefined
}

export function ResumeField({ label, uploaded, reason, error }: ResumeFieldProps) {
  const id = fieldId('resume')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<UploadedResume | null>(uploaded)
  const [fault, setFault] = useState<string>()
  const [fraction, setFraction] = useState<number | null>(null)

  const uploadResume = async (chosen: File | undefined) => {
    if (!chosen) return
    setFault(undefined)
    const ending = chosen.name.split('.').at(-1)?.toLowerCase() ?? ''
    if (!resumeEndings.some((known) => known === ending)) return setFault(resumeMessages.kind)
    if (chosen.size > limits.maxResumeBytes) return setFault(resumeMessages.size)
    setFraction(0)
    try {
      const resume = await uploadFile<Resume>('/memberApplication/postResume', chosen, {}, setFraction)
      setFile(resume)
      showToast(resumeMessages.done)
      // the draft listens to input events of the form
      input.current?.form?.dispatchEvent(new Event('input', { bubbles: true }))
    } catch (problem) {
      setFault(problem instanceof Failure && problem.message ? problem.message : resumeMessages.failed)
    } finally {
      setFraction(null)
      if (input.current) input.current.value = ''
    }
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 inline-block text-compact font-semibold text-ink">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          id={id}
          type="file"
          data-field="resumeUrl"
          accept=".pdf,.doc,.docx"
          aria-describedby={fault || error ? `${id}-hint ${id}-error` : `${id}-hint`}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => uploadResume(target.files?.[0])}
        />
        <Button look="ghost" busy={fraction !== null} onClick={() => input.current?.click()}>
          {fraction === null ? (file ? '重新上传' : '选择文件') : `正在上传 ${Math.round(fraction * 100)}%`}
        </Button>
        {file && (
          <span className="flex min-w-0 items-center gap-2 text-compact">
            <Icon name="file" className="size-5 text-brand" />
            <a href={file.url} className="min-w-0 text-brand-deep hover:underline">
              {file.name}
            </a>
            <PreviewLink url={file.url} name={file.name} />
            <Button look="plain" onClick={() => setFile(null)}>
              移除
            </Button>
          </span>
        )}
      </div>
      <input type="hidden" name="resumeUrl" value={file?.url ?? ''} />
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {reason ?? 'PDF、DOC 或 DOCX，10MB 以内；只有您和审核人员能打开'}
      </p>
      <FieldError id={`${id}-error`} error={fault ?? error} />
    </div>
  )
}
