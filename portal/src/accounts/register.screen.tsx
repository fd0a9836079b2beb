// Registration: account, phone, SMS code, password (portal.md 2, 5, 8).
import { limits } from '@xinqiao/contract/limits.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Field } from '@xinqiao/ui/Field.tsx'
import { PasswordField } from '@xinqiao/ui/PasswordField.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { requireFields, useForm } from '../forms/useForm.ts'
import { api } from './api.ts'
import { AuthFrame, TextLink } from './AuthFrame.tsx'
import { PhoneField } from './PhoneField.tsx'
import { SmsCodeField } from './SmsCodeField.tsx'

export function Screen() {
  const form = useForm({
    check: (values) =>
      requireFields(values, {
        username: '请输入账号',
        phone: '请输入手机号',
        validateCode: '请输入验证码',
        password: '请输入密码',
      }),
    async send({ username = '', phone = '', validateCode = '', password = '' }) {
      await api('POST /auth/register', { username, phone, validateCode, password })
      toastOnNextPage('注册成功，请登录！')
      location.assign(routes.login)
    },
    fieldOf: { usernameTaken: 'username', phoneTaken: 'phone', wrongCode: 'validateCode' },
  })
  return (
    <AuthFrame
      title="注册账号"
      foot={
        <>
          已有账号？<TextLink href={routes.login}>返回登录</TextLink>
        </>
      }
    >
      <form {...form.formProps} className="grid gap-5">
        <Field
          name="username"
          label="账号"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.usernameMax}
          hint="2至30个字，可用文字、数字、点、横线和下划线"
          error={form.errors['username']}
        />
        <PhoneField error={form.errors['phone']} />
        <SmsCodeField form={form} call="GET /auth/registerSendSms" />
        <PasswordField
          name="password"
          label="密码"
          autoComplete="new-password"
          hint={`至少${limits.passwordMin}位`}
          error={form.errors['password']}
        />
        <SubmitButton form={form} label="注册" busyLabel="正在注册…" />
        <p className="text-center text-sm text-muted">
          点击注册，表示您已阅读并同意
          <TextLink href={routes.terms}>《用户服务协议》</TextLink>和
          <TextLink href={routes.privacy}>《隐私政策》</TextLink>
        </p>
      </form>
    </AuthFrame>
  )
}
