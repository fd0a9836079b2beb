// Live lectures in every state.
import { PlusOutlined } from '@ant-design/icons'
import { Button, type TableColumnsType } from 'antd'
import type { StaffLectureRow } from '@xinqiao/contract/http/lectures/staff.ts'
import { lectureAudiences, lectureStates } from '@xinqiao/contract/lectures.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { LectureStateTag } from './LectureStateTag.tsx'

const LectureName = ({ lecture: { id, title } }: { lecture: StaffLectureRow }) => (
  <Link to={`/lectures/${id}`}>{title}</Link>
)

const columns: TableColumnsType<StaffLectureRow> = [
  { title: '讲座', key: 'title', render: (_, lecture) => <LectureName lecture={lecture} /> },
  { title: '状态', key: 'state', width: 110, render: (_, { state }) => <LectureStateTag state={state} /> },
  { title: '讲者', dataIndex: 'speaker', width: 180 },
  { title: '开始', key: 'startTime', width: 170, render: (_, { startTime }) => formatMinuteOrDash(startTime) },
  { title: '谁可以看', key: 'audience', width: 110, render: (_, { audience }) => lectureAudiences[audience] },
  { title: '观看', dataIndex: 'attended', width: 90 },
]

export function LecturesPage() {
  const { page, chosen } = useListAddress()
  const state = chosen('state', lectureStates)
  const loaded = useApi('GET /admin/lectures', { page, size: pageSize, state })
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate('/lectures/new')}>
      新建讲座
    </Button>
  )
  return (
    <>
      <ScreenHead title="直播讲座" lead="直播、回放与旁边的聊天室；看满时间可以记学分">
        {create}
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={lectureStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(lecture) => (
          <>
            <strong>
              <LectureName lecture={lecture} />
            </strong>
            <div className="cards-facts">
              <LectureStateTag state={lecture.state} />
              <span>{formatMinuteOrDash(lecture.startTime)}</span>
              <span>讲者 {lecture.speaker}</span>
              <span>观看 {lecture.attended}</span>
            </div>
          </>
        )}
        empty={<EmptyList message="还没有直播讲座">{create}</EmptyList>}
        unit="场讲座"
        minWidth={860}
      />
    </>
  )
}
