// Every question, in whatever state; the newest first.
import { Button, Input, Select, Tag, type TableColumnsType } from 'antd'
import { questionStates, type QuestionState } from '@xinqiao/contract/questions.ts'
import type { StaffQuestion } from '@xinqiao/contract/http/staff-questions.ts'
import { useFollowing, useLoaded } from '../frame/calls.ts'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { Link, navigate, usePlace } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { ToneTag } from '../frame/ToneTag.tsx'
import { api } from '../session/api.ts'
import { StateTag } from './tags.tsx'

type Filters = { state?: string; key?: string; page?: string }
const addressOf = (filters: Filters) => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  return query.size ? `/questions?${query}` : '/questions'
}

const Title = ({ question }: { question: StaffQuestion }) => (
  <>
    <Link to={`/questions/${question.id}`}>{question.title}</Link>
    {question.openReviews > 0 && <ToneTag tone="warm">待审核 {question.openReviews}</ToneTag>}
    {question.closed && <Tag>已关闭</Tag>}
  </>
)

const columns: TableColumnsType<StaffQuestion> = [
  { title: '编号', dataIndex: 'id', width: 90 },
  { title: '标题', key: 'title', render: (_, question) => <Title question={question} /> },
  { title: '状态', key: 'state', width: 110, render: (_, question) => <StateTag state={question.state} /> },
  { title: '提问者', dataIndex: 'askerName', width: 140 },
  { title: '回答', dataIndex: 'answers', width: 80 },
  { title: '时间', key: 'time', width: 160, className: 'nowrap', render: (_, one) => one.createTime.slice(0, 16) },
]

export function QuestionsPage() {
  const { params } = usePlace()
  const given = params.get('state') ?? ''
  const state = given in questionStates ? (given as QuestionState) : undefined
  const key = params.get('key')?.slice(0, 50) || undefined
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const [text, setText] = useFollowing(key ?? '')
  const query = { page, size: pageSize, state, key }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/questions', query))
  const filters: Filters = { ...(state && { state }), ...(key && { key }) }
  return (
    <>
      <ScreenHead title="问答" lead="问题与回答；匿名提问者的身份需填写理由才能查看" />
      <search className="filters">
        <Select
          aria-label="按状态筛选"
          className="filter-select"
          placeholder="全部状态"
          allowClear
          value={state}
          onChange={(next?: QuestionState) => navigate(addressOf({ ...filters, state: next ?? '' }))}
          options={Object.entries(questionStates).map(([value, label]) => ({ value, label }))}
        />
        <Input.Search
          aria-label="搜索问题"
          className="filter-select"
          placeholder="标题或编号"
          allowClear
          maxLength={50}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onSearch={(value) => navigate(addressOf({ ...filters, key: value.trim() }))}
          enterButton="搜索"
        />
      </search>
      <PagedList
        loaded={loaded}
        page={page}
        addressOf={(next) => addressOf({ ...filters, page: next > 1 ? `${next}` : '' })}
        columns={columns}
        renderCards={(rows) => (
          <ul className="cards">
            {rows.map((question) => (
              <li key={question.id}>
                <strong>
                  <Title question={question} />
                </strong>
                <div className="cards-facts">
                  <StateTag state={question.state} />
                  <span>{question.askerName}</span>
                  <span>{question.answers}个回答</span>
                  <span>{question.createTime.slice(0, 16)}</span>
                </div>
              </li>
            ))}
          </ul>
        )}
        empty={
          <Nothing sentence={state || key ? '没有符合条件的问题' : '还没有问题'}>
            {(state || key) && <Button onClick={() => navigate('/questions')}>清除筛选</Button>}
          </Nothing>
        }
        unit="个问题"
        minWidth={900}
      />
    </>
  )
}
