// Papers: drafts and ready papers, which never change.
import { PlusOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import type { PaperSummary } from '@xinqiao/contract/http/exams/bank.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './exams.css'
import { paperStates } from './labels.ts'

const kinds = { fixed: '固定试卷', drawn: '随机组卷' } as const
const PaperName = ({ paper }: { paper: PaperSummary }) => <Link to={`/exam-papers/${paper.id}`}>{paper.name}</Link>

export function PapersPage() {
  const { page } = useListAddress()
  const query = { page, size: pageSize }
  const loaded = useApi('GET /admin/exam/papers', query)
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate('/exam-papers/new')}>
      新建试卷
    </Button>
  )
  return (
    <>
      <ScreenHead title="试卷" lead="固定试卷，或按规则为每名考生从题库抽题；定稿后才能用于考试">
        {create}
      </ScreenHead>
      <PagedList
        loaded={loaded}
        columns={[
          { title: '名称', key: 'name', render: (_, paper) => <PaperName paper={paper} /> },
          { title: '组卷方式', key: 'kind', width: 120, render: (_, paper) => kinds[paper.kind] },
          { title: '题数', dataIndex: 'questions', width: 80 },
          { title: '总分', dataIndex: 'total', width: 80 },
          { title: '状态', key: 'state', width: 100, render: (_, paper) => <Tag>{paperStates[paper.state]}</Tag> },
          { title: '修改时间', key: 'time', width: 170, render: (_, paper) => formatMinuteOrDash(paper.updateTime) },
        ]}
        renderCard={(paper) => (
          <>
            <PaperName paper={paper} />
            <div className="cards-facts">
              <Tag>{paperStates[paper.state]}</Tag>
              <span>{kinds[paper.kind]}</span>
              <span>
                {paper.questions}题，{paper.total}分
              </span>
            </div>
          </>
        )}
        empty={<EmptyList message="还没有试卷">{create}</EmptyList>}
        unit="份试卷"
        minWidth={760}
      />
    </>
  )
}
