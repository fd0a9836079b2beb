// Objections to a result in its notice period: each is answered, with its consequence.
import { App, Button, Form, Input, Radio, Tag } from 'antd'
import { useState } from 'react'
import type { Objection } from '@xinqiao/contract/http/submissions/submissions.ts'
import { objectionStates } from '@xinqiao/contract/submissions.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

type ObjectionAnswerFields = { upheld: boolean; answer: string }

function AnswerDialog({
  objection,
  onClose,
  onDone,
}: {
  objection: Objection
  onClose: () => void
  onDone: () => void
}) {
  const { message } = App.useApp()
  const [form] = Form.useForm<ObjectionAnswerFields>()
  const [save, busy] = useFormAction(form, async (fields: ObjectionAnswerFields) => {
    await api('POST /admin/objection/decide', { id: objection.id, ...fields })
    message.success('已答复，对方会收到通知')
    onDone()
  })
  return (
    <FormDialog form={form} open title="答复异议" okText="答复" isBusy={busy} onClose={onClose} onSend={save}>
      <p className="objection-text">{objection.text}</p>
      <Form.Item
        name="upheld"
        label="核实结果"
        rules={requiredRules('请选择是否成立')}
        extra={objection.work ? '成立的，该作品不再授奖，其他名次不递补' : undefined}
      >
        <Radio.Group
          options={[
            { value: false, label: '异议不成立' },
            { value: true, label: '异议成立' },
          ]}
        />
      </Form.Item>
      <Form.Item name="answer" label="答复" rules={requiredTextRules('请填写答复')}>
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  )
}

export function ObjectionsPanel({ callId, onChanged }: { callId: number; onChanged: () => void }) {
  const { data, error, reload } = useApi('GET /admin/objections', { callId })
  const [answeredObjection, setAnsweredObjection] = useState<Objection | null>(null)
  return (
    <section className="panel">
      <h2>公示期间的异议</h2>
      {error ? (
        <LoadFailed message={error} onRetry={reload} />
      ) : !data ? (
        <LoadingView />
      ) : data.length === 0 ? (
        <p className="hint">没有异议</p>
      ) : (
        <ul className="cards">
          {data.map((item) => (
            <li key={item.id}>
              <strong>{item.work || '整个评选结果'}</strong>
              <p className="objection-text">{item.text}</p>
              <div className="cards-facts">
                <Tag>{objectionStates[item.state]}</Tag>
                <span>
                  {item.name}，{item.phone}
                </span>
                <span>{formatMinuteOrDash(item.time)}</span>
              </div>
              {item.answer && <p>答复：{item.answer}</p>}
              {item.state === 'asked' && (
                <Button aria-label={`答复：${item.work || '整个评选结果'}`} onClick={() => setAnsweredObjection(item)}>
                  答复
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {answeredObjection && (
        <AnswerDialog
          objection={answeredObjection}
          onClose={() => setAnsweredObjection(null)}
          onDone={() => {
            setAnsweredObjection(null)
            reload()
            onChanged()
          }}
        />
      )}
    </section>
  )
}
