// Calls of the operator's model for a page. The results go to the connection that made the call; nothing is stored.
import { answerStates } from '@xinqiao/contract/im/robots/robot-answers.ts'
import { modelLimits, type ModelCall } from '@xinqiao/contract/im/robots/ai-model.ts'
import { imErrors, imFail } from '@xinqiao/contract/im/errors.ts'
import type { PushData } from '@xinqiao/contract/im/index.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { ModelFault, ModelMessage } from '../../../kit/model/ask-model.ts'
import type { RobotLookup } from '../records/lookup.ts'
import type { RobotPort } from '../content/port.ts'
import { hasModel, claimModelUse } from './model-budget.ts'
import { createSystemMessage, maxAnswerMs, partIntervalMs } from './prompts.ts'
import type { Robot } from '../records/store.ts'
import { createHelpReply } from '../content/texts.ts'

/** Calls of a language model that one account may run at the same time on this node. */
const maxCallsOfAccount = 2

const codeOfFault: Record<Exclude<ModelFault, 'stopped'>, number> = {
  off: imErrors.modelOff.code,
  busy: imErrors.unavailable.code,
  timeout: imErrors.timedOut.code,
  unreachable: imErrors.unavailable.code,
  garbled: imErrors.internal.code,
}
const okCode = 200
const maxVariableLength = 100

/** @throws ImFailure 414 for anything but an object of short texts */
function readVariables(json: string): Record<string, string> {
  let values: unknown
  try {
    values = json === '' ? {} : JSON.parse(json)
  } catch {
    values = null
  }
  const isObject = typeof values === 'object' && values !== null && !Array.isArray(values)
  if (!isObject || !Object.values(values as object).every((value) => typeof value === 'string'))
    throw imFail('invalid', 'promptVariables应为由字符串组成的JSON对象', { field: 'promptVariables' })
  const variables = values as Record<string, string>
  // the values become part of the instructions, so each must be a name or a number in one line
  if (!Object.values(variables).every((value) => value.length <= maxVariableLength && !/[\r\n]/.test(value)))
    throw imFail('invalid', `promptVariables的每个值不能超过${maxVariableLength}个字符，也不能换行`, {
      field: 'promptVariables',
    })
  return variables
}

type RunningModelRequest = { imId: number; controller: AbortController }

export function createModelCalls(port: RobotPort, findRobot: RobotLookup) {
  const running = new Map<string, RunningModelRequest>()
  const callKey = (connectionId: string, requestId: string) => `${connectionId} ${requestId}`

  /** @throws ImFailure 404 for an account that is not an AI user, 107337 without a model */
  async function requireModel(ctx: ImCtx, accountId: string): Promise<Robot> {
    const robot = await findRobot(ctx.viewer, accountId)
    if (robot?.kind !== 'model') throw imFail('notFound', `${accountId}不是AI用户`)
    if (!hasModel(ctx.config, robot.appId)) throw imFail('modelOff')
    return robot
  }

  async function run(input: ModelCall, messages: ModelMessage[], controller: AbortController, ctx: ImCtx) {
    const { accountId, requestId, aiStream, modelConfigParams } = input
    const describe = (code: number) => ({ code, accountId, requestId, timestamp: Date.now() })
    let shownText = ''
    let isRefused = false
    let shownAt = -Infinity
    let index = 0
    const showPart = (text: string) => {
      if (ctx.isCancelled?.()) return controller.abort()
      if (controller.signal.aborted || performance.now() - shownAt < partIntervalMs) return
      const checkedText = port.checkText(text)
      isRefused ||= checkedText === null
      if (checkedText === null) return controller.abort()
      shownAt = performance.now()
      // pages append these parts, so that a changed beginning reaches them with the end only
      const addedText = checkedText.startsWith(shownText) ? checkedText.slice(shownText.length) : ''
      shownText = checkedText
      const lastChunk = { content: addedText, chunkTime: Date.now(), type: 0, index }
      index += 1
      ctx.pushToCaller('ai.proxyAIModelStreamCall', {
        ...describe(okCode),
        content: { msg: checkedText, type: 0, lastChunk },
      })
    }
    const reply = await port.kit.askModel({
      messages,
      ...modelConfigParams,
      timeoutMs: maxAnswerMs,
      maxLength: modelLimits.answer,
      signal: controller.signal,
      onText: aiStream ? showPart : undefined,
    })
    const end = (code: number, msg: string, state: PushData<'ai.proxyAIModelCall'>['aiStreamStatus']) =>
      ctx.pushToCaller('ai.proxyAIModelCall', {
        ...describe(code),
        content: { msg, type: 0 },
        aiStream,
        aiStreamStatus: aiStream ? state : answerStates.whole,
        aiRAGs: [],
      })
    if ('text' in reply) {
      const text = isRefused ? null : port.checkText(reply.text)
      return end(okCode, text ?? createHelpReply(false).text, answerStates.finished)
    }
    if (isRefused) return end(okCode, createHelpReply(false).text, answerStates.finished)
    if (reply.fault === 'stopped') return end(okCode, shownText, answerStates.stopped)
    return end(codeOfFault[reply.fault], shownText, answerStates.failed)
  }

  return {
    async start(input: ModelCall, ctx: ImCtx): Promise<null> {
      const { viewer, connectionId } = ctx
      const robot = await requireModel(ctx, input.accountId)
      const variables = readVariables(input.promptVariables)
      const length = [input.content, ...input.messages].reduce((sum, { msg }) => sum + msg.length, 0)
      if (length > modelLimits.total) throw imFail('invalid', `content与messages合计不能超过${modelLimits.total}个字符`)
      if (!(await claimModelUse(ctx.sql, viewer.imId))) throw imFail('invalid', '这个小时里的调用已经用完，请稍后再试')
      const key = callKey(connectionId, input.requestId)
      if (running.has(key)) throw imFail('invalid', 'requestId已在使用', { field: 'requestId' })
      const ownCalls = [...running.values()].filter(({ imId }) => imId === viewer.imId).length
      if (ownCalls >= maxCallsOfAccount)
        throw imFail('invalid', `同时最多进行${maxCallsOfAccount}次调用，请等前面的结束`)
      const isInDanger = input.messages.some(({ role, msg }) => role !== 'assistant' && detectCrisis(msg) !== null)
      if (ctx.crisisLevel || isInDanger) {
        const content = { msg: createHelpReply(false).text, type: 0 }
        const state = { aiStream: input.aiStream, aiStreamStatus: answerStates.whole, aiRAGs: [] }
        const { accountId, requestId } = input
        ctx.pushToCaller('ai.proxyAIModelCall', {
          code: okCode,
          accountId,
          requestId,
          timestamp: Date.now(),
          content,
          ...state,
        })
        return null
      }
      const controller = new AbortController()
      running.set(key, { imId: viewer.imId, controller })
      const messages: ModelMessage[] = [
        createSystemMessage(robot.prompt, variables),
        // instructions are those of the operator only
        ...input.messages.map(({ role, msg }) => ({
          role: role === 'assistant' ? role : ('user' as const),
          content: msg,
        })),
        { role: 'user', content: input.content.msg },
      ]
      run(input, messages, controller, ctx)
        .catch((error: unknown) => port.kit.log.error({ err: error }, 'call of the language model failed'))
        .finally(() => running.delete(key))
        .catch(() => {})
      return null
    },
    stop({ requestId }: { requestId: string }, { connectionId }: ImCtx): Promise<null> {
      const call = running.get(callKey(connectionId, requestId))
      if (!call) throw imFail('notFound', '没有正在进行的调用')
      call.controller.abort()
      return Promise.resolve(null)
    },
  }
}
