// Robots and AI users: their kinds, and calls of the language model.
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import { namedText } from '../named-text.ts'
import { robotLimits } from './robot-messages.ts'
import { ChatUser } from '../accounts/user.ts'

export const modelLimits = {
  messages: 30,
  variables: 4_000,
  tokens: 2_000,
  requestId: 64,
  total: 20_000,
  answer: 8_000,
} as const
/** Kinds of language models: none, and the operator's own. */
export const modelTypes = { none: 0, private: 3 } as const
/** A robot's backend, the guide of the site, or the model answers. */
export const robotKinds = ['backend', 'guide', 'model'] as const
export type RobotKind = (typeof robotKinds)[number]

/** Stops the answer and keeps what there is, recalls the answer, or replaces its text. */
export const stopOperations = { keep: 0, recall: 1, replace: 2 } as const
/** Writes a new answer in place of the old one, or after it. */
export const regenOperations = { replace: 1, add: 2 } as const
export const regenDays = 3

const modelRoles = ['system', 'user', 'assistant'] as const
const Words = z.object({
  msg: namedText(robotLimits.text, 'msg').min(1, 'msg不能为空'),
  /** 0: text. There are no others. */
  type: z.literal(0, 'type只能是0').default(0),
})
const share = (name: string, max: number) =>
  z.number(`${name}必须是数字`).min(0, `${name}不能小于0`).max(max, `${name}不能大于${max}`).optional()

export const ModelCall = z.object({
  accountId: Accid,
  /** Names the call in the results; the caller creates it. */
  requestId: namedText(modelLimits.requestId, 'requestId').min(1, 'requestId不能为空'),
  content: Words,
  /** Earlier messages, oldest first. */
  messages: z
    .array(
      Words.extend({ role: z.literal([...modelRoles], `role只能是${modelRoles.join('、')}`) }),
      'messages必须是数组',
    )
    .max(modelLimits.messages, `messages不能超过${modelLimits.messages}条`)
    .default([]),
  /** Values of the variables of the robot's prompt, as JSON. */
  promptVariables: namedText(modelLimits.variables, 'promptVariables').default(''),
  modelConfigParams: z
    .object({
      maxTokens: z
        .number('maxTokens必须是整数')
        .int('maxTokens必须是整数')
        .min(1, 'maxTokens不能小于1')
        .max(modelLimits.tokens, `maxTokens不能大于${modelLimits.tokens}`)
        .optional(),
      topP: share('topP', 1),
      temperature: share('temperature', 2),
    })
    .default({}),
  /** True to receive the answer in parts. */
  aiStream: z.boolean('aiStream必须是布尔值').default(false),
})
export type ModelCall = z.output<typeof ModelCall>

export const AiUser = ChatUser.extend({
  robotKind: z.literal([...robotKinds]),
  aiModelType: z.number(),
  /** Null for robots without a model. The prompt stays on the server. */
  modelConfig: z.object({ model: z.string(), promptKeys: z.array(z.string()) }).nullable(),
})
export type AiUser = z.output<typeof AiUser>

export const callResult = {
  /** 200, or the code of an error. */
  code: z.number(),
  accountId: z.string(),
  requestId: z.string(),
  timestamp: z.number(),
}
