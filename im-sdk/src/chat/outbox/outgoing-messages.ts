// Messages that the server has not accepted yet, each with its line in the conversation.
import { createIdClient } from '../../base/create-id-client.ts'
import { chatMessageTypes, type MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { createLine } from '../threads/lines.ts'
import type { ChatLine, ThreadState } from '../state/state.ts'
import type { UnsentText, UnsentTextStorage } from './unsent-texts.ts'

export type OutgoingMessage = {
  to: string
  /** The file to upload; null for a text, and after the upload. Several uploads run in parallel. */
  file: File | null
  stop: AbortController | null
  status: 'waiting' | 'busy' | 'failed'
}

type OutgoingMessageDependencies = {
  account: string
  /** The server's time. */
  now: () => number
  threadStateOf: (to: string) => ThreadState
  /** Called after each change. */
  publish: () => void
  unsentTexts: UnsentTextStorage | undefined
}

export function createOutgoingMessages({
  account,
  now,
  threadStateOf,
  publish,
  unsentTexts,
}: OutgoingMessageDependencies) {
  const messages = new Map<string, OutgoingMessage>()

  function findLine(key: string): ChatLine | undefined {
    const message = messages.get(key)
    return message && threadStateOf(message.to).pending.find((line) => line.key === key)
  }

  function addLine(to: string, key: string, changes: Pick<ChatLine, 'time' | 'content'> & Partial<ChatLine>): void {
    const line = createLine({ key, from: account, isOwn: true, status: 'sending', ...changes })
    threadStateOf(to).pending.push(line)
  }

  /** Keeps the texts for the next page. Files are not kept, because a page cannot read them again. */
  function saveTexts(): void {
    const texts = [...messages].flatMap(([key, { to, status }]): UnsentText[] => {
      const line = findLine(key)
      if (line?.content.type !== chatMessageTypes.text) return []
      const fault = status === 'failed' ? (line.fault ?? '') : null
      return [{ to, key, time: line.time, content: line.content, fault }]
    })
    unsentTexts?.save(texts)
  }

  /** Shows the texts of an earlier page again: those that waited wait on, and the refused ones stay refused. */
  function restoreTexts(): void {
    for (const { to, key, time, content, fault } of unsentTexts?.read() ?? []) {
      messages.set(key, { to, file: null, stop: null, status: fault === null ? 'waiting' : 'failed' })
      addLine(to, key, { time, content, fault, status: fault === null ? 'sending' : 'fail' })
    }
  }
  restoreTexts()

  return {
    /** @returns the key of the new message */
    add(to: string, content: MessageContent, file: File | null): string {
      const key = createIdClient()
      messages.set(key, { to, file, stop: null, status: 'waiting' })
      const percentage = file ? 0 : null
      const localUrl = file && content.type === chatMessageTypes.image ? URL.createObjectURL(file) : null
      addLine(to, key, { time: now(), content, percentage, localUrl })
      saveTexts()
      publish()
      return key
    },
    find: (key: string): OutgoingMessage | undefined => messages.get(key),
    findLine,
    changeLine(key: string, changes: Partial<ChatLine>): void {
      const message = messages.get(key)
      if (!message) return
      const thread = threadStateOf(message.to)
      thread.pending = thread.pending.map((line) => (line.key === key ? { ...line, ...changes } : line))
      if (changes.status) saveTexts()
      publish()
    },
    remove(key: string): void {
      const message = messages.get(key)
      if (!message) return
      const localUrl = findLine(key)?.localUrl
      if (localUrl) URL.revokeObjectURL(localUrl)
      const thread = threadStateOf(message.to)
      thread.pending = thread.pending.filter((line) => line.key !== key)
      messages.delete(key)
      saveTexts()
      publish()
    },
    /** Marks the file of a message as uploaded. Texts written during the upload are sent before the message. */
    finishUpload(key: string, message: OutgoingMessage): void {
      message.file = null
      message.status = 'waiting'
      messages.delete(key)
      messages.set(key, message)
    },
    /** Key of the oldest message of the conversation that has no upload and has not failed, unless it is in flight. */
    nextOf(to: string): string | undefined {
      const next = [...messages].find(
        ([, message]) => message.to === to && !message.file && message.status !== 'failed',
      )
      return next?.[1].status === 'waiting' ? next[0] : undefined
    },
    /** Accounts with outgoing messages. */
    recipients: (): Set<string> => new Set([...messages.values()].map(({ to }) => to)),
    /** The waiting messages with their keys, uploads included. */
    listWaiting: (): [key: string, message: OutgoingMessage][] =>
      [...messages].filter(([, { status }]) => status === 'waiting'),
  }
}
export type OutgoingMessages = ReturnType<typeof createOutgoingMessages>
