// Robots and AI users: calls of the operator's language model, and answers that are stopped or written again.
import { z } from 'zod'
import { AiUser, callResult, ModelCall, modelLimits, regenOperations, stopOperations } from './ai-model.ts'
import { Accid } from '../accounts/auth.ts'
import { command, definePush, service } from '../command.ts'
import { WireMessage } from '../messages/messages.ts'
import { namedText } from '../named-text.ts'
import { AnswerSource } from './robot-answers.ts'
import { robotLimits } from './robot-messages.ts'

const AnswerRef = z.object({ to: Accid, idServer: namedText(64, 'idServer').min(1, 'idServer不能为空') })
const maySend = {
  errors: ['notFound', 'invalid', 'modelOff', 'muted'] as const,
  maxFrequency: { times: 20, seconds: 60 },
}

export const ai = service(
  37,
  {
    getAIUserList: command(1, {
      who: 'chat',
      input: z.object({}),
      output: z.object({ users: z.array(AiUser) }),
    }),
    /** Answers at once; the push `proxyAIModelCall` brings the text. */
    proxyModelCall: command(2, {
      who: 'chat',
      // earlier messages raise no alert again; the handler reads them before it asks the model
      texts: ['content.msg', 'promptVariables'],
      input: ModelCall,
      output: z.null(),
      ...maySend,
    }),
    stopModelCall: command(3, {
      who: 'chat',
      input: z.object({ accountId: Accid, requestId: namedText(modelLimits.requestId, 'requestId') }),
      output: z.null(),
      errors: ['notFound'],
    }),
    regenMessage: command(4, {
      who: 'chat',
      input: AnswerRef.extend({
        operationType: z.literal(Object.values(regenOperations), 'operationType只能是1或2'),
      }),
      output: z.null(),
      ...maySend,
    }),
    stopMessage: command(5, {
      who: 'chat',
      texts: ['updateContent'],
      input: AnswerRef.extend({
        operationType: z.literal(Object.values(stopOperations), 'operationType只能是0、1或2'),
        updateContent: namedText(robotLimits.text, 'updateContent').default(''),
      }),
      output: z.null(),
      errors: ['notFound', 'invalid'],
    }),
  },
  {
    /** The end of a call of a model, for the connection that made it. */
    proxyAIModelCall: definePush(
      101,
      z.object({
        ...callResult,
        content: z.object({ msg: z.string(), type: z.number() }),
        aiStream: z.boolean(),
        aiStreamStatus: z.number(),
        aiRAGs: z.array(AnswerSource),
      }),
    ),
    proxyAIModelStreamCall: definePush(
      102,
      z.object({
        ...callResult,
        content: z.object({
          /** The text of the reply that has arrived so far. */
          msg: z.string(),
          type: z.number(),
          lastChunk: z.object({ content: z.string(), chunkTime: z.number(), type: z.number(), index: z.number() }),
        }),
      }),
    ),
    /** The text so far of an answer that is being written. The stored message follows as a change. */
    messageChunk: definePush(103, z.object({ msg: WireMessage })),
  },
)
