// The home page: news, shortcuts and help.
import type { ArticleCard, HeadBanner, SmallBanner } from '@xinqiao/contract/http/articles/articles.ts'
import type { FloatingAd } from '@xinqiao/contract/http/articles/site.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { HelpCard } from '../frame/HelpCard.tsx'
import { createOrganizationJsonLd, createWebsiteJsonLd } from '../frame/json-ld.ts'
import { definePage, type ViewProps } from '../page.ts'
import { FloatingNotice } from './FloatingNotice.tsx'
import { HeadCarousel } from './HeadCarousel.tsx'
import { NewsList } from './NewsList.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { SmallCarousel } from './SmallCarousel.tsx'

type HomeData = {
  head: HeadBanner[]
  small: SmallBanner[]
  lists: Record<'dynamics' | 'notices' | 'learning', ArticleCard[]>
  ad: FloatingAd | null
}

export const homePage = definePage<HomeData>({
  params: [],
  cached: true,
  indexed: true,
  async load({ api }) {
    const [head, small, lists, ad] = await Promise.all([
      api('GET /psychologyArticle/listHeadBanner', {}),
      api('GET /psychologyArticle/listSmallBanner', {}),
      api('GET /psychologyArticle/home', {}),
      api('GET /site/floatingAd', {}),
    ])
    return { head, small, lists, ad }
  },
  head: (_data, site) => ({
    title: site.settings.name,
    description: site.settings.description,
    canonical: routes.dashBoard,
    jsonLd: [createOrganizationJsonLd(site), createWebsiteJsonLd(site)],
  }),
  View: HomeView,
})

function HomeView({ data, site }: ViewProps<HomeData>) {
  const { dynamics, notices, learning } = data.lists
  return (
    <>
      <h1 className="sr-only">{site.settings.name}</h1>
      <HeadCarousel slides={data.head} />
      <div className={`frame space-y-6 md:space-y-8 ${data.head.length > 0 ? '' : 'pt-6'}`}>
        <Shortcuts site={site} raised={data.head.length > 0} />
        <div className="grid gap-4 md:gap-6 lg:grid-cols-2">
          <SmallCarousel slides={data.small} />
          <NewsList id="dynamics" title="协会动态" more={routes.dynamic} items={dynamics} />
          <NewsList id="notices" title="通知公告" more={withQuery(routes.dynamic, { tab: 2 })} items={notices} />
          <NewsList id="learning" title="学术交流" more={routes.learning} items={learning} />
        </div>
        <HelpCard />
      </div>
      {data.ad && <FloatingNotice ad={data.ad} />}
    </>
  )
}
