// The question bank: find, write, change, retire, import and export.
import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { examKinds } from '@xinqiao/contract/exams.ts'
import type { BankQuestion } from '@xinqiao/contract/http/exam-bank.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { sentenceOf, useFollowing, useLoaded } from '../frame/calls.ts'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate, usePlace } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import './exams.css'
import { ImportDialog } from './ImportDialog.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'
import { difficultyOptions, kindOptions, sayAnswer } from './words.ts'

type Filters = { subject?: string; examType?: string; key?: string; retired?: string; page?: string }
const addressOf = (filters: Filters) => withQuery('/exam-bank', filters)
const nameOf = (options: readonly { value: number; label: string }[], value: number) =>
  options.find((option) => option.value === value)?.label ?? ''

type Deeds = { edit: (question: BankQuestion) => void; retire: (question: BankQuestion) => void }
const Actions = ({ question, deeds }: { question: BankQuestion; deeds: Deeds }) => (
  <div className="row-actions">
    <Button type="link" aria-label={`修改第${question.id}题`} onClick={() => deeds.edit(question)}>
      修改
    </Button>
    <Button
      type="link"
      aria-label={`${question.retired ? '恢复' : '停用'}第${question.id}题`}
      onClick={() => deeds.retire(question)}
    >
      {question.retired ? '恢复' : '停用'}
    </Button>
  </div>
)

export function BankPage() {
  const { params } = usePlace()
  const { message } = App.useApp()
  const page = Math.min(100_000, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1))
  const filters: Filters = {
    subject: params.get('subject')?.slice(0, 30) || undefined,
    examType: /^[012]$/.test(params.get('examType') ?? '') ? (params.get('examType') ?? undefined) : undefined,
    key: params.get('key')?.slice(0, 50) || undefined,
    retired: params.get('retired') === '1' ? '1' : undefined,
  }
  const query = {
    page,
    size: pageSize,
    subject: filters.subject,
    examType: filters.examType === undefined ? undefined : (Number(filters.examType) as 0 | 1 | 2),
    key: filters.key,
    retired: filters.retired as '1' | undefined,
  }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/exam/questions', query))
  const subjects = useLoaded('subjects', () => api('GET /admin/exam/subjects', {}))
  const [typed, setTyped] = useFollowing(filters.key ?? '')
  const [edited, setEdited] = useState<BankQuestion | 'new' | null>(null)
  const [isImporting, setImporting] = useState(false)
  const choose = (change: Filters) => navigate(addressOf({ ...filters, ...change }))
  const reload = () => {
    loaded.reload()
    subjects.reload()
  }
  const deeds: Deeds = {
    edit: setEdited,
    retire: (question) =>
      void api('POST /admin/exam/question/retire', { id: question.id, retired: !question.retired })
        .then(() => {
          message.success(question.retired ? '已恢复' : '已停用，新组的试卷不再使用')
          return reload()
        })
        .catch((error: unknown) => message.error(sentenceOf(error))),
  }
  const exported = { subject: filters.subject, examType: filters.examType, key: filters.key }
  return (
    <>
      <ScreenHead title="题库" lead="修改试题会存为新版本，已组成的试卷不受影响">
        <Dropdown
          menu={{
            items: [
              {
                key: 'sheet',
                label: <a href={withQuery('/prod-api/admin/exam/export/sheet', exported)}>Excel 表格</a>,
              },
              {
                key: '2.2',
                label: <a href={withQuery('/prod-api/admin/exam/export/qti', { ...exported, qti: '2.2' })}>QTI 2.2</a>,
              },
              {
                key: '3.0',
                label: <a href={withQuery('/prod-api/admin/exam/export/qti', { ...exported, qti: '3.0' })}>QTI 3.0</a>,
              },
            ],
          }}
        >
          <Button icon={<DownloadOutlined aria-hidden />}>导出</Button>
        </Dropdown>
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => setImporting(true)}>
          导入试题
        </Button>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
          新建试题
        </Button>
      </ScreenHead>
      <search className="filters">
        <Select
          aria-label="按科目筛选"
          className="filter-select"
          placeholder="全部科目"
          allowClear
          value={filters.subject}
          onChange={(subject?: string) => choose({ subject })}
          options={(subjects.data ?? []).map(({ subject, questions }) => ({
            value: subject,
            label: `${subject}（${questions}）`,
          }))}
        />
        <Select
          aria-label="按题型筛选"
          className="filter-select"
          placeholder="全部题型"
          allowClear
          value={query.examType}
          onChange={(kind?: number) => choose({ examType: kind === undefined ? undefined : String(kind) })}
          options={kindOptions}
        />
        <Select
          aria-label="按状态筛选"
          className="filter-select"
          value={filters.retired ?? '0'}
          onChange={(retired: string) => choose({ retired: retired === '1' ? '1' : undefined })}
          options={[
            { value: '0', label: '使用中' },
            { value: '1', label: '已停用' },
          ]}
        />
        <Input.Search
          aria-label="搜索题干"
          className="exam-key"
          placeholder="搜索题干"
          allowClear
          maxLength={50}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onSearch={(value) => choose({ key: value.trim() || undefined })}
          enterButton="搜索"
        />
      </search>
      <PagedList
        loaded={loaded}
        page={page}
        addressOf={(next) => addressOf({ ...filters, page: next > 1 ? String(next) : undefined })}
        columns={[
          { title: '题干', dataIndex: 'content', render: (text: string) => <span className="exam-stem">{text}</span> },
          { title: '题型', dataIndex: 'examType', width: 90, render: (kind: 0 | 1 | 2) => examKinds[kind] },
          { title: '科目', dataIndex: 'subject', width: 140 },
          {
            title: '难度',
            dataIndex: 'difficulty',
            width: 70,
            render: (level: number) => nameOf(difficultyOptions, level),
          },
          { title: '答案', dataIndex: 'answer', width: 80, render: (answer: string) => sayAnswer(answer) },
          { title: '版本', dataIndex: 'version', width: 70 },
          {
            title: '操作',
            key: 'deeds',
            width: 150,
            render: (_, question) => <Actions question={question} deeds={deeds} />,
          },
        ]}
        renderCards={(rows) => (
          <ul className="cards">
            {rows.map((question) => (
              <li key={question.id}>
                <span className="exam-stem">{question.content}</span>
                <div className="cards-facts">
                  <Tag>{examKinds[question.examType]}</Tag>
                  <span>{question.subject}</span>
                  <span>{nameOf(difficultyOptions, question.difficulty)}</span>
                  <span>答案：{sayAnswer(question.answer)}</span>
                </div>
                <Actions question={question} deeds={deeds} />
              </li>
            ))}
          </ul>
        )}
        empty={<Nothing sentence="没有符合条件的试题" />}
        unit="道题"
        minWidth={960}
      />
      <QuestionDialog
        question={edited}
        subjects={(subjects.data ?? []).map(({ subject }) => subject)}
        onClose={() => setEdited(null)}
        onSaved={() => {
          setEdited(null)
          reload()
        }}
      />
      <ImportDialog
        isOpen={isImporting}
        subjects={(subjects.data ?? []).map((one) => one.subject)}
        onClose={() => setImporting(false)}
        onImported={reload}
      />
    </>
  )
}
