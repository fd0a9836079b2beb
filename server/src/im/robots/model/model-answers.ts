// Answers of the language model in a conversation. The message is stored first, its text arrives in parts, and the
// finished text replaces it once.
import { messageLimits, type StoredContent, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { answerStates } from '@xinqiao/contract/im/robots/robot-answers.ts'
import { stoppedAnswers } from '../../../kit/bus/topic.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import {
  createAnswer,
  isStreaming,
  asAnswer,
  readQuestion,
  withState,
  type AnswerContent,
  type RobotQuestionRef,
} from '../content/answer-content.ts'
import type { AskedQuestion } from '../records/question.ts'
import type { RobotPort } from '../content/port.ts'
import { createSystemMessage, maxAnswerMs, partIntervalMs } from './prompts.ts'
import { createHelpReply, modelFaultMessage, plainReply, stoppedMessage, writingMessage } from '../content/texts.ts'

/** `text`: the words that the asker has seen. */
type RunningAnswer = { controller: AbortController; text: string }
/** `former`: the answer that this one replaces; it stays when the model fails. */
type ModelAnswerTask = {
  question: AskedQuestion
  placeholder: WireMessage
  former: AnswerContent | null
  ctx: ImCtx
}

/**
 * Writes the help reply for `help`: a model that speaks of danger, or uses a refused word, may have understood what the
 * detector did not.
 */
function createFinalAnswer(
  origin: RobotQuestionRef,
  modelText: { text: string } | 'help',
  former: AnswerContent | null,
) {
  if (modelText === 'help') return createAnswer(origin, createHelpReply(false), answerStates.finished)
  if (modelText.text === '' && former) return withState(former, answerStates.finished)
  if (modelText.text === '') return createAnswer(origin, plainReply(modelFaultMessage), answerStates.failed)
  return createAnswer(origin, plainReply(modelText.text), answerStates.finished)
}

const isStoppedWithoutWords = (content: StoredContent): boolean => {
  const answer = asAnswer(content)
  return answer?.robot.state === answerStates.stopped && answer.text === stoppedMessage
}

export function createModelAnswers(port: RobotPort) {
  const { kit } = port
  /** Answers that this node writes, by server id. */
  const running = new Map<string, RunningAnswer>()

  const createPlaceholder = (origin: RobotQuestionRef, former: AnswerContent | null): AnswerContent =>
    former
      ? withState(former, answerStates.streaming)
      : createAnswer(origin, plainReply(writingMessage), answerStates.streaming)

  /** @returns the finished text, `help` for one that is not shown, or null when the asker has stopped the answer */
  async function receive(
    { question, placeholder, ctx }: ModelAnswerTask,
    answer: RunningAnswer,
  ): Promise<{ text: string } | 'help' | null> {
    const { robot, asker, msg } = question
    const { controller } = answer
    let isRefused = false
    let shownAt = -Infinity
    const showPart = (text: string) => {
      // parts of the same packet arrive after the end of the request
      if (controller.signal.aborted || performance.now() - shownAt < partIntervalMs) return
      const checkedText = port.checkText(text)
      isRefused ||= checkedText === null
      if (checkedText === null) return controller.abort()
      shownAt = performance.now()
      answer.text = checkedText
      const origin = { robotAccid: robot.accid, questionId: msg.idServer }
      const content = createAnswer(origin, plainReply(checkedText), answerStates.streaming)
      ctx.deliver(asker.imId, 'ai.messageChunk', { msg: { ...placeholder, content } })
    }
    const reply = await kit.askModel({
      messages: [createSystemMessage(robot.prompt), { role: 'user', content: readQuestion(msg.content).text ?? '' }],
      timeoutMs: maxAnswerMs,
      maxLength: messageLimits.text,
      signal: controller.signal,
      onText: showPart,
    })
    if (isRefused) return 'help'
    if (!('text' in reply)) return reply.fault === 'stopped' ? null : { text: '' }
    const text = port.checkText(reply.text)
    return text === null ? 'help' : { text }
  }

  return {
    createPlaceholder,
    async write(modelAnswer: ModelAnswerTask): Promise<void> {
      const { question, placeholder, former, ctx } = modelAnswer
      const { idServer } = placeholder
      const place = { to: question.asker.accid, idServer }
      const origin = { robotAccid: question.robot.accid, questionId: question.msg.idServer }
      const answer: RunningAnswer = { controller: new AbortController(), text: '' }
      running.set(idServer, answer)
      const unsubscribe = stoppedAnswers.subscribe(kit.bus, (id) => {
        if (id === idServer) answer.controller.abort()
      })
      try {
        const modelText = await receive(modelAnswer, answer)
        if (modelText !== null) {
          const content = createFinalAnswer(origin, modelText, former)
          // the answer may have been stopped just before
          await port.rewrite(place, (before) => (isStreaming(before) ? content : null), ctx)
        } else if (answer.text !== '') {
          // another node has stopped it, and does not know the words that the asker has seen
          const content = createAnswer(origin, plainReply(answer.text), answerStates.stopped)
          await port.rewrite(place, (before) => (isStoppedWithoutWords(before) ? content : null), ctx)
        }
      } finally {
        unsubscribe()
        running.delete(idServer)
      }
    },
    /**
     * Ends the request of this node to the model.
     * @returns the words that have arrived; null when another node writes the answer, or none does
     */
    stop(idServer: string): string | null {
      const answer = running.get(idServer)
      answer?.controller.abort()
      return answer?.text ?? null
    },
    /** Ends the request of another node, once the stop is stored. */
    stopElsewhere: (idServer: string) => stoppedAnswers.publish(kit.bus, idServer),
  }
}
