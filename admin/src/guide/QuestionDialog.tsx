// Adds or changes a common question of the association.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, App, Button, Form, Input, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { GuideQuestion, GuideQuestionDraft } from '@xinqiao/contract/http/chat/site-guide.ts'
import { guideLimits } from '@xinqiao/contract/guide.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { requiredTextRules, useFormAction } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

const blank: GuideQuestionDraft = { question: '', wordings: [''], answer: '', url: '', isOn: true }
type QuestionDialogProps = {
  question: GuideQuestion | 'new' | null
  /** The question as the list has it now. */
  latest: GuideQuestion | undefined
  onClose: () => void
  onSaved: () => void
  /** Another member of staff has saved the question meanwhile. */
  onChangedMeanwhile: () => void
}

const WordingsField = () => (
  <Form.List name="wordings">
    {(fields, { add, remove }) => (
      <fieldset className="guide-wordings">
        <legend>其他问法</legend>
        <p className="hint">访客会怎样问？换几种说法写在这里，向导更容易认出来</p>
        {fields.map(({ key, name }) => (
          <div key={key} className="guide-wording">
            <Form.Item name={name}>
              <Input aria-label={`其他问法${name + 1}`} maxLength={guideLimits.question} />
            </Form.Item>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除其他问法${name + 1}`}
              onClick={() => remove(name)}
            />
          </div>
        ))}
        {fields.length < guideLimits.wordings && (
          <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add('')}>
            增加问法
          </Button>
        )}
      </fieldset>
    )}
  </Form.List>
)

export function QuestionDialog({ question, latest, onClose, onSaved, onChangedMeanwhile }: QuestionDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<GuideQuestionDraft>()
  /** The opened question that a colleague has saved meanwhile. */
  const [replacedQuestion, setReplacedQuestion] = useState<GuideQuestion | null>(null)
  const isChanged = replacedQuestion !== null && replacedQuestion === question
  useEffect(() => {
    if (question === null) return
    form.resetFields()
    form.setFieldsValue(question === 'new' ? blank : question)
  }, [form, question])
  const [save, isBusy] = useFormAction(form, async (fields: GuideQuestionDraft) => {
    if (question === null) return
    // an empty line is no wording; without it, errors of the server find the line that they name
    const wordings = fields.wordings.filter((wording) => wording.trim() !== '')
    form.setFieldsValue({ wordings })
    const draft = { ...fields, wordings }
    if (question === 'new') await api('POST /admin/guide/questions', draft)
    else {
      const { version } = (isChanged && latest) || question
      try {
        await api('PUT /admin/guide/questions', { ...draft, id: question.id, version })
      } catch (failure) {
        if (!(failure instanceof Failure) || failure.reason !== 'changedMeanwhile') throw failure
        // the typed text stays; saving again replaces the change of the colleague
        setReplacedQuestion(question)
        return onChangedMeanwhile()
      }
    }
    message.success(question === 'new' ? '已添加' : '已保存')
    onSaved()
  })
  return (
    <FormDialog
      form={form}
      initialValues={blank}
      open={question !== null}
      title={question === 'new' ? '添加问题' : '修改问题'}
      width={640}
      isBusy={isBusy}
      onClose={onClose}
      onSend={save}
    >
      {isChanged && latest && (
        <Alert
          className="note-above"
          type="warning"
          showIcon
          role="alert"
          title="另一位工作人员刚保存了这个问题"
          description={
            <>
              <p>现在的问题：{latest.question}</p>
              <p>现在的答案：{latest.answer}</p>
              <p>您写的还在下面；再点一次“保存”，就以您写的为准。</p>
            </>
          }
        />
      )}
      <Form.Item name="question" label="问题" rules={requiredTextRules('请填写问题')}>
        <Input maxLength={guideLimits.question} showCount placeholder="如：协会有停车场吗" />
      </Form.Item>
      <WordingsField />
      <Form.Item name="answer" label="答案" rules={requiredTextRules('请填写答案')} extra="向导会整段引用">
        <Input.TextArea maxLength={guideLimits.answer} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <Form.Item
        name="url"
        label="链接（可以不填）"
        extra="本站的地址以 / 开头，如 /member/index；外面的网页以 https:// 开头"
      >
        <Input maxLength={guideLimits.link} inputMode="url" />
      </Form.Item>
      <Form.Item name="isOn" label="用它回答" valuePropName="checked">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Form.Item>
    </FormDialog>
  )
}
