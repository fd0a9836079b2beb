// Explains calls of the language model and their events. A missing entry is a type error.
import type { CommandInput, PushData } from '@xinqiao/contract/im/index.ts'
import { modelLimits } from '@xinqiao/contract/im/robots/ai-model.ts'

export const modelCallTexts: Record<keyof CommandInput<'ai.proxyModelCall'>, string> = {
  accountId: '机器人的账号，robotKind 是 model 的。',
  requestId: `这次调用的编号，由页面给出，最长 ${modelLimits.requestId} 个字符；结果里原样传回。进行中的编号不能重复。`,
  content: '问题：msg 是文字，type 总是 0。',
  messages: `以前的对话，早的在前，最多 ${modelLimits.messages} 条；role 是 user（提问的人）或 assistant（模型）。system 可以写，但按 user 处理：指令只来自机器人的 prompt。`,
  promptVariables:
    '机器人的 prompt 里各变量的值，是 JSON 文字，例如 {"hospital":"一院"}；变量名见 modelConfig.promptKeys。',
  modelConfigParams: `maxTokens 不超过 ${modelLimits.tokens}，topP 是 0 到 1，temperature 是 0 到 2，写成数字或文字。prompt 不能由页面修改，写了不起作用。`,
  aiStream: 'true：逐段得到 proxyAIModelStreamCall，最后仍有 proxyAIModelCall。',
}

export const modelResultTexts: Record<keyof PushData<'ai.proxyAIModelCall'>, string> = {
  code: '200 成功；107337 没有开通模型，408 超时，503 模型太忙或连不上，500 模型的答复不能读。',
  accountId: '机器人的账号。',
  requestId: '调用的编号。',
  timestamp: '时间，毫秒。',
  content: 'msg 是全文；出错或被停止时是已经写出的部分。',
  aiStream: '与调用时相同。',
  aiStreamStatus: '0 一次写完，2 被 stopAIModelStreamCall 停止，4 逐段写完，5 出错。',
  aiRAGs: '出处；直接调用模型时总是空数组。',
}

export const modelPartTexts: Record<
  Exclude<keyof PushData<'ai.proxyAIModelStreamCall'>, 'content'> | 'content.msg' | 'content.lastChunk',
  string
> = {
  code: '总是 200。',
  accountId: '机器人的账号。',
  requestId: '调用的编号。',
  timestamp: '时间，毫秒。',
  'content.msg': '到现在为止的全文；显示它即可，不用自己拼接。',
  'content.lastChunk':
    'content 是新增的文字，index 从 0 开始，chunkTime 是时间，type 总是 0。前文被词库改写时新增的文字为空。',
}
