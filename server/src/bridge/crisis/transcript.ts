// Transcript of a conversation for the duty list. The audit entry is written before it is returned.
import type { TranscriptLine } from '@xinqiao/contract/http/care.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { messageTypeOf, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { userTextsOf } from '@xinqiao/contract/im/user-texts.ts'
import {
  alerts,
  type Actor,
  findChatId,
  findOrFail,
  listMarks,
  listMessages,
  listSignals,
  listTexts,
  presentMessage,
} from '../../im/chat.ts'
import { findQuestionText } from '../../portal/qa/qa.ts'
import { sealedPlaces } from '../../kit/auth/sealed-places.ts'
import { formatTime } from '../../kit/time.ts'
import { findSigns } from './signs.ts'

/** All text that the sender wrote in a message, after the type of a message that is not text. */
function describeMessage({ content }: WireMessage): string {
  const texts = userTextsOf(content)
  if ('text' in content || 'tip' in content) return texts.join('\n')
  return [`［${messageTypeNames[messageTypeOf(content.type)] ?? '消息'}］`, ...texts].join(' ')
}
const messageTypeNames: Partial<Record<ReturnType<typeof messageTypeOf>, string>> = {
  image: '图片',
  audio: '语音',
  video: '视频',
  file: '文件',
  geo: '位置',
}

const linesPerPage = 50

type TranscriptRequest = {
  id: number
  reason?: string | undefined
  before?: number | undefined
  signalId?: number | undefined
}

/** The latest messages, or those before `before` (milliseconds). */
export async function openTranscript(
  actor: Actor,
  { id, reason, before, signalId }: TranscriptRequest,
): Promise<{ lines: TranscriptLine[]; hasMore: boolean; reason: string; openUntil: string }> {
  const { tx, kit } = actor
  const alert = await findOrFail(tx, id)
  const look = await alerts.openAlert(actor, id, reason)
  const signals = await listSignals(tx, id)
  const signal = signalId === undefined ? signals[0] : signals.find((found) => found.id === signalId)
  if (signalId !== undefined && !signal) throw fail('notFound')
  const imId = await findChatId(tx, alert.writer_id)
  if (imId === null || !signal || signal.conversation_id === null) {
    const questionId = signal?.question_id ?? null
    const question = questionId === null ? null : await findQuestionText(tx, questionId)
    const texts = (await listTexts(tx, id, signal?.id ?? null)).map((row) => ({
      at: row.created_at,
      text: kit.secrets.open(row.text_sealed, sealedPlaces.crisisText(row.id)),
    }))
    const questionLine = question && { at: alert.created_at, text: `${question.title}\n${question.content}` }
    const lines = [...(questionLine ? [questionLine] : []), ...texts].map(({ at, text }) => ({
      ...{ time: formatTime(at), at: at.getTime(), isWriter: true, text, signs: findSigns(text, !signal?.is_letter) },
    }))
    return { lines, hasMore: false, ...look }
  }
  const place = { imId, conversationId: signal.conversation_id }
  const query = { beginTime: 0, endTime: before ?? 0, limit: linesPerPage + 1, reverse: false, types: [] }
  const rows = await listMessages(tx, place, query)
  const marks = await listMarks(tx, signal.id)
  const isMarked = (time: number) => marks.some(({ from_time, until_time }) => from_time <= time && time <= until_time)
  const lines = rows
    .slice(0, linesPerPage)
    .toReversed()
    .map((row) => {
      const [isWriter, text] = [row.sender_id === imId, describeMessage(presentMessage(row, kit.bodies))]
      const signs = isWriter && isMarked(row.time) ? findSigns(text, true) : []
      return { time: formatTime(new Date(row.time)), at: row.time, isWriter, text, signs }
    })
  return { lines, hasMore: rows.length > linesPerPage, ...look }
}
