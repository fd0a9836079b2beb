// Registration: account, phone, SMS code, password (portal.md 2, 5, 8). It signs in and returns.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Field } from '@xinqiao/ui/Field.tsx'
import { PasswordField } from '@xinqiao/ui/PasswordField.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { api } from '../../session/api.ts'
import { AuthFrame, TextLink } from './AuthFrame.tsx'
import { withChallenge } from '../fields/challenge.ts'
import { PhoneField } from '../fields/PhoneField.tsx'
import { SmsCodeField } from '../fields/SmsCodeField.tsx'
import { TermsField } from './TermsField.tsx'

export type RegisterProps = { next: string | null }

const termsRequiredMessage = '请先阅读并同意《用户服务协议》和《隐私政策》'

export function Screen({ next }: RegisterProps) {
  const [isSolving, setSolving] = useState(false)
  const loginHref = withQuery(routes.login, { next })
  /** The account exists already, so a failed sign-in leads to the login page instead of this form. */
  const signIn = async (phone: string, password: string) => {
    try {
      await withChallenge((altcha) => api('POST /auth/mh/login', { phone, password, altcha }), setSolving)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      toastOnNextPage('注册成功，请登录！')
      location.assign(loginHref)
      return
    }
    toastOnNextPage('注册成功')
    location.assign(next ?? routes.dashBoard)
  }
  const form = useForm({
    check: (values) =>
      findEmptyFields(values, {
        username: '请输入账号',
        phone: '请输入手机号',
        validateCode: '请输入验证码',
        password: '请输入密码',
        terms: termsRequiredMessage,
      }),
    async send({ username = '', phone = '', validateCode = '', password = '' }) {
      await api('POST /auth/register', { username, phone, validateCode, password })
      await signIn(phone.trim(), password)
    },
    fieldOf: { usernameTaken: 'username', phoneTaken: 'phone', wrongCode: 'validateCode' },
  })
  return (
    <AuthFrame
      title="注册账号"
      foot={
        <>
          已有账号？<TextLink href={loginHref}>返回登录</TextLink>
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
          maxLength={limits.maxUsernameLength}
          hint="2至30个字，可用文字、数字、点、横线和下划线"
          error={form.errors['username']}
        />
        <PhoneField error={form.errors['phone']} />
        <SmsCodeField form={form} call="GET /auth/registerSendSms" />
        <PasswordField
          name="password"
          label="密码"
          autoComplete="new-password"
          hint={`至少${limits.minPasswordLength}位`}
          error={form.errors['password']}
        />
        <TermsField error={form.errors['terms']} />
        <SubmitButton form={form} label="注册" busyLabel="正在注册…" isSolving={isSolving} />
      </form>
    </AuthFrame>
  )
}
