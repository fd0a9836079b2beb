// Password reset: phone, SMS code, the new password twice (portal.md 2, 5, 8).
import { limits } from '@xinqiao/contract/limits.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { PasswordField } from '@xinqiao/ui/PasswordField.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { api } from '../../session/api.ts'
import { AuthFrame, TextLink } from './AuthFrame.tsx'
import { PhoneField } from '../fields/PhoneField.tsx'
import { checkPasswordsMatch } from '../fields/password-confirmation.ts'
import { SmsCodeField } from '../fields/SmsCodeField.tsx'

export type ForgetProps = { next: string | null }

export function Screen({ next }: ForgetProps) {
  const loginHref = withQuery(routes.login, { next })
  const form = useForm({
    check: (values) => ({
      ...checkPasswordsMatch(values['password'], values['newPass'], 'newPass'),
      ...findEmptyFields(values, {
        phone: '请输入手机号',
        validateCode: '请输入验证码',
        password: '请输入密码',
        newPass: '请输入密码',
      }),
    }),
    async send({ phone = '', validateCode = '', password = '', newPass = '' }) {
      await api('POST /auth/updatePassword', { phone, validateCode, password, newPass })
      toastOnNextPage('密码重置成功，请登录！')
      location.assign(loginHref)
    },
    fieldOf: { wrongCode: 'validateCode' },
  })
  return (
    <AuthFrame title="重置密码" foot={<TextLink href={loginHref}>返回登录</TextLink>}>
      <form {...form.formProps} className="grid gap-5">
        <PhoneField error={form.errors['phone']} />
        <SmsCodeField form={form} call="GET /auth/loginSendSms" />
        <PasswordField
          name="password"
          label="新密码"
          autoComplete="new-password"
          hint={`至少${limits.minPasswordLength}位`}
          error={form.errors['password']}
        />
        <PasswordField name="newPass" label="确认新密码" autoComplete="new-password" error={form.errors['newPass']} />
        <SubmitButton form={form} label="重置密码" busyLabel="正在提交…" />
      </form>
    </AuthFrame>
  )
}
