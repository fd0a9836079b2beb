// Messages that the server has not accepted yet, each with its line in the conversation.
import { createIdClient } from '../base/create-id-client.ts'
import { chatMessageTypes, type MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { createLine } from './lines.ts'
import type { ChatLine, ThreadState } from './state.ts'

export type OutgoingMessage = {
  to: string
  /** The file to upload; null for a text, and after the upload. Several uploads run in parallel. */
  file: File | null
  stop: AbortController | null
  status: 'waiting' | 'busy' | 'failed'
}

/**
 * @param now the server's time
 * @param publish called after each change
 */
export function createOutgoingMessages(
  account: string,
  now: () => number,
  threadStateOf: (to: string) => ThreadState,
  publish: () => void,
) {
  const messages = new Map<string, OutgoingMessage>()

  function findLine(key: string): ChatLine | undefined {
    const message = messages.get(key)
    return message && threadStateOf(message.to).pending.find((line) => line.key === key)
  }

  return {
    /** @returns the key of the new message */
    add(to: string, content: MessageContent, file: File | null): string {
      const key = createIdClient()
      messages.set(key, { to, file, stop: null, status: 'waiting' })
      const percentage = file ? 0 : null
      const localUrl = file && content.type === chatMessageTypes.image ? URL.createObjectURL(file) : null
      const time = now()
      const line = createLine({
        key,
        from: account,
        isOwn: true,
        status: 'sending',
        time,
        content,
        percentage,
        localUrl,
      })
      threadStateOf(to).pending.push(line)
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
      publish()
    },
    /** The file is uploaded. Texts written during the upload are sent before the message. */
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
