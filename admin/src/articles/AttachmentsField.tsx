// Attachments of an article as a form control: upload with progress, order, remove.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { App, Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { Attachment } from '@xinqiao/contract/http/articles/articles.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { isSignedOut, errorMessageOf } from '../kit/api/hooks.ts'
import { upload } from '../kit/api/api.ts'

const maxAttachments = 20
const kinds = '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.zip'
const megabytes = limits.maxAttachmentBytes / 1024 / 1024
const formatSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

type AttachmentUploadProgress = { name: string; fraction: number }
type AttachmentsFieldProps = { value?: Attachment[]; onChange?: (list: Attachment[]) => void; id?: string }

type AttachmentMovesProps = {
  name: string
  isFirst: boolean
  isLast: boolean
  isDisabled: boolean
  onMove: (by: number) => void
  onRemove: () => void
}
const AttachmentMoves = ({ name, isFirst, isLast, isDisabled, onMove, onRemove }: AttachmentMovesProps) => (
  <span className="attachment-moves">
    <Button
      type="text"
      size="small"
      icon={<ArrowUpOutlined aria-hidden />}
      aria-label={`上移 ${name}`}
      disabled={isFirst || isDisabled}
      onClick={() => onMove(-1)}
    />
    <Button
      type="text"
      size="small"
      icon={<ArrowDownOutlined aria-hidden />}
      aria-label={`下移 ${name}`}
      disabled={isLast || isDisabled}
      onClick={() => onMove(1)}
    />
    <Button
      type="text"
      size="small"
      danger
      icon={<DeleteOutlined aria-hidden />}
      aria-label={`移除 ${name}`}
      disabled={isDisabled}
      onClick={onRemove}
    />
  </span>
)

export function AttachmentsField({ value = [], onChange, id }: AttachmentsFieldProps) {
  const { message } = App.useApp()
  const chooser = useRef<HTMLInputElement>(null)
  const [uploadProgress, setUploadProgress] = useState<AttachmentUploadProgress | null>(null)
  const isSendingRef = useRef(false)

  const sendFiles = async (files: File[]) => {
    if (isSendingRef.current) return
    isSendingRef.current = true
    const list = [...value]
    for (const file of files.slice(0, maxAttachments - value.length)) {
      if (file.size > limits.maxAttachmentBytes) {
        message.error(`${file.name}：附件不能超过${megabytes}MB`)
        continue
      }
      setUploadProgress({ name: file.name, fraction: 0 })
      try {
        // oxlint-disable-next-line no-await-in-loop -- one at a time, for one progress bar
        const attachment = await upload<Attachment>('/admin/attachment', file, (fraction) =>
          setUploadProgress({ name: file.name, fraction }),
        )
        list.push(attachment)
        onChange?.([...list])
      } catch (error) {
        if (isSignedOut(error)) break
        message.error(`${file.name}：${errorMessageOf(error)}`)
      }
    }
    if (files.length > maxAttachments - value.length) message.warning(`附件不能超过${maxAttachments}个`)
    setUploadProgress(null)
    isSendingRef.current = false
  }
  const moveAttachment = (at: number, by: number) => {
    const list = [...value]
    const [item] = list.splice(at, 1)
    if (item) list.splice(at + by, 0, item)
    onChange?.(list)
  }

  return (
    <div>
      <ul className="attachments">
        {value.map((file, at) => (
          <li key={file.id}>
            <a href={file.url} target="_blank" rel="noreferrer">
              {file.name}
            </a>
            <AttachmentMoves
              name={file.name}
              isFirst={at === 0}
              isLast={at === value.length - 1}
              isDisabled={uploadProgress !== null}
              onMove={(by) => moveAttachment(at, by)}
              onRemove={() => onChange?.(value.filter((other) => other.id !== file.id))}
            />
            <small>{formatSize(file.bytes)}</small>
          </li>
        ))}
        {uploadProgress && (
          <li>
            <b>{uploadProgress.name}</b>
            <Progress percent={Math.round(uploadProgress.fraction * 100)} size="small" />
          </li>
        )}
      </ul>
      <Button
        id={id}
        aria-label={uploadProgress ? '正在上传附件…' : '上传附件'}
        icon={<PaperClipOutlined aria-hidden />}
        loading={uploadProgress !== null}
        disabled={value.length >= maxAttachments}
        onClick={() => chooser.current?.click()}
      >
        {uploadProgress ? '正在上传…' : '上传附件'}
      </Button>
      <p className="hint">支持 PDF、Word、Excel、PPT、ZIP，单个不超过{megabytes}MB</p>
      <input
        ref={chooser}
        type="file"
        accept={kinds}
        multiple
        hidden
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length) void sendFiles(files)
        }}
      />
    </div>
  )
}
