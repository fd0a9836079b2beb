// Appointments without the topics of their clients, and complaints about them.
import { Button, Space, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { describeBookingCall } from '@xinqiao/contract/calls.ts'
import { bookingModes, bookingStates, type BookingState } from '@xinqiao/contract/counselling.ts'
import type { StaffBooking } from '@xinqiao/contract/http/booking/staff.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { ClientDialog } from './ClientDialog.tsx'

const tones: Record<BookingState, Tone> = {
  held: 'warm',
  booked: 'good',
  done: 'calm',
  noShow: 'bad',
  cancelled: 'calm',
  lapsed: 'calm',
}
const BookingStateTag = ({ state }: { state: BookingState }) => (
  <ToneTag tone={tones[state]}>{bookingStates[state]}</ToneTag>
)
const cancelLabels = {
  ok: '取消预约',
  label: '取消原因',
  note: '双方会收到通知，原因会写在通知里；已付的费用原路退回。',
  isDanger: true,
}

const formatPrice = ({ priceCents }: StaffBooking) => (priceCents > 0 ? `${formatYuan(priceCents)}元` : '会员免费')

const formatCalls = ({ calls }: StaffBooking) => (calls.length > 0 ? calls.map(describeBookingCall).join('；') : '—')

const facts: TableColumnsType<StaffBooking> = [
  { title: '编号', dataIndex: 'id', width: 90 },
  { title: '咨询师', dataIndex: 'counsellorName', width: 130 },
  { title: '来访者', dataIndex: 'clientName', width: 110 },
  {
    title: '时间',
    key: 'time',
    width: 170,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.startTime),
  },
  { title: '方式', key: 'mode', width: 110, render: (_, row) => bookingModes[row.mode] },
  { title: '费用', key: 'price', width: 110, render: (_, row) => formatPrice(row) },
  { title: '状态', key: 'state', width: 110, render: (_, row) => <BookingStateTag state={row.state} /> },
  { title: '通话', key: 'calls', width: 170, render: (_, row) => formatCalls(row) },
  { title: '评分', key: 'stars', width: 80, render: (_, row) => row.stars ?? '—' },
]

export function BookingsPage() {
  const { page, chosen } = useListAddress()
  const state = chosen('state', bookingStates)
  const query = { page, size: pageSize, state }
  const loaded = useApi('GET /admin/bookings', query)
  const [pending, setPending] = useState<{ id: number; action: 'reveal' | 'cancel' } | null>(null)
  const listBookingActions = ({ id, state: now, hasBegun }: StaffBooking) => (
    <Space size="small">
      <Button size="small" onClick={() => setPending({ id, action: 'reveal' })}>
        联系方式
      </Button>
      {!hasBegun && (now === 'booked' || now === 'held') && (
        <Button size="small" danger onClick={() => setPending({ id, action: 'cancel' })}>
          取消
        </Button>
      )}
    </Space>
  )
  const columns = [
    ...facts,
    {
      title: '操作',
      key: 'actions',
      width: 170,
      render: (_: unknown, booking: StaffBooking) => listBookingActions(booking),
    },
  ]
  return (
    <>
      <ScreenHead title="预约" lead="咨询内容只有咨询师能看到">
        <Button onClick={() => navigate('/complaints')}>投诉</Button>
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={bookingStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <strong>
              {row.counsellorName} · {formatMinuteOrDash(row.startTime)}
            </strong>
            <div className="cards-facts">
              <BookingStateTag state={row.state} />
              <span>{bookingModes[row.mode]}</span>
              <span>{formatPrice(row)}</span>
              <span>来访者 {row.clientName}</span>
              {row.calls.length > 0 && <span>{formatCalls(row)}</span>}
              {row.stars !== null && <span>{row.stars}分</span>}
            </div>
            {listBookingActions(row)}
          </>
        )}
        empty={<EmptyList message="没有预约" />}
        unit="个预约"
        minWidth={1250}
      />
      <ClientDialog bookingId={pending?.action === 'reveal' ? pending.id : null} onClose={() => setPending(null)} />
      <ReasonDialog
        title={pending?.action === 'cancel' ? '取消预约' : null}
        labels={cancelLabels}
        onClose={() => setPending(null)}
        onConfirm={async (reason) => {
          if (!pending) return
          await api('POST /admin/booking/cancel', { id: pending.id, reason })
          setPending(null)
          loaded.reload()
        }}
      />
    </>
  )
}
