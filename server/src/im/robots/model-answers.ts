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
import { modelFaultMessage, plainReply, writingMessage } from './texts.ts'

/** `text`: the words that the asker has seen. */
type RunningAnswer = { controller: AbortController; text: string }
type ModelAnswer = { question: AskedQuestion; placeholder: WireMessage; ctx: ImCtx }

export function createModelAnswers(port: RobotPort) {
  const { kit } = port
  /** Answers that this node writes, by server id. */
  const running = new Map<string, RunningAnswer>()

  const createPlaceholder = (origin: AnswerOrigin) =>
    createAnswer(origin, plainReply(writingMessage), answerStates.streaming)

  /** @returns the finished text, or null when the asker has stopped the answer */
  async function receive({ question, placeholder, ctx }: ModelAnswer, answer: RunningAnswer): Promise<string | null> {
    const { robot, asker, msg } = question
    const { controller } = answer
    let isRefused = false
    let shownAt = -Infinity
    const showPart = (text: string) => {
      if (performance.now() - shownAt < partIntervalMs) return
      const checkedText = port.checkText(text)
      isRefused = checkedText === null
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
    if ('text' in reply) return port.checkText(reply.text) ?? ''
    return reply.fault === 'stopped' && !isRefused ? null : ''
  }

  return {
    createPlaceholder,
    async write(modelAnswer: ModelAnswer): Promise<void> {
      const { question, placeholder, ctx } = modelAnswer
      const { idServer } = placeholder
      const answer: RunningAnswer = { controller: new AbortController(), text: '' }
      running.set(idServer, answer)
      try {
        const text = await receive(modelAnswer, answer)
        if (text === null) return
        const origin = { robotAccid: question.robot.accid, questionId: question.msg.idServer }
        const [words, state] =
          text === '' ? ([modelFaultMessage, answerStates.failed] as const) : ([text, answerStates.finished] as const)
        await port.rewrite(
          { to: question.asker.accid, idServer },
          // it may have been stopped on another node
          (before) =>
            readAnswer(before)?.robot.state === answerStates.streaming
              ? createAnswer(origin, plainReply(words), state)
              : null,
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
