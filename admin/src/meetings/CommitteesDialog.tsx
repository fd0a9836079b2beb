// The special committees that people choose from when they register: renamed, ordered, stopped, never deleted.
import { App, Button, Form, Input, InputNumber, Modal, Switch } from 'antd'
import { useState } from 'react'
import type { Committee } from '@xinqiao/contract/http/staff-meetings.ts'
import { sentenceOf, useAction, useLoaded } from '../frame/calls.ts'
import { showFieldErrors } from '../frame/forms.ts'
import { LoadFailed, Waiting } from '../frame/states.tsx'
import { api } from '../session/api.ts'

type Fields = Pick<Committee, 'name' | 'position' | 'enabled'>

function Editor({ committee, onSaved }: { committee: Committee | null; onSaved: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [save, busy] = useAction(
    async (fields: Fields) => {
      if (committee) await api('PUT /admin/committee', { id: committee.id, ...fields })
      else await api('POST /admin/committee', fields)
      message.success('保存成功')
      form.resetFields()
      onSaved()
    },
    (error) => {
      if (!showFieldErrors(form, error)) message.error(sentenceOf(error))
      return true
    },
  )
  const initial = committee ?? { name: '', position: 100, enabled: true }
  return (
    <Form form={form} layout="vertical" initialValues={initial} onFinish={save}>
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="position" label="次序" extra="小的排在前面">
        <InputNumber min={0} max={10_000} precision={0} />
      </Form.Item>
      <Form.Item name="enabled" label="可供选择" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {committee ? '保存修改' : '添加'}
      </Button>
    </Form>
  )
}

export function CommitteesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, reload } = useLoaded('committees', () => api('GET /admin/committees', {}))
  const [edited, setEdited] = useState<Committee | null>(null)
  return (
    <Modal open title="专业委员会" footer={null} onCancel={onClose}>
      {error ? (
        <LoadFailed sentence={error} onRetry={reload} />
      ) : data ? (
        <ul className="cards">
          {data.map((committee) => (
            <li key={committee.id}>
              <strong>{committee.name}</strong>
              {!committee.enabled && <span className="hint">（已停用）</span>}
              <Button type="link" aria-label={`修改：${committee.name}`} onClick={() => setEdited(committee)}>
                修改
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Waiting />
      )}
      <h3>{edited ? `修改“${edited.name}”` : '添加'}</h3>
      <Editor
        key={edited?.id ?? 0}
        committee={edited}
        onSaved={() => {
          setEdited(null)
          reload()
        }}
      />
    </Modal>
  )
}
