// Answers of the language model in a conversation. The message is stored first, its text arrives in parts, and the
// finished text replaces it once.
import { messageLimits, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { answerStates } from '@xinqiao/contract/im/robot-answers.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import { askModel } from '../../kit/model/ask-model.ts'
import { createAnswer, readAnswer, readQuestion, type AnswerOrigin } from './answer-content.ts'
import type { AskedQuestion } from './question.ts'
import type { RobotPort } from './port.ts'
import { createSystemMessage, maxAnswerMs, partIntervalMs } from './prompts.ts'
import { createHelpReply, modelFaultMessage, plainReply, writingMessage } from './texts.ts'

/** `text`: the words that the asker has seen. */
type RunningAnswer = { controller: AbortController; text: string }
type ModelAnswer = { question: AskedQuestion; placeholder: WireMessage; ctx: ImCtx }

/** A model that speaks of danger, or uses a refused word, may have understood what the detector did not. */
function createFinished(origin: AnswerOrigin, modelText: { text: string } | 'help') {
  if (modelText === 'help') return createAnswer(origin, createHelpReply(false), answerStates.finished)
  if (modelText.text === '') return createAnswer(origin, plainReply(modelFaultMessage), answerStates.failed)
  return createAnswer(origin, plainReply(modelText.text), answerStates.finished)
}

export function createModelAnswers(port: RobotPort) {
  const { kit } = port
  /** Answers that this node writes, by server id. */
  const running = new Map<string, RunningAnswer>()

  const createPlaceholder = (origin: AnswerOrigin) =>
    createAnswer(origin, plainReply(writingMessage), answerStates.streaming)

  /** @returns the finished text, `help` for one that is not shown, or null when the asker has stopped the answer */
  async function receive(
    { question, placeholder, ctx }: ModelAnswer,
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
    const reply = await askModel(kit.config, {
      messages: [createSystemMessage(robot.prompt), { role: 'user', content: readQuestion(msg.content).text ?? '' }],
      ...{ timeoutMs: maxAnswerMs, maxLength: messageLimits.text, signal: controller.signal, onText: showPart },
    })
    if (isRefused) return 'help'
    if (!('text' in reply)) return reply.fault === 'stopped' ? null : { text: '' }
    const text = port.checkText(reply.text)
    return text === null ? 'help' : { text }
  }

  return {
    createPlaceholder,
    async write(modelAnswer: ModelAnswer): Promise<void> {
      const { question, placeholder, ctx } = modelAnswer
      const { idServer } = placeholder
      const answer: RunningAnswer = { controller: new AbortController(), text: '' }
      running.set(idServer, answer)
      try {
        const modelText = await receive(modelAnswer, answer)
        if (modelText === null) return
        const origin = { robotAccid: question.robot.accid, questionId: question.msg.idServer }
        const content = createFinished(origin, modelText)
        await port.rewrite(
          { to: question.asker.accid, idServer },
          // it may have been stopped on another node
          (before) => (readAnswer(before)?.robot.state === answerStates.streaming ? content : null),
          ctx,
        )
      } finally {
        running.delete(idServer)
      }
    },
    /**
     * Ends the request to the model.
     * @returns the words that have arrived; null when another node writes the answer, or none does
     */
    stop(idServer: string): string | null {
      const answer = running.get(idServer)
      answer?.controller.abort()
      return answer?.text ?? null
    },
  }
}
