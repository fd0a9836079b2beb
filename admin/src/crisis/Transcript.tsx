// The texts behind one source of an alert, newest last, after a reason has opened it. The parts that raised the alert
// are marked.
import { Button } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { textFates } from '@xinqiao/contract/crisis.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { CrisisSignal } from '@xinqiao/contract/http/crisis/alert-model.ts'
import type { TranscriptLine } from '@xinqiao/contract/http/crisis/alerts.ts'
import { useAction } from '../kit/api/hooks.ts'
import { api } from '../kit/api/api.ts'

type TranscriptProps = {
  id: number
  signal: CrisisSignal
  isOnly: boolean
  writerName: string
  peerName: string
}
type OpenedTranscript = Pick<EndpointOutput<Contract, 'POST /admin/care/transcript'>, 'lines' | 'hasMore' | 'inGroup'>

/** The name of the writer, and the one that members and leaders of the group know. */
function describeWriter(name: string, inGroup: OpenedTranscript['inGroup']): string {
  if (!inGroup) return name
  return `${name}（组内称呼：${inGroup.name}${inGroup.hasLeft ? '，已离开小组' : ''}）`
}

/** The text with its signs of danger in <mark> elements. */
function MarkedText({ text, signs }: Pick<TranscriptLine, 'text' | 'signs'>) {
  const [sign] = signs.filter((part) => text.includes(part)).toSorted((a, b) => text.indexOf(a) - text.indexOf(b))
  if (sign === undefined) return text
  const at = text.indexOf(sign)
  return (
    <>
      {text.slice(0, at)}
      <mark>{sign}</mark>
      <MarkedText text={text.slice(at + sign.length)} signs={signs} />
    </>
  )
}

export function Transcript({ id, signal, isOnly, writerName, peerName }: TranscriptProps) {
  const signalId = signal.id
  const other = isOnly ? peerName : '对方'
  const [transcript, setTranscript] = useState<OpenedTranscript | null>(null)
  const list = useRef<HTMLOListElement>(null)
  /** Distance from the end of the list, which stays when older messages are added. */
  const distanceFromEnd = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (!list.current) return
    const { scrollHeight } = list.current
    // a transcript that grows moves no form in which the user types
    const isTyping = document.activeElement?.matches('input, textarea') ?? false
    if (distanceFromEnd.current === null && isTyping) list.current.scrollTop = scrollHeight
    else if (distanceFromEnd.current === null) list.current.querySelector('mark')?.scrollIntoView({ block: 'nearest' })
    else list.current.scrollTop = scrollHeight - distanceFromEnd.current
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- must run for each page of messages
  }, [transcript])
  const [load, isLoading] = useAction(async () => {
    setTranscript(await api('POST /admin/care/transcript', { id, signalId }))
  })
  const start = useEffectEvent(() => void load())
  useEffect(() => start(), [])
  const [older, busy] = useAction(async () => {
    if (!transcript) return
    const { lines } = transcript
    const reply = await api('POST /admin/care/transcript', { id, signalId, before: lines[0]?.cursor })
    if (list.current) distanceFromEnd.current = list.current.scrollHeight - list.current.scrollTop
    setTranscript({ ...reply, lines: [...reply.lines, ...lines] })
    if (!reply.hasMore) list.current?.focus()
  })
  const title = isOnly ? '对话记录' : `内容：${signal.place}`
  return (
    <section className="panel">
      <h2>{title}</h2>
      {transcript ? (
        <>
          {transcript.hasMore && (
            <Button type="link" loading={busy} onClick={() => older()}>
              更早的内容
            </Button>
          )}
          {transcript.lines.length === 0 && <p className="hint">没有可以查看的内容，可能已被清除</p>}
          {/* the keyboard must be able to scroll the list */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
          <ol ref={list} className="transcript" tabIndex={0} aria-label={title}>
            {transcript.lines.map((line) => (
              <li key={line.cursor} data-writer={line.isWriter}>
                <span className="hint">
                  {line.isWriter ? describeWriter(writerName, transcript.inGroup) : other} · {line.time.slice(5, 16)}
                  {line.fate && ` · ${textFates[line.fate]}`}
                </span>
                <p>
                  <MarkedText text={line.text} signs={line.signs} />
                </p>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="hint crisis-hint">{isLoading ? '正在打开…' : '对话内容加密保存，只在处理危机时查看。'}</p>
      )}
    </section>
  )
}
