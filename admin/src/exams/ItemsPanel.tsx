// The questions of a fixed paper and their scores.
import { App, Button, Input, InputNumber, Modal, Select, Table, Tag } from 'antd'
import { useState } from 'react'
import { type ExamQuestionKind, examKinds, fullMark } from '@xinqiao/contract/exams.ts'
import type { BankQuestion, StaffPaper } from '@xinqiao/contract/http/exams/bank.ts'
import { kindOptions } from './labels.ts'
import { useApi } from '../kit/api/use-api.ts'

export type PaperItem = StaffPaper['items'][number]

/** Distributes 100 points evenly in half points; the remainder goes to the last questions. */
export function distributePoints(items: readonly PaperItem[]): PaperItem[] {
  const halfPoints = fullMark * 2
  const halvesPerItem = Math.floor(halfPoints / items.length)
  const remainder = halfPoints - halvesPerItem * items.length
  return items.map((item, i) => ({ ...item, score: (halvesPerItem + (i >= items.length - remainder ? 1 : 0)) / 2 }))
}

type QuestionPickerProps = {
  isOpen: boolean
  taken: readonly number[]
  onClose: () => void
  onPick: (questions: BankQuestion[]) => void
}

function QuestionPicker({ isOpen, taken, onClose, onPick }: QuestionPickerProps) {
  const [filter, setFilter] = useState<{ key?: string; examType?: 0 | 1 | 2; page: number }>({ page: 1 })
  const [pickedQuestions, setPickedQuestions] = useState<BankQuestion[]>([])
  const query = { ...filter, size: 10 }
  const loaded = useApi('GET /admin/exam/questions', isOpen ? query : null)
  const close = () => {
    setPickedQuestions([])
    onClose()
  }
  return (
    <Modal
      open={isOpen}
      title="从题库选题"
      width={860}
      okText={`加入${pickedQuestions.length}题`}
      okButtonProps={{ disabled: pickedQuestions.length === 0 }}
      cancelText="取消"
      onCancel={close}
      onOk={() => {
        onPick(pickedQuestions)
        close()
      }}
    >
      <search className="filters">
        <Select
          aria-label="按题型筛选"
          className="filter-select"
          placeholder="全部题型"
          allowClear
          options={kindOptions}
          value={filter.examType}
          onChange={(examType?: number) =>
            setFilter({ ...filter, examType: examType as 0 | 1 | 2 | undefined, page: 1 })
          }
        />
        <Input.Search
          aria-label="搜索题干"
          className="exam-key"
          placeholder="搜索题干"
          allowClear
          maxLength={50}
          onSearch={(key) => setFilter({ ...filter, key: key.trim() || undefined, page: 1 })}
        />
      </search>
      <Table
        rowKey="versionId"
        size="small"
        loading={loaded.loading}
        dataSource={loaded.data?.content ?? []}
        scroll={{ x: 560 }}
        pagination={{
          current: filter.page,
          pageSize: 10,
          total: loaded.data?.totalElements ?? 0,
          showSizeChanger: false,
          onChange: (page) => setFilter({ ...filter, page }),
        }}
        rowSelection={{
          preserveSelectedRowKeys: true,
          selectedRowKeys: pickedQuestions.map((question) => question.versionId),
          onChange: (_keys, rows) => setPickedQuestions(rows),
          getCheckboxProps: (question) => ({
            disabled: taken.includes(question.versionId),
            'aria-label': `选择：${question.content.slice(0, 20)}`,
          }),
        }}
        columns={[
          { title: '题干', dataIndex: 'content', render: (text: string) => <span className="exam-stem">{text}</span> },
          { title: '题型', dataIndex: 'examType', width: 90, render: (kind: ExamQuestionKind) => examKinds[kind] },
          { title: '科目', dataIndex: 'subject', width: 140 },
        ]}
      />
    </Modal>
  )
}

export function ItemsPanel({
  items,
  isFixed,
  onChange,
}: {
  items: PaperItem[]
  isFixed: boolean
  onChange: (items: PaperItem[]) => void
}) {
  const { message } = App.useApp()
  const [isPicking, setPicking] = useState(false)
  const addQuestions = (questions: readonly BankQuestion[]) => {
    const fresh = questions.filter((question) => items.every((item) => item.versionId !== question.versionId))
    onChange([...items, ...fresh.map((question) => ({ versionId: question.versionId, score: 1, question }))])
    message.success(`已加入${fresh.length}题`)
  }
  return (
    <>
      {!isFixed && (
        <div className="exam-bar">
          <Button onClick={() => setPicking(true)}>从题库选题</Button>
          <Button disabled={items.length === 0} onClick={() => onChange(distributePoints(items))}>
            平均分配100分
          </Button>
        </div>
      )}
      {items.length === 0 ? (
        <p className="hint">还没有试题</p>
      ) : (
        <ol className="exam-items">
          {items.map((item) => (
            <li key={item.versionId}>
              <Tag>{examKinds[item.question.examType]}</Tag>
              <span className="exam-stem">{item.question.content}</span>
              {isFixed ? (
                <span className="nowrap">{item.score}分</span>
              ) : (
                <span className="exam-item-end">
                  <InputNumber
                    aria-label={`分值：${item.question.content.slice(0, 20)}`}
                    min={0.5}
                    max={100}
                    step={0.5}
                    value={item.score}
                    onChange={(score) =>
                      onChange(items.map((entry) => (entry === item ? { ...entry, score: score ?? 1 } : entry)))
                    }
                  />
                  <Button
                    type="link"
                    aria-label={`移出：${item.question.content.slice(0, 20)}`}
                    onClick={() => onChange(items.filter((entry) => entry !== item))}
                  >
                    移出
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <QuestionPicker
        isOpen={isPicking}
        taken={items.map((item) => item.versionId)}
        onClose={() => setPicking(false)}
        onPick={addQuestions}
      />
    </>
  )
}
