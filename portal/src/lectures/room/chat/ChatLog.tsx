// Messages of a room, or of a replay. The log follows new messages unless the reader has scrolled up.
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'

export type LogLine = { key: string; name: string; text: string; isOwn?: boolean; isModerator?: boolean }

/** Pixels from the end within which the log counts as being there. */
const nearEnd = 60

type ChatLogProps<Line extends LogLine> = {
  lines: readonly Line[]
  empty: string
  label: string
  renderTools?: (line: Line) => ReactNode
}

const ModeratorBadge = () => (
  <>
    {' '}
    <strong className="rounded bg-warm-tint px-1.5 py-0.5 text-sm font-semibold whitespace-nowrap text-warm-ink">
      主持人
    </strong>
  </>
)

export function ChatLog<Line extends LogLine>({ lines, empty, label, renderTools }: ChatLogProps<Line>) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  // after each render, because a hint below the last message comes later than the message
  useLayoutEffect(() => {
    if (isAtEnd && log.current) log.current.scrollTop = log.current.scrollHeight
  })
  const handleScroll = () => {
    const box = log.current
    if (box) setAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd)
  }
  return (
    <div className="relative min-h-40 flex-1 contain-size">
      <div
        ref={log}
        role="log"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        onScroll={handleScroll}
        className="h-full overflow-y-auto px-4 py-3"
      >
        {lines.length === 0 ? (
          <p className="py-8 text-center text-muted">{empty}</p>
        ) : (
          <ol className="grid gap-2.5">
            {lines.map((line) => (
              <li key={line.key}>
                <p className="text-compact">
                  <span className={`font-semibold ${line.isModerator ? 'text-warm-deep' : 'text-brand-deep'}`}>
                    {line.name}
                    {line.isOwn && '（我）'}
                  </span>
                  {line.isModerator && <ModeratorBadge />}：{line.text}
                </p>
                {renderTools?.(line)}
              </li>
            ))}
          </ol>
        )}
      </div>
      {!isAtEnd && (
        <Button
          look="light"
          className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-card"
          onClick={() => setAtEnd(true)}
        >
          <Icon name="arrowDown" className="size-4" />
          看最新
        </Button>
      )}
    </div>
  )
}
