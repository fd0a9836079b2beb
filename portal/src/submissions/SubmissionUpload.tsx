// Upload of the file of a submission: a paper, a video or a proof.
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { videoMinutes, type CallKind } from '@xinqiao/contract/submissions.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { PreviewLink } from '../forms/PreviewLink.tsx'

const announcedVideo = {
  length: `${videoMinutes.min}至${videoMinutes.usual}分钟，最长${videoMinutes.max}分钟`,
  size: `不超过${limits.maxSubmissionBytes / 1024 / 1024}MB`,
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

type SubmissionUploadProps = {
  kind: CallKind
  submission: OwnSubmission | null
  /** Share of the file that is uploaded, from 0 to 1; null without an upload. */
  progress: number | null
  onUpload: (file: File) => void
}

export function SubmissionUpload({ kind, submission, progress, onUpload }: SubmissionUploadProps) {
  const { accept, label, hint } = uploads[kind]
  return (
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
            if (file) onUpload(file)
          }}
        />
      </label>
      <p className="mt-1.5 text-sm text-muted">{hint}</p>
      {submission?.fileUrl && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-compact">
          <span className="min-w-0 break-words">
            已上传：
            <a href={submission.fileUrl} className="text-brand-deep underline underline-offset-4">
              {submission.fileName}
            </a>
          </span>
          <PreviewLink url={submission.fileUrl} name={submission.fileName} />
        </p>
      )}
    </div>
  )
}
