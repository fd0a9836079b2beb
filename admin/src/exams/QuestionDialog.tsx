// Writes a question, or a new version of one.
import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { App, AutoComplete, Button, Form, Input, Radio, Select, type FormInstance } from 'antd'
import { useEffect } from 'react'
import {
  type ExamQuestionKind,
  examKindIds,
  examLimits,
  isJudgement,
  isMultipleChoice,
  optionLetterOf,
} from '@xinqiao/contract/exams.ts'
import type { BankQuestion } from '@xinqiao/contract/http/exams/bank.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import { api } from '../kit/api/api.ts'
import { difficultyOptions, kindOptions } from './labels.ts'

type QuestionFields = {
  subject: string
  examType: ExamQuestionKind
  difficulty: 1 | 2 | 3
  content: string
  options: string[]
  fixedOptions: string[]
  answer: string | string[]
  explanation: string
}
type QuestionDialogProps = {
  question: BankQuestion | 'new' | null
  subjects: string[]
  onClose: () => void
  onSaved: () => void
}

const blank: QuestionFields = {
  subject: '',
  examType: examKindIds.singleChoice,
  difficulty: 2,
  content: '',
  options: ['', '', '', ''],
  fixedOptions: [],
  answer: '',
  explanation: '',
}
const toFormFields = (question: BankQuestion): QuestionFields => ({
  ...question,
  options: question.options.length > 0 ? question.options : ['', ''],
  fixedOptions: question.fixedOptions.split(''),
  answer: isMultipleChoice(question.examType) ? question.answer.split('') : question.answer,
})

/** Letters of the correct options after one option was removed: the following ones move up. */
function shiftAnswerLetters(letters: string | string[], index: number): string | string[] {
  const lettersLeft = Array.from(letters).flatMap((letter) => {
    const at = letter.codePointAt(0)! - 65
    return at === index ? [] : [optionLetterOf(at > index ? at - 1 : at)]
  })
  return Array.isArray(letters) ? lettersLeft : lettersLeft.join('')
}

const OptionsField = ({ form }: { form: FormInstance<QuestionFields> }) => (
  <Form.List name="options">
    {(fields, { add, remove }) => (
      <fieldset className="exam-options">
        <legend>选项</legend>
        {fields.map(({ key, name }) => (
          <div key={key} className="exam-option">
            <span aria-hidden>{optionLetterOf(name)}.</span>
            <Form.Item name={name} rules={requiredTextRules('选项不能为空')}>
              <Input aria-label={`选项${optionLetterOf(name)}`} maxLength={examLimits.optionLength} />
            </Form.Item>
            {fields.length > 2 && (
              <Button
                type="text"
                icon={<MinusCircleOutlined aria-hidden />}
                aria-label={`删除选项${optionLetterOf(name)}`}
                onClick={() => {
                  remove(name)
                  const { answer, fixedOptions } = form.getFieldsValue()
                  form.setFieldsValue({
                    answer: shiftAnswerLetters(answer ?? '', name),
                    fixedOptions: shiftAnswerLetters(fixedOptions ?? [], name) as string[],
                  })
                }}
              />
            )}
          </div>
        ))}
        {fields.length < examLimits.options && (
          <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add('')}>
            增加选项
          </Button>
        )}
      </fieldset>
    )}
  </Form.List>
)

export function QuestionDialog({ question, subjects, onClose, onSaved }: QuestionDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<QuestionFields>()
  const kind = Form.useWatch('examType', form)
  const options = Form.useWatch('options', form) as string[] | undefined
  const isNew = question === 'new'
  useEffect(() => {
    if (question) form.setFieldsValue(question === 'new' ? blank : toFormFields(question))
  }, [form, question])
  const [save, busy] = useFormAction(form, async (fields: QuestionFields) => {
    const draft = {
      ...fields,
      options: isJudgement(fields.examType) ? [] : fields.options,
      fixedOptions: isJudgement(fields.examType) ? '' : fields.fixedOptions.join(''),
      answer: Array.isArray(fields.answer) ? fields.answer.join('') : fields.answer,
    }
    if (question === 'new' || !question) await api('POST /admin/exam/question', draft)
    else await api('PUT /admin/exam/question', { ...draft, id: question.id, version: question.version })
    message.success('保存成功')
    onSaved()
  })
  const letters = (options ?? []).map((_option, index) => ({
    value: optionLetterOf(index),
    label: optionLetterOf(index),
  }))
  return (
    <FormDialog
      form={form}
      initialValues={blank}
      open={question !== null}
      title={isNew ? '新建试题' : '修改试题'}
      width={720}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <div className="exam-columns">
        <Form.Item name="examType" label="题型">
          <Select
            options={kindOptions}
            disabled={!isNew}
            onChange={(next: number) => form.setFieldsValue({ answer: next === 1 ? [] : '' })}
          />
        </Form.Item>
        <Form.Item name="subject" label="科目" rules={requiredTextRules('请填写科目')}>
          <AutoComplete options={subjects.map((value) => ({ value }))} maxLength={30} />
        </Form.Item>
        <Form.Item name="difficulty" label="难度">
          <Select options={difficultyOptions} />
        </Form.Item>
      </div>
      <Form.Item name="content" label="题干" rules={requiredTextRules('请填写题干')}>
        <Input.TextArea maxLength={examLimits.contentLength} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      {!isJudgement(kind) && <OptionsField form={form} />}
      {!isJudgement(kind) && (
        <Form.Item name="fixedOptions" label="固定选项" extra="考试打乱选项时，勾选的选项留在原位，例如“以上都对”。">
          <CheckboxGroup label="固定选项" options={letters} />
        </Form.Item>
      )}
      <Form.Item name="answer" label="正确答案" rules={requiredRules('请选择正确答案')}>
        {isMultipleChoice(kind) ? (
          <CheckboxGroup label="正确答案" options={letters} />
        ) : (
          <Radio.Group
            options={
              isJudgement(kind)
                ? [
                    { value: 'T', label: '正确' },
                    { value: 'F', label: '错误' },
                  ]
                : letters
            }
          />
        )}
      </Form.Item>
      <Form.Item name="explanation" label="解析">
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  )
}
