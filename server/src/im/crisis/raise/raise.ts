// Raises crisis alerts: opens one, or adds to the writer's open one.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { SessionId, targetOfSession } from '@xinqiao/contract/im/messages/scene.ts'
import { TeamId } from '@xinqiao/contract/im/team/team-model.ts'
import type { SiteTextAlert } from '../../../kit/chat/chat-port.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { SealBinding } from '../../../kit/auth/secrets.ts'
import { transaction, type Sql, type Tx } from '../../../kit/db/db.ts'
import { insertAppAlert, type QueuedAppAlert } from '../records/app-alert-store.ts'
import * as store from '../records/raise-store.ts'
import { selectOpenLevel } from '../records/store.ts'

export type ChatAlert = {
  imId: number
  to: string
  level: CrisisLevel
  time: number
  /** Time of the first message, when the words were split over several. */
  fromTime?: number | undefined
}

/**
 * Raises the alert of a message. Raising it again changes nothing, unless the message was edited to a more severe
 * level. An app with its own duty staff receives the alert at its backend.
 */
export const raiseAlert = (sql: Sql, { imId, to, level, time, fromTime = time }: ChatAlert): Promise<void> =>
  transaction(sql, async (tx) => {
    const conversation = await store.selectWriterAndConversation(tx, imId, to)
    if (!conversation) return
    const { accountId, conversationId } = conversation
    const alert = { imId, level, time, fromTime, conversationId }
    await store.lockWriter(tx, { accountId, imId })
    if (accountId !== null || (await insertAppAlert(tx, { ...alert, sessionId: `p2p-${to}` })) === null)
      await addMessageSignal(tx, { accountId, ...alert })
  })

/**
 * Adds a message to the duty list of the association. The caller holds the writer's lock.
 * @param preserved the text of a message that its writer has recalled or changed
 */
async function addMessageSignal(tx: Tx, message: store.MessageAlert, preserved?: store.PreservedText): Promise<void> {
  if (await store.isMessageCounted(tx, message)) return
  const { accountId, imId, ...alert } = message
  await store.upsertSignal(tx, { writer: { accountId, imId }, ...alert, texts: preserved ? [preserved] : [] })
}

/** A text of the writer: of an earlier message, of one that is not stored yet, or of no message. */
export type AlertText = Pick<store.PreservedText, 'messageId' | 'idClient' | 'time'> & { text: string }
export type SealAlertText = (text: string, binding: SealBinding) => Buffer
/** `appAlertId`: the alert for the backend of an app. `textId`: the latest text that the alert keeps. */
export type RaisedText = { appAlertId: number | null; textId: number | null }

type ChatText = {
  imId: number
  level: CrisisLevel
  sessionId: string
  /** The team of a message. */
  teamId?: number | undefined
  /** The chatroom of a message. */
  roomId?: number | undefined
  /** The parts of the text, oldest first. */
  texts: readonly AlertText[]
  seal: SealAlertText
  /** True for a message to a team, which is stored afterwards. */
  isMessageExpected?: boolean
}

/** True when the alert may keep this text. Above the limit of texts, it may if the writer has no open alert. */
async function claimTextPreservation(tx: Tx, writer: store.SignalWriter, level: CrisisLevel): Promise<boolean> {
  if (await store.claimPreservedText(tx, writer, level)) return true
  return writer.accountId !== null && (await selectOpenLevel(tx, writer.accountId)) === null
}

/**
 * Raises the alert of a text of the chat that no conversation shows.
 * @returns null for an unknown account, and above the limit of texts
 */
