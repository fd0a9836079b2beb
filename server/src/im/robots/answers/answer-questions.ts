// Answers questions to robots: one answer for each stored question, in the order of the conversation. A question is
// announced before its message is stored, so that a job answers it if this node ends first.
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { handlingOfCode, ImFailure, imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { StoredContent, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { userTextsOf } from '@xinqiao/contract/im/messages/user-texts.ts'
import { answerStates } from '@xinqiao/contract/im/robots/robot-answers.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import { createKeyedQueue } from '../../../kit/async/keyed-queue.ts'
import { claimSlidingHit, hasRecentHit, recordHit } from '../../../kit/auth/throttle.ts'
import { outsideRooms, type ImCtx } from '../../../kit/chat/im-ctx.ts'
import { createAnswer, asAnswer, readQuestion, type AnswerContent } from '../content/answer-content.ts'
import type { RobotLookup } from '../records/lookup.ts'
import { hasModel, claimModelUse } from '../model/model-budget.ts'
import { askBackend } from './backend.ts'
import { createModelAnswers } from '../model/model-answers.ts'
import type { RobotMessageRef, RobotPort } from '../content/port.ts'
import type { AskedQuestion } from '../records/question.ts'
import * as store from '../records/store.ts'
import {
  carefulReply,
  createHelpReply,
  createTooFastReply,
  maxQuestionsPerMinute,
  modelOffReply,
  modelUsedUpReply,
  remindOfHelp,
  unreadableReply,
  waitingReply,
  welcomeReply,
  type RobotReply,
} from '../content/texts.ts'

/** Questions of an account to a robot that wait for their answers; more get a short answer at once. */
const maxWaiting = 3
/** For this time after a text in danger, help comes before each answer, and no model answers. */
const carefulSeconds = 3_600
type QuestionMessageDraft = ParsedInput<'msg.sendMsg'>
type SendReply = CommandOutput<'msg.sendMsg'>

/** Where the answer is written: a new message with this client id, or an earlier answer. */
export type AnswerTarget = { idClient: string } | (RobotMessageRef & { former: AnswerContent | null })

/** The context of a command whose caller is the robot. Its pushes use the connection to the nodes of `ctx`. */
export const createRobotContext = (ctx: ImCtx, { imId, appId, accid }: store.Robot): ImCtx => ({
  ...ctx,
  ...outsideRooms,
  viewer: {
    imId,
    appId,
    accid,
    login: 0,
    fileKeyEnds: [],
    isMuted: false,
    roleId: null,
    deviceId: '',
    clientType: clientTypes.Server,
  },
  connectionId: '',
  refusal: null,
})

/** Reads all texts of a question, also of staff, because to a machine they write about themselves. */
const soundsLikeDanger = (content: StoredContent): boolean =>
  userTextsOf(content).some((text) => detectCrisis(text) !== null)

const isRefusal = (error: unknown): boolean => error instanceof ImFailure && handlingOfCode(error.code) !== 'logged'

export function createQuestionAnswerer(port: RobotPort, findRobot: RobotLookup) {
  const { sql, config, log } = port.kit
  const runInOrder = createKeyedQueue()
  const modelAnswers = createModelAnswers(port)

  const writeAnswer = async (
    { robot, asker, msg }: AskedQuestion,
    target: AnswerTarget,
    content: StoredContent,
    ctx: ImCtx,
  ): Promise<WireMessage> => {
    const robotCtx = createRobotContext(ctx, robot)
    if ('idClient' in target) return port.send({ to: asker.accid, idClient: target.idClient, content }, robotCtx)
    const isAnswerOf = (before: StoredContent) => asAnswer(before)?.robot.questionId === msg.idServer
    return port.rewrite(
      { to: asker.accid, idServer: target.idServer },
      (before) => (isAnswerOf(before) ? content : null),
      robotCtx,
    )
  }

  /** @returns the reply, or who writes it; null when the question gets no answer */
  async function composeReply(question: AskedQuestion): Promise<RobotReply | 'model' | 'backend' | null> {
    const { robot, asker, msg, isInDanger } = question
    if (robot.isBlocked) return null
    const isGuide = robot.kind === 'guide'
    const { isWelcome, text } = readQuestion(msg.content)
    const careKey = `robot care ${asker.imId}`
    if (isInDanger || soundsLikeDanger(msg.content)) {
      await recordHit(sql, careKey, 60)
      return createHelpReply(isGuide)
    }
    if (robot.kind === 'backend' && !(isWelcome && robot.welcome !== '')) return 'backend'
    const waitSeconds = await claimSlidingHit(sql, `robot ${asker.imId}`, maxQuestionsPerMinute, 60)
    if (waitSeconds > 0) return createTooFastReply(waitSeconds)
    const isCareful = await hasRecentHit(sql, careKey, carefulSeconds)
    if (isGuide) {
      const reply = text === null && !isWelcome ? unreadableReply : await port.answerFromSite(isWelcome ? '' : text!)
      return isCareful ? remindOfHelp(reply) : reply
    }
    if (isCareful) return carefulReply
    if (isWelcome) return robot.welcome === '' ? null : welcomeReply(robot.welcome)
    if (text === null) return unreadableReply
    if (!hasModel(config, robot.appId)) return modelOffReply
    return (await claimModelUse(sql, asker.imId)) ? 'model' : modelUsedUpReply
  }

  /** @returns false for a question that has to be asked again */
  async function answer(question: AskedQuestion, target: AnswerTarget, ctx: ImCtx): Promise<boolean> {
    const reply = await composeReply(question)
    if (reply === 'backend') return askBackend(port, question)
    // a question above the rate limit leaves the answer that was to be written again as it is
    if (reply === null || (reply !== 'model' && reply.isTooFast && 'idServer' in target)) return true
    const origin = { robotAccid: question.robot.accid, questionId: question.msg.idServer }
    if (reply !== 'model') {
      await writeAnswer(question, target, createAnswer(origin, reply), ctx)
      return true
    }
    const former = 'idServer' in target ? target.former : null
    const placeholder = await writeAnswer(question, target, modelAnswers.createPlaceholder(origin, former), ctx)
    // an earlier attempt has finished this answer
    if (asAnswer(placeholder.content)?.robot.state !== answerStates.streaming) return true
    await modelAnswers.write({ question, placeholder, former, ctx: createRobotContext(ctx, question.robot) })
    return true
  }

  /** Never rejects: a question that could not be answered stays announced, and the job tries again. */
  const answerAnnounced = (question: AskedQuestion, idClient: string, ctx: ImCtx): Promise<void> => {
    const { robot, asker, msg } = question
    const key = `${asker.imId} ${robot.imId}`
    const target = { idClient: `answer-${msg.idServer}` }
    const write = async (compose: () => Promise<unknown>): Promise<void> => {
      try {
        if ((await compose()) !== false) await store.deleteQuestion(sql, { senderId: asker.imId, idClient })
      } catch (error) {
        if (!isRefusal(error)) return log.error({ err: error }, 'question to a robot not answered')
        // the asker has blocked the robot, or the conversation is gone
        await store.deleteQuestion(sql, { senderId: asker.imId, idClient }).catch(() => {})
      }
    }
    const answerQuestion = () => answer(question, target, ctx)
    // help does not wait behind answers of a machine
    if (question.isInDanger || soundsLikeDanger(msg.content)) return write(answerQuestion)
    if (robot.kind === 'backend' || runInOrder.countWaiting(key) < maxWaiting)
      return runInOrder(key, () => write(answerQuestion))
    const origin = { robotAccid: robot.accid, questionId: msg.idServer }
    return write(() => writeAnswer(question, target, createAnswer(origin, waitingReply), ctx))
  }

  /**
   * Commits that a question will come.
   * @returns the robot that answers; null for a message to a person, or between robots
   * @throws ImFailure 414 for a question to a robot that is not the other side
   */
  async function announce(
    draft: QuestionMessageDraft,
    lookup: ReturnType<RobotLookup>,
    { viewer, refusal }: ImCtx,
  ): Promise<store.Robot | null> {
    const robot = await lookup
    if ('robot' in draft.content && draft.content.robot.robotAccid !== robot?.accid)
      throw imFail('invalid', '只能在与机器人的会话里向它提问', { field: 'robotAccid' })
    if (!robot || refusal || (await findRobot(viewer, viewer.accid))) return null
    await store.insertQuestion(sql, { senderId: viewer.imId, idClient: draft.idClient }, robot.imId)
    return robot
  }

  return {
    /**
     * Sends a message, and answers it where it is for a robot.
     * @param send stores the message after a promise, in the order of the sender's messages
     */
    async send(
      draft: QuestionMessageDraft,
      ctx: ImCtx,
      send: (announced: Promise<unknown> | null) => Promise<SendReply>,
    ): Promise<SendReply> {
      const { viewer } = ctx
      const { idClient } = draft
      const robotOrLookup = draft.scene === 'p2p' ? findRobot(viewer, draft.to) : null
      if (robotOrLookup === null && !('robot' in draft.content)) return send(null)
      const announcement = announce(draft, robotOrLookup, ctx)
      // `send` may refuse the message before it awaits the announcement, whose rejection would then have no handler
      announcement.catch(() => {})
      const reply = await send(announcement).catch(async (error: unknown) => {
        const robot = await announcement.catch(() => null)
        if (robot && isRefusal(error)) await store.deleteQuestion(sql, { senderId: viewer.imId, idClient })
        throw error
      })
      const robot = await announcement
      const asker = { imId: viewer.imId, accid: viewer.accid }
      const isInDanger = ctx.crisisLevel !== undefined
      if (robot) void answerAnnounced({ robot, asker, msg: reply.msg, isInDanger }, idClient, ctx)
      return reply
    },
    answerAnnounced,
    /**
     * Writes an answer again. It returns at once.
     * @returns false while too many answers to this account wait
     */
    answerAgain(question: AskedQuestion, target: AnswerTarget, ctx: ImCtx): boolean {
      const { robot, asker } = question
      const key = `${asker.imId} ${robot.imId}`
      if (runInOrder.countWaiting(key) >= maxWaiting) return false
      runInOrder(key, () => answer(question, target, ctx)).catch((error: unknown) => {
        if (!isRefusal(error)) log.error({ err: error }, 'answer of a robot not written again')
      })
      return true
    },
    stopModelAnswer: (idServer: string) => modelAnswers.stop(idServer),
    stopElsewhere: (idServer: string) => modelAnswers.stopElsewhere(idServer),
  }
}
export type QuestionAnswerer = ReturnType<typeof createQuestionAnswerer>
