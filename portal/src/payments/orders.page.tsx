// The user's orders and receipts: /order/index.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Pagination } from '@xinqiao/ui/Pagination.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { readNumber } from '../query.ts'
import { Screen as OrdersScreen, type OrdersProps } from './orders.screen.tsx'

const size = 10
const pageHref = (page: number) => withQuery(routes.orders, { page: page > 1 ? page : null })
const readPage = (url: URL) => readNumber(url, 'page') ?? 1

export const ordersPage = definePage<OrdersProps>({
  params: ['page'],
  cached: false,
  indexed: false,
  screen: 'orders',
  async load({ api, url, viewer }) {
    const page = readPage(url)
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: pageHref(page) }))
    const { content, totalElements } = await api('GET /order/mine', { page, size })
    return { orders: content, total: totalElements }
  },
  head: () => ({ title: '我的订单', description: '本人的缴费、退款与票据。', canonical: routes.orders }),
  View: ({ data, site }) => (
    <div className="frame max-w-[56rem]">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '个人中心', href: routes.setting },
          { label: '我的订单' },
        ]}
      />
      <h1 className="mb-4 text-2xl font-bold text-ink">我的订单</h1>
      <Screen name="orders" of={OrdersScreen} props={data} />
      <Pagination
        page={readPage(site.request.url)}
        last={Math.ceil(data.total / size)}
        total={data.total}
        hrefOf={pageHref}
      />
    </div>
  ),
})
