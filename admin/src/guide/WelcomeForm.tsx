// The welcome of the guide: words of staff between sentences that always stay, with a preview.
import { App, Button, Form, Input } from 'antd'
import { useEffect } from 'react'
import { guideLimits } from '@xinqiao/contract/guide.ts'
import { focusFirstError, useFormAction } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

type WelcomeFields = { welcome: string }
type WelcomeFormProps = {
  settings: { welcome: string; builtInWelcome: string; opening: string; closing: string }
  onSaved: () => void
}

export function WelcomeForm({ settings, onSaved }: WelcomeFormProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<WelcomeFields>()
  const { welcome, builtInWelcome, opening, closing } = settings
  const writtenText = Form.useWatch('welcome', form)?.trim() ?? welcome
  useEffect(() => form.setFieldsValue({ welcome }), [form, welcome])
  const [save, isBusy] = useFormAction(form, async (fields: WelcomeFields) => {
    await api('PUT /admin/guide/welcome', fields)
    message.success('已保存')
    onSaved()
  })
  return (
    <section className="panel guide-welcome">
      <Form form={form} layout="vertical" onFinish={save} onFinishFailed={focusFirstError(form)}>
        <p className="guide-fixed">
          <span>开头（固定）</span>
          {opening}
        </p>
        <Form.Item name="welcome" label="欢迎语" extra="空白时用自带的话">
          <Input.TextArea
            maxLength={guideLimits.welcome}
            showCount
            autoSize={{ minRows: 3, maxRows: 8 }}
            placeholder={builtInWelcome}
          />
        </Form.Item>
        <p className="guide-fixed">
          <span>结尾（固定）</span>
          {closing}
        </p>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          保存欢迎语
        </Button>
      </Form>
      <section className="guide-answer guide-preview" aria-label="预览">
        <h3>访客看到</h3>
        <p>{[opening, writtenText || builtInWelcome, closing].join('\n')}</p>
      </section>
    </section>
  )
}
