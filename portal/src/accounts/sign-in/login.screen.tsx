// Login by account or phone, each with a password (portal.md 2, 4, 5).
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { SecondFactorChallenge } from '@xinqiao/contract/factors.ts'
import { guideAccount, guideName } from '@xinqiao/contract/guide.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { PasswordField } from '@xinqiao/ui/PasswordField.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { api } from '../../session/api.ts'
import { AuthFrame, TextLink } from './AuthFrame.tsx'
import { FactorForm } from '../factors/FactorForm.tsx'
import { PhoneField } from '../fields/PhoneField.tsx'
import { withChallenge } from '../fields/challenge.ts'

export type LoginProps = { byPhone: boolean; next: string | null }

const guideHref = withQuery(routes.im, { to: guideAccount })

/** Says why a visitor who asked for the guide meets this page, and where answers need no account. */
const GuideNotice = () => (
  <div className="mb-6">
    <Notice role="note">
      请先登录，再问{guideName}。不登录也可以看<TextLink href={routes.psychology}>心理问答</TextLink>、
      <TextLink href={routes.consult}>咨询师名单</TextLink>、<TextLink href={routes.dynamic}>协会动态</TextLink>
      。急需有人帮助时，请拨打<TextLink href="tel:12356">12356</TextLink>。
    </Notice>
  </div>
)

export function Screen({ byPhone, next }: LoginProps) {
  const [isSolving, setSolving] = useState(false)
  const [step, setStep] = useState<SecondFactorChallenge | null>(null)
  const continueAfterLogin = () => {
    if (byPhone) toastOnNextPage('登录成功')
    location.assign(next ?? routes.dashBoard)
  }
  const form = useForm({
    check: (values) =>
      findEmptyFields(values, {
        ...(byPhone ? { phone: '请输入手机号' } : { username: '请输入账号' }),
        password: '请输入密码',
      }),
    async send({ username, phone, password = '' }) {
      const identifier = byPhone ? { phone: phone?.trim() } : { username: username?.trim() }
      try {
        await withChallenge((altcha) => api('POST /auth/mh/login', { ...identifier, password, altcha }), setSolving)
      } catch (error) {
        if (!(error instanceof Failure) || error.reason !== 'secondFactorNeeded') throw error
        return setStep(error.data as SecondFactorChallenge)
      }
      continueAfterLogin()
    },
  })
  const tabs = [
    { label: '账号登录', href: withQuery(routes.login, { next }), current: !byPhone },
    { label: '手机登录', href: withQuery(routes.login, { tab: 2, next }), current: byPhone },
  ]
  return (
    <AuthFrame
      title={step ? '第二步验证' : '登录'}
      foot={
        <>
          还没有账号？<TextLink href={withQuery(routes.register, { next })}>立即注册</TextLink>
        </>
      }
    >
      {next === guideHref && !step && <GuideNotice />}
      {step && (
        <div className="grid gap-5">
          <p className="text-muted">密码正确。请完成第二步验证，确认是您本人。</p>
          <FactorForm
            options={step.options}
            acceptsCode={step.acceptsCode}
            label="登录"
            send={async (proof) => {
              await api('POST /auth/secondFactor', { ticket: step.ticket, ...proof })
              continueAfterLogin()
            }}
          />
          <Button look="plain" className="justify-self-center" onClick={() => setStep(null)}>
            返回重新输入密码
          </Button>
          <p className="text-sm text-muted">手机和恢复码都不在身边？请联系协会秘书处核实身份后恢复。</p>
        </div>
      )}
      <div hidden={step !== null}>
        <TabLinks label="登录方式" look="halves" tabs={tabs} />
        <form {...form.formProps} className="mt-6 grid gap-5">
          {byPhone ? (
            <PhoneField error={form.errors['phone']} />
          ) : (
            <Field
              name="username"
              label="账号"
              required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={60}
              error={form.errors['username']}
            />
          )}
          <PasswordField name="password" label="密码" autoComplete="current-password" error={form.errors['password']} />
          <p className="-mt-3 text-right text-compact">
            <TextLink href={withQuery(routes.forget, { next })}>忘记密码？</TextLink>
          </p>
          <SubmitButton form={form} label="登录" busyLabel="正在登录…" isSolving={isSolving} />
        </form>
      </div>
    </AuthFrame>
  )
}
