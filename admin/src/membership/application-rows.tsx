// One application of the list, as a table row for desktops and as a card for phones.
import type { TableColumnsType } from 'antd'
import { memberKinds, reviewBodies } from '@xinqiao/contract/membership.ts'
import type { StaffApplicationRow } from '@xinqiao/contract/http/membership/applications.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { Link } from '../kit/navigation/router.tsx'
import { ApplicationTag, OverdueTag, WarningTag } from './tags.tsx'

const WaitingDays = ({ row }: { row: StaffApplicationRow }) =>
  row.waitingDays === null ? (
    <>—</>
  ) : (
    <span className="member-tags">
      {row.waitingDays === 0 ? '今天' : `${row.waitingDays}天`}
      {row.isLate && <OverdueTag />}
    </span>
  )

/** The reviewer who must act next. */
export const titleOfNextReviewer = ({ stage, branch }: Pick<StaffApplicationRow, 'stage' | 'branch'>) =>
  stage === 'branch' ? `${branch || '秘书处'}初审` : reviewBodies.secretariat

const ApplicationStateView = ({ row }: { row: StaffApplicationRow }) => (
  <span className="member-tags">
    <ApplicationTag state={row.state} />
    {row.state === 'submitted' && row.stage === 'branch' && <span className="hint">{titleOfNextReviewer(row)}</span>}
    <WarningTag count={row.warnings.length} />
  </span>
)

const OpenLink = ({ row }: { row: StaffApplicationRow }) => (
  <Link
    to={`/member-applications/${row.id}`}
    aria-label={`${row.state === 'submitted' ? '审核' : '查看'}：${row.name}`}
  >
    {row.state === 'submitted' ? '审核' : '查看'}
  </Link>
)

export const applicationColumns: TableColumnsType<StaffApplicationRow> = [
  { title: '姓名或单位', dataIndex: 'name' },
  { title: '类别', key: 'kind', width: 110, render: (_, row) => memberKinds[row.kind] },
  { title: '所在单位或代表', dataIndex: 'organization' },
  { title: '手机号', dataIndex: 'phone', width: 130, className: 'nowrap' },
  {
    title: '提交时间',
    key: 'time',
    width: 150,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.submitTime),
  },
  { title: '已等待', key: 'waiting', width: 120, render: (_, row) => <WaitingDays row={row} /> },
  { title: '状态', key: 'state', width: 190, render: (_, row) => <ApplicationStateView row={row} /> },
  { title: '操作', key: 'open', width: 80, render: (_, row) => <OpenLink row={row} /> },
]

export const ApplicationCard = ({ row }: { row: StaffApplicationRow }) => (
  <>
    <strong>{row.name}</strong>
    <div className="cards-facts">
      <ApplicationStateView row={row} />
      <span>{memberKinds[row.kind]}</span>
      <span>{row.organization}</span>
      <span>{formatMinuteOrDash(row.submitTime)}</span>
      {row.waitingDays !== null && (
        <span className="member-tags">
          等待 <WaitingDays row={row} />
        </span>
      )}
    </div>
    <OpenLink row={row} />
  </>
)
