// Results: score bands, statistics of each question, the score sheet, and the correction of a wrong answer key.
import { DownloadOutlined } from '@ant-design/icons'
import { App, Button, Form, Input, Radio, Select, Statistic, Table, Tag } from 'antd'
import { useState } from 'react'
import { examKinds, isJudgement, isMultipleChoice, optionLetterOf } from '@xinqiao/contract/exams.ts'
import type { ItemFigures } from '@xinqiao/contract/http/exams/figures.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, EmptyList, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatAnswer } from './labels.ts'

const formatBand = (band: number) => (band === 9 ? '90–100' : `${band * 10}–${band * 10 + 9}`)
const listLetters = ({ examType, options }: ItemFigures) =>
  isJudgement(examType) ? ['T', 'F'] : options.map((_option, i) => optionLetterOf(i))
const listAnswerOptions = (item: ItemFigures) =>
  listLetters(item).map((letter, i) => ({
    value: letter,
    label: isJudgement(item.examType) ? formatAnswer(letter) : `${letter}. ${item.options[i]}`,
  }))

/** Below 0.2 a question hardly separates strong and weak examinees; below 0 it is probably wrong. */
function DiscriminationValue({ value }: { value: number | null }) {
  if (value === null) return <span className="hint">人数不足</span>
  return (
    <>
      {value.toFixed(2)} {value < 0.2 && <Tag color="orange">{value < 0 ? '请核对答案' : '偏低'}</Tag>}
    </>
  )
}

type CorrectAnswerFields = { how: 'answer' | 'all'; answer: string | string[]; reason: string }

function CorrectAnswerDialog({
  examId,
  item,
  onClose,
  onDone,
}: {
  examId: number
  item: ItemFigures | null
  onClose: () => void
  onDone: () => void
}) {
  const { message } = App.useApp()
  const [form] = Form.useForm<CorrectAnswerFields>()
  const how = Form.useWatch('how', form)
  const [correct, busy] = useFormAction(form, async (fields: CorrectAnswerFields) => {
    const answer = fields.how === 'all' ? null : [fields.answer].flat().join('')
    const { marked, changed } = await api('POST /admin/exam/correct', {
      id: examId,
      versionId: item!.id,
      answer,
      reason: fields.reason,
    })
    message.success(`已重新阅卷${marked}份，${changed}份成绩有变化`)
    form.resetFields()
    onDone()
  })
  return (
    <FormDialog
      form={form}
      initialValues={{ how: 'answer' }}
      open={item !== null}
      title="更正答案并重新阅卷"
      okText="更正并重新阅卷"
      isBusy={busy}
      onClose={onClose}
      onSend={correct}
    >
      <p className="exam-stem">{item?.content}</p>
      <Form.Item name="how" label="处理方式">
        <Radio.Group
          options={[
            { value: 'answer', label: '更正答案' },
            { value: 'all', label: '全体给分' },
          ]}
        />
      </Form.Item>
      {how !== 'all' && (
        <Form.Item name="answer" label="正确答案" rules={requiredRules('请选择正确答案')}>
          <Select
            {...(item !== null && isMultipleChoice(item.examType) && { mode: 'multiple' as const })}
            options={item === null ? [] : listAnswerOptions(item)}
          />
        </Form.Item>
      )}
      <Form.Item name="reason" label="原因" extra="记入审计日志" rules={requiredTextRules('请填写原因')}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}

export function ResultsPanel({ examId }: { examId: number }) {
  const { data, error, reload } = useApi('GET /admin/exam/statistics', { id: examId })
  const [correctedItem, setCorrectedItem] = useState<ItemFigures | null>(null)
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  if (data.examinees === 0) return <EmptyList message="还没有成绩" />
  const maxCount = Math.max(1, ...data.bands)
  return (
    <>
      <section className="panel">
        <h2>成绩</h2>
        <div className="exam-figures">
          <Statistic title="参加人数" value={data.examinees} />
          <Statistic title="合格人数" value={data.passed} />
          <Statistic title="合格率" value={Math.round((data.passed / data.examinees) * 100)} suffix="%" />
          <Statistic title="平均分" value={data.average} />
          <Statistic title="最高分" value={data.highest} />
          <Statistic title="最低分" value={data.lowest} />
        </div>
        <ul className="exam-bands" aria-label="分数段">
          {data.bands.map((count, band) => (
            <li key={formatBand(band)}>
              <span>{formatBand(band)}</span>
              <span data-bar="" style={{ width: `${(count / maxCount) * 100}%` }} />
              <span>{count}人</span>
            </li>
          ))}
        </ul>
        <div className="exam-bar exam-bar-below">
          <Button
            icon={<DownloadOutlined aria-hidden />}
            href={withQuery('/prod-api/admin/exam/scores', { id: examId })}
          >
            下载成绩单
          </Button>
        </div>
      </section>
      <section className="panel table-panel">
        <Table
          rowKey="id"
          dataSource={data.items}
          pagination={data.items.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          scroll={{ x: 1000 }}
          columns={[
            {
              title: '试题',
              key: 'content',
              render: (_, item) => (
                <>
                  <Tag>{examKinds[item.examType]}</Tag>
                  <span className="exam-stem">{item.content}</span>
                </>
              ),
            },
            {
              title: '答案',
              key: 'answer',
              width: 110,
              render: (_, item) => (
                <>
                  {formatAnswer(item.answer)} {item.isCorrected && <Tag color="orange">已更正</Tag>}
                </>
              ),
            },
            { title: '答对', key: 'right', width: 90, render: (_, item) => `${item.right}/${item.asked}` },
            { title: '难度', key: 'difficulty', width: 80, render: (_, item) => item.difficulty.toFixed(2) },
            {
              title: '区分度',
              key: 'discrimination',
              width: 150,
              render: (_, item) => <DiscriminationValue value={item.discrimination} />,
            },
            {
              title: '选择分布',
              key: 'chosen',
              width: 200,
              render: (_, item) =>
                listLetters(item)
                  .map((letter, i) => `${formatAnswer(letter)} ${item.chosen[i] ?? 0}`)
                  .join('，'),
            },
            {
              title: '操作',
              key: 'actions',
              width: 100,
              render: (_, item) => (
                <Button
                  type="link"
                  aria-label={`更正答案：${item.content.slice(0, 20)}`}
                  onClick={() => setCorrectedItem(item)}
                >
                  更正答案
                </Button>
              ),
            },
          ]}
        />
      </section>
      <CorrectAnswerDialog
        examId={examId}
        item={correctedItem}
        onClose={() => setCorrectedItem(null)}
        onDone={() => {
          setCorrectedItem(null)
          reload()
        }}
      />
    </>
  )
}
