// The question bank: find, write, change, withdraw, import and export questions.
import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Tag } from 'antd'
import { useState } from 'react'
import { type ExamQuestionKind, examKindList, examKinds } from '@xinqiao/contract/exams.ts'
import type { BankQuestion } from '@xinqiao/contract/http/exams/bank.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { FilterSearch, FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './exams.css'
import { ImportDialog } from './ImportDialog.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'
import { difficultyOptions, formatAnswer, labelOfOption } from './labels.ts'

const uses = { 0: '使用中', 1: '已停用' }

type QuestionActions = { edit: (question: BankQuestion) => void; retire: (question: BankQuestion) => void }
const QuestionButtons = ({ question, actions }: { question: BankQuestion; actions: QuestionActions }) => (
  <div className="row-actions">
    <Button type="link" aria-label={`修改第${question.id}题`} onClick={() => actions.edit(question)}>
      修改
    </Button>
    <Button
      type="link"
      aria-label={`${question.retired ? '恢复' : '停用'}第${question.id}题`}
      onClick={() => actions.retire(question)}
    >
      {question.retired ? '恢复' : '停用'}
    </Button>
  </div>
)

/** @param filters those of the list, which the exported file follows */
const ExportMenu = ({ filters }: { filters: Record<string, string | number | undefined> }) => (
  <Dropdown
    menu={{
      items: [
        {
          key: 'sheet',
          label: <a href={withQuery('/prod-api/admin/exam/export/sheet', filters)}>Excel 表格</a>,
        },
        {
          key: '2.2',
          label: <a href={withQuery('/prod-api/admin/exam/export/qti', { ...filters, qti: '2.2' })}>QTI 2.2</a>,
        },
        {
          key: '3.0',
          label: <a href={withQuery('/prod-api/admin/exam/export/qti', { ...filters, qti: '3.0' })}>QTI 3.0</a>,
        },
      ],
    }}
  >
    <Button icon={<DownloadOutlined aria-hidden />}>导出</Button>
  </Dropdown>
)

export function BankPage() {
  const { params, page, key } = useListAddress()
  const { message } = App.useApp()
  const subject = params.get('subject')?.slice(0, 30) || undefined
  const examType = examKindList.find((kind) => String(kind) === params.get('examType'))
  const retired = params.get('retired') === '1' ? ('1' as const) : undefined
  const query = { page, size: pageSize, subject, examType, key, retired }
  const loaded = useApi('GET /admin/exam/questions', query)
  const subjects = useApi('GET /admin/exam/subjects', {})
  const [editedQuestion, setEditedQuestion] = useState<BankQuestion | 'new' | null>(null)
  const [isImporting, setImporting] = useState(false)
  const reload = () => {
    loaded.reload()
    subjects.reload()
  }
  const actions: QuestionActions = {
    edit: setEditedQuestion,
    retire: (question) =>
      void api('POST /admin/exam/question/retire', { id: question.id, retired: !question.retired })
        .then(() => {
          message.success(question.retired ? '已恢复' : '已停用，新组的试卷不再使用')
          return reload()
        })
        .catch((error: unknown) => message.error(errorMessageOf(error))),
  }
  return (
    <>
      <ScreenHead title="题库" lead="修改试题会存为新版本，已组成的试卷不受影响">
        <ExportMenu filters={{ subject, examType, key }} />
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => setImporting(true)}>
          导入试题
        </Button>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditedQuestion('new')}>
          新建试题
        </Button>
      </ScreenHead>
      <search className="filters">
        <FilterSelect
          name="subject"
          label="按科目筛选"
          all="全部科目"
          labels={(subjects.data ?? []).map((item) => [item.subject, `${item.subject}（${item.questions}）`] as const)}
        />
        <FilterSelect name="examType" label="按题型筛选" all="全部题型" labels={examKinds} />
        <FilterSelect name="retired" label="按状态筛选" labels={uses} initial="0" />
        <FilterSearch label="搜索题干" placeholder="搜索题干" />
      </search>
      <PagedList
        loaded={loaded}
        columns={[
          { title: '题干', dataIndex: 'content', render: (text: string) => <span className="exam-stem">{text}</span> },
          { title: '题型', dataIndex: 'examType', width: 90, render: (kind: ExamQuestionKind) => examKinds[kind] },
          { title: '科目', dataIndex: 'subject', width: 140 },
          {
            title: '难度',
            dataIndex: 'difficulty',
            width: 70,
            render: (level: number) => labelOfOption(difficultyOptions, level),
          },
          { title: '答案', dataIndex: 'answer', width: 80, render: (answer: string) => formatAnswer(answer) },
          { title: '版本', dataIndex: 'version', width: 70 },
          {
            title: '操作',
            key: 'actions',
            width: 150,
            render: (_, question) => <QuestionButtons question={question} actions={actions} />,
          },
        ]}
        renderCard={(question) => (
          <>
            <span className="exam-stem">{question.content}</span>
            <div className="cards-facts">
              <Tag>{examKinds[question.examType]}</Tag>
              <span>{question.subject}</span>
              <span>{labelOfOption(difficultyOptions, question.difficulty)}</span>
              <span>答案：{formatAnswer(question.answer)}</span>
            </div>
            <QuestionButtons question={question} actions={actions} />
          </>
        )}
        empty={<EmptyList message="没有符合条件的试题" />}
        unit="道题"
        minWidth={960}
      />
      <QuestionDialog
        question={editedQuestion}
        subjects={(subjects.data ?? []).map((item) => item.subject)}
        onClose={() => setEditedQuestion(null)}
        onSaved={() => {
          setEditedQuestion(null)
          reload()
        }}
      />
      <ImportDialog
        isOpen={isImporting}
        subjects={(subjects.data ?? []).map((item) => item.subject)}
        onClose={() => setImporting(false)}
        onImported={reload}
      />
    </>
  )
}
