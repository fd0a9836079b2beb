// Actions of the reader on the lines of a conversation: reply, react, recall and report.
import { useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatLine, Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import type { LineActions } from '../lines/LineMenu.tsx'

type LineActionOptions = {
  chat: ChatSession | null
  thread: Thread | null
  /** Begins a reply to the message; null where the reader cannot write. */
  onReply: ((line: ChatLine) => void) | null
  now: number
}

async function runAndShowFault(work: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await work()
  } catch (error) {
    showToast((error as Error).message, 'bad')
  }
}

export function useLineActions({ chat, thread, onReply, now }: LineActionOptions) {
  /** The line of another member that the reader wants to recall. */
  const [questionedLine, setQuestionedLine] = useState<ChatLine | null>(null)
  const [reportedLine, setReportedLine] = useState<ChatLine | null>(null)
  const team = thread?.group?.team ?? null
  // a friend who ended the friendship is still in the store
  const isWithFriend = !team && thread !== null && chat?.client.store.lastChanges.has(`friend ${thread.to}`) === true
  const canReport = ({ isOwn, isNotice, idServer }: ChatLine) =>
    (isWithFriend || (team !== null && thread?.group?.own != null)) && !isOwn && !isNotice && idServer !== null
  const canReply = ({ isNotice, idServer }: ChatLine) => onReply !== null && !isNotice && idServer !== null

  const recall = ({ idServer }: ChatLine) =>
    runAndShowFault(() => (thread && idServer ? chat?.recall(thread.to, idServer) : undefined))
  const react = ({ idServer }: ChatLine, body: number) =>
    runAndShowFault(() => (thread && idServer ? chat?.react(thread.to, idServer, body) : undefined))
  const askOrRecall = (line: ChatLine) => (line.isOwn ? void recall(line) : setQuestionedLine(line))

  /** The actions that the reader may take on a line. */
  const listActions = (line: ChatLine): LineActions => ({
    onReply: canReply(line) ? () => onReply?.(line) : null,
    onRecall: chat?.canRecall(line, now, thread ?? undefined) ? () => askOrRecall(line) : null,
    onReport: canReport(line) ? () => setReportedLine(line) : null,
  })
  /** Creates the reaction of the reader to a line; null where none is allowed. */
  const createReaction = (line: ChatLine) => (canReply(line) && team ? (body: number) => void react(line, body) : null)
  return { listActions, createReaction, recall, questionedLine, setQuestionedLine, reportedLine, setReportedLine }
}
