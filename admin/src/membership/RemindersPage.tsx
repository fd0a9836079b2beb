// Terms that end soon, and the reminders sent.
import type { TableColumnsType } from 'antd'
import { reminderKinds } from '@xinqiao/contract/membership.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './membership.css'
import { MemberTag } from './tags.tsx'

type MembershipReminder = EndpointOutput<Contract, 'GET /admin/membership/reminders'>['content'][number]

const formatDays = (days: number) => (days > 0 ? `到期前${days}天` : days === 0 ? '到期当天' : `到期后${-days}天`)
const describeReminder = ({ kind, days }: Pick<MembershipReminder, 'kind' | 'days'>) =>
  kind === 'reminder' ? formatDays(days) : `${reminderKinds[kind]}（${formatDays(days)}）`
const describeReceivers = ({ byPhone, people, kind }: Pick<MembershipReminder, 'byPhone' | 'people' | 'kind'>) =>
  [
    // when the grace period begins, only the users of seats are notified
    ...(kind === 'grace' ? [] : [byPhone ? '短信（尚无账号）' : '会员本人']),
    ...(people > 0 ? [`席位使用人${people}人`] : []),
  ].join('、')

const columns: TableColumnsType<MembershipReminder> = [
  { title: '提醒时间', key: 'time', width: 160, className: 'nowrap', render: (_, row) => formatMinuteOrDash(row.time) },
  { title: '会员编号', dataIndex: 'number', width: 130 },
  { title: '姓名或单位', key: 'name', render: (_, row) => <Link to={`/members/${row.memberId}`}>{row.name}</Link> },
  { title: '会期至', dataIndex: 'termUntil', width: 120, className: 'nowrap' },
  { title: '提醒', key: 'days', width: 190, render: (_, row) => describeReminder(row) },
  { title: '告知', key: 'way', width: 190, render: (_, row) => describeReceivers(row) },
  { title: '现在状态', key: 'state', width: 110, render: (_, row) => <MemberTag state={row.state} /> },
]

export function RemindersPage() {
  const { page } = useListAddress()
  const query = { page, size: pageSize }
  const loaded = useApi('GET /admin/membership/reminders', query)
  const { ending = 0, inGrace = 0, lapsed = 0 } = loaded.data ?? {}
  return (
    <>
      <ScreenHead
        title="续费提醒"
        lead="系统每天按设定的天数提醒：站内消息必达，短信与邮件按会员的选择；尚无账号的发短信到登记的手机"
      />
      <ul className="member-counts">
        <li>
          <Link to="/members?endingWithin=90">
            <strong>{ending}</strong> 即将到期
          </Link>
        </li>
        <li>
          <Link to="/members?state=grace">
            <strong>{inGrace}</strong> 宽限期内
          </Link>
        </li>
        <li>
          <Link to="/members?state=lapsed">
            <strong>{lapsed}</strong> 已失效
          </Link>
        </li>
      </ul>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <Link to={`/members/${row.memberId}`}>{row.name}</Link>
            <div className="cards-facts">
              <MemberTag state={row.state} />
              <span>{describeReminder(row)}</span>
              <span>告知：{describeReceivers(row)}</span>
              <span>会期至 {row.termUntil}</span>
              <span>{formatMinuteOrDash(row.time)}</span>
            </div>
          </>
        )}
        empty={<EmptyList message="还没有发过提醒" />}
        unit="条"
        minWidth={1080}
      />
    </>
  )
}
