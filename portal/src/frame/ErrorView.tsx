// Error page: what happened, where to go next, and help in a crisis.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import type { PageMetadata, PageContext } from '../page.ts'
import { HelpCard } from './HelpCard.tsx'

const titles: Record<number, string> = { 401: '请先登录', 403: '没有权限', 404: '页面不存在', 429: '请稍后再试' }
const findTitle = (status: number) => titles[status] ?? (status < 500 ? '请求有误' : '服务暂时出现问题')

export const createErrorHead = ({ request }: PageContext, status: number): PageMetadata => ({
  title: findTitle(status),
  description: '您访问的页面暂时无法显示。',
  canonical: status >= 500 ? request.url.pathname : routes.dashBoard,
})

type ErrorViewProps = { site: PageContext; status: number; message: string }

export function ErrorView({ site, status, message }: ErrorViewProps) {
  const { pathname, search } = site.request.url
  return (
    <div className="frame">
      <section className="flex flex-col items-center px-4 py-12 text-center">
        <img
          src={status === 404 ? '/art/not-found.svg' : '/art/error.svg'}
          alt=""
          width="320"
          height="220"
          className="h-auto w-64"
        />
        <p className="mt-4 text-muted tabular-nums">{status}</p>
        <h1 className="text-2xl font-bold text-ink">{findTitle(status)}</h1>
        <p className="mt-2 max-w-lg text-muted">{message}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          {status === 401 ? (
            <ButtonLink href={withQuery(routes.login, { next: pathname + search })}>去登录</ButtonLink>
          ) : (
            <ButtonLink href={routes.dashBoard}>返回首页</ButtonLink>
          )}
          {status >= 500 && (
            <ButtonLink href={pathname + search} look="ghost">
              重新加载
            </ButtonLink>
          )}
          {status === 404 && site.isServed(routes.dynamic) && (
            <ButtonLink href={routes.dynamic} look="ghost">
              看看协会动态
            </ButtonLink>
          )}
        </div>
      </section>
      <HelpCard />
    </div>
  )
}
