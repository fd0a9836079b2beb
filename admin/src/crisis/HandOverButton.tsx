// Hands an alert over at a shift change, to another person who can be on duty, with a note.
import { App, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { dutyRanks } from '@xinqiao/contract/crisis.ts'
import { requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { useAction } from '../kit/api/hooks.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { api } from '../kit/api/api.ts'
import { useStaff } from '../session/session.tsx'
import { useApi } from '../kit/api/use-api.ts'

type HandOverFields = { accountId: number; text: string }

type HandOverButtonProps = {
  id: number
  /** False once the alert is closed; an open dialog keeps its text. */
  isOffered: boolean
  onDone: () => void
}

export function HandOverButton({ id, isOffered, onDone }: HandOverButtonProps) {
  const { message } = App.useApp()
  const { user } = useStaff()
  const [form] = Form.useForm<HandOverFields>()
  const [isOpen, setOpen] = useState(false)
  const people = useApi('GET /admin/care/duty', isOpen ? {} : null)
  const [send, busy] = useAction(async ({ accountId, text }: HandOverFields) => {
    await api('POST /admin/care/handOver', { id, accountId, text })
    message.success('已交接')
    setOpen(false)
    form.resetFields()
    onDone()
  })
  const options = (people.data ?? [])
    .filter((person) => person.id !== user.id)
    .map(({ id: value, name, rank }) => ({ value, label: rank ? `${name}（${dutyRanks[rank]}）` : name }))
  return (
    <>
      {isOffered && <Button onClick={() => setOpen(true)}>交接</Button>}
      <FormDialog
        form={form}
        open={isOpen}
        title="交接给另一位值班人员"
        okText="交接"
        isBusy={busy}
        onClose={() => setOpen(false)}
        onSend={send}
      >
        <Form.Item name="accountId" label="接手人" rules={requiredRules('请选择接手人')}>
          <Select placeholder="选择值班人员" loading={people.loading} options={options} />
        </Form.Item>
        <Form.Item
          name="text"
          label="交接说明"
          rules={requiredTextRules('请填写交接说明')}
          extra="目前情况、已做的事、还需要做什么。对方会收到短信与站内提醒"
        >
          <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      </FormDialog>
    </>
  )
}
