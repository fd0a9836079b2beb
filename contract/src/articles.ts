// Columns, tags and states of articles, separate from the schemas so that browsers load them without zod.
/** The three columns of articles by their number on the wire (portal.md 3). */
export const columnIds = { news: 1, announcements: 2, learning: 3 } as const
export const columns = { 1: '协会动态', 2: '通知公告', 3: '学术交流' } as const
/** True for the only column with tags, 学术交流 (portal.md 3). */
export const hasTags = (columnId: number): boolean => columnId === columnIds.learning
export const tags = { 1: '学术活动', 4: '科普宣传' } as const // tags of 学术交流 (portal.md 3)
export type ColumnId = keyof typeof columns
export type TagId = keyof typeof tags

/** Fields of a new article, without its picture and files. */
export const emptyArticle = {
  title: '',
  description: '',
  content: '',
  psychologyColumnId: columnIds.news as ColumnId,
  tagId: null as TagId | null,
  pinned: false,
}

export const articleStates = { draft: '草稿', scheduled: '定时发布', published: '已发布', withdrawn: '已撤回' } as const
export type ArticleState = keyof typeof articleStates
