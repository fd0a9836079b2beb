// Messages on this device: reads and changes of the local database for the methods of `local.ts`.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { normaliseText } from '@xinqiao/contract/im/messages/search.ts'
import { updateLocalFields } from '../../store/store.ts'
import type { LocalDatabase, MessageSpan } from '../../store/local-database.ts'
import type { MessageRow } from '../../store/stored-rows.ts'
import { isReadable } from '../../store/team-records.ts'
import type { NimCore } from '../core/core.ts'
import { presentMessage, type NimMessage } from '../present/messages.ts'
import { listUnsent } from '../messages/sender.ts'
import { requireSessionId } from '../core/targets.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'

export type LocalMessageQuery = {
  sessionId?: string
  sessionIds?: string[]
  /** Period of the messages in milliseconds; the bounds are exclusive. */
  start?: number
  end?: number
  desc?: boolean
  limit?: number
  type?: string
  types?: string[]
  subTypes?: number[]
  keyword?: string
}
export type DeletionCounts = { deletedMsgCount: number; sessionUpdateCount: number }

const maxBatchSize = 100 // maximum number of messages in a call (messaging.md 5)

function checkQuery({ start = 0, end = Infinity, limit = maxBatchSize }: LocalMessageQuery): void {
  if (!Number.isInteger(limit) || limit < 1) throw imFail('invalid', 'limit不能小于1')
  if (end <= start) throw imFail('invalid', 'end必须晚于start')
}

const listSearchableText = ({ text, tip, content, geo, file }: Partial<NimMessage>): string =>
  [text, tip, content, geo?.title, file?.name].filter((part) => typeof part === 'string').join(' ')

function createMessageFilter({
  type: wantedType,
  sessionIds,
  subTypes,
  keyword,
  ...query
}: LocalMessageQuery): (msg: NimMessage) => boolean {
  const types = query.types ?? (wantedType === undefined ? undefined : [wantedType])
  sessionIds?.forEach(requireSessionId)
  const unknown = types?.find((type) => !(type in chatMessageTypes))
  if (unknown !== undefined) throw imFail('invalid', '消息类型不正确')
  const wantedText = keyword === undefined ? undefined : normaliseText(keyword)
  return (msg) =>
    (sessionIds?.includes(msg.sessionId) ?? true) &&
    (types?.includes(msg.type) ?? true) &&
    (subTypes?.includes(msg.subType as number) ?? true) &&
    (wantedText === undefined || normaliseText(listSearchableText(msg)).includes(wantedText))
}

/** The database, once all earlier changes are written. */
export async function awaitFlushedDatabase({ persistence }: Pick<NimCore, 'persistence'>): Promise<LocalDatabase> {
  await persistence.flush()
  return persistence.database()
}

const findClearTime = ({ client }: Pick<NimCore, 'client'>, sessionId: string): number =>
  client.store.conversations.get(sessionId)?.session.clearTime ?? 0

function presentRow(core: Pick<NimCore, 'client' | 'presenterContext'>, { msg, shown }: MessageRow): NimMessage {
  if (msg) return presentMessage(msg, core.presenterContext())
  const pageMsg = structuredClone(shown as NimMessage)
  const { localCustom } = core.client.store.localFields.get(`msg ${pageMsg.idClient}`) ?? {}
  return { ...pageMsg, ...omitUndefined({ localCustom }) }
}

const isHidden = ({ client }: Pick<NimCore, 'client'>, idClient: string): boolean =>
  client.store.localFields.get(`msg ${idClient}`)?.isDeleted === true

/** False for a message of a team that the account has left, which an earlier SDK or another tab may have stored. */
const isOffered = ({ client }: Pick<NimCore, 'client'>, { sessionId, msg }: MessageRow): boolean =>
  msg === undefined || sessionId === undefined || isReadable(client.store, sessionId, msg)

/** Marks messages in memory as hidden, so that none of them is shown as the last one of its session. */
export function hideMessages(
  { client: { store }, failed }: Pick<NimCore, 'client' | 'failed'>,
  idClients: readonly string[],
): void {
  for (const idClient of idClients) {
    failed.delete(idClient)
    if (!store.unsent.delete(idClient)) updateLocalFields(store, `msg ${idClient}`, { isDeleted: true })
  }
}

/** @throws ImFailure 414 for no ids, or more than `maxBatchSize` */
export async function findByIdClients(core: NimCore, idClients: string[]): Promise<NimMessage[]> {
  if (idClients.length === 0 || idClients.length > maxBatchSize)
    throw imFail('invalid', `idClients需要1至${maxBatchSize}个`)
  const database = await awaitFlushedDatabase(core)
  const rows = (await database.findByIdClients(idClients)).filter((row) => isOffered(core, row))
  const unsent = listUnsent(core).filter(({ idClient }) => idClients.includes(idClient))
  return [...rows.map((row) => presentRow(core, row)), ...unsent]
}

/**
 * Stored and unsent messages, ordered by time.
 * @throws ImFailure 414 for a query with a wrong field
 */
export async function findLocalMessages(
  core: NimCore,
  query: LocalMessageQuery,
  isSelected: (msg: NimMessage) => boolean = () => true,
): Promise<NimMessage[]> {
  checkQuery(query)
  const { sessionId, start = 0, end = Infinity, desc = true, limit = maxBatchSize } = query
  const from = Math.max(start, sessionId === undefined ? 0 : findClearTime(core, sessionId))
  const isMatch = createMessageFilter(query)
  const isWanted = (msg: NimMessage) => isSelected(msg) && isMatch(msg)
  if (sessionId !== undefined) requireSessionId(sessionId)
  const database = await awaitFlushedDatabase(core)
  const rows = await database.findMessages({
    ...omitUndefined({ sessionId }),
    start: from,
    // IndexedDB refuses a range whose end is not after its beginning
    end: Math.max(end, from + 1),
    isNewestFirst: desc,
    limit,
    isMatch: (row) => isOffered(core, row) && !isHidden(core, row.idClient!) && isWanted(presentRow(core, row)),
  })
  const unsent = listUnsent(core).filter(
    (msg) =>
      (sessionId === undefined || msg.sessionId === sessionId) && msg.time > start && msg.time < end && isWanted(msg),
  )
  return [...rows.map((row) => presentRow(core, row)), ...unsent]
    .sort((a, b) => (desc ? b.time - a.time : a.time - b.time))
    .slice(0, limit)
}

/** Deletes the messages of a period from this device, sent or not. */
export async function deleteMessagesOf(
  core: Pick<NimCore, 'client' | 'failed' | 'persistence'>,
  span: MessageSpan,
): Promise<DeletionCounts> {
  const database = await awaitFlushedDatabase(core)
  if (span.start > span.end) return { deletedMsgCount: 0, sessionUpdateCount: 0 }
  const { count, sessionIds } = await database.countMessages(span)
  await database.write([{ removeMessages: span }])
  const { conversations, unsent } = core.client.store
  const isInSpan = (sessionId: string, time: number) =>
    (span.sessionId === undefined || sessionId === span.sessionId) && time >= span.start && time <= span.end
  const storedMessages = [...conversations].flatMap(([sessionId, { msgs }]) =>
    msgs.filter(({ time }) => isInSpan(sessionId, time)),
  )
  const unsentIds = [...unsent]
    .filter(([, { draft, time }]) => isInSpan(sessionIdOf(draft), time))
    .map(([idClient]) => idClient)
  hideMessages(core, [...storedMessages.map(({ idClient }) => idClient), ...unsentIds])
  await core.persistence.repairLastMessages(sessionIds)
  return { deletedMsgCount: count, sessionUpdateCount: sessionIds.length }
}
