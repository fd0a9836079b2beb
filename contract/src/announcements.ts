// The four announcements of portal.md 2 and their numbers. A text refers by name to a number that the server checks,
// such as `{正文字数}`, and the page fills it in. So announced and checked limits agree.
import { limits } from './limits.ts'
import {
  awardLevelIds,
  awardLevels,
  deedsLimits,
  introductionLimits,
  describeLength,
  paperLimits,
  reviewWorkingDays,
  teamSize,
  videoMinutes,
  type CallKind,
  type Criterion,
} from './submissions.ts'

/**
 * `kinds`: the kinds of calls for papers that the announcement describes. Its weights and deadline are those of the
 * first.
 */
export const announcements = {
  essay: { title: '论文征集', kinds: ['paper'] },
  competition: { title: '技能竞赛', kinds: ['competition', 'organisation'] },
  individual: { title: '先进个人', kinds: ['individual'] },
  collective: { title: '先进集体', kinds: ['collective'] },
} as const satisfies Record<string, { title: string; kinds: readonly CallKind[] }>
export type AnnouncementId = keyof typeof announcements

/** Numbers of the current call. */
export type CallForPapersValues = { criteria: readonly Criterion[]; noticeDays: number; deadline: string | null }

const awardSharesText = awardLevelIds.map((id) => `${awardLevels[id].title}${awardLevels[id].percent}%`).join('，')

export const announcedNumbers = {
  正文字数: () => describeLength(paperLimits.body),
  中文摘要字数: () => describeLength(paperLimits.abstract),
  英文摘要字数: () => describeLength(paperLimits.englishAbstract),
  作者简介字数: () => describeLength(paperLimits.biography),
  作品简介字数: () => describeLength(introductionLimits),
  主要事迹字数: () => describeLength(deedsLimits),
  视频时长: () => `${videoMinutes.min}至${videoMinutes.usual}分钟，最长不超过${videoMinutes.max}分钟`,
  视频大小: () => `不超过${limits.maxSubmissionBytes / 1024 / 1024}MB`,
  团队人数: () => `不超过${teamSize}人`,
  奖项比例: () => awardSharesText,
  审核时限: () => `${reviewWorkingDays}个工作日`,
  评分权重: ({ criteria }) => criteria.map(({ title, weight }) => `${title}${weight}%`).join('，'),
  公示时限: ({ noticeDays }) => `${noticeDays}个工作日`,
  截止时间: ({ deadline }) => deadline?.slice(0, 16) ?? '另行通知',
} as const satisfies Record<string, (call: CallForPapersValues) => string>
export type AnnouncedNumberName = keyof typeof announcedNumbers

const placeholderPattern = /\{([^{}<>]{1,20})\}/g
const isAnnouncedNumber = (name: string): name is AnnouncedNumberName => Object.hasOwn(announcedNumbers, name)

/** @param shown formats a value for this kind of text */
export const fillAnnouncedNumbers = (
  text: string,
  call: CallForPapersValues,
  shown: (value: string) => string,
): string =>
  text.replaceAll(placeholderPattern, (whole, name: string) =>
    isAnnouncedNumber(name) ? shown(announcedNumbers[name](call)) : whole,
  )

/** Unknown names in curly brackets. */
export const findUnknownNumbers = (text: string): string[] =>
  [...text.matchAll(placeholderPattern)].map((match) => match[1] ?? '').filter((name) => !isAnnouncedNumber(name))
