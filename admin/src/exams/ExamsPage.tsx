// Examinations: planned, running and finished.
import { PlusOutlined, TeamOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import type { ExamSummary } from '@xinqiao/contract/http/exams/staff.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './exams.css'
import { GroupsDialog } from './GroupsDialog.tsx'
import { examStates } from './labels.ts'

const ExamName = ({ exam }: { exam: ExamSummary }) => <Link to={`/exams/${exam.id}`}>{exam.name}</Link>
const ExamStateTag = ({ exam }: { exam: ExamSummary }) => <Tag className="lone-tag">{examStates[exam.state]}</Tag>

export function ExamsPage() {
  const { page } = useListAddress()
  const query = { page, size: pageSize }
  const loaded = useApi('GET /admin/exams', query)
  const [isGrouping, setGrouping] = useState(false)
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate('/exams/new')}>
      安排考试
    </Button>
  )
  return (
    <>
      <ScreenHead title="考试" lead="时间、对象与规则；考试中可以监考，结束后查看成绩与试题分析">
        <Button icon={<TeamOutlined aria-hidden />} onClick={() => setGrouping(true)}>
          考生分组
        </Button>
        {create}
      </ScreenHead>
      <PagedList
        loaded={loaded}
        columns={[
          { title: '名称', key: 'name', render: (_, exam) => <ExamName exam={exam} /> },
          { title: '试卷', dataIndex: 'paperName', width: 200 },
          { title: '开始', key: 'start', width: 150, render: (_, exam) => formatMinuteOrDash(exam.startTime) },
          { title: '结束', key: 'end', width: 150, render: (_, exam) => formatMinuteOrDash(exam.endTime) },
          { title: '时长', key: 'duration', width: 90, render: (_, exam) => `${exam.duration}分钟` },
          { title: '作答中', dataIndex: 'running', width: 80 },
          { title: '已交卷', dataIndex: 'handedIn', width: 80 },
          { title: '状态', key: 'state', width: 90, render: (_, exam) => <ExamStateTag exam={exam} /> },
        ]}
        renderCard={(exam) => (
          <>
            <ExamName exam={exam} />
            <div className="cards-facts">
              <ExamStateTag exam={exam} />
              <span>
                {formatMinuteOrDash(exam.startTime)} 至 {formatMinuteOrDash(exam.endTime)}
              </span>
              <span>
                作答中{exam.running}人，已交卷{exam.handedIn}人
              </span>
            </div>
          </>
        )}
        empty={<EmptyList message="还没有安排考试">{create}</EmptyList>}
        unit="场考试"
        minWidth={1040}
      />
      <GroupsDialog isOpen={isGrouping} onClose={() => setGrouping(false)} />
    </>
  )
}
