// Deliveries and failures of SMS and mail, without their subject.
import type { TableColumnsType } from 'antd'
import { deliveryStates, noticeChannels, noticeKinds } from '@xinqiao/contract/notices.ts'
import type { Delivery } from '@xinqiao/contract/http/messages/staff.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { useApi } from '../kit/api/use-api.ts'

const tones = { queued: 'warm', sent: 'good', failed: 'bad', skipped: 'calm' } as const

const columns: TableColumnsType<Delivery> = [
  { title: '账号', dataIndex: 'username', width: 150 },
  { title: '消息', key: 'kind', width: 130, render: (_, row) => noticeKinds[row.kind].title },
  { title: '方式', key: 'channel', width: 80, render: (_, row) => noticeChannels[row.channel] },
  {
    title: '结果',
    key: 'state',
    width: 110,
    render: (_, row) => <ToneTag tone={tones[row.state]}>{deliveryStates[row.state]}</ToneTag>,
  },
  { title: '次数', dataIndex: 'tries', width: 70 },
  { title: '原因', dataIndex: 'failure' },
  {
    title: '时间',
    key: 'time',
    width: 160,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.createTime),
  },
]

export function DeliveriesPage() {
  const { page, chosen } = useListAddress()
  const state = chosen('state', deliveryStates)
  const query = { page, size: pageSize, state }
  const loaded = useApi('GET /admin/deliveries', query)
  return (
    <>
      <ScreenHead title="发送记录" lead="通知短信与邮件；失败的会自动重试，最多五次" />
      <search className="filters">
        <FilterSelect name="state" label="按结果筛选" all="全部结果" labels={deliveryStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <strong>{row.username}</strong>
            <div className="cards-facts">
              <span>{noticeKinds[row.kind].title}</span>
              <span>{noticeChannels[row.channel]}</span>
              <ToneTag tone={tones[row.state]}>{deliveryStates[row.state]}</ToneTag>
              <span>{formatMinuteOrDash(row.createTime)}</span>
            </div>
            {row.failure}
          </>
        )}
        empty={<EmptyList message="没有发送记录" />}
        unit="条"
        minWidth={900}
      />
    </>
  )
}
