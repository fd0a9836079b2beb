// Robots, with the features of the chat that they use: messages, the word list, and the pages of the site.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { BackendAnswer } from '../../kit/module.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { createLexicon } from '../lexicon/lexicon.ts'
import { createMsgHandlers, rewriteMessage } from '../msg/messages.ts'
import { createQuestionAnswerer } from '../robots/answers/answer-questions.ts'
import { createAnswer } from '../robots/content/answer-content.ts'
import type { RobotPort } from '../robots/content/port.ts'
import { welcomeReply } from '../robots/content/texts.ts'
import { createRobotLookup } from '../robots/records/lookup.ts'

export function createRobotAnswerer(
  kit: Kit,
  site: SitePort,
  messages = createMsgHandlers(kit.sql, kit.bodies),
  lexicon = createLexicon(kit.sql),
) {
  const findRobot = createRobotLookup(kit.sql)
  const port: RobotPort = {
    kit,
    send: async (message, ctx) => (await messages.sendToPeer({ scene: 'p2p', ...message }, ctx)).msg,
    rewrite: rewriteMessage,
    recall: (place, ctx) => messages['msg.deleteMsg']({ scene: 'p2p', ...place, ps: '', attach: '' }, ctx),
    checkText: (text) => lexicon.checkText(text),
    answerFromSite: (question) => site.answerQuestion(kit, question, (text) => lexicon.checkText(text)),
  }
  return { port, findRobot, answering: createQuestionAnswerer(port, findRobot), prepare: () => lexicon.prepare() }
}

/** Answers that the backend of an app writes for its robot. */
export function createAnswerWriter(kit: Kit) {
  const messages = createMsgHandlers(kit.sql, kit.bodies)
  const lexicon = createLexicon(kit.sql)
  return async (answer: BackendAnswer, ctx: ImCtx): Promise<WireMessage> => {
    await lexicon.prepare()
    const { to, questionId } = answer
    const origin = { robotAccid: ctx.viewer.accid, questionId }
    const content = createAnswer(origin, welcomeReply(lexicon.filterUserText(answer.text)))
    return (await messages.sendToPeer({ scene: 'p2p', to, idClient: `answer-${questionId}`, content }, ctx)).msg
  }
}
