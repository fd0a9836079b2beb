// A question, and the answer of the guide as a visitor would read it.
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { GuideAnswer } from '@xinqiao/contract/http/chat/site-guide.ts'
import { guideLimits } from '@xinqiao/contract/guide.ts'
import { focusFirstError, requiredTextRules, useFormAction } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

function AnswerView({ answer: { text, sources, links } }: { answer: GuideAnswer }) {
  const shownLinks = sources.filter(({ url }) => url !== '')
  return (
    <section className="guide-answer" aria-label="向导的回答">
      <p>{text}</p>
      {shownLinks.length > 0 && (
        <p>
          出处的链接：
          {shownLinks.map(({ title, url }) => (
            <a key={`${title} ${url}`} href={url} target="_blank" rel="noreferrer">
              《{title}》
            </a>
          ))}
        </p>
      )}
      {links.length > 0 && <p className="minor-note">下方的按钮：{links.map(({ label }) => label).join('、')}</p>}
    </section>
  )
}

export function TryPanel() {
  const [form] = Form.useForm<{ question: string }>()
  const [answer, setAnswer] = useState<GuideAnswer | null>(null)
  const [ask, isAsking] = useFormAction(form, async (fields: { question: string }) =>
    setAnswer(await api('POST /admin/guide/try', fields)),
  )
  return (
    <section className="panel">
      <h2>试一试</h2>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={ask}
        onFinishFailed={focusFirstError(form)}
        className="guide-try"
      >
        <Form.Item
          name="question"
          label="像访客那样问一句"
          rules={requiredTextRules('请写下一个问题')}
          extra="按现在保存的内容回答，不会发给任何人，也不保存"
        >
          <Input maxLength={guideLimits.triedQuestion} placeholder="如：开车来停哪里" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isAsking}>
          看回答
        </Button>
      </Form>
      <div aria-live="polite">{answer && <AnswerView answer={answer} />}</div>
    </section>
  )
}
