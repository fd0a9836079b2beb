// The list of all articles. Filters and page stand in the address, so back, forward and a shared link work.
import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { articleStates, columns } from '@xinqiao/contract/columns.ts'
import { useFollowing, useLoaded } from '../frame/calls.ts'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate, usePlace } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { useArticleActions } from './articleActions.tsx'
import './articles.css'
import { articleColumns, ArticleCards, type RowDeeds } from './articleRows.tsx'
import { PreviewDrawer } from './PreviewDrawer.tsx'

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
  const filters = readFilters(params)
  const page = Number(filters.page ?? 1) || 1
  const query = {
    page,
    size: pageSize,
    state: filters.state as StateName | undefined,
    psychologyColumnId: filters.column,
    key: filters.key,
  }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/articles', query))
  const [preview, setPreview] = useState<number | null>(null)
  const actions = useArticleActions(loaded.reload, loaded.reload)
  const deeds: RowDeeds = { ...actions, preview: setPreview }
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
  return (
    <>
      <ScreenHead title="文章" lead="撰写、定时发布和撤回网站文章">
        {write}
      </ScreenHead>
      <FilterBar filters={filters} />
      <PagedList
        loaded={loaded}
        page={page}
        addressOf={(next) => addressOf({ ...filters, page: next === 1 ? undefined : String(next) })}
        columns={articleColumns(deeds)}
        renderCards={(rows) => <ArticleCards rows={rows} deeds={deeds} />}
        empty={empty}
        unit="篇"
        minWidth={980}
      />
      <PreviewDrawer id={preview} onClose={() => setPreview(null)} />
    </>
  )
}
