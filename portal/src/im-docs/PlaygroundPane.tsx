// One side of the playground: its messages, a field to write, and the callbacks that the SDK has called.
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { PlaygroundPair } from '@xinqiao/contract/http/chat/playground.ts'
import type { NimError, NimMessage, NimOptions, NIM } from '@xinqiao/im-sdk/index.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { QuietHelpCard } from '../crisis/QuietHelpCard.tsx'

const maxShown = 50
const maxText = 500

const linkTexts = { connecting: '正在连接…', online: '已连接', offline: '已断开' }

/** The callbacks that the pane lists. */
const watched = [
  ...([
    'onconnect',
    'onwillreconnect',
    'ondisconnect',
    'onerror',
    'onsyncdone',
    'onsessions',
    'onupdatesessions',
  ] as const),
  ...(['onmsg', 'onroamingmsgs', 'onofflinemsgs', 'onsysmsg', 'oncare'] as const),
] satisfies (keyof NimOptions)[]

type CallbackLine = { id: number; name: string; data: string }
type PaneProps = {
  name: string
  appKey: string
  own: PlaygroundPair['accounts'][number]
  /** Account of the other side. */
  to: string
}

const toJson = (value: unknown) =>
  JSON.stringify(value instanceof Error ? Object.assign({ message: value.message }, value) : (value ?? null), null, 1)

export function PlaygroundPane({ name, appKey, own: { account, token }, to }: PaneProps) {
  const id = useId()
  const nim = useRef<NIM>(null)
  const [link, setLink] = useState<keyof typeof linkTexts>('connecting')
  const [messages, setMessages] = useState<NimMessage[]>([])
  const [lines, setLines] = useState<CallbackLine[]>([])
  const [level, setLevel] = useState<CrisisLevel | null>(null)
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    if (messages.length > 0) list.current!.scrollTo({ top: list.current!.scrollHeight })
  }, [messages])

  useEffect(() => {
    const addLine = (callback: string, value: unknown) =>
      setLines((before) =>
        [{ id: (before[0]?.id ?? 0) + 1, name: callback, data: toJson(value) }, ...before].slice(0, maxShown),
      )
    const act: Partial<Record<string, (value: never) => void>> = {
      onsyncdone: () => setLink('online'),
      ondisconnect: () => setLink('offline'),
      onwillreconnect: () => setLink('connecting'),
      onmsg: (message: NimMessage) => setMessages((before) => instance.mergeMsgs(before, message).slice(-maxShown)),
      oncare: (care: { level: CrisisLevel }) => setLevel(care.level),
    }
    const callbacks = Object.fromEntries(
      watched.map((callback) => [
        callback,
        (value: unknown) => {
          addLine(callback, value)
          act[callback]?.(value as never)
        },
      ]),
    )
    const instance = window.SDK!.NIM.getInstance({ appKey, account, token, db: false, ...callbacks })
    nim.current = instance
    return () => instance.destroy()
  }, [appKey, account, token])

  function sendText(event: SubmitEvent): void {
    event.preventDefault()
    if (text.trim() === '') return
    const sent = nim.current!.sendText({
      scene: 'p2p',
      to,
      text,
      done: (error: NimError | null, message?: NimMessage) => {
        setLines((before) => [
          { id: (before[0]?.id ?? 0) + 1, name: 'sendText 的 done', data: toJson(error ?? message) },
          ...before,
        ])
        if (message) setMessages((before) => nim.current!.mergeMsgs(before, message).slice(-maxShown))
        if (error) setText(text)
      },
    })
    setMessages((before) => nim.current!.mergeMsgs(before, sent).slice(-maxShown))
    setText('')
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
      <ul
        ref={list}
        aria-label={`${name}的消息`}
        aria-live="polite"
        className="grid max-h-72 min-h-24 grid-cols-1 content-start gap-2 overflow-auto rounded-lg bg-page p-3"
      >
        {messages.map((message) => (
          <li
            key={message.idClient}
            className={`w-fit max-w-[85%] rounded-lg px-3 py-1.5 wrap-anywhere ${message.flow === 'out' ? 'ml-auto bg-tint' : 'bg-white'}`}
          >
            {message.text}
            {message.status === 'sending' && <span className="ml-2 text-sm text-muted">发送中</span>}
            {message.status === 'fail' && <span className="ml-2 text-sm text-danger">没有送出</span>}
          </li>
        ))}
      </ul>
      {level && <QuietHelpCard level={level} isShort />}
      <form onSubmit={sendText} className="flex gap-2">
        <input
          aria-label={`${name}要说的话`}
          value={text}
          maxLength={maxText}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          className="min-h-11 min-w-0 flex-1 rounded-lg border border-control bg-surface px-3.5 text-base text-ink"
        />
        <Button type="submit" disabled={link !== 'online'}>
          发送
        </Button>
      </form>
      <h3>回调，最新的在前</h3>
      <ol aria-label={`${name}的回调`} className="grid max-h-96 grid-cols-1 gap-2 overflow-auto">
        {lines.map((line) => (
          <li key={line.id}>
            <details>
              <summary className="flex min-h-8 cursor-pointer items-center justify-between">
                <code>{line.name}</code>
                <Icon name="arrowDown" className="size-4.5 text-muted" />
              </summary>
              <pre>{line.data}</pre>
            </details>
          </li>
        ))}
      </ol>
    </Card>
  )
}
