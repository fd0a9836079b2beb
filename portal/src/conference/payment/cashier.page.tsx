// The cashier of the conference: /academic/paymentchanne?activityUserId=… (portal.md 2, which has this spelling).
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { fail } from '@xinqiao/contract/errors.ts'
import { Screen } from '../../frame/Screen.tsx'
import { definePage, Redirect } from '../../page.ts'
import { readNumber } from '../../query.ts'
import { Screen as CashierScreen, type CashierProps } from './cashier.screen.tsx'

export const cashierPage = definePage<CashierProps>({
  params: ['activityUserId'],
  cached: false,
  indexed: false,
  screen: 'cashier',
  async load({ api, url, viewer }) {
    const id = readNumber(url, 'activityUserId')
    if (!viewer) {
      throw new Redirect(withQuery(routes.login, { next: withQuery(routes.paymentChannel, { activityUserId: id }) }))
    }
    if (id === null) throw fail('notFound')
    const { activityAttendTypeId, activityId } = await api('GET /activityUser/getById', { id })
    const [{ fee }, state] = await Promise.all([
      api('GET /wxPay/money', { activityUserId: id }),
      api('GET /wxPay/isPay', { activityUserId: id }),
    ])
    return { id, meetingId: activityId, type: activityAttendTypeId, fee, state }
  },
  head: () => ({ title: '参会缴费', description: '扫码缴纳会务费。', canonical: routes.paymentChannel }),
  View: ({ data }) => (
    <div className="frame max-w-[40rem]">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '参会报名', href: withQuery(routes.payment, { id: data.meetingId }) },
          { label: '参会缴费' },
        ]}
      />
      <Screen name="cashier" of={CashierScreen} props={data} />
    </div>
  ),
})
