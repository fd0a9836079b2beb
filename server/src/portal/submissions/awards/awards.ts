// Computes awards from the mean of the reviews, within shares of all eligible works. Pure functions.
import { awardLevelIds, awardLevels, type AwardLevel } from '@xinqiao/contract/submissions.ts'

/** `score` is the mean of the reviews in hundredths. */
export type ScoredWork<T> = T & { score: number }
/** A scored work with its rank; `award` is null without one. */
export type RankedWork<T> = ScoredWork<T> & { rank: number; award: AwardLevel | null }

const sumAwardShares = (level: AwardLevel) =>
  awardLevelIds.filter((id) => id <= level).reduce((sum, id) => sum + awardLevels[id].percent, 0)

/** Maximum number of works with this level or a higher one, by the shares of the announcement. */
export const countPlacesUpTo = (count: number, level: AwardLevel): number =>
  Math.floor((count * sumAwardShares(level)) / 100)

/**
 * Equal scores get equal awards. If a share ends among equals, all of them get the lower award, so that no share is
 * exceeded.
 */
export function computeAwards<T>(works: readonly ScoredWork<T>[]): RankedWork<T>[] {
  const sorted = [...works].sort((a, b) => b.score - a.score)
  return sorted.map((scope) => {
    const better = sorted.filter((other) => other.score > scope.score).length
    const asGood = sorted.filter((other) => other.score >= scope.score).length
    const award = awardLevelIds.find((level) => asGood <= countPlacesUpTo(sorted.length, level)) ?? null
    return { ...scope, rank: better + 1, award }
  })
}

/** Explanation of the result, one line per level. */
export function explainAwards(awarded: readonly RankedWork<unknown>[]): string[] {
  const count = awarded.length
  const lines = awardLevelIds.map((level) => {
    const { title, percent } = awardLevels[level]
    const awardedCount = awarded.filter((scope) => scope.award === level).length
    const upTo = countPlacesUpTo(count, level)
    return `${title}：占${percent}%，累计占${sumAwardShares(level)}%，${count}件 × ${sumAwardShares(level)}% 取整为${upTo}件，本级${awardedCount}件`
  })
  return [
    `有效作品${count}件，按各位专家加权评分的平均分从高到低排列。`,
    ...lines,
    '同分的作品奖级相同；名额在同分处用尽时，同分的作品一并列入下一级，因此各级均不超过比例。',
  ]
}
