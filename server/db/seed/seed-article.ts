// Article that a new site starts with.
export type SeedArticle = {
  key: string
  columnId: 1 | 2 | 3
  tagId: null | 1 | 4
  title: string
  summary: string
  daysAgo: number
  cover: string | null
  pinned?: true
  attachment?: { name: string; title: string; lines: string[] }
  body: string
}
