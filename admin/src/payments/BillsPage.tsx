// 对账: each day's bill compared with the books.
import { App, Button, DatePicker, type TableColumnsType } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import type { StaffBill } from '@xinqiao/contract/http/payments/bills.ts'
import { billStates, payProviders } from '@xinqiao/contract/orders.ts'
import { chinaNow, formatMinuteOrDash } from '../kit/format-time.ts'
import { useAction } from '../kit/api/hooks.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './payments.css'
import { Money, formatMoney } from './money.tsx'

export function describeBill(bill: StaffBill): { tone: Tone; text: string } {
  if (bill.state === 'failed') return { tone: 'bad', text: billStates.failed }
  if (bill.open > 0) return { tone: 'bad', text: `${bill.open}处差异` }
  return { tone: bill.state === 'none' ? 'calm' : 'good', text: bill.state === 'none' ? billStates.none : '一致' }
}
export const BillTag = ({ bill }: { bill: StaffBill }) => {
  const { tone, text } = describeBill(bill)
  return <ToneTag tone={tone}>{text}</ToneTag>
}

const columns: TableColumnsType<StaffBill> = [
  {
    title: '日期',
    key: 'day',
    width: 130,
    className: 'nowrap',
    render: (_, bill) => <Link to={`/bills/${bill.id}`}>{bill.day}</Link>,
  },
  { title: '渠道', key: 'provider', render: (_, bill) => payProviders[bill.provider].title },
  { title: '结果', key: 'verdict', width: 110, render: (_, bill) => <BillTag bill={bill} /> },
  { title: '笔数', dataIndex: 'lines', width: 80, align: 'right' },
  {
    title: '渠道账单（元）',
    key: 'theirs',
    width: 140,
    align: 'right',
    render: (_, bill) => <Money cents={bill.tradeCents} />,
  },
  {
    title: '本站账目（元）',
    key: 'ours',
    width: 140,
    align: 'right',
    render: (_, bill) => <Money cents={bill.ourCents} />,
  },
  {
    title: '对账时间',
    key: 'time',
    width: 150,
    className: 'nowrap',
    render: (_, bill) => formatMinuteOrDash(bill.fetchTime),
  },
]

const BillCard = ({ bill }: { bill: StaffBill }) => (
  <>
    <Link to={`/bills/${bill.id}`}>{bill.day}</Link>
    <div className="cards-facts">
      <BillTag bill={bill} />
      <span>{payProviders[bill.provider].title}</span>
      <span>渠道{formatMoney(bill.tradeCents)}元</span>
      <span>本站{formatMoney(bill.ourCents)}元</span>
    </div>
  </>
)

const yesterday = () => chinaNow().subtract(1, 'day')

export function BillsPage() {
  const { page } = useListAddress()
  const { message } = App.useApp()
  const query = { page, size: pageSize }
  const loaded = useApi('GET /admin/bills', query)
  const [day, setDay] = useState<Dayjs>(yesterday)
  const [fetchBill, busy] = useAction(async () => {
    const { id } = await api('POST /admin/bill/fetch', { day: day.format('YYYY-MM-DD') })
    message.success('对账完成')
    navigate(`/bills/${id}`)
  })
  return (
    <>
      <ScreenHead title="对账" lead="每天上午10点后自动获取前一天的账单，逐笔核对；差异须说明处理结果">
        <DatePicker
          aria-label="账单日期"
          size="large"
          allowClear={false}
          value={day}
          onChange={(value) => value && setDay(value)}
          disabledDate={(date) => date.isAfter(yesterday(), 'day') || date.isBefore(yesterday().subtract(85, 'day'))}
        />
        <Button type="primary" size="large" loading={busy} onClick={() => fetchBill()}>
          获取并对账
        </Button>
      </ScreenHead>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(bill) => <BillCard bill={bill} />}
        empty={<EmptyList message="还没有账单" />}
        unit="天"
        minWidth={860}
      />
    </>
  )
}
