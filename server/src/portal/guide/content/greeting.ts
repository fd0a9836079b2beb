// The greeting of the guide. Staff may write the words between its fixed sentences, which say that it is a machine,
// gives no counsel, and where people help.
import { hotlineHours } from '@xinqiao/contract/crisis.ts'
import type { SiteAnswer } from '../../../kit/site-port.ts'
import { suggestedQuestions } from '../common-questions/common-questions.ts'
import type { GuideContent } from './content.ts'

export const greetingOpening = '您好，我是站内向导，是一台机器。'
export const builtInWelcome = '我按本站公开的文章、通知与常见问题回答，并写明出处。'
export const greetingClosing = `我不做心理咨询；需要人的帮助时，请找咨询师，或拨打心理援助热线 12356（${hotlineHours}）。`

export const createGreeting = ({ welcome, hiddenTitles }: GuideContent): SiteAnswer => ({
  text: [greetingOpening, welcome || builtInWelcome, greetingClosing].join('\n'),
  sources: [],
  links: suggestedQuestions
    .filter((question) => !hiddenTitles.has(question))
    .map((question) => ({ label: question, question })),
})
