// Labels and limits of papers, competition works and award applications, separate from the schemas so that browsers
// load them without zod.

export const callKinds = {
  paper: { title: '论文征集', noun: '论文', maxPerAuthor: 3 },
  competition: { title: '技能竞赛', noun: '参赛作品', maxPerAuthor: 3 },
  organisation: { title: '竞赛集体组织奖', noun: '集体组织奖申报', maxPerAuthor: 1 },
  individual: { title: '先进个人', noun: '先进个人申报', maxPerAuthor: 1 },
  collective: { title: '先进集体', noun: '先进集体申报', maxPerAuthor: 1 },
} as const
export type CallKind = keyof typeof callKinds

/**
 * Applications that staff decide within three working days (portal.md 9); works of other kinds are ranked by reviewers.
 */
export const appliedKinds: readonly CallKind[] = ['organisation', 'individual', 'collective']

export const submissionStates = {
  draft: '草稿',
  submitted: '已提交',
  returned: '退回修改',
  withdrawn: '已撤回',
  accepted: '已录用',
  rejected: '未录用',
} as const
export type SubmissionState = keyof typeof submissionStates

export const callStates = { open: '征集中', closed: '评审中', noticed: '公示中', published: '已公布' } as const
export type CallForPapersState = keyof typeof callStates
/** True when review and decisions are complete, and the results are public. */
export const isSettled = (state: CallForPapersState): boolean => state === 'noticed' || state === 'published'

/** Results are open to objections for this many working days, unless the call says otherwise. */
export const defaultNoticeDays = 5
/** Works and author data are deleted this many days after the results, unless the call says otherwise. */
export const defaultRetentionDays = 365
/** Works of a call without results are kept at least this many days after its deadline. */
export const minUnpublishedDays = 365
export const objectionStates = { asked: '待答复', upheld: '异议成立', dismissed: '异议不成立' } as const
export type ObjectionState = keyof typeof objectionStates

/** portal.md 9: limits in characters, as Chinese word processors count them. */
export const paperLimits = {
  title: 50,
  body: [5000, 10_000],
  abstract: [200, 300],
  englishAbstract: [0, 600],
  biography: [0, 200],
} as const
export const introductionLimits = [0, 300] as const
export const deedsLimits = [200, 3000] as const
/** Formats a limit: `200至300字`, or `不超过200字` without a minimum. */
export const describeLength = ([min, max]: readonly [number, number]): string =>
  min > 0 ? `${min}至${max}字` : `不超过${max}字`
export const videoMinutes = { min: 3, usual: 5, max: 8 } as const
export const teamSize = 3

export const categories = { case: '团体案例展示', video: '科普视频' } as const
export type CompetitionCategory = keyof typeof categories

/** portal.md 9: percent of all counted works; the shares are added from the top. */
export const awardLevels = {
  1: { title: '一等奖', percent: 5 },
  2: { title: '二等奖', percent: 10 },
  3: { title: '三等奖', percent: 15 },
  4: { title: '优秀奖', percent: 20 },
} as const
export type AwardLevel = 1 | 2 | 3 | 4
export const awardLevelIds: readonly AwardLevel[] = [1, 2, 3, 4]

export const reviewWorkingDays = 3

export const reviewStates = { assigned: '待评审', done: '已评审', declined: '已回避' } as const
export type ReviewState = keyof typeof reviewStates

export type Criterion = { key: string; title: string; weight: number }

/** Weights from the announcements, used until the secretariat sets others. */
export const defaultCriteria: Record<CallKind, readonly Criterion[]> = {
  paper: [
    { key: 'science', title: '科学性', weight: 35 },
    { key: 'novelty', title: '创新性', weight: 25 },
    { key: 'use', title: '应用价值', weight: 25 },
    { key: 'writing', title: '写作规范', weight: 15 },
  ],
  competition: [
    { key: 'skill', title: '专业能力', weight: 40 },
    { key: 'ethics', title: '伦理规范', weight: 25 },
    { key: 'team', title: '团队配合或科普效果', weight: 20 },
    { key: 'show', title: '展示表达', weight: 15 },
  ],
  organisation: [{ key: 'work', title: '组织工作', weight: 100 }],
  individual: [{ key: 'work', title: '工作业绩', weight: 100 }],
  collective: [{ key: 'work', title: '工作业绩', weight: 100 }],
}

// Chinese characters, their punctuation and full-width characters count one each; any other run of characters counts
// one
const countedUnit = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]|[^\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]+/gu

/** Counts like word processors: one per Chinese character, one per word of other scripts. */
export function countWords(text: string): number {
  return text.match(countedUnit)?.length ?? 0
}
