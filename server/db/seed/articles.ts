// The articles of the demo site, from content/articles. Their dates are counted from the day of seeding.
import { z } from 'zod'
import { chinaOffsetMs, dayMs } from '@xinqiao/contract/time.ts'
import { renderArticle } from './article-html.ts'
import { readContent } from './content.ts'

const FrontMatter = z.strictObject({
  columnId: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  tagId: z.union([z.literal(1), z.literal(4)]).nullable(),
  title: z.string(),
  summary: z.string(),
  daysAgo: z.number(),
  cover: z.string().nullable(),
  pinned: z.literal(true).optional(),
  /** The attachment is a Word file. */
  attachment: z.strictObject({ name: z.string(), title: z.string(), lines: z.array(z.string()) }).optional(),
})
export type SeedArticle = z.output<typeof FrontMatter> & { key: string; body: string }

const readArticles = (): SeedArticle[] =>
  readContent('articles', FrontMatter).map(({ name, data, text }) => ({
    key: name,
    ...data,
    body: renderArticle(text),
  }))

/**
 * Days from the day of seeding to the dates in the articles. Keep the seeded meeting and examinations on the same days.
 */
export const seedDays = {
  paperDeadline: 12,
  registrationDeadline: 25,
  conferenceStart: 33,
  conferenceEnd: 35,
  competitionDeadline: 14,
  examOpens: -3,
  examCloses: 27,
} as const

/** A date in China time (UTC+8), written 'M月D日'. */
function formatMonthDay(time: number): string {
  const date = new Date(time + chinaOffsetMs)
  return `${date.getUTCMonth() + 1}月${date.getUTCDate()}日`
}

/**
 * Texts name their dates as {+n} (n days after the article's own day; {-n} before it),
 * {=n} (n days after the day of seeding) or {=name} (one of seedDays).
 */
function fillDates(text: string, article: SeedArticle, seedTime: number): string {
  return text.replace(/\{([+=-])(\w+)\}/g, (whole, sign: string, value: string) => {
    const namedDay = (seedDays as Record<string, number | undefined>)[value]
    const days = namedDay ?? Number(value)
    if (Number.isNaN(days)) return whole
    if (sign === '=') return formatMonthDay(seedTime + days * dayMs)
    return formatMonthDay(seedTime + (-article.daysAgo + (sign === '-' ? -days : days)) * dayMs)
  })
}

/** All articles with the dates in their texts written out for the given day of seeding. */
export function articlesFor(seedDay: Date): readonly SeedArticle[] {
  const fill = (article: SeedArticle): SeedArticle => {
    const withDates = (text: string) => fillDates(text, article, seedDay.getTime())
    const { attachment } = article
    return {
      ...article,
      title: withDates(article.title),
      summary: withDates(article.summary),
      body: withDates(article.body),
      ...(attachment && { attachment: { ...attachment, lines: attachment.lines.map(withDates) } }),
    }
  }
  return readArticles().map(fill)
}
