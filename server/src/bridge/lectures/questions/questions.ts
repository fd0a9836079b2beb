// Questions to the speaker. Until a moderator answers one, only its writer and the moderators see it.
import { fail, orNotFound, type Failure } from '@xinqiao/contract/errors.ts'
import { lectureLimits, lectureQuestionStates, type LectureQuestionState } from '@xinqiao/contract/lectures.ts'
import { hourSeconds, minuteSeconds } from '@xinqiao/contract/time.ts'
import { upsertRoomName, filterSiteText, selectRoomNames } from '../../../im/chat.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { inTransaction, viewerIdOf, viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'
import { lockAccountRow } from '../../../kit/db/account-lock.ts'
import { reserveId } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import * as questionStore from './question-store.ts'
import {
  expectMayWrite,
  readLectureRights,
  requireChat,
  requireModerated,
  requireWatchableLecture,
} from '../rules/rights.ts'
import { listModeratorAccids, sendLectureEvent } from '../lifetime/rooms.ts'
import { selectChatAccount } from '../records/lecture-store.ts'

const maxQuestionsPerHour = 30
const maxSettlementsPerMinute = 60

const openAnswer = ({ open }: Pick<Secrets, 'open'>, { id, answer_sealed: sealed }: questionStore.LectureQuestionRow) =>
  sealed === null ? '' : open(sealed, sealBindings.lectureAnswer(id))

export async function listQuestions(ctx: Ctx, id: number) {
  const { sql, secrets } = ctx.kit
  const accountId = viewerIdOf(ctx)
  const lecture = await requireWatchableLecture(ctx, id)
  const { isModerator } = await readLectureRights(sql, lecture, accountId)
  const rows = await questionStore.selectQuestions(sql, id, { accountId, seesAll: isModerator })
  return {
    content: rows.map((row) => ({
      id: row.id,
      name: row.name,
      text: secrets.open(row.text_sealed, sealBindings.lectureQuestion(row.id)),
      state: row.state,
      // visitors do not see the answer of a question that waits again
      answer: isModerator || row.state === 'answered' ? openAnswer(secrets, row) : '',
      hasDanger: (isModerator || row.account_id === accountId) && row.has_danger,
      createTime: formatTime(row.created_at),
      isOwn: row.account_id === accountId,
    })),
  }
}

export async function askQuestion(ctx: Ctx, id: number, text: string): Promise<null> {
  const { kit } = ctx
  const { id: accountId } = viewerOf(ctx)
  await limitHits(kit.sql, `lectureAsk:${accountId}`, maxQuestionsPerHour, hourSeconds)
  const lecture = await requireWatchableLecture(ctx, id)
  if (!lecture.is_room_open) throw fail('wrongState', '现在不能提问')
  const chat = await requireChat(ctx)
  await expectMayWrite(kit.sql, lecture, chat)
  const filteredText = await filterSiteText(kit, 'text', text, '问题中含有不允许发送的词语')
  await upsertRoomName(kit.sql, { roomId: lecture.room_id, imId: chat.id })
  const names = await selectRoomNames(kit.sql, lecture.room_id, [chat])
  await inTransaction(kit, async ({ tx }) => {
    // serialises the questions of an account, so that two concurrent ones cannot both use the last place
    await lockAccountRow(tx, accountId)
    if ((await questionStore.countWaitingQuestions(tx, id, accountId)) >= lectureLimits.waitingQuestions)
      throw fail('wrongState', `您已有${lectureLimits.waitingQuestions}个问题在等待，请等主持人处理后再提`)
    const questionId = await reserveId(tx, 'lecture_question')
    await questionStore.insertQuestion(tx, {
      id: questionId,
      lecture_id: id,
      account_id: accountId,
      name: names.get(chat.accid) ?? '',
      text_sealed: kit.secrets.seal(filteredText, sealBindings.lectureQuestion(questionId)),
      has_danger: ctx.crisisLevel !== null,
    })
  })
  await sendLectureEvent(kit, lecture, { event: 'questions' }, await listModeratorAccids(kit.sql, lecture))
  return null
}

