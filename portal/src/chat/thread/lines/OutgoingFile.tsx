// A picture or document that is being uploaded, with its progress and a way to cancel.
import { useState } from 'react'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { ChatLine } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { FileName } from './FileBubble.tsx'

type OutgoingFileProps = { line: ChatLine; onDiscard: () => void }

export function OutgoingFile({ line, onDiscard }: OutgoingFileProps) {
  const { content } = line
  if (content.type === chatMessageTypes.image || !('file' in content))
    return <OutgoingPicture line={line} onDiscard={onDiscard} />
  const { name = '', size } = content.file
  return <OutgoingDocument line={line} name={name} size={size} onDiscard={onDiscard} />
}

function OutgoingPicture({ line, onDiscard }: OutgoingFileProps) {
  const { localUrl, status } = line
  const [isShown, setShown] = useState(localUrl !== null)
  return (
    <div className="chat-picture chat-uploading">
      {isShown && localUrl ? (
        <img
          src={localUrl}
          alt={status === 'fail' ? '没有发出的图片' : '正在发送的图片'}
          onError={() => setShown(false)}
        />
      ) : (
        <Icon name="image" className="size-8" />
      )}
      <UploadProgress line={line} onDiscard={onDiscard} />
    </div>
  )
}

function OutgoingDocument({ line, name, size, onDiscard }: OutgoingFileProps & { name: string; size: number }) {
  return (
    <div className="chat-bubble chat-document">
      <p className="chat-file">
        <FileName name={name} size={size} />
      </p>
      <UploadProgress line={line} onDiscard={onDiscard} />
    </div>
  )
}

function UploadProgress({ line: { percentage, status }, onDiscard }: OutgoingFileProps) {
  if (status !== 'sending') return null
  return (
    <div className="chat-progress">
      <progress max={100} value={percentage ?? 0} aria-label="上传进度" />
      <span>{Math.round(percentage ?? 0)}%</span>
      <button type="button" aria-label="取消发送" onClick={onDiscard}>
        <Icon name="close" className="size-4" />
      </button>
    </div>
  )
}
