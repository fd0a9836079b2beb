// Groups of examinees: a name, and its accounts, one per line.
import { Alert, App, Button, Form, Input, List, Modal } from 'antd'
import { useState } from 'react'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { focusFirstError, useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

type ExamineeGroupFields = { name: string; usernames: string }
type ExamineeGroup = { id: number; name: string; people: { username: string; nickname: string }[] }

export function GroupsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { message, modal } = App.useApp()
  const loaded = useApi('GET /admin/exam/groups', isOpen ? {} : null)
  const [form] = Form.useForm<ExamineeGroupFields>()
  const [editedGroup, setEditedGroup] = useState<ExamineeGroup | 'new' | null>(null)
  const [unknown, setUnknown] = useState<string[]>([])
  const open = (group: ExamineeGroup | 'new') => {
    setUnknown([])
    setEditedGroup(group)
    form.setFieldsValue(
      group === 'new'
        ? { name: '', usernames: '' }
        : { name: group.name, usernames: group.people.map((person) => person.username).join('\n') },
    )
  }
  const [save, busy] = useFormAction(form, async ({ name, usernames }: ExamineeGroupFields) => {
    const reply = await api('POST /admin/exam/group', {
      id: editedGroup && editedGroup !== 'new' ? editedGroup.id : undefined,
      name,
      usernames: (usernames ?? '').split(/[\s,，]+/).filter(Boolean),
    })
    message.success('保存成功')
    setUnknown(reply.unknown)
    setEditedGroup(null)
    loaded.reload()
  })
  const removeGroup = (group: ExamineeGroup) =>
    void modal.confirm({
      title: `删除分组“${group.name}”吗？`,
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('DELETE /admin/exam/group', { id: group.id })
          loaded.reload()
        } catch (error) {
          message.error(errorMessageOf(error))
        }
      },
    })
  return (
    <Modal open={isOpen} title="考生分组" footer={null} width={640} onCancel={onClose}>
      {unknown.length > 0 && (
        <Alert className="note-above" type="warning" showIcon title={`没有找到这些账号：${unknown.join('、')}`} />
      )}
      <Form
        form={form}
        layout="vertical"
        onFinish={save}
        onFinishFailed={focusFirstError(form)}
        hidden={editedGroup === null}
      >
        <Form.Item name="name" label="分组名称" rules={requiredTextRules('请填写分组名称')}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="usernames" label="成员账号" extra="每行一个账号">
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} />
        </Form.Item>
        <div className="exam-bar">
          <Button type="primary" htmlType="submit" loading={busy}>
            保存
          </Button>
          <Button onClick={() => setEditedGroup(null)}>取消</Button>
        </div>
      </Form>
      {editedGroup === null && (
        <>
          <div className="exam-bar">
            <Button type="primary" onClick={() => open('new')}>
              新建分组
            </Button>
          </div>
          <List
            loading={loaded.loading}
            dataSource={loaded.data ?? []}
            locale={{ emptyText: '还没有分组' }}
            renderItem={(group) => (
              <List.Item
                actions={[
                  <Button key="edit" type="link" aria-label={`修改：${group.name}`} onClick={() => open(group)}>
                    修改
                  </Button>,
                  <Button
                    key="delete"
                    type="link"
                    danger
                    aria-label={`删除：${group.name}`}
                    onClick={() => removeGroup(group)}
                  >
                    删除
                  </Button>,
                ]}
              >
                <List.Item.Meta title={group.name} description={`${group.people.length}人`} />
              </List.Item>
            )}
          />
        </>
      )}
    </Modal>
  )
}
