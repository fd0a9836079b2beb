// One message, with the time above after a pause, and its status below.
import { memo, useState } from 'react'
import type { ChatLine } from '@xinqiao/im-sdk/chat/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { describeLine } from '../message-text.ts'
import { fitPicture, toLocalAddress, thumbnailUrlOf } from './picture-display.ts'

type LineItemProps = {
  line: ChatLine
  name: string
  /** True for the message that a search result leads to. */
  isFound: boolean
  moment: string | null
  note: string | null
  /** Recalls the message; null when the time for it is over. */
  onRecall: (() => void) | null
  onRetry: () => void
  onDiscard: () => void
  onView: (url: string) => void
}

export const lineId = (key: string): string => `line-${key}`

export const LineItem = memo(
  function LineItem({ line, name, isFound, moment, note, onRecall, onRetry, onDiscard, onView }: LineItemProps) {
    const { isOwn, status, fault } = line
    if (line.isNotice) return <li className="chat-moment">{describeLine(line)}</li>
    return (
      <>
        {moment && <li className="chat-moment">{moment}</li>}
        <li id={lineId(line.key)} className="chat-line" data-found={isFound} data-own={isOwn} data-status={status}>
          <span className="sr-only">{isOwn ? '我：' : `${name}：`}</span>
          <div className="chat-bubble-row">
            {status === 'sending' && (
              <span className="chat-spinner">
                <span className="sr-only">正在发送</span>
              </span>
            )}
            {status === 'fail' && <Icon name="alert" className="chat-failed" />}
            <Bubble line={line} onView={onView} onDiscard={onDiscard} />
          </div>
          {status === 'fail' && (
            <p className="chat-fault" role="alert">
              {fault ?? '发送失败'}
              <button type="button" onClick={onRetry}>
                重新发送
              </button>
              <button type="button" onClick={onDiscard}>
                删除
              </button>
            </p>
          )}
          {(note || onRecall || line.isModified) && (
            <p className="chat-read">
              {[line.isModified && '已编辑', note].filter(Boolean).join(' · ')}
              {onRecall && (
                <button type="button" onClick={onRecall}>
                  撤回
                </button>
              )}
            </p>
          )}
        </li>
      </>
    )
  },
  // the callbacks are new functions each time, but equivalent
  (a, b) =>
    a.line === b.line &&
    a.moment === b.moment &&
    a.note === b.note &&
    a.name === b.name &&
    a.isFound === b.isFound &&
    (a.onRecall === null) === (b.onRecall === null),
)

type BubbleProps = { line: ChatLine; onView: (url: string) => void; onDiscard: () => void }

function Bubble({ line, onView, onDiscard }: BubbleProps) {
  const { content } = line
  if (content.type === 1 && 'file' in content) {
    const { url, w, h } = content.file
    const size = fitPicture(w, h)
    if (!url) return <OutgoingPicture line={line} onDiscard={onDiscard} />
    return (
      <button type="button" className="chat-picture" aria-label="查看大图" onClick={() => onView(toLocalAddress(url))}>
        <img src={thumbnailUrlOf(url)} alt="聊天图片" {...size} />
      </button>
    )
  }
  if ('file' in content) {
    return (
      <a
        className="chat-bubble chat-file"
        href={`${toLocalAddress(content.file.url)}&download=${encodeURIComponent(content.file.name ?? '文件')}`}
      >
        <Icon name="file" />
        <span>{content.file.name ?? describeLine(line)}</span>
      </a>
    )
  }
  return <p className="chat-bubble">{describeLine(line)}</p>
}

function OutgoingPicture({ line: { localUrl, percentage, status }, onDiscard }: Omit<BubbleProps, 'onView'>) {
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
      {status === 'sending' && (
        <div className="chat-progress">
          <progress max={100} value={percentage ?? 0} aria-label="上传进度" />
          <span>{Math.round(percentage ?? 0)}%</span>
          <button type="button" aria-label="取消发送" onClick={onDiscard}>
            <Icon name="close" className="size-4" />
          </button>
        </div>
      )}
    </div>
  )
}
