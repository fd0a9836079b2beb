// Searches the account's messages on the server, and lists the files of a conversation.
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import type { Client } from '../../client.ts'
import { keyOfTarget, targetOfKey } from '../state/conversation-key.ts'
import { nameAccount } from '../state/friend-actions.ts'
import type { GroupTracker } from '../state/group-tracker.ts'
import { listNamedAccounts, noPeople, type DisplayedMembers } from '../state/groups.ts'
import { toLine } from '../threads/lines.ts'
import type { ChatLine } from '../state/state.ts'

/** A search result: a message and its conversation. */
export type MessageHit = { to: string; name: string; line: ChatLine; people: DisplayedMembers }
/** `isIncomplete`: the server stopped before it had read all messages. */
export type MessageSearchResult = { lines: MessageHit[]; isIncomplete: boolean }

/** Messages of one conversation, newest first. */
export type ConversationSearchResult = { lines: ChatLine[]; isIncomplete: boolean }

const maxHits = 30
const maxHitsInConversation = 100

/** Searches the server for messages with these words, and returns at most 30, newest first. */
export async function searchMessages(
  client: Client,
  account: string,
  groups: GroupTracker,
  keyword: string,
): Promise<MessageSearchResult> {
  const input = { keyword, msgLimit: maxHits }
  const { msgs, isIncomplete } = await client.request('search.msgFtsInServerByTiming', input)
  const lines = msgs.map((msg) => {
    const target = targetOfMessage(msg, account)
    const to = keyOfTarget(target)
    const team = client.store.teams.get(to)?.team
    const people = team ? groups.peopleOf(to, listNamedAccounts(msg)) : noPeople
    return { to, name: team?.name ?? nameAccount(client.store, target.to), line: toLine(msg, account), people }
  })
  return { lines, isIncomplete }
}

const { image, video, file } = chatMessageTypes

/**
 * A page of the messages of one conversation that have a picture, a video or another file, newest first.
 * @param endTime exclusive; 0 for the newest
 */
export async function listFileMessages(
  client: Client,
  account: string,
  to: string,
  { endTime, limit }: { endTime: number; limit: number },
): Promise<ChatLine[]> {
  const input = { ...targetOfKey(to), msgTypes: [image, video, file], endTime, limit }
  const { msgs } = await client.request('msg.getHistoryMsgs', input)
  return msgs.map((msg) => toLine(msg, account))
}

/** Searches one conversation. */
export async function searchConversation(
  client: Client,
  account: string,
  to: string,
  keyword: string,
): Promise<ConversationSearchResult> {
  const input = { ...targetOfKey(to), keyword, limit: maxHitsInConversation }
  const { msgs, isIncomplete } = await client.request('search.searchHistoryMsgs', input)
  return { lines: msgs.map((msg) => toLine(msg, account)), isIncomplete }
}
