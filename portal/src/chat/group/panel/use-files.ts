// Pages of the messages of a group that have a file, newest first.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatLine, Thread } from '@xinqiao/im-sdk/chat/state/state.ts'

const pageSize = 30
const maxPageSize = 100

/** A message with a file that the server has stored. */
export type FileLine = ChatLine & { content: Extract<ChatLine['content'], { file: unknown }> }

const isFileLine = (line: ChatLine): line is FileLine => 'file' in line.content && line.idServer !== null

/** @param thread the open thread, whose new and recalled files change the list */
export function useFiles(chat: ChatSession, to: string, thread: Thread | undefined) {
  const [files, setFiles] = useState<readonly FileLine[] | null>(null)
  const [hasMore, setMore] = useState(true)
  const [fault, setFault] = useState<string | null>(null)
  const loading = useRef<Promise<void> | null>(null)
  const loaded = useRef<readonly FileLine[]>([])
  const load = useCallback(
    (isRestart: boolean): Promise<void> => {
      const loadPage = async () => {
        const before = isRestart ? [] : loaded.current
        const limit = isRestart ? Math.min(maxPageSize, Math.max(pageSize, loaded.current.length)) : pageSize
        try {
          const lines = await chat.filesIn(to, { endTime: before.at(-1)?.time ?? 0, limit })
          loaded.current = [...before, ...lines.filter(isFileLine)]
          setFiles(loaded.current)
          setMore(lines.length === limit)
          setFault(null)
        } catch (error) {
          setFault((error as Error).message)
        }
      }
      // one page at a time, because each begins where the last one ended
      const next = (loading.current ?? Promise.resolve()).then(loadPage)
      loading.current = next
      return next
    },
    [chat, to],
  )
  const shownKeys = (thread?.lines ?? [])
    .filter(isFileLine)
    .map(({ key }) => key)
    .join(' ')
  useEffect(() => {
    void load(true)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads again when a file was sent or recalled
  }, [load, shownKeys])
  return { files, hasMore, fault, loadMore: () => load(false) }
}
