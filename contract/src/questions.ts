// Labels of questions and their moderation, separate from the schemas so that browsers load them without zod.

/**
 * Lists of answers (portal.md 7); `type` is their number on the wire. Lists with `needsSignIn` depend on the caller.
 */
export const answerLists = {
  hot: { type: 1, needsSignIn: false },
  latest: { type: 2, needsSignIn: false },
  recommended: { type: 3, needsSignIn: false },
  followed: { type: 4, needsSignIn: true },
  collected: { type: 5, needsSignIn: true },
} as const
export type AnswerListName = keyof typeof answerLists
export const answerListNames = Object.keys(answerLists) as AnswerListName[]

/** Items of a collection by their number on the wire (portal.md 3). */
export const collectionTypes = { answer: 1, question: 2 } as const
export type CollectionType = (typeof collectionTypes)[keyof typeof collectionTypes]

/** Tabs of the Q&A page (portal.md 2), named after what they list; `number` is in their addresses. */
export const questionTabs = {
  hotAnswers: { number: 1, title: '热门回答', needsSignIn: false },
  latestAnswers: { number: 2, title: '最新回答', needsSignIn: false },
  recommendedQuestions: { number: 3, title: '推荐问题', needsSignIn: false },
  followedCounsellors: { number: 4, title: '我的关注', needsSignIn: true },
  collected: { number: 5, title: '我的收藏', needsSignIn: true },
} as const
export type QuestionTab = keyof typeof questionTabs
export const questionTabNames = Object.keys(questionTabs) as QuestionTab[]
export const findQuestionTab = (number: number | null): QuestionTab | undefined =>
  questionTabNames.find((tab) => questionTabs[tab].number === number)

/** `held` waits for a moderator; `refused` was hidden by one; `removed` by its author. */
export const questionStates = {
  held: '审核中',
  shown: '已发布',
  refused: '未通过',
  removed: '已删除',
  merged: '已合并',
} as const
export type QuestionState = keyof typeof questionStates
export type AnswerState = Exclude<QuestionState, 'merged'>

export const wordActions = {
  hold: '先审后发',
  mask: '替换为＊',
  refuse: '拒绝发布',
  alert: '发布并提醒',
} as const
export type WordAction = keyof typeof wordActions

export const reviewCauses = { word: '敏感词', crisis: '危机提醒', report: '举报', appeal: '申诉' } as const
export type ReviewCause = keyof typeof reviewCauses

export const moderationDecisions = { show: '通过', refuse: '不予发布', dismiss: '无需处理' } as const
export type ModerationDecision = keyof typeof moderationDecisions

export const reportReasons = {
  advertising: '广告或推销',
  abuse: '辱骂、歧视或骚扰',
  privacy: '泄露他人隐私',
  wrong: '错误或有害的建议',
  danger: '可能伤害自己或他人',
  other: '其他',
} as const
export type ReportReason = keyof typeof reportReasons

export const anonymousName = '匿名用户'
/** Notice beside every answer: the association's counsellors neither diagnose nor treat here. */
export const answerDisclaimer =
  '回答仅供参考，不能代替面对面的诊断与治疗；如症状持续或加重，请及时前往医院精神（心理）科就诊。'

/** The specification suggests 5-60 and 5-200 characters (portal.md 5); more would make the lists hard to read. */
export const maxInTitle = 200
export const maxInContent = 200

/** Counts graphemes, so that a composed emoji counts one. */
export const countGraphemes = (value: string): number => Array.from(new Intl.Segmenter().segment(value.trim())).length
