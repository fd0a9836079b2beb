// One message, with the time above after a pause, and its status below.
import { memo } from 'react'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { channelTypes } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ChatLine, Reaction } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Avatar } from '../../Avatar.tsx'
import { DangerMark } from './DangerMark.tsx'
import { RobotAnswer } from './RobotAnswer.tsx'
import { FileBubble } from './FileBubble.tsx'
import { OutgoingFile } from './OutgoingFile.tsx'
import { labelMessage } from '../../message-text.ts'
import { type LineQuote, Quote } from './Quote.tsx'
import { fitPicture, toLocalAddress, thumbnailUrlOf } from './picture-display.ts'
import { ReactionList } from './ReactionList.tsx'
import { hasSameProps } from './same-props.ts'

export type LineSender = {
  name: string
  /** Role of the writer in the team; empty for ordinary and former members. */
  roleName: string
  /** True when the message before has the same sender. */
  isRepeated: boolean
}
type LineItemProps = {
  line: ChatLine
  text: string
  name: string
  /** The sender in a group, for messages of others; null in p2p. */
  sender: LineSender | null
  /** The message that this one replies to. */
  quote: LineQuote | null
  /** True for the message that a search result or a quote leads to. */
  isFound: boolean
  /** The group of a message in danger, for its leaders; null for other messages and readers. */
  markedIn: string | null
  /** The latest call for the duty staff at the message, in milliseconds. */
  dutyCalledTime: number | null
  moment: string | null
  reactions: readonly Reaction[]
  /** Adds or removes a reaction of the reader; null where the reader cannot write. */
  onReact: ((body: number) => void) | null
  note: string | null
  /** Why this message and earlier ones wait, under the newest of them. */
  waitReason: string | null
  /** Recalls the message; null when the time for it is over. */
  onRecall: (() => void) | null
  /** Begins a reply; null where the reader cannot reply. */
  onReply: (() => void) | null
  /** Shows the quoted message. */
  onQuote: (key: string) => void
  /** Opens the report of the message; null where there are no reports. */
  onReport: (() => void) | null
  /** Opens the menu of the message; null for a message that is not sent. */
  onMenu: (() => void) | null
  /** Asks a robot a question that its answer suggests; null where the reader cannot write. */
  onAsk: ((question: string) => void) | null
  /** Sends the message again. It is null where another try is refused, too, as in a group that the reader has left. */
  onRetry: (() => void) | null
  /** Copies the words of a message that the group does not accept any more; null for other messages. */
  onCopy: (() => void) | null
  onDiscard: () => void
  onView: (url: string) => void
}

export const lineId = (key: string): string => `line-${key}`

