// A page of a notice with its way to take part: the four of them differ in their text alone.
import type { OwnSubmission, SubmissionCall } from '@xinqiao/contract/http/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Phrases } from '@xinqiao/ui/Phrases.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import type { NoticeText } from './notices.texts.ts'
import { Screen as ApplyScreen } from './apply.screen.tsx'

type Notice = { calls: (SubmissionCall | null)[]; own: OwnSubmission[]; isKnown: boolean }

export const noticePage = (notice: NoticeText, path: string, crumb: string) =>
  definePage<Notice>({
    params: [],
    cached: false,
    indexed: true,
    screen: 'apply',
    async load({ api, viewer }) {
      const kinds = notice.apply.map((one) => one.kind)
      const [calls, own] = await Promise.all([
        Promise.all(kinds.map((kind) => api('GET /submission/call', { kind }))),
        viewer ? api('GET /submission/mine', {}) : [],
      ])
      return { calls, own: own.filter((one) => kinds.includes(one.kind)), isKnown: viewer !== null }
    },
    head: () => ({ title: notice.title, description: notice.lead, canonical: path, type: 'article' }),
    View: ({ data: { calls, own, isKnown } }) => (
      <div className="frame max-w-[60rem]">
        <Breadcrumb
          crumbs={[
            { label: '首页', href: routes.dashBoard },
            { label: '学术年会', href: routes.academic },
            { label: crumb },
          ]}
        />
        <div className="space-y-4 md:space-y-6">
          <Card as="article" className="px-5 py-7 sm:px-10 sm:py-12 md:px-16">
            <h1 className="text-2xl leading-9.5 font-bold text-balance text-ink sm:text-[2rem] sm:leading-12">
              <Phrases text={notice.title} />
            </h1>
            <p className="mt-3 border-b border-line pb-5 text-sm text-muted">
              发布日期 <time dateTime={notice.dated}>{notice.dated}</time>
            </p>
            <p className="mt-6 text-[1.0625rem] leading-8">{notice.lead}</p>
            {notice.parts.map((part) => (
              <section key={part.title} aria-label={part.title} className="mt-7">
                <BlockHeading>{part.title}</BlockHeading>
                <ul className="mt-3 list-disc space-y-1.5 pl-5">
                  {part.lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </section>
            ))}
          </Card>
          <Screen name="apply" of={ApplyScreen} props={{ choices: notice.apply, calls, own, isKnown, path }} />
        </div>
      </div>
    ),
  })
