// Scroll position of the message log. It stays while older messages load above, and follows new messages unless the
// user has scrolled up. A search target is scrolled into view once.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatLine, Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import type { ScrollTarget } from '../../conversations/FoundMessages.tsx'
import { lineId } from '../lines/LineItem.tsx'

/** Pixels from the end or start within which the log counts as being there. */
const nearEnd = 60
const nearStart = 120

type ScrolledLog = {
  chat: ChatSession | null
  thread: Thread | null
  lines: readonly ChatLine[]
  target: ScrollTarget | null
}

export function useLogScroll({ chat, thread, lines, target }: ScrolledLog) {
  const log = useRef<HTMLDivElement>(null)
  const shownTarget = useRef('')
  /** True from the jump to a target until the end is reached: `isAtEnd` changes only in a later render. */
  const pausedByJump = useRef(false)
  const before = useRef({ firstKey: '', lastKey: '', height: 0 })
  const [isAtEnd, setAtEnd] = useState(true)
  /** The last message that was visible to the user. */
  const [seenKey, setSeenKey] = useState('')
  const to = thread?.to
  const firstKey = lines[0]?.key ?? ''
  const last = lines.at(-1)
  const lastKey = last?.key ?? ''
  const isWritingNow = last?.isOwn === true && last.status === 'sending'

  useLayoutEffect(() => {
    const box = log.current
    if (!box) return
    const was = before.current
    const targetLine = target && shownTarget.current !== target.key ? document.getElementById(lineId(target.key)) : null
    if (target && targetLine) {
      targetLine.scrollIntoView({ block: 'center' })
      pausedByJump.current = true
      // the browser sends no event if the target was in place already
      box.dispatchEvent(new Event('scroll'))
      shownTarget.current = target.key
      before.current = { firstKey, lastKey, height: box.scrollHeight }
      return
    }
    const hasNewEnd = was.lastKey !== lastKey
    if ((isAtEnd && !pausedByJump.current) || (hasNewEnd && isWritingNow)) box.scrollTop = box.scrollHeight
    else if (was.firstKey !== firstKey) box.scrollTop += box.scrollHeight - was.height
    before.current = { firstKey, lastKey, height: box.scrollHeight }
  }, [firstKey, lastKey, isAtEnd, isWritingNow, target])
  useEffect(() => {
    if (target && to) void chat?.loadBackTo(to, target.time)
  }, [chat, to, target])

  const stayAtEnd = useEffectEvent(() => {
    if (isAtEnd && !pausedByJump.current && log.current) log.current.scrollTop = log.current.scrollHeight
  })
  useEffect(() => {
    const box = log.current
    if (!box) return undefined
    let boxHeight = box.clientHeight
    let contentHeight = box.scrollHeight
    // a growing input, or reactions that arrive later, would cover the last message
    const observer = new ResizeObserver(() => {
      const wasAtEnd = box.scrollTop + boxHeight > contentHeight - nearEnd
      if (box.clientHeight !== boxHeight || (wasAtEnd && box.scrollHeight > contentHeight)) stayAtEnd()
      boxHeight = box.clientHeight
      contentHeight = box.scrollHeight
    })
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])

  const scrollToEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight })
  const handleScroll = () => {
    const box = log.current
    if (!box || !thread) return
    const isNearEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
    if (isNearEnd) pausedByJump.current = false
    setAtEnd(isNearEnd)
    if (isNearEnd) setSeenKey(lastKey)
    if (box.scrollTop < nearStart && thread.hasOlder && !thread.isLoading && !thread.fault)
      void chat?.loadOlder(thread.to)
  }
  const hasNewBelow = !isAtEnd && last !== undefined && !last.isOwn && lastKey !== seenKey
  return { log, handleScroll, scrollToEnd, hasNewBelow }
}
