// Special committees that attendees register for: rename, order, disable, but never delete.
import { App, Button, Form, Input, InputNumber, Modal, Switch } from 'antd'
import { useState } from 'react'
import type { Committee } from '@xinqiao/contract/http/conference/staff.ts'
import { focusFirstError, useFormAction, requiredTextRules } from '../../kit/forms/forms.ts'
import { LoadFailed, LoadingView } from '../../kit/states.tsx'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'
import { CommitteeMembersDialog } from './CommitteeMembersDialog.tsx'

type CommitteeFields = Pick<Committee, 'name' | 'position' | 'enabled'>

function CommitteeEditor({ committee, onSaved }: { committee: Committee | null; onSaved: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<CommitteeFields>()
  const [save, busy] = useFormAction(form, async (fields: CommitteeFields) => {
    if (committee) await api('PUT /admin/committee', { id: committee.id, ...fields })
    else await api('POST /admin/committee', fields)
    message.success('保存成功')
    form.resetFields()
    onSaved()
  })
  const initial = committee ?? { name: '', position: 100, enabled: true }
  return (
    <Form form={form} layout="vertical" initialValues={initial} onFinish={save} onFinishFailed={focusFirstError(form)}>
      <Form.Item name="name" label="名称" rules={requiredTextRules('请输入名称')}>
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
  const { data, error, reload } = useApi('GET /admin/committees', {})
  const [editedCommittee, setEditedCommittee] = useState<Committee | null>(null)
  const [namedCommittee, setNamedCommittee] = useState<Committee | null>(null)
  return (
    <Modal open title="专业委员会" footer={null} onCancel={onClose}>
      {error ? (
        <LoadFailed message={error} onRetry={reload} />
      ) : data ? (
        <ul className="cards">
          {data.map((committee) => (
            <li key={committee.id}>
              <strong>{committee.name}</strong>
              {!committee.enabled && <span className="hint">（已停用）</span>}
              <span className="hint">
                {committee.members > 0 ? `（核验${committee.members}位委员）` : '（不核验）'}
              </span>
              <Button
                type="link"
                aria-label={`委员名单：${committee.name}`}
                onClick={() => setNamedCommittee(committee)}
              >
                委员名单
              </Button>
              <Button type="link" aria-label={`修改：${committee.name}`} onClick={() => setEditedCommittee(committee)}>
                修改
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <LoadingView />
      )}
      <h2>{editedCommittee ? `修改“${editedCommittee.name}”` : '添加'}</h2>
      <CommitteeEditor
        key={editedCommittee?.id ?? 0}
        committee={editedCommittee}
        onSaved={() => {
          setEditedCommittee(null)
          reload()
        }}
      />
      {namedCommittee && (
        <CommitteeMembersDialog
          committee={namedCommittee}
          onClose={() => {
            setNamedCommittee(null)
            reload()
          }}
        />
      )}
    </Modal>
  )
}
