// Endpoints of the guide as staff set it. Its texts pass the word list of the chat, in which the guide answers.
import type { siteGuide } from '@xinqiao/contract/http/chat/site-guide.ts'
import { createHelpReply, loadTextCheck } from '../../im/chat.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import { inStages, type AuditedCtx, type Ctx, type Handlers, type Kit } from '../../kit/ctx.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { SiteAnswer } from '../../kit/site-port.ts'
import * as guide from '../../portal/guide/guide.ts'

/** Answers a question as the chat would with the settings that are saved now. It stores nothing. */
async function tryQuestion(kit: Kit, question: string): Promise<SiteAnswer> {
  if (detectCrisis(question) !== null) return createHelpReply(true)
  return guide.answerFrom(kit, await guide.readGuideContent(kit.sql), question, await loadTextCheck(kit))
}

/** Reads the word list before the transaction begins. */
const withWordList = <I, O>(perform: (tx: Tx, input: I, checkText: guide.CheckText) => Promise<O>) =>
  inStages({
    prepare: (_input: I, { kit }: Ctx) => loadTextCheck(kit),
    perform: (input: I, { tx }: AuditedCtx, checkText: guide.CheckText) => perform(tx, input, checkText),
  })

export const guideHandlers: Handlers<typeof siteGuide> = {
  'GET /admin/guide': (_input, { kit }) => guide.getGuideSettings(kit.sql),
  'PUT /admin/guide/welcome': withWordList(guide.changeWelcome),
  'PUT /admin/guide/builtIn': ({ title, isHidden }, { tx }) => guide.hideBuiltInQuestion(tx, title, isHidden),
  async 'POST /admin/guide/try'({ question }, { kit }) {
    const { text, sources, links } = await tryQuestion(kit, question)
    return { text, sources: [...sources], links: [...links] }
  },
  'GET /admin/guide/questions': ({ key, ...page }, { kit }) => guide.listGuideQuestions(kit.sql, key, page),
  'POST /admin/guide/questions': withWordList(guide.addGuideQuestion),
  'PUT /admin/guide/questions': withWordList(guide.changeGuideQuestion),
  'DELETE /admin/guide/questions': ({ id }, { tx }) => guide.removeGuideQuestion(tx, id),
}
