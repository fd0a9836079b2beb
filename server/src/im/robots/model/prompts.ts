// Instructions and time limits of the language model.
import type { ModelMessage } from '../../../kit/model/ask-model.ts'

export const maxAnswerMs = 60_000
/** Shortest time between two parts of an answer that a device receives. */
export const partIntervalMs = 150

const rules =
  '你是一台机器，不是人，也不是咨询师。不做心理诊断，不给治疗或用药建议。' +
  '对方需要人的帮助时，请对方联系咨询师，或拨打心理援助热线12356。用中文简短回答。'

const variablePattern = /\{\{\s*(\w{1,40})\s*\}\}/g

/** Names of the variables in a prompt. */
export const listPromptKeys = (prompt: string): string[] => [
  ...new Set(Array.from(prompt.matchAll(variablePattern), ([, name]) => name!)),
]

/** @param variables values of the variables; a missing one becomes empty */
export const createSystemMessage = (prompt: string, variables: Record<string, string> = {}): ModelMessage => ({
  role: 'system',
  content: `${prompt.replace(variablePattern, (_whole, name: string) => variables[name] ?? '')}\n${rules}`.trim(),
})
