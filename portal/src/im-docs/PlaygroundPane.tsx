// One side of the playground: its messages, a field to write, and the callbacks that the SDK has called.
import { useEffect, useId, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { PlaygroundPair } from '@xinqiao/contract/http/chat/playground.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { hasVisibleText } from '@xinqiao/contract/visible-text.ts'
import type { NimDisconnect, NimError, NimMessage, NIM } from '@xinqiao/im-sdk/index.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { callbackTexts } from './options.texts.ts'
import { PlaygroundMessage } from './PlaygroundMessage.tsx'
import { forgetPair } from './playground-pair.ts'
import { QuietHelpCard } from '../crisis/QuietHelpCard.tsx'

const maxShown = 50
const maxText = 500

const linkTexts = { connecting: '正在连接…', online: '已连接', offline: '已断开' }

/** The callbacks that the pane lists: all, except the one whose result the SDK uses. */
const callbackNames = Object.keys(callbackTexts).filter((name) => name !== 'reconnectDelayProvider')

type CallbackLine = { id: number; name: string; preview: string; data: string }
type PlaygroundPaneProps = {
  name: string
  appKey: string
  own: PlaygroundPair['accounts'][number]
  /** Account of the other side. */
  to: string
}

const toJson = (value: unknown, indent = 0) =>
  JSON.stringify(
    value instanceof Error ? Object.assign({ message: value.message }, value) : (value ?? null),
    null,
    indent,
  )
/** Puts a callback before the others. */
const prepend = (before: CallbackLine[], name: string, value: unknown): CallbackLine[] =>
  [{ id: (before[0]?.id ?? 0) + 1, name, preview: toJson(value), data: toJson(value, 2) }, ...before].slice(0, maxShown)

function MessageList({ name, messages }: { name: string; messages: readonly NimMessage[] }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const element = list.current!
    const showLast = () => element.scrollTo({ top: element.scrollHeight })
    if (messages.length > 0) showLast()
    // scrolls again once a picture is loaded, because it has no height before
    element.addEventListener('load', showLast, true)
    return () => element.removeEventListener('load', showLast, true)
  }, [messages])
  return (
    <ul
      ref={list}
      aria-label={`${name}的消息`}
      aria-live="polite"
      className="grid max-h-72 min-h-24 grid-cols-1 content-start gap-2 overflow-auto rounded-lg bg-page p-3"
    >
      {messages.map((message) => (
        <PlaygroundMessage key={message.idClient} message={message} />
      ))}
    </ul>
  )
}

const CallbackList = ({ name, lines }: { name: string; lines: readonly CallbackLine[] }) => (
  <ol aria-label={`${name}的回调`} className="grid max-h-96 grid-cols-1 gap-2 overflow-auto">
    {lines.map((line) => (
      <li key={line.id}>
        <details>
          <summary className="grid min-h-8 cursor-pointer grid-cols-[1fr_auto] items-center gap-x-3">
            <code className="font-semibold">{line.name}</code>
            <Icon name="arrowDown" className="size-4.5 text-muted" />
            {line.preview !== 'null' && (
              <span className="col-span-full truncate text-sm text-muted">{line.preview}</span>
            )}
          </summary>
          <pre>{line.data}</pre>
        </details>
      </li>
    ))}
  </ol>
)

export function PlaygroundPane({ name, appKey, own: { account, token }, to }: PlaygroundPaneProps) {
  const id = useId()
  const nim = useRef<NIM>(null)
  const [link, setLink] = useState<keyof typeof linkTexts>('connecting')
  const [messages, setMessages] = useState<NimMessage[]>([])
  const [lines, setLines] = useState<CallbackLine[]>([])
  const [level, setLevel] = useState<CrisisLevel | null>(null)
  const [text, setText] = useState('')

  useEffect(() => {
    const show = (news: NimMessage | NimMessage[]) =>
      setMessages((before) => instance.mergeMsgs(before, news).slice(-maxShown))
    const act: Partial<Record<string, (value: never) => void>> = {
      onsyncdone() {
        setLink('online')
        // after a reload, the earlier messages
        instance.getHistoryMsgs({ scene: 'p2p', to, limit: maxShown, done: (_error, data) => show(data?.msgs ?? []) })
      },
      ondisconnect({ code }: NimDisconnect) {
        setLink('offline')
        if (code === imErrors.wrongAccountOrToken.code) forgetPair()
      },
      onwillreconnect: () => setLink('connecting'),
      onmsg: show,
      oncare: (care: { level: CrisisLevel }) => setLevel(care.level),
    }
    const callbacks = Object.fromEntries(
      callbackNames.map((callback) => [
        callback,
        (...values: unknown[]) => {
          setLines((before) => prepend(before, callback, values.length > 1 ? values : values[0]))
          act[callback]?.(values[0] as never)
        },
      ]),
    )
    const instance = window.SDK!.NIM.getInstance({ appKey, account, token, db: false, ...callbacks })
    nim.current = instance
    return () => instance.destroy()
  }, [appKey, account, token, to])

  /**
   * The `done` of a method that sends.
   * @param onFailure receives the failure after it is listed
   */
  const createDoneLogger =
    (method: string, onFailure = () => {}) =>
    (error: NimError | null, message?: NimMessage) => {
      setLines((before) => prepend(before, `${method} 的 done`, error ?? message))
      if (message) setMessages((before) => nim.current!.mergeMsgs(before, message).slice(-maxShown))
      if (error) onFailure()
    }
  const showSent = (sent: NimMessage) => setMessages((before) => nim.current!.mergeMsgs(before, sent).slice(-maxShown))

  function sendText(event: SubmitEvent): void {
    event.preventDefault()
    if (!hasVisibleText(text)) return
    const logResult = createDoneLogger('sendText', () => setText(text))
    showSent(nim.current!.sendText({ scene: 'p2p', to, text, done: logResult }))
    setText('')
  }

  function sendFile({ target }: ChangeEvent<HTMLInputElement>): void {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    const type = file.type.startsWith('image/') ? 'image' : 'file'
    showSent(nim.current!.sendFile({ scene: 'p2p', to, type, fileObject: file, done: createDoneLogger('sendFile') }))
  }

  return (
    <Card as="section" labelledBy={`${id}-name`} className="grid min-w-0 content-start gap-3 px-4.5 py-5">
      <h2 id={`${id}-name`} className="text-lg font-bold">
        {name}
        <span className="ml-2 text-sm font-normal text-muted">{linkTexts[link]}</span>
      </h2>
      <p className="text-sm text-muted">
        account <code>{account}</code>
      </p>
      <MessageList name={name} messages={messages} />
      {level && <QuietHelpCard level={level} isShort />}
      <form onSubmit={sendText} className="flex flex-wrap justify-end gap-2">
        <input
          aria-label={`${name}要说的话`}
          value={text}
          maxLength={maxText}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          className="min-h-11 w-full min-w-40 flex-1 basis-full rounded-lg border border-control sm:basis-40 bg-surface px-3.5 text-base text-ink"
        />
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-4 py-2 text-compact font-semibold text-brand-deep ring-1 ring-brand-line ring-inset has-focus-visible:outline-2 has-disabled:opacity-50">
          <Icon name="image" className="size-5" />
          图片或文件
          <input type="file" className="sr-only" disabled={link !== 'online'} onChange={sendFile} />
        </label>
        <Button type="submit" disabled={link !== 'online'}>
          发送
        </Button>
      </form>
      <h3>回调，最新的在前</h3>
      <CallbackList name={name} lines={lines} />
    </Card>
  )
}
