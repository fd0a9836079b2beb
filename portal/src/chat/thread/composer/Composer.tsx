// Message input: at most 500 characters, pictures and documents. A draft survives leaving the page.
import {
  type AriaAttributes,
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { hasVisibleText } from '@xinqiao/contract/visible-text.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatLine, Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { useDraft } from '../../../forms/use-draft.ts'
import {
  type ChosenFile,
  type ChosenKind,
  isPastedText,
  pictureTypes,
  selectSendable,
  sendChosenFiles,
} from './chosen-files.ts'
import { PastedFiles } from './PastedFiles.tsx'
import { UnsentHelpCard } from './UnsentHelpCard.tsx'
import { useTiny } from '../../use-width.ts'
import { countCharacters, maxLetters } from '../../message-text.ts'

/** A list above the input that helps to write, such as the members to mention. */
export type ComposerSuggestions = {
  input: RefObject<HTMLTextAreaElement | null>
  /** Attributes that tie the input to the list. */
  attributes: AriaAttributes
  list: ReactNode
  /** Called when the text or the caret has changed. */
  onCaret: () => void
  /** Returns true when the list used the key. */
  onKeyDown: (event: KeyboardEvent) => boolean
  /** The members whom a text mentions. */
  apnsOf: (text: string) => MessageContent['apns']
}

type ComposerProps = {
  chat: ChatSession | null
  to: string
  thread: Thread | null
  name: string
  isOver: boolean
  /** Files that the reader can send; null where the other side cannot see any. */
  accepted: Extract<ChosenKind, 'group' | 'any'> | null
  /** False for counsellors, and while the help card of a sent message is shown. */
  showsHelp: boolean
  aid?: ComposerSuggestions
  /** The message to which the text replies, with its text in one line. */
  reply: { line: ChatLine; text: string } | null
  onReplyEnd: () => void
}

export function Composer({
  chat,
  to,
  thread,
  name,
  accepted,
  isOver,
  showsHelp,
  aid,
  reply,
  onReplyEnd,
}: ComposerProps) {
  const [text, write] = useDraft(`chat ${to}`)
  const ownInput = useRef<HTMLTextAreaElement>(null)
  const input = aid?.input ?? ownInput
  const isTiny = useTiny()
  const letters = countCharacters(text)
  const isTooLong = letters > maxLetters
  const canSend = !isOver && !isTooLong && hasVisibleText(text)
  /** Text sent before the chat session was ready. It is sent once the session is ready, unless the user edits it. */
  const [isWaiting, setWaiting] = useState(false)
  const isHeld = isWaiting && chat === null

  const sendWrittenText = (at: ChatSession) => {
    const message = text.trim()
    at.sendText(to, message, { apns: aid?.apnsOf(message), replied: reply?.line })
    write('')
    onReplyEnd()
    input.current?.focus()
  }
  const sendWritten = () => {
    if (!canSend) return
    if (chat) sendWrittenText(chat)
    else setWaiting(true)
  }
  const giveWaiting = useEffectEvent((at: ChatSession) => {
    if (isWaiting && canSend) sendWrittenText(at)
  })
  useEffect(() => {
    if (chat) giveWaiting(chat)
  }, [chat])
  const repliedKey = reply?.line.key
  useEffect(() => {
    if (repliedKey !== undefined) input.current?.focus()
  }, [repliedKey, input])
  const onKeyDown = (event: KeyboardEvent) => {
    if (aid?.onKeyDown(event)) return
    if (event.key === 'Escape' && reply && !event.nativeEvent.isComposing) {
      onReplyEnd()
      event.preventDefault()
      return
    }
    // Enter also selects a word in a Chinese input method
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    sendWritten()
  }
  const [pasted, setPasted] = useState<readonly ChosenFile[]>([])
  const canShow = accepted !== null && chat !== null && !isOver
  const createPick =
    (kind: ChosenKind) =>
    ({ target }: ChangeEvent<HTMLInputElement>) => {
      const files = [...(target.files ?? [])]
      target.value = ''
      if (chat) sendChosenFiles(chat, to, files, kind)
    }
  const pasteFiles = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    if (!canShow || files.length === 0 || isPastedText(event.clipboardData)) return
    event.preventDefault()
    setPasted(selectSendable([...files], accepted))
  }
  const sendPasted = () => {
    for (const { file, type } of pasted) chat?.sendFile(to, file, type)
    setPasted([])
  }

  return (
    <>
      {showsHelp && <UnsentHelpCard thread={thread} draft={text} />}
      <form
        className="chat-composer"
        onPaste={pasteFiles}
        onSubmit={(event) => {
          event.preventDefault()
          sendWritten()
        }}
      >
        {aid?.list}
        {reply && (
          <p className="chat-reply">
            <span>
              <span className="sr-only">回复</span>
              {reply.text}
            </span>
            <button type="button" className="chat-tool" aria-label="取消回复" title="取消回复" onClick={onReplyEnd}>
              <Icon name="close" />
            </button>
          </p>
        )}
        {accepted !== null && (
          <label className="chat-tool chat-pick" data-off={!canShow}>
            <Icon name="image" />
            <span className="sr-only">发送图片</span>
            <input
              type="file"
              accept={pictureTypes.join(',')}
              multiple
              disabled={!canShow}
              onChange={createPick('picture')}
            />
          </label>
        )}
        {accepted === 'any' && (
          <label className="chat-tool chat-pick" data-off={!canShow}>
            <Icon name="file" />
            <span className="sr-only">发送文件</span>
            <input type="file" multiple disabled={!canShow} onChange={createPick('document')} />
          </label>
        )}
        <div className="chat-input" data-bad={isTooLong}>
          <div className="chat-grow" data-text={text}>
            <textarea
              {...aid?.attributes}
              ref={input}
              rows={1}
              value={text}
              aria-label={`给${name}写消息`}
              aria-describedby="chat-count"
              aria-invalid={isTooLong || undefined}
              placeholder={isTiny ? '写消息…' : '写下想说的话…'}
              enterKeyHint="send"
              onChange={({ target }) => {
                write(target.value)
                setWaiting(false)
                aid?.onCaret()
                if (target.value !== '') chat?.notifyTyping(to)
              }}
              onSelect={aid?.onCaret}
              onKeyDown={onKeyDown}
            />
          </div>
          <span id="chat-count" className="chat-count">
            {isTooLong ? `超出 ${letters - maxLetters} 字` : `${letters}/${maxLetters}`}
          </span>
        </div>
        <button type="submit" className="chat-send" disabled={!canSend || isHeld}>
          <Icon name="send" />
          <span>{isHeld ? '待发送' : '发送'}</span>
        </button>
      </form>
      {pasted.length > 0 && (
        <PastedFiles files={pasted} name={name} onSend={sendPasted} onCancel={() => setPasted([])} />
      )}
    </>
  )
}
