// Transcript of a conversation for the duty list. The audit entry is written before it is returned.
import type { TranscriptLine } from '@xinqiao/contract/http/crisis/alerts.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import {
  type AlertRow,
  requireAlert,
  grantAlertAccess,
  presentMessage,
  selectPreservedTexts,
  selectCrisisMarks,
  selectSignal,
  selectTexts,
  selectTranscriptMessages,
  type SignalRow,
  type StaffScope,
} from '../../im/chat.ts'
import { selectQuestionTexts } from '../../portal/qa/qa.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import { formatTime } from '../../kit/time.ts'
import { transcribeMessage } from '../chat/transcribe-message.ts'
import { selectWriterInTeam } from './leader-store.ts'
import { findDangerousSentences } from './signs.ts'

const linesPerPage = 50
/** Mark between an earlier text and the one that replaced it. */
const changeMark = '\n→ '

type TranscriptRequest = {
  id: number
  reason?: string | undefined
  before?: number | null | undefined
  signalId?: number | undefined
}
type WriterInGroup = { name: string; hasLeft: boolean }
type OpenedTranscript = { lines: TranscriptLine[]; hasMore: boolean }
type OpenedAlert = { alert: AlertRow; signal: SignalRow | undefined; before: number | null }

/** Opens the latest lines of a conversation, or those before the cursor. */
export async function openTranscript(
  actor: StaffScope,
  { id, reason, before = null, signalId }: TranscriptRequest,
): Promise<
  OpenedTranscript & {
    signalId: number | null
    inGroup: WriterInGroup | null
    reason: string
    openUntil: string
    openSeconds: number
  }
> {
  const alert = await requireAlert(actor.tx, id)
  const view = await grantAlertAccess(actor, id, reason)
  const signal = (await selectSignal(actor.tx, id, signalId)) ?? undefined
  if (signalId !== undefined && !signal) throw fail('notFound')
  const openedText = { alert, signal, before }
  return {
    ...((await readConversation(actor, openedText)) ?? (await readTextTranscript(actor, openedText))),
    signalId: signal?.id ?? null,
    inGroup: signal ? await findWriterInGroup(actor.tx, alert, signal) : null,
    ...view,
  }
}

/** Finds the writer's name in a group; null where it would reveal who wrote an anonymous question. */
function findWriterInGroup(tx: StaffScope['tx'], alert: AlertRow, signal: SignalRow): Promise<WriterInGroup | null> {
  const { chat_id: imId } = alert
  const { team_id: teamId } = signal
  const isHidden = teamId === null || imId === null || signal.is_anonymous !== alert.is_anonymous
  return isHidden ? Promise.resolve(null) : selectWriterInTeam(tx, teamId, imId)
}

/** Reads the question, and the texts that the alert itself stores. */
async function readTextTranscript(
  { tx, kit }: StaffScope,
  { alert, signal, before }: OpenedAlert,
): Promise<OpenedTranscript> {
  const textsRef = { alertId: alert.id, signalId: signal?.id ?? null, imId: alert.chat_id }
  const rows = await selectTexts(tx, textsRef, { before, limit: linesPerPage + 1 })
  const hasMore = rows.length > linesPerPage
  const questionId = signal?.question_id ?? null
  const versions = questionId === null || hasMore ? [] : await selectQuestionTexts(tx, questionId)
  const texts = rows.slice(0, linesPerPage).map((row) => ({
    cursor: row.id,
    at: row.created_at,
    text: kit.secrets.open(row.text_sealed, sealBindings.crisisText(row.id)),
    fate: row.fate,
  }))
  const question = {
    cursor: 0,
    at: alert.created_at,
    text: versions.map(({ title, content }) => `${title}\n${content}`).join(changeMark),
    fate: versions.length > 1 ? ('changed' as const) : null,
  }
  const lines = [...(versions.length > 0 ? [question] : []), ...texts.toReversed()].map(
    ({ cursor, at, text, fate }) => ({
      ...{
        cursor,
        time: formatTime(at),
        isWriter: true,
        text,
        signs: findDangerousSentences(text, !signal?.is_letter),
        fate,
      },
    }),
  )
  return { lines, hasMore }
}

/** @returns null for a source that is not a conversation */
async function readConversation(
  { tx, kit }: StaffScope,
  { alert, signal, before }: OpenedAlert,
): Promise<OpenedTranscript | null> {
  const imId = alert.chat_id
  if (imId === null || !signal || signal.conversation_id === null) return null
  const transcriptRef = { imId, conversationId: signal.conversation_id, signalId: signal.id }
  const rows = await selectTranscriptMessages(tx, transcriptRef, { before, limit: linesPerPage + 1 })
  const ids = rows.map((row) => row.id)
  const [marks, alertTexts] = await Promise.all([
    selectCrisisMarks(tx, signal.id),
    selectPreservedTexts(tx, signal.id, ids),
  ])
  const isMarked = (time: number) => marks.some(({ from_time, until_time }) => from_time <= time && time <= until_time)
  const lines = rows
    .slice(0, linesPerPage)
    .toReversed()
    .map((row) => {
      const isWriter = row.sender_id === imId
      const message = presentMessage(row, kit.bodies)
      const earlier = alertTexts
        .filter((text) => text.message_id === row.id)
        .map((text) => kit.secrets.open(text.text_sealed, sealBindings.crisisText(text.id)))
      const now = message.isErased && earlier.length > 0 ? [] : [transcribeMessage(message)]
      const text = [...earlier, ...now].join(changeMark)
      const fate = row.fate ?? (earlier.length > 0 ? ('changed' as const) : null)
      const signs = isWriter && isMarked(row.time) ? findDangerousSentences(text, true) : []
      return { cursor: row.time, time: formatTime(new Date(row.time)), isWriter, text, signs, fate }
    })
  return { lines, hasMore: rows.length > linesPerPage }
}
