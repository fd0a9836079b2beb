// Changes an account's role, or disables and enables it. Another administrator must change the user's own account.
import { Alert, App, Form, Select, Switch } from 'antd'
import { useEffect } from 'react'
import type { AccountForStaff } from '@xinqiao/contract/http/accounts/accounts.ts'
import { staff, roleNameOf, type RoleId } from '@xinqiao/contract/roles.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import { roleOptions } from './role-options.ts'

type EditUserFields = { roleId: RoleId; enabled: boolean }

export function EditUserDialog(props: { user: AccountForStaff | null; onClose: () => void; onSaved: () => void }) {
  const { user } = props
  const { message } = App.useApp()
  const [form] = Form.useForm<EditUserFields>()
  const now = Form.useWatch([], form) as EditUserFields | undefined
  useEffect(() => {
    if (user) form.setFieldsValue({ roleId: user.roleId as RoleId, enabled: user.enabled })
  }, [form, user])

  const [save, busy] = useFormAction(form, async (fields: EditUserFields) => {
    if (!user) return
    await api('PUT /admin/user', { id: user.id, ...fields })
    message.success('修改成功')
    props.onSaved()
  })
  const becomesStaff =
    user && now?.roleId && !staff.includes(roleNameOf(user.roleId)) && staff.includes(roleNameOf(now.roleId))

  return (
    <FormDialog
      form={form}
      open={user !== null}
      title={`修改“${user?.username ?? ''}”`}
      isBusy={busy}
      onClose={props.onClose}
      onSend={save}
    >
      <Form.Item name="roleId" label="角色" rules={requiredRules('请选择角色')}>
        <Select options={roleOptions} />
      </Form.Item>
      {becomesStaff && (
        <Alert className="note-above" type="warning" showIcon title="改为此角色后，该账号可以进入管理后台。" />
      )}
      <Form.Item
        name="enabled"
        label="账号状态"
        valuePropName="checked"
        extra="停用后不能登录，已登录的设备会退出；内容不受影响"
      >
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Form.Item>
    </FormDialog>
  )
}
