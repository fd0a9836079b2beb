// The list of all articles. Filters and page stand in the address, so back, forward and a shared link work.
import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, Pagination, Select, Table } from 'antd'
import { useEffect, useState } from 'react'
import { articleStates, columns } from '@xinqiao/contract/columns.ts'
import { useFollowing, useLoaded } from '../frame/calls.ts'
import { useNarrow } from '../frame/narrow.ts'
import { navigate, usePlace } from '../frame/router.tsx'
import { LoadFailed, Nothing, ScreenHead, Waiting } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { useArticleActions } from './articleActions.tsx'
import './articles.css'
import { articleColumns, ArticleCards, type RowDeeds } from './articleRows.tsx'
import { PreviewDrawer } from './PreviewDrawer.tsx'

const pageSize = 20
const asOptions = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
type Filters = { state?: string; column?: string; key?: string; page?: string }
type StateName = keyof typeof articleStates

const readFilters = (params: URLSearchParams): Filters => ({
  state: (params.get('state') ?? '') in articleStates ? (params.get('state') ?? undefined) : undefined,
  column: (params.get('column') ?? '') in columns ? (params.get('column') ?? undefined) : undefined,
  key: params.get('key')?.slice(0, 50) || undefined,
  page: /^\d{1,5}$/.test(params.get('page') ?? '') ? (params.get('page') ?? undefined) : undefined,
})

const addressOf = (filters: Filters) => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  return query.size ? `/articles?${query}` : '/articles'
}

function FilterBar({ filters }: { filters: Filters }) {
  const [key, setKey] = useFollowing(filters.key ?? '')
  const choose = (change: Filters) => navigate(addressOf({ ...filters, page: undefined, ...change }))
  return (
    <search className="filters">
      <Select
        aria-label="按状态筛选"
        className="filter-select"
        placeholder="全部状态"
        allowClear
        value={filters.state}
        onChange={(state?: string) => choose({ state })}
        options={asOptions(articleStates)}
      />
      <Select
        aria-label="按栏目筛选"
        className="filter-select"
        placeholder="全部栏目"
        allowClear
        value={filters.column}
        onChange={(column?: string) => choose({ column })}
        options={asOptions(columns)}
      />
      <Input.Search
        aria-label="搜索文章标题"
        className="filter-key"
        placeholder="搜索标题"
        allowClear
        maxLength={50}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        onSearch={(value) => choose({ key: value.trim() })}
        enterButton="搜索"
      />
    </search>
  )
}

export function ArticlesPage() {
  const { params } = usePlace()
  const isNarrow = useNarrow()
  const filters = readFilters(params)
  const page = Number(filters.page ?? 1) || 1
  const query = {
    page,
    size: pageSize,
    state: filters.state as StateName | undefined,
    psychologyColumnId: filters.column,
    key: filters.key,
  }
  const { data, error, loading, reload } = useLoaded(JSON.stringify(query), () => api('GET /admin/articles', query))
  const [preview, setPreview] = useState<number | null>(null)
  const actions = useArticleActions(reload, reload)
  const deeds: RowDeeds = { ...actions, preview: setPreview }

  // The last entry of the last page was deleted: step back to the page that is now the last.
  const lastPage = Math.max(1, Math.ceil((data?.totalElements ?? 0) / pageSize))
  const isPastEnd = data !== undefined && !loading && page > lastPage
  const lastAddress = addressOf({ ...filters, page: String(lastPage) })
  useEffect(() => {
    if (isPastEnd) navigate(lastAddress, { replace: true })
  }, [isPastEnd, lastAddress])

  const write = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate('/articles/new')}>
      写文章
    </Button>
  )
  const isFiltered = Boolean(filters.state || filters.column || filters.key)
  const empty = isFiltered ? (
    <Nothing sentence="没有符合条件的文章">
      <Button onClick={() => navigate('/articles')}>清除筛选</Button>
    </Nothing>
  ) : (
    <Nothing sentence="还没有文章">{write}</Nothing>
  )
  const rows = data?.content ?? []
  const pages = data && data.totalElements > 0 && (
    <Pagination
      className="pages"
      current={page}
      pageSize={pageSize}
      total={data.totalElements}
      showSizeChanger={false}
      simple={isNarrow}
      showTotal={(total) => `共 ${total} 篇`}
      onChange={(next) => navigate(addressOf({ ...filters, page: next === 1 ? undefined : String(next) }))}
    />
  )

  return (
    <>
      <ScreenHead title="文章" lead="撰写、定时发布和撤回网站文章">
        {write}
      </ScreenHead>
      <FilterBar filters={filters} />
      {error && <LoadFailed sentence={error} onRetry={reload} />}
      {!error && !data && <Waiting />}
      {!error && data && isNarrow && (
        <div aria-busy={loading}>{rows.length ? <ArticleCards rows={rows} deeds={deeds} /> : empty}</div>
      )}
      {!error && data && !isNarrow && (
        <div className="panel table-panel">
          <Table
            rowKey="id"
            columns={articleColumns(deeds)}
            dataSource={rows}
            loading={loading}
            pagination={false}
            locale={{ emptyText: empty }}
            scroll={{ x: 980 }}
          />
        </div>
      )}
      {!error && pages}
      <PreviewDrawer id={preview} onClose={() => setPreview(null)} />
    </>
  )
}
