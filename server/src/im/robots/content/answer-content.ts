// Contents of messages between people and robots.
import { answerStates, type RobotMessagePart } from '@xinqiao/contract/im/robots/robot-answers.ts'
import { chatMessageTypes, messageLimits, type StoredContent } from '@xinqiao/contract/im/messages/messages.ts'
import { parseRobotTemplate, type TemplateItem } from '@xinqiao/contract/im/robots/robot-template.ts'
import { createRobotTemplate } from './robot-template.ts'
import type { RobotReply } from './texts.ts'

type AnswerState = NonNullable<RobotMessagePart['state']>
type AnswerParts = NonNullable<RobotMessagePart['answer']>
export type RobotQuestionRef = { robotAccid: string; questionId: string }
export type AnswerContent = Extract<StoredContent, { robot: unknown }>

const readWords = (items: readonly TemplateItem[]): string[] =>
  items.flatMap((item) => (Array.isArray(item.text) ? readWords(item.text) : (item.text ?? [])))

/** The words of an answer for devices that show no templates, and its parts. */
function createParts({ text, links, isTemplate }: RobotReply): { words: string; parts: AnswerParts } {
  // the words of a model are no template, whatever they begin with
  const json = isTemplate ? parseRobotTemplate(text).json : []
  if (json.length > 0) return { words: readWords(json).join('\n'), parts: [{ type: 'template', content: text }] }
  const words = text.slice(0, messageLimits.text)
  const parts: AnswerParts =
    links.length > 0
      ? [{ type: 'template', content: createRobotTemplate(words, links) }]
      : [{ type: 'text', content: words }]
  return { words, parts }
}

export function createAnswer(
  { robotAccid, questionId }: RobotQuestionRef,
  reply: RobotReply,
  state: AnswerState = answerStates.whole,
): AnswerContent {
  const { words, parts } = createParts(reply)
  const sources = reply.sources.length > 0 ? { sources: [...reply.sources] } : {}
  return {
    type: chatMessageTypes.robot,
    text: words,
    robot: { robotAccid, answer: parts, questionId, state, ...sources },
  }
}

/** A greeting, the words of a question, or null for a message without words. */
export function readQuestion(content: StoredContent): { isWelcome: boolean; text: string | null } {
  if ('robot' in content && content.robot.param) {
    const { param } = content.robot
    if (param.type === 'welcome') return { isWelcome: true, text: null }
    return { isWelcome: false, text: param.type === 'text' ? param.content : param.target }
  }
  return { isWelcome: false, text: content.type === chatMessageTypes.text && 'text' in content ? content.text : null }
}

/** The parts of an answer, or null for any other content. */
export const asAnswer = (content: StoredContent): AnswerContent | null =>
  'robot' in content && content.robot.answer ? content : null

export const isStreaming = (content: StoredContent): boolean =>
  asAnswer(content)?.robot.state === answerStates.streaming

export const withState = (answer: AnswerContent, state: AnswerState): AnswerContent => ({
  ...answer,
  robot: { ...answer.robot, state },
})
