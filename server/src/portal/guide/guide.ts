// Entry file of the site's guide, a robot that answers from published texts, names them, and leads to people. It says
// that it is a machine, and gives no counsel.
import type { AnswerSource } from '@xinqiao/contract/im/robots/robot-answers.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { SiteAnswer } from '../../kit/site-port.ts'
import { loadGuideContent, type GuideContent } from './content/content.ts'
import { createGreeting } from './content/greeting.ts'
import { isAskedExactly } from './content/own-questions.ts'
import { isGreeting, replyToSmallTalk } from './answers/small-talk.ts'
import type { FoundText } from './documents/search-documents.ts'
import { findTexts } from './answers/search.ts'
import { composeAnswer } from './answers/compose-answer.ts'

export { readGuideContent } from './content/content.ts'
export * from './content/edit.ts'
export { updateDocuments } from './documents/documents.ts'

const waysToPeople = [
  { label: '提问', url: routes.psychology },
  { label: '找咨询师', url: routes.consult },
] as const
/** Link for matters of the secretariat, which no text of the site answers. */
const wayToOffice = { label: '联系秘书处', question: '怎样联系秘书处' } as const

/** @param suggestions similar common questions */
const nothingFound = (suggestions: readonly string[] = []): SiteAnswer => ({
  text:
    '本站公开的内容里没有找到答案。' +
    (suggestions.length > 0 ? '您是不是想问下面的问题？也可以' : '可以换个说法再问我，或者') +
    '在心理问答里提问、找咨询师；办事请联系秘书处，电话在页面底部。急需有人帮助时，请拨打心理援助热线 12356。',
  sources: [],
  links: [...suggestions.map((question) => ({ label: question, question })), ...waysToPeople, wayToOffice],
})

const toSource = ({ name, title, quote, url, time }: FoundText): AnswerSource => ({
  name,
  title,
  description: quote,
  url,
  icon: '',
  time,
})

const nameSource = ({ name, title }: FoundText, i: number): string => `${i + 1}. 《${title}》（${name}）`
const cite = (text: FoundText, i: number): string => nameSource(text, i) + (text.quote && `：“${text.quote}”`)

type AnswerKit = Pick<Kit, 'sql' | 'config' | 'askModel'>
type CheckText = (text: string) => string | null

/**
 * Answers by a search. With a language model, the model words the answer; without it, or if its answer cannot be used,
 * the answer quotes the texts.
 * @param question empty for a greeting
 */
export const answerQuestion = async (kit: AnswerKit, question: string, checkText: CheckText): Promise<SiteAnswer> =>
  answerFrom(kit, await loadGuideContent(kit), question, checkText)

/** Answers like `answerQuestion`, with this welcome and these common questions. */
export async function answerFrom(
  kit: AnswerKit,
  content: GuideContent,
  question: string,
  checkText: CheckText,
): Promise<SiteAnswer> {
  const isAsked = content.ownDocuments.some((own) => isAskedExactly(own, question))
  if (question === '' || (!isAsked && isGreeting(question))) return createGreeting(content)
  const smallTalk = isAsked ? null : replyToSmallTalk(question)
  if (smallTalk !== null) return { text: smallTalk, sources: [], links: waysToPeople }
  const { texts, subject, suggestions, isFixed } = await findTexts(kit.sql, content, question)
  if (texts.length === 0) return nothingFound(suggestions)
  const isSaid = texts.some(({ quote }) => quote.includes('我是机器'))
  const words = isFixed ? null : await composeAnswer(kit, subject, texts, checkText)
  const lines = words
    ? [
        words,
        '出处：',
        ...texts.map(nameSource),
        '以上由机器根据本站内容写成，请以原文为准。急需有人帮助时，请拨打 12356。',
      ]
    : [
        '我在本站找到这些内容：',
        ...texts.map(cite),
        `${isSaid ? '' : '我是机器，只会查找。'}没有答到时，可以提问或找咨询师；急需有人帮助时，请拨打 12356。`,
      ]
  const text = checkText(lines.join('\n'))
  return text === null ? nothingFound() : { text, sources: texts.map(toSource), links: waysToPeople }
}
