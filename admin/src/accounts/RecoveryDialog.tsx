// Requests the recovery of a lost second factor; another administrator confirms.
import { Alert, App, Form, Input } from 'antd'
import type { AccountForStaff } from '@xinqiao/contract/http/accounts/accounts.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

type RecoveryFields = { reason: string }

export function RecoveryDialog({ user, onClose }: { user: AccountForStaff | null; onClose: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<RecoveryFields>()
  const [requestRecovery, busy] = useFormAction(form, async ({ reason }: RecoveryFields) => {
    if (!user) return
    await api('POST /admin/factorRecovery/ask', { accountId: user.id, reason })
    message.success('已提交，请另一位管理员确认')
    form.resetFields()
    onClose()
  })
  return (
    <FormDialog
      form={form}
      open={user !== null}
      title={`恢复“${user?.username ?? ''}”的两步验证`}
      okText="提交申请"
      initialValues={{ reason: '' }}
      isBusy={busy}
      onClose={onClose}
      onSend={requestRecovery}
    >
      <Alert
        className="note-above"
        type="warning"
        showIcon
        title="用于本人丢失了设备和恢复码。须由另一位管理员确认；确认后，该账号的两步验证全部移除，已登录的设备退出。本人会收到通知。"
      />
      <Form.Item
        name="reason"
        label="如何核实了本人身份"
        rules={[
          { required: true, whitespace: true, message: '请说明如何核实了本人身份' },
          { min: 5, message: '说明至少5个字' },
        ]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
