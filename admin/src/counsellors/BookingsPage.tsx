// Appointments, without what they are about, and the complaints that came of them.
import { Button, type TableColumnsType } from 'antd'
import { bookingModes, bookingStates, type BookingState } from '@xinqiao/contract/counselling.ts'
import type { Booking } from '@xinqiao/contract/http/bookings.ts'
import { yuan } from '@xinqiao/contract/orders.ts'
import { useLoaded } from '../frame/calls.ts'
import { FilterSelect, useListPlace } from '../frame/listPlace.tsx'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { ToneTag, type Tone } from '../frame/ToneTag.tsx'
import { api } from '../session/api.ts'

const tones: Record<BookingState, Tone> = {
  held: 'warm',
  booked: 'good',
  done: 'calm',
  noShow: 'bad',
  cancelled: 'calm',
  lapsed: 'calm',
}
const StateTag = ({ state }: { state: BookingState }) => <ToneTag tone={tones[state]}>{bookingStates[state]}</ToneTag>

const priceOf = ({ priceCents }: Booking) => (priceCents > 0 ? `${yuan(priceCents)}元` : '会员免费')

const columns: TableColumnsType<Booking> = [
  { title: '编号', dataIndex: 'id', width: 90 },
  { title: '咨询师', dataIndex: 'counsellorName', width: 130 },
  { title: '时间', key: 'time', width: 170, className: 'nowrap', render: (_, one) => one.startTime.slice(0, 16) },
  { title: '方式', key: 'mode', width: 110, render: (_, one) => bookingModes[one.mode] },
  { title: '费用', key: 'price', width: 110, render: (_, one) => priceOf(one) },
  { title: '状态', key: 'state', width: 110, render: (_, one) => <StateTag state={one.state} /> },
  { title: '评分', key: 'stars', width: 80, render: (_, one) => one.stars ?? '—' },
]

export function BookingsPage() {
  const { page, chosen } = useListPlace()
  const state = chosen('state', bookingStates)
  const query = { page, size: pageSize, state }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/bookings', query))
  return (
    <>
      <ScreenHead title="预约" lead="咨询内容只有咨询师能看到">
        <Button onClick={() => navigate('/complaints')}>投诉</Button>
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" words={bookingStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCards={(rows) => (
          <ul className="cards">
            {rows.map((one) => (
              <li key={one.id}>
                <strong>
                  {one.counsellorName} · {one.startTime.slice(0, 16)}
                </strong>
                <div className="cards-facts">
                  <StateTag state={one.state} />
                  <span>{bookingModes[one.mode]}</span>
                  <span>{priceOf(one)}</span>
                  {one.stars !== null && <span>{one.stars}分</span>}
                </div>
              </li>
            ))}
          </ul>
        )}
        empty={<Nothing sentence="没有预约" />}
        unit="个预约"
        minWidth={820}
      />
    </>
  )
}
