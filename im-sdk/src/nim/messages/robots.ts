// Robots and AI users: their list, answers that are stopped or written again, and calls of the language model. The
// code is loaded on the first use.
import type { AiUser } from '@xinqiao/contract/im/robots/ai-model.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { readMessageTarget } from '../core/targets.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimRobot } from '../present/people.ts'

type RegenerateOptions = Pick<CommandInput<'ai.regenMessage'>, 'operationType'>
type StopAnswerOptions = Pick<CommandInput<'ai.stopMessage'>, 'operationType' | 'updateContent'>
export type ModelCallInput = CommandInput<'ai.proxyModelCall'>
export type NumberOrText = number | string
/** Pages also pass `topP` and `temperature` as texts. */
export type ProxyAIModelCallOptions = Omit<ModelCallInput, 'modelConfigParams'> & {
  modelConfigParams?: { maxTokens?: number; topP?: NumberOrText; temperature?: NumberOrText }
}

const toNumbers = (params: object) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? Number(value) : value]),
  )
const toAnswerRef = (message: NimMessage) => ({ to: readMessageTarget(message).to, idServer: message.idServer ?? '' })

export const createRobotsApi = (core: Pick<NimCore, 'client' | 'notify'>) => ({
  getAIUserList({ done }: WithDone<AiUser[]> = {}): void {
    callDone(done, async () => (await core.client.request('ai.getAIUserList', {})).users)
  },
  getRobots({ done }: WithDone<NimRobot[]> = {}): void {
    callDone(done, async () => {
      const { users } = await core.client.request('ai.getAIUserList', {})
      const robots = users.map((user) => ({ ...user, botid: user.account, name: user.nick, intro: user.sign }))
      core.notify('onrobots', structuredClone(robots))
      return robots
    })
  },
  /** `proxyAIModelCall` and `proxyAIModelStreamCall` of the instance bring the answer. */
  proxyAIModelCall({ done, modelConfigParams, ...input }: ProxyAIModelCallOptions & WithDone<null>): void {
    callDone(done, () =>
      core.client.request('ai.proxyModelCall', {
        ...input,
        ...(modelConfigParams && { modelConfigParams: toNumbers(modelConfigParams) }),
      }),
    )
  },
  stopAIModelStreamCall({ accountId, requestId, done }: CommandInput<'ai.stopModelCall'> & WithDone<null>): void {
    callDone(done, () => core.client.request('ai.stopModelCall', { accountId, requestId }))
  },
  regenAIMessage({ message, params, done }: { message: NimMessage; params: RegenerateOptions } & WithDone<null>): void {
    callDone(done, () => core.client.request('ai.regenMessage', { ...toAnswerRef(message), ...params }))
  },
  stopAIStreamMessage({
    message,
    params,
    done,
  }: { message: NimMessage; params: StopAnswerOptions } & WithDone<null>): void {
    callDone(done, () => core.client.request('ai.stopMessage', { ...toAnswerRef(message), ...params }))
  },
})