export async function raiseChatText(
  tx: Tx,
  { imId, level, sessionId, teamId, roomId, texts, seal, isMessageExpected = false }: ChatText,
): Promise<RaisedText | null> {
  const writerRow = await store.selectWriter(tx, imId)
  if (!writerRow) return null
  const { accountId } = writerRow
  const writer = { accountId, imId }
  const time = Date.now()
  await store.lockWriter(tx, writer)
  if (!(await claimTextPreservation(tx, writer, level))) return null
  const sealAll = (binding: SealBinding) => seal(texts.map(({ text }) => text).join('\n'), binding)
  const appText = { imId, level, time, fromTime: time, sessionId, seal: sealAll, isMessageExpected }
  const appAlertId = accountId === null ? await insertAppAlert(tx, appText) : null
  if (appAlertId !== null) return { appAlertId, textId: null }
  const sealedTexts = texts.map(({ text, ...message }) => ({
    ...message,
    sealText: (id: number) => seal(text, sealBindings.crisisText(id)),
  }))
  const { textIds } = await store.upsertSignal(tx, { writer, level, time, teamId, roomId, texts: sealedTexts })
  return { appAlertId, textId: textIds.at(-1) ?? null }
}

type FormAlert = {
  accountId: number
  level: CrisisLevel
  /** The lecture in which the text was written; null elsewhere. */
  lectureId: number | null
  sealText: store.SealText
}

/** Raises the alert of a text in a form. */
export async function raiseAlertWithFormText(
  tx: Tx,
  { accountId, level, lectureId, sealText }: FormAlert,
): Promise<void> {
  const writer = { accountId }
  await store.lockWriter(tx, writer)
  if (!(await claimTextPreservation(tx, writer, level))) return
  // the input is not checked yet
  const isId = Number.isSafeInteger(lectureId)
  const roomId = isId ? await store.selectRoomOfLecture(tx, lectureId!) : undefined
  await store.upsertSignal(tx, { writer, level, time: Date.now(), roomId, texts: [{ sealText }] })
}

/** The team of a session; undefined for another conversation, or none. */
function teamOfSession(sessionId: string): number | undefined {
  if (!SessionId.safeParse(sessionId).success) return undefined
  const { scene, to } = targetOfSession(sessionId)
  return scene !== 'p2p' && TeamId.safeParse(to).success ? Number(to) : undefined
}

/** Adds an alert that the backend of the app did not accept to the duty list of the association. */
export async function addRefusedAppAlert(
  tx: Tx,
  { im_account_id: imId, level, message_time: time, from_time: fromTime, ...alert }: QueuedAppAlert,
  seal: ((binding: SealBinding) => Buffer) | null,
): Promise<void> {
  await store.lockWriter(tx, { accountId: null, imId })
  const { conversation_id: conversationId, message_id: messageId } = alert
  const text = seal ? { sealText: (id: number) => seal(sealBindings.crisisText(id)), messageId } : undefined
  if (conversationId !== null) {
    const message = { accountId: null, imId, conversationId, level, time, fromTime }
    return addMessageSignal(tx, message, text)
  }
  const teamId = teamOfSession(alert.session_id)
  await store.upsertSignal(tx, { writer: { accountId: null, imId }, level, time, teamId, texts: text ? [text] : [] })
}

type ConversationAlert = { writerId: number; conversationId: number; level: CrisisLevel; time: number }

/**
 * Raises the alert that a counsellor reports in a conversation.
 * @returns the alert
 */
export async function raiseConversationAlert(
  tx: Tx,
  { writerId, conversationId, level, time }: ConversationAlert,
): Promise<number> {
  const writer = { accountId: writerId }
  await store.lockWriter(tx, writer)
  const { alertId } = await store.upsertSignal(tx, { writer, conversationId, level, time })
  return alertId
}

/** Raises the alert of a text to the association, such as a question or a booking note. */
export async function raiseAlertOfStoredText(tx: Tx, { accountId, sealText, ...alert }: SiteTextAlert): Promise<void> {
  const writer = { accountId }
  await store.lockWriter(tx, writer)
  await store.upsertSignal(tx, { ...alert, writer, time: Date.now(), texts: sealText ? [{ sealText }] : [] })
}
