// Security events: likely attacks and changes of account safety, with account, address and request.
import type { TableColumnsType } from 'antd'
import type { SecurityEntry } from '@xinqiao/contract/http/accounts/security.ts'
import { securityDetails, securityEvents } from '@xinqiao/contract/security.ts'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { LogFilters, useLogFilters } from './LogFilters.tsx'
import { ChainVerification } from './ChainVerification.tsx'

const labelOfDetail = (name: string) => (securityDetails as Record<string, string>)[name] ?? name
const EventDetail = ({ entry }: { entry: SecurityEntry }) =>
  entry.detail.length === 0 ? '—' : entry.detail.map(({ name, value }) => `${labelOfDetail(name)}：${value}`).join('，')

const columns: TableColumnsType<SecurityEntry> = [
  { title: '时间', dataIndex: 'time', width: 180, className: 'nowrap' },
  { title: '事件', key: 'kind', width: 160, render: (_, entry) => securityEvents[entry.kind] },
  { title: '账号', key: 'account', width: 160, render: (_, entry) => entry.account || '未登录' },
  { title: '地址', dataIndex: 'ip', width: 150 },
  { title: '详情', key: 'detail', render: (_, entry) => <EventDetail entry={entry} /> },
  {
    title: '请求编号',
    key: 'request',
    width: 200,
    render: (_, entry) => <span className="hint">{entry.requestId}</span>,
  },
]

const EventCard = ({ entry }: { entry: SecurityEntry }) => (
  <>
    <strong>{securityEvents[entry.kind]}</strong>
    <div className="cards-facts">
      <span>{entry.account || '未登录'}</span>
      <span>{entry.ip}</span>
      <span>{entry.time}</span>
    </div>
    <p>
      <EventDetail entry={entry} />
    </p>
  </>
)

export function SecurityPage() {
  const { filters, page, isFiltered } = useLogFilters('kind', securityEvents)
  const query = { page, size: pageSize, ...filters }
  const loaded = useApi('GET /admin/security', query)
  return (
    <>
      <ScreenHead title="安全事件" lead="登录失败、越权访问、被拒绝的文件与短信等记录，只增不改">
        <ChainVerification verify={() => api('GET /admin/security/verify', {})} />
      </ScreenHead>
      <LogFilters
        name="kind"
        kinds={securityEvents}
        noun="事件"
        within="账号、IP 地址或请求编号"
        label="搜索安全事件"
      />
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(entry) => <EventCard entry={entry} />}
        empty={<EmptyList message={isFiltered ? '没有符合条件的记录' : '还没有记录'} />}
        unit="条"
        minWidth={1080}
      />
    </>
  )
}
