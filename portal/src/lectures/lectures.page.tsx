// The live lectures: those that are live or coming, and those of the past with their replays.
import type { LectureCard } from '@xinqiao/contract/http/lectures/lectures.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Pagination } from '@xinqiao/ui/Pagination.tsx'
import { PageTitle } from '../frame/PageTitle.tsx'
import { definePage } from '../page.ts'
import { readNumber } from '../query.ts'
import { lectureTexts } from './lecture.texts.ts'
import { LectureRow } from './LectureRow.tsx'

type LecturesData = { coming: LectureCard[]; past: LectureCard[]; total: number; page: number }

const pageSize = 10
const maxComing = 50
const listHref = (page: number) => withQuery(routes.lectures, { page: page > 1 ? page : null })

const LectureList = ({ lectures }: { lectures: readonly LectureCard[] }) => (
  <div className="divide-y divide-line">
    {lectures.map((lecture) => (
      <LectureRow key={lecture.id} lecture={lecture} />
    ))}
  </div>
)

export const lecturesPage = definePage<LecturesData>({
  params: ['page'],
  cached: false,
  indexed: true,
  async load({ api, url }) {
    const page = readNumber(url, 'page') ?? 1
    const [coming, past] = await Promise.all([
      page === 1 ? api('GET /lecture/list', { page: 1, size: maxComing }) : null,
      api('GET /lecture/list', { page, size: pageSize, past: 'true' }),
    ])
    return { coming: coming?.content ?? [], past: past.content, total: past.totalElements, page }
  },
  head: ({ page }) => ({
    title: `${lectureTexts.title}${page > 1 ? ` 第${page}页` : ''}`,
    description: lectureTexts.lead,
    canonical: listHref(page),
  }),
  View: ({ data: { coming, past, total, page } }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '学术年会', href: routes.academic },
          { label: lectureTexts.title },
        ]}
      />
      <PageTitle title={lectureTexts.title} lead={lectureTexts.lead} />
      <div className="grid gap-4 md:gap-6">
        {page === 1 && (
          <Card as="section" labelledBy="coming-title" className="px-4.5 pt-6 pb-2 sm:px-7">
            <BlockHeading id="coming-title">正在进行与即将开讲</BlockHeading>
            {coming.length > 0 ? (
              <LectureList lectures={coming} />
            ) : (
              <EmptyState picture="/art/empty.svg" title="近期没有讲座" text="新的讲座发布后会显示在这里。" />
            )}
          </Card>
        )}
        <Card as="section" labelledBy="past-title" className="px-4.5 pt-6 pb-6 sm:px-7">
          <BlockHeading id="past-title">往期讲座</BlockHeading>
          {past.length > 0 ? (
            <LectureList lectures={past} />
          ) : (
            <EmptyState picture="/art/empty.svg" title="还没有往期讲座" text="结束的讲座和回放会显示在这里。" />
          )}
          <Pagination page={page} last={Math.ceil(total / pageSize)} total={total} hrefOf={listHref} />
        </Card>
      </div>
    </div>
  ),
})
