// Pictures and files that the members of a group have sent, newest first.
import { useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { nameOf } from '../../notice-text.ts'
import { formatListTime } from '../../relative-time.ts'
import { downloadUrlOf, thumbnailUrlOf, toLocalAddress } from '../../thread/lines/picture-display.ts'
import { PictureView } from '../../thread/lines/PictureView.tsx'
import { useNow } from '../../use-now.ts'
import { type FileLine, useFiles } from './use-files.ts'
import { useInfiniteScroll } from '../use-infinite-scroll.ts'

type GroupFilesProps = { chat: ChatSession; to: string; thread: Thread | undefined }

const thumbnailSide = 96
const kindNames: Record<number, string> = { [chatMessageTypes.image]: '图片', [chatMessageTypes.video]: '视频' }

export function GroupFiles({ chat, to, thread }: GroupFilesProps) {
  const now = useNow()
  const { files, hasMore, fault, loadMore } = useFiles(chat, to, thread)
  const [picture, setPicture] = useState<string | null>(null)
  const end = useInfiniteScroll<HTMLOutputElement>(files?.length ?? 0, files !== null && hasMore && !fault, loadMore)
  const people = chat.peopleOf(to, files?.map(({ from }) => from) ?? [])
  const isEmpty = files?.length === 0
  const kinds = thread?.group?.team?.isManaged ? '图片' : '图片和文件'
  return (
    <>
      <ul>
        {files?.map((line) => (
          <li key={line.key}>
            <FileRow
              line={line}
              note={`${nameOf(people, line.from)} · ${formatListTime(line.time, now)}`}
              onView={setPicture}
            />
          </li>
        ))}
      </ul>
      <output ref={end} className="group-none block py-2 text-center">
        {fault ?? (isEmpty ? `还没有文件。大家发送的${kinds}会显示在这里` : files && !hasMore ? '' : '正在加载…')}
      </output>
      {fault && (
        <button type="button" className="chat-ask" onClick={() => void loadMore()}>
          重试
        </button>
      )}
      {picture && <PictureView url={picture} onClose={() => setPicture(null)} />}
    </>
  )
}

function FileRow({ line, note, onView }: { line: FileLine; note: string; onView: (url: string) => void }) {
  const { type, file } = line.content
  const isPicture = type === chatMessageTypes.image
  const name = isPicture ? '图片' : file.name || (kindNames[type] ?? '文件')
  const words = (
    <span className="chat-conversation-words">
      <span className="chat-conversation-name">{name}</span>
      <span className="chat-found-text">{note}</span>
    </span>
  )
  if (isPicture)
    return (
      <button type="button" className="chat-found" onClick={() => onView(toLocalAddress(file.url))}>
        <img className="group-file-mark" src={thumbnailUrlOf(file.url, thumbnailSide)} alt="" loading="lazy" />
        {words}
      </button>
    )
  return (
    <a className="chat-found" href={downloadUrlOf(file.url, name)}>
      <span className="group-file-mark">
        <Icon name="file" />
      </span>
      {words}
      <Icon name="download" className="size-4.5" />
    </a>
  )
}
