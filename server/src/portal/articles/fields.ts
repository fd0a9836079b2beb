// Fields of an article that editors enter and readers see: their columns, and their conversion in both directions.
import { hasTags } from '@xinqiao/contract/articles.ts'
import type { ArticleCard } from '@xinqiao/contract/http/articles/articles.ts'
import type { ArticleDraft } from '@xinqiao/contract/http/articles/staff.ts'
import type { Rows } from '../../../db/rows.ts'

export const fieldColumnNames = ['column_id', 'tag_id', 'title', 'summary', 'pinned'] as const
type ArticleFieldColumns = Pick<Rows['article'], (typeof fieldColumnNames)[number]>

export const toFieldColumns = (draft: ArticleDraft): ArticleFieldColumns => ({
  column_id: draft.psychologyColumnId,
  tag_id: hasTags(draft.psychologyColumnId) ? draft.tagId : null,
  title: draft.title,
  summary: draft.description,
  pinned: draft.pinned,
})

export const presentFields = (row: ArticleFieldColumns) => ({
  psychologyColumnId: row.column_id as ArticleCard['psychologyColumnId'],
  tagId: row.tag_id as ArticleCard['tagId'],
  title: row.title,
  description: row.summary,
  pinned: row.pinned,
})
