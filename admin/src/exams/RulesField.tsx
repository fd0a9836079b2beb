// Rules that draw the questions of a paper from the bank.
import { Button, Form, InputNumber, Select, Tag } from 'antd'
import type { StaffPaper } from '@xinqiao/contract/http/exams/bank.ts'
import { type ExamQuestionKind, examKindIds } from '@xinqiao/contract/exams.ts'
import { requiredRules } from '../kit/forms/forms.ts'
import { useApi } from '../kit/api/use-api.ts'
import { difficultyOptions, kindOptions, labelOfOption } from './labels.ts'

export type DrawRule = {
  examType: ExamQuestionKind
  subject?: string | null
  difficulty?: 1 | 2 | 3 | null
  count: number
  score: number
}

/** Shows the rules of a ready paper, which never changes. */
export const RulesList = ({ rules }: { rules: StaffPaper['rules'] }) => (
  <ol className="exam-items">
    {rules.map((rule, i) => (
      // oxlint-disable-next-line react/no-array-index-key -- two rules may be equal, and rules are never reordered
      <li key={i}>
        <Tag>{labelOfOption(kindOptions, rule.examType, '不限难度')}</Tag>
        <span>
          {rule.subject ?? '不限科目'}，{labelOfOption(difficultyOptions, rule.difficulty, '不限难度')}（题库中有
          {rule.available}题符合）
        </span>
        <span className="nowrap">
          {rule.count}题，每题{rule.score}分
        </span>
      </li>
    ))}
  </ol>
)

/** @param available number of matching questions per saved rule */
export function RulesField({ available }: { available: readonly number[] }) {
  const { data: subjects = [] } = useApi('GET /admin/exam/subjects', {})
  const subjectOptions = subjects.map(({ subject, questions }) => ({
    value: subject,
    label: `${subject}（${questions}）`,
  }))
  return (
    <Form.List name="rules">
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <fieldset key={key} className="exam-options">
              <legend>
                规则{name + 1}
                {available[name] !== undefined && <span className="hint">　题库中有{available[name]}题符合</span>}
              </legend>
              <div className="exam-columns">
                <Form.Item name={[name, 'examType']} label="题型">
                  <Select options={kindOptions} />
                </Form.Item>
                <Form.Item name={[name, 'subject']} label="科目">
                  <Select options={subjectOptions} allowClear placeholder="不限" />
                </Form.Item>
                <Form.Item name={[name, 'difficulty']} label="难度">
                  <Select options={difficultyOptions} allowClear placeholder="不限" />
                </Form.Item>
                <Form.Item name={[name, 'count']} label="题数" rules={requiredRules('请填写题数')}>
                  <InputNumber min={1} max={200} precision={0} />
                </Form.Item>
                <Form.Item name={[name, 'score']} label="每题分值" rules={requiredRules('请填写分值')}>
                  <InputNumber min={0.5} max={100} step={0.5} />
                </Form.Item>
              </div>
              <Button danger size="small" onClick={() => remove(name)}>
                删除规则{name + 1}
              </Button>
            </fieldset>
          ))}
          {fields.length < 30 && (
            <Button type="dashed" onClick={() => add({ examType: examKindIds.singleChoice, count: 5, score: 2 })}>
              增加规则
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}