/** @throws Failure wrongState for a question whose text raised a crisis alert */
function expectMayPublish({ has_danger: hasDanger }: Pick<questionStore.LectureQuestionRow, 'has_danger'>): void {
  if (hasDanger) throw fail('wrongState', '这条提问听起来有危险，值班人员已收到提醒。它不会公开，请不要在这里追问。')
}

const failSettled = ({ state }: Pick<questionStore.LectureQuestionRow, 'state'>): Failure =>
  fail('changedMeanwhile', `另一位主持人刚刚把这个提问改为“${lectureQuestionStates[state]}”`)

type Settlement = { id: number; state: LectureQuestionState; from?: LectureQuestionState | undefined }

/**
 * @throws Failure wrongState when a question that sounds like danger would be published
 * @throws Failure changedMeanwhile when another moderator has settled the question since the page showed it
 */
export async function settleQuestion(ctx: Ctx, { id, state, from }: Settlement): Promise<null> {
  const { kit } = ctx
  const question = orNotFound(await questionStore.selectQuestion(kit.sql, id))
  const { lecture, chat } = await requireModerated(ctx, question.lecture_id)
  // limited, because each settlement makes all pages read the questions again
  await limitHits(kit.sql, `lectureSettle:${chat.id}`, maxSettlementsPerMinute, minuteSeconds)
  await inTransaction(kit, async ({ tx }) => {
    const current = orNotFound(await questionStore.lockQuestion(tx, id))
    if (state === 'answered') expectMayPublish(current)
    if (from !== undefined && current.state !== from && current.state !== state) throw failSettled(current)
    await questionStore.updateQuestionState(tx, id, state, viewerOf(ctx).id)
  })
  // all pages show answered questions, so all receive the event
  if (state === 'answered' || question.state === 'answered') {
    await sendLectureEvent(kit, lecture, { event: 'questions' })
    return null
  }
  const writer = await selectChatAccount(kit.sql, question.account_id)
  const receivers = [...(await listModeratorAccids(kit.sql, lecture)), ...(writer ? [writer.accid] : [])]
  await sendLectureEvent(kit, lecture, { event: 'questions' }, [...new Set(receivers)])
  return null
}

type WrittenAnswer = {
  id: number
  questionId: number
  text: string
  before: string
  from?: LectureQuestionState | undefined
}

/**
 * Publishes a written answer to all pages of the lecture, or replaces one.
 * @throws Failure invalid for a refused word, wrongState for a question that sounds like danger
 * @throws Failure changedMeanwhile when the page has not shown the stored answer or state
 */
export async function answerQuestion(ctx: Ctx, { id, questionId, text, before, from }: WrittenAnswer): Promise<null> {
  const { kit } = ctx
  const { lecture, chat } = await requireModerated(ctx, id)
  await limitHits(kit.sql, `lectureSettle:${chat.id}`, maxSettlementsPerMinute, minuteSeconds)
  const filteredText = await filterSiteText(kit, 'text', text, '回答中含有不允许发送的词语')
  await inTransaction(kit, async ({ tx }) => {
    const question = orNotFound(await questionStore.lockQuestion(tx, questionId))
    if (question.lecture_id !== id) throw fail('notFound')
    expectMayPublish(question)
    if (openAnswer(kit.secrets, question) !== before) throw fail('changedMeanwhile', '刚才已有别人回答，请先看一看')
    if (from !== undefined && question.state !== from) throw failSettled(question)
    const sealed = kit.secrets.seal(filteredText, sealBindings.lectureAnswer(questionId))
    await questionStore.updateAnswer(tx, questionId, sealed, viewerOf(ctx).id)
  })
  await sendLectureEvent(kit, lecture, { event: 'questions' })
  return null
}
