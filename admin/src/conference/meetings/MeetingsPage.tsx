// All meetings, with links to their screens.
import { PlusOutlined } from '@ant-design/icons'
import { Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { StaffMeetingRow } from '@xinqiao/contract/http/conference/staff.ts'
import { meetingKinds, meetingStates } from '@xinqiao/contract/meetings.ts'
import { formatMinuteOrDash } from '../../kit/format-time.ts'
import { useListAddress } from '../../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../../kit/lists/PagedList.tsx'
import { Link, navigate } from '../../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../../kit/states.tsx'
import { ToneTag, type Tone } from '../../kit/lists/ToneTag.tsx'
import { useStaff } from '../../session/session.tsx'
import { useApi } from '../../kit/api/use-api.ts'
import { CommitteesDialog } from './CommitteesDialog.tsx'
import '../conference.css'

const tones: Record<StaffMeetingRow['state'], Tone> = { draft: 'warm', open: 'good', closed: 'over' }
export const MeetingTag = ({ state }: { state: StaffMeetingRow['state'] }) => (
  <ToneTag tone={tones[state]}>{meetingStates[state]}</ToneTag>
)

const MeetingLinks = ({ row, mayEdit }: { row: StaffMeetingRow; mayEdit: boolean }) => (
  <div className="row-links">
    {mayEdit && (
      <Link to={`/meetings/${row.id}`} aria-label={`设置：${row.title}`}>
        设置
      </Link>
    )}
    {mayEdit && (
      <Link to={`/registrations?meeting=${row.id}`} aria-label={`报名：${row.title}`}>
        报名
      </Link>
    )}
    {mayEdit && (
      <Link to={`/rooms/${row.id}`} aria-label={`房间：${row.title}`}>
        房间
      </Link>
    )}
    <Link to={`/door/${row.id}`} aria-label={`签到：${row.title}`}>
      签到
    </Link>
  </div>
)

const createMeetingColumns = (mayEdit: boolean): TableColumnsType<StaffMeetingRow> => [
  { title: '会议', key: 'title', render: (_, row) => <strong>{row.title}</strong> },
  { title: '类型', key: 'kind', width: 130, render: (_, row) => meetingKinds[row.kind] },
  { title: '状态', key: 'state', width: 100, render: (_, row) => <MeetingTag state={row.state} /> },
  {
    title: '开始',
    key: 'start',
    width: 160,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.meetingStartTime),
  },
  {
    title: '报名截止',
    key: 'deadline',
    width: 160,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.registrationDeadline),
  },
  { title: '已缴费', dataIndex: 'paid', width: 90 },
  { title: '操作', key: 'links', width: 220, render: (_, row) => <MeetingLinks row={row} mayEdit={mayEdit} /> },
]

export function MeetingsPage() {
  const { page } = useListAddress()
  const { role } = useStaff()
  const mayEdit = role !== 'service'
  const [isCommittees, setCommittees] = useState(false)
  const loaded = useApi('GET /admin/meetings', { page, size: pageSize })
  return (
    <>
      <ScreenHead title="会议" lead="参会身份与价格、报名、房间、签到与证明">
        {mayEdit && (
          <>
            <Button onClick={() => navigate('/registration-requests')}>变更申请</Button>
            <Button onClick={() => setCommittees(true)}>专业委员会</Button>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate('/meetings/new')}>
              新建会议
            </Button>
          </>
        )}
      </ScreenHead>
      <PagedList
        loaded={loaded}
        columns={createMeetingColumns(mayEdit)}
        renderCard={(row) => (
          <>
            <strong>{row.title}</strong>
            <div className="cards-facts">
              <MeetingTag state={row.state} />
              <span>{meetingKinds[row.kind]}</span>
              <span>{row.meetingStartTime.slice(0, 10)}</span>
              <span>已缴费{row.paid}人</span>
            </div>
            <MeetingLinks row={row} mayEdit={mayEdit} />
          </>
        )}
        empty={<EmptyList message="还没有会议" />}
        unit="次会议"
        minWidth={1080}
      />
      {isCommittees && <CommitteesDialog onClose={() => setCommittees(false)} />}
    </>
  )
}