export const LineItem = memo(function LineItem({
  line,
  text,
  name,
  sender,
  quote,
  isFound,
  markedIn,
  dutyCalledTime,
  moment,
  reactions,
  onReact,
  note,
  waitReason,
  onRecall,
  onReply,
  onQuote,
  onReport,
  onMenu,
  onAsk,
  onRetry,
  onCopy,
  onDiscard,
  onView,
}: LineItemProps) {
  const { isOwn, status, fault } = line
  const label = labelMessage(isOwn ? '我' : (sender?.name ?? name), text)
  const time = moment && <li className="chat-moment">{moment}</li>
  if (line.isNotice) {
    return (
      <>
        {time}
        <li className="chat-moment">{text}</li>
      </>
    )
  }
  return (
    <>
      {time}
      <li
        id={lineId(line.key)}
        className="chat-line"
        data-found={isFound}
        data-own={isOwn}
        data-status={status}
        data-sender={sender ? (sender.isRepeated ? 'repeated' : 'first') : undefined}
        // a tap focuses the message, which shows its buttons
        tabIndex={-1}
      >
        {!sender && <span className="sr-only">{isOwn ? '我：' : `${name}：`}</span>}
        {sender && <SenderName {...sender} />}
        <div className="chat-bubble-row">
          {status === 'sending' && (
            <span className="chat-spinner">
              <span className="sr-only">正在发送</span>
            </span>
          )}
          {status === 'fail' && <Icon name="alert" className="chat-failed" />}
          <Bubble
            line={line}
            text={text}
            label={label}
            quote={quote}
            onAsk={onAsk}
            onQuote={onQuote}
            onView={onView}
            onDiscard={onDiscard}
          />
          {onReply && (
            <button
              type="button"
              className="chat-tool chat-reply-start"
              title="回复"
              aria-label={`回复这条消息，${label}`}
              onClick={onReply}
            >
              <Icon name="reply" />
            </button>
          )}
          {onMenu && (
            <button
              type="button"
              className="chat-tool chat-more"
              title="更多"
              aria-label={`这条消息的操作，${label}`}
              aria-haspopup="dialog"
              onClick={onMenu}
            >
              <Icon name="more" />
            </button>
          )}
        </div>
        {markedIn !== null && line.idServer !== null && (
          <DangerMark teamId={markedIn} idServer={line.idServer} label={label} knownCallTime={dutyCalledTime} />
        )}
        <ReactionList reactions={reactions} onReact={onReact} />
        {waitReason !== null && <output className="chat-read">{waitReason}</output>}
        {status === 'fail' && (
          <p className="chat-fault" role="alert">
            {fault === null ? '没有送达' : `没有送达：${fault}`}
            {onRetry && (
              <button type="button" onClick={onRetry}>
                重新发送
              </button>
            )}
            {onCopy && (
              <button type="button" onClick={onCopy}>
                复制
              </button>
            )}
            <button type="button" onClick={onDiscard}>
              删除
            </button>
          </p>
        )}
        {(note || onRecall || onReport || line.isModified) && (
          <p className="chat-read">
            {[line.isModified && '已编辑', note].filter(Boolean).join(' · ')}
            {onRecall && (
              <button type="button" className="chat-recall" aria-label={`撤回，${label}`} onClick={onRecall}>
                撤回
              </button>
            )}
            {onReport && (
              <button type="button" className="chat-report" aria-label={`举报这条消息，${label}`} onClick={onReport}>
                举报
              </button>
            )}
          </p>
        )}
      </li>
    </>
  )
}, hasSameProps)

function SenderName({ name, roleName, isRepeated }: LineSender) {
  if (isRepeated) return <span className="sr-only">{name}：</span>
  return (
    <>
      <Avatar name={name} small />
      <p className="chat-sender">
        {name}
        {roleName && <span className="chat-role">{roleName}</span>}
        <span className="sr-only">：</span>
      </p>
    </>
  )
}

type BubbleProps = {
  line: ChatLine
  text: string
  /** Names the message. */
  label: string
  quote: LineQuote | null
  onAsk: ((question: string) => void) | null
  onQuote: (key: string) => void
  onView: (url: string) => void
  onDiscard: () => void
}

function Bubble({ line, text, label, quote, onAsk, onQuote, onView, onDiscard }: BubbleProps) {
  const { content } = line
  if ('robot' in content && content.robot.answer) return <RobotAnswer text={text} robot={content.robot} onAsk={onAsk} />
  if ('file' in content && !content.file.url) return <OutgoingFile line={line} onDiscard={onDiscard} />
  if (content.type === 1 && 'file' in content) {
    const { url, w, h } = content.file
    const size = fitPicture(w, h)
    return (
      <button
        type="button"
        className="chat-picture"
        aria-label={`查看大图，${label}`}
        onClick={() => onView(toLocalAddress(url))}
      >
        <img src={thumbnailUrlOf(url)} alt="聊天图片" {...size} />
      </button>
    )
  }
  if ('file' in content) {
    const { url, name = '', size } = content.file
    return <FileBubble url={url} name={name} size={size} text={text} />
  }
  if (content.type === chatMessageTypes.g2 && 'attach' in content) {
    // a text of a person has another look, so that it cannot imitate a record of a call
    return (
      <p className="chat-bubble chat-call">
        <Icon name={content.attach.type === channelTypes.video ? 'video' : 'phone'} />
        {text}
      </p>
    )
  }
  if (quote === null) return <p className="chat-bubble">{text}</p>
  return (
    <div className="chat-bubble">
      <Quote quote={quote} onQuote={onQuote} />
      <p>{text}</p>
    </div>
  )
}
