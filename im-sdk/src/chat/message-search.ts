// Searches the account's messages on the server.
import { targetOfMessage } from '@xinqiao/contract/im/scene.ts'
import type { Client } from '../client.ts'
import { toLine, type ChatLine } from './state.ts'

/** A search result: a message and its conversation. */
export type MessageHit = { to: string; name: string; line: ChatLine }
/** `isIncomplete`: the server stopped before it had read all messages. */
export type MessageHits = { lines: MessageHit[]; isIncomplete: boolean }

const maxHits = 30

/** Searches for messages with these words. Returns them newest first. */
export async function searchMessages(client: Client, account: string, keyword: string): Promise<MessageHits> {
  const input = { keyword, msgLimit: maxHits }
  const { msgs, isIncomplete } = await client.request('search.msgFtsInServerByTiming', input)
  const lines = msgs.map((msg) => {
    const { to } = targetOfMessage(msg, account)
    return { to, name: client.store.users.get(to)?.nick ?? '', line: toLine(msg, account) }
  })
  return { lines, isIncomplete }
}
