// The list of all articles. Filters and page are part of the address, so back, forward and shared links work.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { articleStates, columns } from '@xinqiao/contract/articles.ts'
import { FilterSearch, FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { useArticleActions } from './article-actions.tsx'
import './articles.css'
import { articleColumns, ArticleCard, type ArticleRowActions } from './article-rows.tsx'
import { PreviewDrawer } from './PreviewDrawer.tsx'

export function ArticlesPage() {
  const { page, key, chosen } = useListAddress()
  const state = chosen('state', articleStates)
  const column = chosen('column', columns)
  const query = { page, size: pageSize, state, psychologyColumnId: column, key }
  const loaded = useApi('GET /admin/articles', query)
  const [preview, setPreview] = useState<number | null>(null)
  const actions = useArticleActions(loaded.reload, loaded.reload)
  const rowActions: ArticleRowActions = { ...actions, preview: setPreview }
  const write = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate('/articles/new')}>
      写文章
    </Button>
  )
  const empty =
    state || column || key ? (
      <EmptyList message="没有符合条件的文章">
        <Button onClick={() => navigate('/articles')}>清除筛选</Button>
      </EmptyList>
    ) : (
      <EmptyList message="还没有文章">{write}</EmptyList>
    )
  return (
    <>
      <ScreenHead title="文章" lead="撰写、定时发布和撤回网站文章">
        {write}
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={articleStates} />
        <FilterSelect name="column" label="按栏目筛选" all="全部栏目" labels={columns} />
        <FilterSearch label="搜索文章标题" placeholder="搜索标题" />
      </search>
      <PagedList
        loaded={loaded}
        columns={articleColumns(rowActions)}
        renderCard={(row) => <ArticleCard row={row} actions={rowActions} />}
        empty={empty}
        unit="篇"
        minWidth={980}
      />
      <PreviewDrawer id={preview} onClose={() => setPreview(null)} />
    </>
  )
}
