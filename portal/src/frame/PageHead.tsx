// Head of a page: breadcrumb, heading and subtitle.
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb, type BreadcrumbEntry } from '@xinqiao/ui/Breadcrumb.tsx'
import { PageTitle } from './PageTitle.tsx'

/** Sections of the site that contain pages. */
const parts = {
  academic: { label: '学术年会', href: routes.academic },
  member: { label: '会员服务', href: routes.member },
  myMeetings: { label: '我的会议', href: routes.myMeetings },
} as const satisfies Record<string, BreadcrumbEntry>

type PageHeadProps = { under?: keyof typeof parts; title: string; lead?: string }

export const PageHead = ({ under, title, ...lead }: PageHeadProps) => (
  <>
    <Breadcrumb
      crumbs={[{ label: '首页', href: routes.dashBoard }, ...(under ? [parts[under]] : []), { label: title }]}
    />
    <PageTitle title={title} {...lead} />
  </>
)
