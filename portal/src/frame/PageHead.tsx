// The head of a page: where one is, and its heading with a sentence on what is found there.
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb, type Crumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { PageTitle } from './PageTitle.tsx'

/** Parts of the site that pages stand under. */
const parts = {
  academic: { label: '学术年会', href: routes.academic },
  member: { label: '会员服务', href: routes.member },
  myMeetings: { label: '我的会议', href: routes.myMeetings },
} as const satisfies Record<string, Crumb>

type PageHeadProps = { under?: keyof typeof parts; title: string; lead?: string }

export const PageHead = ({ under, title, ...lead }: PageHeadProps) => (
  <>
    <Breadcrumb
      crumbs={[{ label: '首页', href: routes.dashBoard }, ...(under ? [parts[under]] : []), { label: title }]}
    />
    <PageTitle title={title} {...lead} />
  </>
)
