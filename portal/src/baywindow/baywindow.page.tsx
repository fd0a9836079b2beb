// The floating notice of the home page as a separate page (portal.md 2).
import type { FloatingAd } from '@xinqiao/contract/http/articles/site.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Phrases } from '@xinqiao/ui/Phrases.tsx'
import { definePage } from '../page.ts'
import { Picture } from '../pictures/Picture.tsx'

type BaywindowData = { ad: FloatingAd | null }

export const baywindowPage = definePage<BaywindowData>({
  params: [],
  cached: true,
  indexed: true,
  load: async ({ api }) => ({ ad: await api('GET /site/floatingAd', {}) }),
  head: ({ ad }) => ({
    title: ad?.title ?? '飘窗通知',
    description: ad ? `${ad.title}，点击查看详情。` : '协会近期的重要通知。',
    canonical: routes.baywindow,
    ...(ad && { image: ad.picture.src }),
  }),
  View: ({ data: { ad } }) => (
    <div className="frame max-w-[48rem]">
      <Breadcrumb crumbs={[{ label: '首页', href: routes.dashBoard }, { label: '飘窗通知' }]} />
      <Card className="overflow-hidden">{ad ? <Notice ad={ad} /> : <NoNotice />}</Card>
    </div>
  ),
})

const Notice = ({ ad }: { ad: FloatingAd }) => (
  <div className="text-center">
    <Picture
      picture={ad.picture}
      alt=""
      sizes="(max-width: 48rem) 100vw, 48rem"
      eager
      className="aspect-[8/5] w-full bg-tint object-cover"
    />
    <div className="px-5 py-8">
      <h1 className="text-2xl font-bold text-balance text-ink">
        <Phrases text={ad.title} />
      </h1>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        {ad.link && (
          <ButtonLink href={ad.link} look="accent">
            查看详情
          </ButtonLink>
        )}
        <ButtonLink href={routes.dashBoard} look="ghost">
          返回首页
        </ButtonLink>
      </p>
    </div>
  </div>
)

const NoNotice = () => (
  <>
    <h1 className="sr-only">飘窗通知</h1>
    <EmptyState picture="/art/empty.svg" title="目前没有飘窗通知" text="有重要安排时，会在首页和这里同时显示。">
      <ButtonLink href={routes.dashBoard}>返回首页</ButtonLink>
    </EmptyState>
  </>
)
