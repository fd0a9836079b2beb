// Announcement with the way to take part. The four pages differ only in their text.
import { announcements, type AnnouncementId } from '@xinqiao/contract/announcements.ts'
import type { Announcement, OwnSubmission, SubmissionCall } from '@xinqiao/contract/http/submissions/submissions.ts'
import type { CallKind } from '@xinqiao/contract/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Phrases } from '@xinqiao/ui/Phrases.tsx'
import { wrapTables } from '../articles/body.ts'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { Screen as ApplyScreen } from './apply.screen.tsx'

type AnnouncementPageData = {
  notice: Announcement
  calls: (SubmissionCall | null)[]
  submissions: OwnSubmission[]
  isKnown: boolean
}

const labels: Record<CallKind, string> = {
  paper: '在线投稿',
  competition: '提交作品',
  organisation: '申报集体组织奖',
  individual: '申报先进个人',
  collective: '申报先进集体',
}

export const defineAnnouncementPage = (id: AnnouncementId, path: string) =>
  definePage<AnnouncementPageData>({
    params: [],
    cached: false,
    indexed: true,
    screen: 'apply',
    async load({ api, viewer }) {
      const kinds: readonly CallKind[] = announcements[id].kinds
      const [notice, calls, submissions] = await Promise.all([
        api('GET /submission/announcement', { id }),
        Promise.all(kinds.map((kind) => api('GET /submission/call', { kind }))),
        viewer ? api('GET /submission/mine', {}) : [],
      ])
      return {
        notice,
        calls,
        submissions: submissions.filter((item) => kinds.includes(item.kind)),
        isKnown: viewer !== null,
      }
    },
    head: ({ notice }) => ({ title: notice.title, description: notice.lead, canonical: path, type: 'article' }),
    View: ({ data: { notice, calls, submissions, isKnown } }) => (
      <div className="frame max-w-[60rem]">
        <Breadcrumb
          crumbs={[
            { label: '首页', href: routes.dashBoard },
            { label: '学术年会', href: routes.academic },
            { label: announcements[id].title },
          ]}
        />
        <div className="space-y-4 md:space-y-6">
          <Card as="article" className="px-5 py-7 sm:px-10 sm:py-12 md:px-16">
            <h1 className="text-2xl leading-9.5 font-bold text-balance text-ink sm:text-display sm:leading-12">
              <Phrases text={notice.title} />
            </h1>
            <p className="mt-3 border-b border-line pb-5 text-sm text-muted">
              发布日期 <time dateTime={notice.dated}>{notice.dated}</time>
            </p>
            <p className="mt-6 text-lead leading-8">{notice.lead}</p>
            <div className="article mt-7" dangerouslySetInnerHTML={{ __html: wrapTables(notice.content) }} />
          </Card>
          <Screen
            name="apply"
            of={ApplyScreen}
            props={{
              choices: announcements[id].kinds.map((kind) => ({ kind, label: labels[kind] })),
              calls,
              submissions,
              isKnown,
              path,
            }}
          />
        </div>
      </div>
    ),
  })
