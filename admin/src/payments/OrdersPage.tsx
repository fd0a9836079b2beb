// All orders, with the overview of the books and open work above.
import { Button, type TableColumnsType } from 'antd'
import type { StaffOrder } from '@xinqiao/contract/http/payments/staff.ts'
import { orderKindTitles, orderStates, type OrderState } from '@xinqiao/contract/orders.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FilterSearch, FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './payments.css'
import { Overview } from './Overview.tsx'
import { Money, formatMoney } from './money.tsx'

export const orderTones: Record<OrderState, Tone> = { open: 'warm', paid: 'good', closed: 'calm', refunded: 'calm' }
export const OrderTag = ({ order }: { order: Pick<StaffOrder, 'state'> }) => (
  <ToneTag tone={orderTones[order.state]}>{orderStates[order.state]}</ToneTag>
)

const columns: TableColumnsType<StaffOrder> = [
  { title: '状态', key: 'state', width: 90, render: (_, order) => <OrderTag order={order} /> },
  {
    title: '订单号',
    key: 'no',
    width: 210,
    className: 'nowrap',
    render: (_, order) => <Link to={`/orders/${order.id}`}>{order.orderNo}</Link>,
  },
  { title: '项目', dataIndex: 'title' },
  { title: '付款人', dataIndex: 'payer', width: 120 },
  {
    title: '金额（元）',
    key: 'amount',
    width: 110,
    align: 'right',
    render: (_, order) => <Money cents={order.amountCents} />,
  },
  {
    title: '已退（元）',
    key: 'refunded',
    width: 110,
    align: 'right',
    render: (_, order) => (order.refundedCents > 0 ? <Money cents={order.refundedCents} /> : '—'),
  },
  {
    title: '下单时间',
    key: 'made',
    width: 150,
    className: 'nowrap',
    render: (_, order) => formatMinuteOrDash(order.createTime),
  },
  {
    title: '支付时间',
    key: 'paid',
    width: 150,
    className: 'nowrap',
    render: (_, order) => formatMinuteOrDash(order.payTime),
  },
]

const OrderCard = ({ order }: { order: StaffOrder }) => (
  <>
    <strong>{order.title}</strong>
    <div className="cards-facts">
      <OrderTag order={order} />
      <span>{formatMoney(order.amountCents)}元</span>
      <span>{order.payer}</span>
      <span>{formatMinuteOrDash(order.payTime ?? order.createTime)}</span>
    </div>
    <Link to={`/orders/${order.id}`}>{order.orderNo}</Link>
  </>
)

export function OrdersPage() {
  const { page, key, chosen } = useListAddress()
  const kind = chosen('kind', orderKindTitles)
  const state = chosen('state', orderStates)
  const query = { page, size: pageSize, kind, state, key }
  const loaded = useApi('GET /admin/orders', query)
  const isFiltered = Boolean(kind ?? state ?? key)
  return (
    <>
      <ScreenHead title="订单" lead="会费、参会费与咨询费的收款、退款与记账" />
      <Overview />
      <search className="filters">
        <FilterSelect name="kind" label="按项目筛选" all="全部项目" labels={orderKindTitles} />
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={orderStates} />
        <FilterSearch label="搜索订单" placeholder="订单号、付款人手机号或渠道交易号" />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(order) => <OrderCard order={order} />}
        empty={
          <EmptyList message={isFiltered ? '没有符合条件的订单' : '还没有订单'}>
            {isFiltered && <Button onClick={() => navigate('/orders')}>清除筛选</Button>}
          </EmptyList>
        }
        unit="笔"
        minWidth={1080}
      />
    </>
  )
}
