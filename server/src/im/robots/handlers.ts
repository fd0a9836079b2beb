// Handlers of the commands of robots and AI users.
import { modelTypes, regenDays, regenOperations, stopOperations } from '@xinqiao/contract/im/robots/ai-model.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import { answerStates } from '@xinqiao/contract/im/robots/robot-answers.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { dayMs, minuteMs } from '@xinqiao/contract/time.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { presentMessage } from '../conversations/present-message.ts'
import { createAnswer, isStreaming, asAnswer, type AnswerContent } from './content/answer-content.ts'
import { createRobotContext, type QuestionAnswerer } from './answers/answer-questions.ts'
import type { RobotLookup } from './records/lookup.ts'
import { createModelCalls } from './model/model-calls.ts'
import type { RobotPort } from './content/port.ts'
import { listPromptKeys } from './model/prompts.ts'
import * as store from './records/store.ts'
import { plainReply, stoppedMessage, writingMessage } from './content/texts.ts'

/** A streaming answer that is older was left by a node that ended. */
const maxStreamingMs = 2 * minuteMs

type StoredAnswer = { robot: store.Robot; msg: WireMessage; content: AnswerContent; isBeingWritten: boolean }

async function listAiUsers({ sql, config, viewer }: ImCtx): Promise<CommandOutput<'ai.getAIUserList'>> {
  const robots = await store.selectRobots(sql, viewer.appId)
  const users = robots.map(({ accid, kind, prompt, nick, avatar, sign, gender, custom, ...row }) => ({
    account: accid,
    nick,
    avatar,
    sign,
    gender,
    custom,
    email: '',
    birth: '',
    tel: '',
    createTime: row.created_at.getTime(),
    updateTime: row.update_time,
    robotKind: kind,
    aiModelType: kind === 'model' ? modelTypes.private : modelTypes.none,
    modelConfig: kind === 'model' ? { model: config.AI_MODEL, promptKeys: listPromptKeys(prompt) } : null,
  }))
  return { users }
}

export function createRobotHandlers(
  port: RobotPort,
  answering: QuestionAnswerer,
  findRobot: RobotLookup,
): ImHandlers<Extract<CommandName, `ai.${string}`>> {
  const calls = createModelCalls(port, findRobot)

  /** @throws ImFailure 404 for anything but an answer of a robot to this account */
  async function requireAnswer({ sql, bodies, viewer }: ImCtx, to: string, idServer: string): Promise<StoredAnswer> {
    const robot = await findRobot(viewer, to)
    const id = Number(idServer)
    const isId = Number.isSafeInteger(id) && id > 0
    const row =
      robot && isId ? await store.selectExchangedMessage(sql, { imId: viewer.imId, peerId: robot.imId, id }) : null
    const msg = row && !row.is_own ? presentMessage(row, bodies) : null
    const content = msg && asAnswer(msg.content)
    if (!robot || !msg || !content) throw imFail('notFound', '没有这条机器人的回答')
    const isRecent = Date.now() - (msg.modifyTime ?? msg.time) < maxStreamingMs
    return { robot, msg, content, isBeingWritten: isStreaming(content) && isRecent }
  }

  return {
    'ai.getAIUserList': (_input, ctx) => listAiUsers(ctx),
    'ai.proxyModelCall': (input, ctx) => calls.start(input, ctx),
    'ai.stopModelCall': (input, ctx) => calls.stop(input, ctx),

    async 'ai.regenMessage'({ to, idServer, operationType }, ctx) {
      const { sql, bodies, viewer } = ctx
      const { robot, msg, content, isBeingWritten } = await requireAnswer(ctx, to, idServer)
      if (isBeingWritten) throw imFail('invalid', '回答还没有写完，请先停止')
      const isReplaced = operationType === regenOperations.replace
      if (isReplaced && Date.now() - msg.time > regenDays * dayMs)
        throw imFail('invalid', `只能更新${regenDays}天内的回答；可以另写一条`)
      const id = Number(content.robot.questionId ?? 0)
      const row = await store.selectExchangedMessage(sql, { imId: viewer.imId, peerId: robot.imId, id })
      if (!row?.is_own) throw imFail('notFound', '原来的问题已经不在了')
      const question = presentMessage(row, bodies)
      const former = content.text === writingMessage ? null : content
      const target = isReplaced ? { to, idServer, former } : { idClient: `again-${crypto.randomUUID()}` }
      const asker = { imId: viewer.imId, accid: viewer.accid }
      const isAccepted = answering.answerAgain({ robot, asker, msg: question, isInDanger: false }, target, ctx)
      if (!isAccepted) throw imFail('invalid', '前面的回答还没有写完，请稍后再试')
      return null
    },

    async 'ai.stopMessage'({ to, idServer, operationType, updateContent }, ctx) {
      const { robot, content } = await requireAnswer(ctx, to, idServer)
      if (!isStreaming(content)) throw imFail('invalid', '这条回答已经写完')
      const isReplaced = operationType === stopOperations.replace
      const replacement = isReplaced ? port.checkText(updateContent.trim()) : ''
      if (isReplaced && !replacement) throw imFail('invalid', 'updateContent不能为空，也不能含有不允许的词语')
      const arrivedText = answering.stopModelAnswer(idServer)
      const robotCtx = createRobotContext(ctx, robot)
      const place = { to: ctx.viewer.accid, idServer }
      if (operationType === stopOperations.recall) await port.recall(place, robotCtx)
      else {
        const origin = { robotAccid: robot.accid, questionId: content.robot.questionId ?? '' }
        const formerText = content.text === writingMessage ? stoppedMessage : content.text
        const text = isReplaced ? replacement! : arrivedText || formerText
        const state = isReplaced ? answerStates.replaced : answerStates.stopped
        const stopped = createAnswer(origin, plainReply(text), state)
        // the answer may be finished by now
        await port.rewrite(place, (before) => (isStreaming(before) ? stopped : null), robotCtx)
      }
      if (arrivedText === null) answering.stopElsewhere(idServer)
      return null
    },
  }
}
