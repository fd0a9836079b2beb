// Sends a broadcast to all accounts of an app, or to some of them.
import { Alert, App, Form, Input, Radio, Select } from 'antd'
import { useEffect } from 'react'
import { maxBroadcastLength } from '@xinqiao/contract/http/chat/broadcasts.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { sendStaffText } from '../kit/forms/send-staff-text.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

type BroadcastFields = { appId: number; to: 'all' | 'some'; accids: string; body: string; hours: number }

const maxApps = 100
const maxShownNames = 10
const lifetimes = [
  { value: 1, label: '1小时' },
  { value: 24, label: '1天' },
  { value: 72, label: '3天' },
  { value: limits.broadcastHours, label: '7天' },
]
const toNames = (text: string): string[] =>
  text
    .split(/[\n,，、;；]+/)
    .map((name) => name.trim())
    .filter(Boolean)

export function BroadcastDialog({ isOpen, onClose, onSent }: BroadcastDialogProps) {
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<BroadcastFields>()
  const { data: apps } = useApi('GET /admin/apps', isOpen ? { page: 1, size: maxApps } : null)
  const to = Form.useWatch('to', form)
  const site = apps?.content.find(({ isSite }) => isSite)?.id
  useEffect(() => {
    if (isOpen) form.resetFields()
  }, [form, isOpen])
  useEffect(() => {
    if (isOpen && site !== undefined) form.setFieldValue('appId', site)
  }, [form, isOpen, site])
  const [send, busy] = useFormAction(form, async ({ appId, to: audience, accids, body, hours }: BroadcastFields) => {
    const receivers = { appId, accids: audience === 'some' ? toNames(accids) : [] }
    const { count, names } = await api('POST /admin/chat/broadcast/receivers', receivers)
    const isConfirmed = await modal.confirm({
      title: audience === 'all' ? `发给全部${count}个账号吗？` : `发给${count}个账号吗？`,
      content: (
        <>
          {names.length > 0 && (
            <p>
              {names.slice(0, maxShownNames).join('、')}
              {names.length > maxShownNames && `等${count}个账号`}
            </p>
          )}
          <p className="chat-operation-text">{body}</p>
          <p>发送后不能撤回。</p>
        </>
      ),
      okText: '确认发送',
      cancelText: '取消',
    })
    if (!isConfirmed) return
    const broadcast = { ...receivers, body, hours }
    if (
      !(await sendStaffText(modal, (isMeant) =>
        api('POST /admin/chat/broadcast', { ...broadcast, isConfirmed: isMeant }),
      ))
    )
      return
    message.success('已发送')
    onSent()
  })
  return (
    <FormDialog
      form={form}
      initialValues={{ hours: 24 }}
      open={isOpen}
      title="发送广播"
      okText="发送"
      isBusy={busy}
      onClose={onClose}
      onSend={send}
    >
      <Alert className="note-above" type="warning" showIcon title="发送后不能撤回。您的账号和时间会记入审计日志。" />
      <Form.Item name="appId" label="应用" rules={requiredRules('请选择应用')}>
        <Select options={apps?.content.map(({ id, name }) => ({ value: id, label: name })) ?? []} loading={!apps} />
      </Form.Item>
      <Form.Item name="to" label="接收人" rules={requiredRules('请选择接收人')}>
        <Radio.Group
          options={[
            { value: 'all', label: '全部账号' },
            { value: 'some', label: '指定账号' },
          ]}
        />
      </Form.Item>
      {to === 'some' && (
        <Form.Item
          name="accids"
          label="接收的账号"
          rules={requiredTextRules('请填写账号')}
          extra="每行一个，最多500个：登录名、手机号、昵称或聊天账号，不在线的也可以。其他应用只用聊天账号。"
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item name="body" label="内容" rules={requiredTextRules('请填写内容')}>
        <Input.TextArea maxLength={maxBroadcastLength} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
      <Form.Item name="hours" label="有效期" extra="离线的账号在此期间上线时收到">
        <Select options={lifetimes} />
      </Form.Item>
    </FormDialog>
  )
}
type BroadcastDialogProps = { isOpen: boolean; onClose: () => void; onSent: () => void }
