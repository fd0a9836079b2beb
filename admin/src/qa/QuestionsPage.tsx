// All questions in any state, newest first.
import { Button, Tag, type TableColumnsType } from 'antd'
import { questionStates } from '@xinqiao/contract/questions.ts'
import type { StaffQuestion } from '@xinqiao/contract/http/qa/staff.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FilterSearch, FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { QuestionStateTag } from './QuestionStateTag.tsx'

const QuestionTitle = ({ question }: { question: StaffQuestion }) => (
  <>
    <Link to={`/questions/${question.id}`}>{question.title}</Link>
    {question.openReviews > 0 && <ToneTag tone="warm">待审核 {question.openReviews}</ToneTag>}
    {question.closed && <Tag>已关闭</Tag>}
  </>
)

const columns: TableColumnsType<StaffQuestion> = [
  { title: '编号', dataIndex: 'id', width: 90 },
  { title: '标题', key: 'title', render: (_, question) => <QuestionTitle question={question} /> },
  { title: '状态', key: 'state', width: 110, render: (_, question) => <QuestionStateTag state={question.state} /> },
  { title: '提问者', dataIndex: 'askerName', width: 140 },
  { title: '回答', dataIndex: 'answers', width: 80 },
  {
    title: '时间',
    key: 'time',
    width: 160,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.createTime),
  },
]

export function QuestionsPage() {
  const { page, key, chosen } = useListAddress()
  const state = chosen('state', questionStates)
  const query = { page, size: pageSize, state, key }
  const loaded = useApi('GET /admin/questions', query)
  return (
    <>
      <ScreenHead title="问答" lead="问题与回答；匿名提问者的身份需填写理由才能查看" />
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={questionStates} />
        <FilterSearch label="搜索问题" placeholder="标题或编号" />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(question) => (
          <>
            <strong>
              <QuestionTitle question={question} />
            </strong>
            <div className="cards-facts">
              <QuestionStateTag state={question.state} />
              <span>{question.askerName}</span>
              <span>{question.answers}个回答</span>
              <span>{formatMinuteOrDash(question.createTime)}</span>
            </div>
          </>
        )}
        empty={
          <EmptyList message={state || key ? '没有符合条件的问题' : '还没有问题'}>
            {(state || key) && <Button onClick={() => navigate('/questions')}>清除筛选</Button>}
          </EmptyList>
        }
        unit="个问题"
        minWidth={900}
      />
    </>
  )
}
