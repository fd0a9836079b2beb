// Creates an account. The server generates the first password and shows it once.
import { Form, Input, Modal, Select } from 'antd'
import { limits } from '@xinqiao/contract/limits.ts'
import { roles, type RoleId } from '@xinqiao/contract/roles.ts'
import { focusFirstError, useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'
import type { IssuedPassword } from './PasswordDialog.tsx'
import { roleOptions } from './role-options.ts'

type NewUserFields = { username: string; nickName: string; phone: string; roleId: RoleId }

export function NewUserDialog(props: {
  isOpen: boolean
  onClose: () => void
  onCreated: (issued: IssuedPassword) => void
}) {
  const [form] = Form.useForm<NewUserFields>()
  const [create, busy] = useFormAction(form, async (fields: NewUserFields) => {
    const { password } = await api('POST /admin/user', fields)
    props.onCreated({ username: fields.username.trim(), password, isNew: true })
  })
  return (
    <Modal
      open={props.isOpen}
      title="新建账号"
      okText="创建"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      destroyOnHidden
      afterOpenChange={(open) => open && form.focusField('username')}
      onOk={form.submit}
      onCancel={props.onClose}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        autoComplete="off"
        initialValues={{ roleId: roles.editor }}
        onFinish={create}
        onFinishFailed={focusFirstError(form)}
      >
        <Form.Item
          name="username"
          label="账号"
          extra="用来登录，2 个字以上，可用文字、数字、点、横线和下划线"
          rules={requiredTextRules('请输入账号')}
        >
          <Input maxLength={limits.maxUsernameLength} autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item name="nickName" label="姓名" rules={requiredTextRules('请输入姓名')}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item
          name="phone"
          label="手机号"
          validateFirst
          rules={[
            { required: true, message: '请输入手机号' },
            { pattern: /^1\d{10}$/, message: '请输入正确的手机号' },
          ]}
        >
          <Input inputMode="tel" maxLength={11} />
        </Form.Item>
        <Form.Item name="roleId" label="角色" rules={requiredRules('请选择角色')}>
          <Select options={roleOptions} />
        </Form.Item>
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Modal>
  )
}
