// Import of old one-to-one messages with their own times (decision 016). They continue a conversation that has only
// imported messages, count as read, and reach devices with their next sync: no push, notice or alert.
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { serverApiErrors, type ServerApiErrorName } from '@xinqiao/contract/server-api/server-api.ts'
import type { MessageImportResult } from '@xinqiao/contract/server-api/import.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { pipelineQueries, transaction, type Tx } from '../../../kit/db/db.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import { lockAccounts, updateVersions } from '../../changes/store.ts'
import {
  selectPairs,
  insertPairs,
  type PairRowWithNullableKey,
  type PairConversationRow,
} from '../../conversations/store.ts'
import { insertMessages, type NewMessage } from '../../conversations/message-store.ts'
import * as store from './store.ts'

export type OldMessage = { from: string; to: string; msgid: string; time: number; content: MessageContent }
type ImportItem = OldMessage & { sender: store.AppAccount; receiver: store.AppAccount }
type ImportFailure = Pick<MessageImportResult, 'code' | 'desc'>

const toFailure = (error: ServerApiErrorName): ImportFailure => serverApiErrors[error]
const reportMissingAccount = (accid: string): ImportFailure => ({
  code: imErrors.notFound.code,
  desc: `账号${accid}不存在`,
})
const messageKey = (senderId: number, idClient: string) => `${senderId} ${idClient}`
const positionKeyOf = (row: { conversation_id: number; seq: number }) => `${row.conversation_id} ${row.seq}`
const pairKey = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`

/** A conversation of the batch: its row as it will be stored, and whether it is new. */
type ImportConversation = PairConversationRow & { isNew: boolean }

function findRefusal({ time }: ImportItem, conversation: ImportConversation, now: number): ImportFailure | null {
  if (conversation.last_seq > conversation.imported_seq) return toFailure('writtenHere')
  if (time > now) return toFailure('inFuture')
  return time <= conversation.last_time ? toFailure('notLater') : null
}

/** Takes the next position of the conversation for the message. */
function appendMessageRow(
  bodies: BodyCipher,
  { sender, msgid, time, content }: ImportItem,
  conversation: ImportConversation,
): NewMessage {
  conversation.last_seq += 1
  conversation.imported_seq = conversation.last_seq
  conversation.last_time = time
  const position = { conversationId: conversation.id, seq: conversation.last_seq }
  return {
    conversation_id: position.conversationId,
    seq: position.seq,
    sender_id: sender.id,
    id_client: msgid,
    time,
    type: content.type,
    is_unreadable: content.isUnreadable !== 0,
    client_type: clientTypes.Server,
    device_id: '',
    body: bodies.seal(conversation.sealed_key, position, content),
  }
}

function indexConversations(
  found: readonly PairRowWithNullableKey[],
  bodies: BodyCipher,
): Map<string, ImportConversation> {
  return new Map(
    found.map(({ sealed_key: key, ...row }) => [
      pairKey(row.low_id, row.high_id),
      { ...row, sealed_key: key ?? bodies.createKey(row.id), isNew: key === null },
    ]),
  )
}

/** Stores the messages and both views of their conversations, and raises the versions of the accounts. */
async function writeMessages(
  tx: Tx,
  rows: readonly NewMessage[],
  conversations: readonly ImportConversation[],
  versions: ReadonlyMap<number, number>,
) {
  const newConversations = conversations.filter(({ isNew }) => isNew)
  if (newConversations.length > 0) await insertPairs(tx, newConversations)
  const sessions = conversations.flatMap(({ id, low_id, high_id, last_time }) =>
    [...new Set([low_id, high_id])].map((imId) => ({
      imId,
      conversationId: id,
      version: versions.get(imId)! + 1,
      time: last_time,
    })),
  )
  await updateVersions(tx, [...new Set(sessions.map(({ imId }) => imId))])
  const [ids] = await pipelineQueries([
    insertMessages(tx, rows),
    store.updateImportedCounters(tx, conversations),
    store.markImportedRead(tx, sessions),
  ])
  return ids
}

/** @returns the server id of each message, or the reason why it is refused */
async function writeBatch(
  tx: Tx,
  bodies: BodyCipher,
  appId: number,
  items: readonly ImportItem[],
): Promise<(number | ImportFailure)[]> {
  const senderIds = items.map(({ sender }) => sender.id)
  const accountIds = [...new Set(items.flatMap(({ sender, receiver }) => [sender.id, receiver.id]))]
  // pipelined: statements after the first already see the commits that its lock waited for
  const [accounts, knownIds, found] = await pipelineQueries([
    lockAccounts(tx, accountIds[0]!, { ids: accountIds }),
    store.selectKnownIds(
      tx,
      senderIds,
      items.map(({ msgid }) => msgid),
    ),
    selectPairs(
      tx,
      items.map(() => appId),
      senderIds,
      items.map(({ to }) => to),
    ),
  ])
  const now = accounts[0]?.now ?? 0
  const versions = new Map(accounts.map(({ id, version }) => [id, version]))
  const conversations = indexConversations(found, bodies)
  const conversationsByKey = new Map(
    knownIds.map((row) => [messageKey(row.sender_id, row.id_client), row.conversation_id]),
  )
  const idsByKey = new Map(knownIds.map((row) => [messageKey(row.sender_id, row.id_client), row.id]))
  const rowsByKey = new Map<string, NewMessage>()
  const changedConversations = new Set<ImportConversation>()
  const refusals = items.map((item) => {
    const key = messageKey(item.sender.id, item.msgid)
    const conversation = conversations.get(pairKey(item.sender.id, item.receiver.id))
    const knownConversation = conversationsByKey.get(key) ?? rowsByKey.get(key)?.conversation_id
    if (knownConversation !== undefined) return knownConversation === conversation?.id ? null : toFailure('usedId')
    const refusal = conversation ? findRefusal(item, conversation, now) : reportMissingAccount(item.to)
    if (refusal || !conversation) return refusal
    rowsByKey.set(key, appendMessageRow(bodies, item, conversation))
    changedConversations.add(conversation)
    return null
  })
  if (rowsByKey.size > 0) {
    const ids = await writeMessages(tx, [...rowsByKey.values()], [...changedConversations], versions)
    const idsByPosition = new Map(ids.map((row) => [positionKeyOf(row), row.id]))
    for (const [key, row] of rowsByKey) idsByKey.set(key, idsByPosition.get(positionKeyOf(row))!)
  }
  return items.map(({ sender, msgid }, i) => refusals[i] ?? idsByKey.get(messageKey(sender.id, msgid))!)
}

async function checkMessage(
  message: OldMessage,
  accounts: ReadonlyMap<string, store.AppAccount>,
  checkFile: FileCheck,
) {
  const [sender, receiver] = [accounts.get(message.from), accounts.get(message.to)]
  if (!sender) return reportMissingAccount(message.from)
  if (!receiver) return reportMissingAccount(message.to)
  try {
    await checkFile(message, sender.id)
  } catch (error) {
    if (error instanceof ImFailure) return { code: Number(error.code), desc: error.message }
    throw error
  }
  return { ...message, sender, receiver }
}
/** @throws ImFailure for a file that the sender may not open */
type FileCheck = (message: OldMessage, senderId: number) => Promise<void> | null

/**
 * Imports messages in one transaction.
 * @returns one result per message, in their order
 */
export async function importMessages(
  { sql, bodies }: Pick<Kit, 'sql' | 'bodies'>,
  appId: number,
  messages: readonly OldMessage[],
  checkFile: FileCheck,
): Promise<MessageImportResult[]> {
  const accids = [...new Set(messages.flatMap(({ from, to }) => [from, to]))]
  const accounts = new Map((await store.selectAppAccounts(sql, appId, accids)).map((row) => [row.accid, row]))
  const checkedItems: (ImportItem | ImportFailure)[] = []
  for (const message of messages) checkedItems.push(await checkMessage(message, accounts, checkFile))
  const items = checkedItems.filter((item) => 'sender' in item)
  const batchResults = items.length > 0 ? await transaction(sql, (tx) => writeBatch(tx, bodies, appId, items)) : []
  const resultOf = new Map(items.map((item, i) => [item, batchResults[i]!]))
  return messages.map(({ msgid }, i) => {
    const item = checkedItems[i]!
    const result = 'sender' in item ? resultOf.get(item)! : item
    if (typeof result === 'number') return { msgid, code: serverApiErrors.success.code, idServer: result }
    return { msgid, code: result.code, desc: result.desc }
  })
}
