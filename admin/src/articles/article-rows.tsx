// One article of the list, as a table row for desktops and as a card for phones.
import { Button, type TableColumnsType } from 'antd'
import type { StaffArticleRow } from '@xinqiao/contract/http/articles/staff.ts'
import { columns, tags } from '@xinqiao/contract/articles.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { canDelete, canPublish, canWithdraw, type useArticleActions } from './article-actions.tsx'
import { PinnedTag, ArticleStateTag } from './article-tags.tsx'

export type ArticleRowActions = ReturnType<typeof useArticleActions> & { preview: (id: number) => void }

const ColumnName = ({ row }: { row: StaffArticleRow }) => (
  <span className="article-column">
    {columns[row.psychologyColumnId]}
    {row.tagId && <small>{tags[row.tagId]}</small>}
  </span>
)

const ArticleTimes = ({ row }: { row: StaffArticleRow }) => (
  <span className="article-times">
    {row.publishTime && <span>发布 {formatMinuteOrDash(row.publishTime)}</span>}
    <small>修改 {formatMinuteOrDash(row.updateTime)}</small>
  </span>
)

function ArticleActions({ row, actions }: { row: StaffArticleRow; actions: ArticleRowActions }) {
  const describeAction = (verb: string) => `${verb}《${row.title}》`
  return (
    <div className="row-actions">
      <Button type="link" aria-label={describeAction('编辑')} onClick={() => navigate(`/articles/${row.id}`)}>
        编辑
      </Button>
      <Button type="link" aria-label={describeAction('预览')} onClick={() => actions.preview(row.id)}>
        预览
      </Button>
      {canPublish(row.state) && (
        <Button type="link" aria-label={describeAction('发布')} onClick={() => actions.publish(row)}>
          发布
        </Button>
      )}
      {canWithdraw(row.state) && (
        <Button type="link" aria-label={describeAction('撤回')} onClick={() => actions.withdraw(row)}>
          撤回
        </Button>
      )}
      {canDelete(row.state) && (
        <Button type="link" danger aria-label={describeAction('删除')} onClick={() => actions.remove(row)}>
          删除
        </Button>
      )}
    </div>
  )
}

const ArticleTitle = ({ row }: { row: StaffArticleRow }) => (
  <span className="article-title">
    {row.pinned && <PinnedTag />}
    <Link to={`/articles/${row.id}`}>{row.title}</Link>
  </span>
)

export const articleColumns = (actions: ArticleRowActions): TableColumnsType<StaffArticleRow> => [
  { title: '标题', key: 'title', render: (_, row) => <ArticleTitle row={row} /> },
  { title: '栏目', key: 'column', width: 120, render: (_, row) => <ColumnName row={row} /> },
  { title: '状态', key: 'state', width: 110, render: (_, row) => <ArticleStateTag state={row.state} /> },
  { title: '时间', key: 'times', width: 190, className: 'nowrap', render: (_, row) => <ArticleTimes row={row} /> },
  { title: '作者', dataIndex: 'authorName', width: 96 },
  { title: '操作', key: 'actions', width: 236, render: (_, row) => <ArticleActions row={row} actions={actions} /> },
]

export const ArticleCard = ({ row, actions }: { row: StaffArticleRow; actions: ArticleRowActions }) => (
  <>
    <ArticleTitle row={row} />
    <div className="cards-facts">
      <ArticleStateTag state={row.state} />
      <ColumnName row={row} />
      {row.publishTime && <span>发布：{formatMinuteOrDash(row.publishTime)}</span>}
      <span>修改：{formatMinuteOrDash(row.updateTime)}</span>
      <span>{row.authorName}</span>
    </div>
    <ArticleActions row={row} actions={actions} />
  </>
)
