// Uploads, previews and removes one picture: a form control whose value is the stored picture.
import { DeleteOutlined, PictureOutlined, SyncOutlined } from '@ant-design/icons'
import { App, Button, Progress } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import type { Picture } from '@xinqiao/contract/http/articles/articles.ts'
import { useAction } from '../kit/api/hooks.ts'
import './pictures.css'
import { pictureKinds, uploadPicture } from './upload-picture.ts'

type PictureFieldProps = {
  value?: Picture | null
  onChange?: (picture: Picture | null) => void
  id?: string
  /** Aspect ratio of the frame, such as '16 / 9'. */
  ratio: string
  hint: string
  alt: string
}

export function PictureField({ value, onChange, id, ratio, hint, alt }: PictureFieldProps) {
  const { message } = App.useApp()
  const chooser = useRef<HTMLInputElement>(null)
  const [fraction, setFraction] = useState<number | null>(null)
  const [isOver, setOver] = useState(false)
  const [send, busy] = useAction(async (file: File) => {
    setFraction(0)
    try {
      onChange?.(await uploadPicture(file, setFraction))
      message.success('图片上传成功')
    } finally {
      setFraction(null)
    }
  })
  const addFiles = (files: FileList | null | undefined) => {
    const [file] = files ?? []
    if (file) void send(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    addFiles(event.dataTransfer.files)
  }

  return (
    <div className="picture-field">
      <div
        className="picture-frame"
        data-over={isOver}
        style={{ aspectRatio: ratio }}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {value ? (
          <img src={value.src} alt={alt} width={value.width} height={value.height} />
        ) : (
          <button
            id={id}
            type="button"
            aria-label={`${alt}：点击选择图片，或拖到这里`}
            disabled={busy}
            onClick={() => chooser.current?.click()}
          >
            <PictureOutlined aria-hidden />
            <span>点击选择图片，或拖到这里</span>
          </button>
        )}
        {fraction !== null && (
          <output className="picture-progress">
            <Progress percent={Math.round(fraction * 100)} size="small" />
            <span>{fraction < 1 ? '正在上传…' : '正在处理图片…'}</span>
          </output>
        )}
      </div>
      {value && (
        <div className="picture-actions">
          <Button
            id={id}
            size="small"
            aria-label={`更换${alt}`}
            icon={<SyncOutlined aria-hidden />}
            loading={busy}
            onClick={() => chooser.current?.click()}
          >
            更换
          </Button>
          <Button
            size="small"
            danger
            aria-label={`移除${alt}`}
            icon={<DeleteOutlined aria-hidden />}
            disabled={busy}
            onClick={() => onChange?.(null)}
          >
            移除
          </Button>
        </div>
      )}
      <p className="hint">{hint}</p>
      <input
        ref={chooser}
        type="file"
        accept={pictureKinds}
        hidden
        tabIndex={-1}
        onChange={(event) => {
          addFiles(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}
