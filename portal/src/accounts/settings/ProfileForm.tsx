// Profile form: nickname, email and gender are required, account and phone are read-only (portal.md 5).
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { Field } from '@xinqiao/ui/Field.tsx'
import { RadioField } from '@xinqiao/ui/RadioField.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { api } from '../../session/api.ts'

const genderOptions = [
  { value: '1', label: '男' },
  { value: '2', label: '女' },
]
const incomplete = '请完善信息'

type ProfileFormProps = { user: User; onSaved: (saved: User) => void }

export function ProfileForm({ user, onSaved }: ProfileFormProps) {
  const form = useForm({
    check: (values) => findEmptyFields(values, { nickName: incomplete, email: incomplete, gender: incomplete }),
    async send({ nickName = '', email = '', gender }) {
      const { id, username, phone } = user
      const values = { id, username, email, nickName, gender: Number(gender), phone }
      const savedUser = await api('PUT /api/users/center', values)
      showToast('修改成功')
      onSaved(savedUser)
    },
  })
  return (
    <form {...form.formProps} className="grid max-w-lg gap-5">
      <Field name="username" label="账号" readOnly defaultValue={user.username} autoComplete="username" />
      <Field
        name="nickName"
        label="昵称"
        required
        defaultValue={user.nickName}
        autoComplete="nickname"
        maxLength={30}
        error={form.errors['nickName']}
      />
      <Field
        name="email"
        label="邮箱"
        required
        type="email"
        inputMode="email"
        defaultValue={user.email}
        autoComplete="email"
        maxLength={100}
        hint="用于接收消息提醒，更换后需要重新验证"
        error={form.errors['email']}
      />
      <RadioField
        name="gender"
        label="性别"
        options={genderOptions}
        chosen={String(user.gender ?? '')}
        error={form.errors['gender']}
      />
      <Field
        name="phone"
        label="手机号"
        readOnly
        defaultValue={user.phone}
        autoComplete="tel-national"
        hint="手机号用于登录与找回密码，如需更换请联系协会秘书处"
      />
      <SubmitButton form={form} label="保存" busyLabel="正在保存…" className="justify-self-start px-10" />
    </form>
  )
}
