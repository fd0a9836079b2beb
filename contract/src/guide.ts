// The guide of the site: a robot in the chat that answers from published pages.

/** The guide's chat account, and the name that screens show before the chat is connected. */
export const guideAccount = 'guide'
export const guideName = '站内向导'

/** Lengths of the texts that staff write for the guide, and numbers of wordings and questions. */
export const guideLimits = {
  welcome: 300,
  question: 60,
  wordings: 10,
  answer: 500,
  link: 500,
  triedQuestion: 500,
  questions: 200,
} as const
