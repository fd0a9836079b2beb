// A bulletin for its receivers.
import type { Bulletin } from '@xinqiao/contract/http/messages/messages.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { formatMinute } from '../frame/format-time.ts'

export const BulletinView = ({ bulletin }: { bulletin: Bulletin }) => (
  <div className="frame">
    <Breadcrumb
      crumbs={[
        { label: '首页', href: routes.dashBoard },
        { label: '消息中心', href: routes.message },
        { label: bulletin.title },
      ]}
    />
    <Card as="article" className="px-5 py-8 sm:px-12 sm:py-12">
      <div className="mx-auto max-w-[44rem]">
        <h1 className="text-2xl leading-10 font-bold text-ink sm:text-title">{bulletin.title}</h1>
        <p className="mt-2 text-sm text-muted">协会公告 · {formatMinute(bulletin.createTime)}</p>
        <p className="mt-6 text-lead leading-8 whitespace-pre-line">{bulletin.content}</p>
        <ButtonLink href={routes.message} look="ghost" className="mt-8">
          返回消息中心
        </ButtonLink>
      </div>
    </Card>
  </div>
)
