// Layout of both article lists: breadcrumb, tabs, and the page of entries.
import { Card } from '@xinqiao/ui/Card.tsx'
import { type TabLink, TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { PageHead } from '../frame/PageHead.tsx'
import { ArticleList, type ArticleListPage } from './ArticleList.tsx'

type ListViewProps = {
  title: string
  lead: string
  tabs: readonly TabLink[]
  list: ArticleListPage
  hrefOf: (page: number) => string
}

export const ListView = ({ title, lead, tabs, list, hrefOf }: ListViewProps) => (
  <div className="frame">
    <PageHead title={title} lead={lead} />
    <Card className="px-4.5 pt-2 pb-6 sm:px-8 sm:pt-3 sm:pb-9">
      <TabLinks label={`${title}分类`} tabs={tabs} />
      <ArticleList list={list} hrefOf={hrefOf} />
    </Card>
  </div>
)
