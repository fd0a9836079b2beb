// Common questions about the site, which the guide answers beside articles. Keep them equal to the pages they lead to.
import { accountQuestions } from './account-questions.ts'
import { careQuestions } from './care-questions.ts'
import type { CommonQuestion } from './common-question.ts'
import { siteQuestions } from './site-questions.ts'

export const commonQuestions: readonly CommonQuestion[] = [...careQuestions, ...accountQuestions, ...siteQuestions]

/** Questions that the guide suggests in its greeting. */
export const suggestedQuestions = ['怎样申请入会', '怎样找咨询师', '怎样报名学术年会', '心理援助热线是多少'] as const
