// What left the house by SMS and mail, and what did not. Neither says what it was about.
import { Select, type TableColumnsType } from 'antd'
import { deliveryStates, noticeChannels, noticeKinds, type DeliveryState } from '@xinqiao/contract/notices.ts'
import type { Delivery } from '@xinqiao/contract/http/staff-messages.ts'
import { useLoaded } from '../frame/calls.ts'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate, usePlace } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { ToneTag } from '../frame/ToneTag.tsx'
import { api } from '../session/api.ts'

const tones = { queued: 'warm', sent: 'good', failed: 'bad', skipped: 'calm' } as const
const addressOf = (state: DeliveryState | undefined, page: number) => {
  const query = new URLSearchParams()
  if (state) query.set('state', state)
  if (page > 1) query.set('page', `${page}`)
  return query.size ? `/deliveries?${query}` : '/deliveries'
}

const columns: TableColumnsType<Delivery> = [
  { title: '账号', dataIndex: 'username', width: 150 },
  { title: '消息', key: 'kind', width: 130, render: (_, one) => noticeKinds[one.kind].title },
  { title: '方式', key: 'channel', width: 80, render: (_, one) => noticeChannels[one.channel] },
  {
    title: '结果',
    key: 'state',
    width: 110,
    render: (_, one) => <ToneTag tone={tones[one.state]}>{deliveryStates[one.state]}</ToneTag>,
  },
  { title: '次数', dataIndex: 'tries', width: 70 },
  { title: '原因', dataIndex: 'failure' },
  { title: '时间', key: 'time', width: 160, className: 'nowrap', render: (_, one) => one.createTime.slice(0, 16) },
]

export function DeliveriesPage() {
  const { params } = usePlace()
  const given = params.get('state') ?? ''
  const state = given in deliveryStates ? (given as DeliveryState) : undefined
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const query = { page, size: pageSize, state }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/deliveries', query))
  return (
    <>
      <ScreenHead title="发送记录" lead="通知短信与邮件；失败的会自动重试，最多五次" />
      <search className="filters">
        <Select
          aria-label="按结果筛选"
          className="filter-select"
          placeholder="全部结果"
          allowClear
          value={state}
          onChange={(next?: DeliveryState) => navigate(addressOf(next, 1))}
          options={Object.entries(deliveryStates).map(([value, label]) => ({ value, label }))}
        />
      </search>
      <PagedList
        loaded={loaded}
        page={page}
        addressOf={(next) => addressOf(state, next)}
        columns={columns}
        renderCards={(rows) => (
          <ul className="cards">
            {rows.map((one) => (
              <li key={one.id}>
                <strong>{one.username}</strong>
                <div className="cards-facts">
                  <span>{noticeKinds[one.kind].title}</span>
                  <span>{noticeChannels[one.channel]}</span>
                  <ToneTag tone={tones[one.state]}>{deliveryStates[one.state]}</ToneTag>
                  <span>{one.createTime.slice(0, 16)}</span>
                </div>
                {one.failure}
              </li>
            ))}
          </ul>
        )}
        empty={<Nothing sentence="没有发送记录" />}
        unit="条"
        minWidth={900}
      />
    </>
  )
}
