// Dialog that shows pasted pictures and documents before they are sent, because a paste may be a mistake.
import { useEffect, useRef } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import type { ChosenFile } from './chosen-files.ts'
import { FileName } from '../lines/FileBubble.tsx'

type PastedFilesProps = {
  files: readonly ChosenFile[]
  /** The person or group that will receive the files. */
  name: string
  onSend: () => void
  onCancel: () => void
}

export function PastedFiles({ files, name, onSend, onCancel }: PastedFilesProps) {
  const send = useRef<HTMLButtonElement>(null)
  // Enter sends, as in the input from which the dialog was opened
  useEffect(() => send.current?.focus(), [])
  const kind = files.every(({ type }) => type === 'image') ? '图片' : '文件'
  return (
    <Dialog title={`发送${kind}给${name}？`} onClose={onCancel}>
      <ul className="chat-pasted">
        {files.map(({ file, type }, index) => (
          <li key={index}>{type === 'image' ? <PastedPicture file={file} /> : <PastedDocument file={file} />}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button look="ghost" onClick={onCancel}>
          取消
        </Button>
        <Button ref={send} onClick={onSend}>
          发送
        </Button>
      </div>
    </Dialog>
  )
}

function PastedPicture({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return <img ref={image} alt="粘贴的图片" />
}

const PastedDocument = ({ file: { name, size } }: { file: File }) => (
  <p className="chat-file">
    <FileName name={name} size={size} />
  </p>
)
