// The conversation behind an alert, opened with a reason; older messages use the same reason.
import { Button } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import type { CrisisSignal, TranscriptLine } from '@xinqiao/contract/http/care.ts'
import { useAction } from '../frame/calls.ts'
import { api } from '../session/api.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

type Props = { id: number; signal: CrisisSignal; isOnly: boolean; writerName: string; peerName: string }
type Opened = { reason: string; lines: TranscriptLine[]; hasMore: boolean }

export function Transcript({ id, signal, isOnly, writerName, peerName }: Props) {
  const signalId = signal.id
  const other = isOnly ? peerName : '对方'
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isAsking, setAsking] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  /** Distance from the end of the list, kept when older messages are added. */
  const fromEnd = useRef(0)
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight - fromEnd.current
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs for each page of messages
  }, [opened])
  const open = async (reason: string) => {
    setOpened(await api('POST /admin/care/transcript', { id, signalId, reason }))
    setAsking(false)
  }
  const [older, busy] = useAction(async () => {
    if (!opened) return
    const { reason, lines } = opened
    const reply = await api('POST /admin/care/transcript', { id, signalId, reason, before: lines[0]?.at })
    if (list.current) fromEnd.current = list.current.scrollHeight - list.current.scrollTop
    setOpened({ reason, lines: [...reply.lines, ...lines], hasMore: reply.hasMore })
    if (!reply.hasMore) list.current?.focus()
  })
  const title = isOnly ? '对话记录' : `内容：${signal.place}`
  return (
    <section className="panel">
      <h2>{title}</h2>
      {opened ? (
        <>
          {opened.hasMore && (
            <Button type="link" loading={busy} onClick={() => older()}>
              更早的消息
            </Button>
          )}
          {opened.lines.length === 0 && <p className="hint">没有可以查看的内容，可能已被清除</p>}
          {/* scrolled to the newest message, which raised the alert; a keyboard must be able to scroll it */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
          <ol ref={list} className="transcript" tabIndex={0} aria-label={title}>
            {opened.lines.map((line) => (
              <li key={line.at} data-writer={line.isWriter}>
                <span className="hint">
                  {line.isWriter ? writerName : other} · {line.time.slice(5, 16)}
                </span>
                <p>{line.text}</p>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <>
          <p className="hint care-hint">对话内容加密保存，只在处理危机时查看。查看人和理由会记入审计日志。</p>
          <Button aria-label={isOnly ? undefined : `查看内容：${signal.place}`} onClick={() => setAsking(true)}>
            {isOnly ? '查看对话' : '查看内容'}
          </Button>
        </>
      )}
      <ReasonDialog
        title={isAsking ? (isOnly ? '查看对话记录' : `查看${signal.place}`) : null}
        onClose={() => setAsking(false)}
        onGiven={open}
        revealed={list}
      />
    </section>
  )
}
