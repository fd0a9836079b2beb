// Password change; it signs out every other device.
import { limits } from '@xinqiao/contract/limits.ts'
import { PasswordField } from '@xinqiao/ui/PasswordField.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { api } from '../../session/api.ts'
import { checkPasswordsMatch } from '../fields/password-confirmation.ts'

const empty = '请输入密码'

/** @param next where to continue after replacing a password set by staff; null for a voluntary change */
export function PasswordForm({ next }: { next: string | null }) {
  const form = useForm({
    check: (values) => ({
      ...checkPasswordsMatch(values['newPass'], values['confirmation'], 'confirmation'),
      ...findEmptyFields(values, { oldPass: empty, newPass: empty, confirmation: empty }),
    }),
    async send({ oldPass = '', newPass = '' }) {
      await api('POST /api/users/updatePass', { oldPass, newPass })
      form.formProps.ref.current?.reset()
      if (next === null) return showToast('修改成功')
      toastOnNextPage('修改成功')
      location.assign(next)
    },
    fieldOf: { wrongOldPassword: 'oldPass' },
  })
  return (
    <form {...form.formProps} className="grid max-w-lg gap-5">
      {next !== null && (
        <Notice tone="warm">您正在使用工作人员发放的密码。请先换成只有您知道的密码，再继续使用。</Notice>
      )}
      <PasswordField name="oldPass" label="原密码" autoComplete="current-password" error={form.errors['oldPass']} />
      <PasswordField
        name="newPass"
        label="新密码"
        autoComplete="new-password"
        hint={`至少${limits.minPasswordLength}位；修改后，其他设备会退出登录`}
        error={form.errors['newPass']}
      />
      <PasswordField
        name="confirmation"
        label="确认新密码"
        autoComplete="new-password"
        error={form.errors['confirmation']}
      />
      <SubmitButton form={form} label="修改密码" busyLabel="正在提交…" className="justify-self-start px-10" />
    </form>
  )
}
