// The console's sign-in page: account and password, with an automatic proof of work on demand.
import { Alert, App, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { AccountRestriction, SecondFactorChallenge } from '@xinqiao/contract/factors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { routes, serverRoutes, withQuery } from '@xinqiao/contract/routes.ts'
import { errorMessageOf, useAction } from '../kit/api/hooks.ts'
import { focusFirstError, showFieldErrors, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { useRouterLocation } from '../kit/navigation/router.tsx'
import mark from '../kit/mark.svg'
import { plainApi } from '../kit/api/api.ts'
import { Hotline } from '../kit/Hotline.tsx'
import { StaffFactorForm } from './StaffFactorForm.tsx'
import { solveProof } from './challenge.ts'
import { useSession } from './session.tsx'

type LoginFields = { username: string; password: string }
const requestLogin = (fields: LoginFields, altcha?: string) => plainApi('POST /auth/mh/login', { ...fields, altcha })

function LoginForm({ onSecondStep }: { onSecondStep: (step: SecondFactorChallenge) => void }) {
  const { enter } = useSession()
  const [form] = Form.useForm<LoginFields>()
  const [refusal, setRefusal] = useState('')
  const [isProving, setProving] = useState(false)

  useEffect(() => form.focusField('username'), [form])

  const signIn = async (fields: LoginFields) => {
    try {
      return await requestLogin(fields)
    } catch (error) {
      if (!(error instanceof Failure) || error.reason !== 'challengeNeeded') throw error
      setProving(true)
      return await requestLogin(fields, await solveProof())
    } finally {
      setProving(false)
    }
  }
  const [submit, busy] = useAction(
    async (fields: LoginFields) => {
      setRefusal('')
      try {
        const reply = await signIn(fields)
        await enter(reply.user.user)
      } catch (error) {
        if (!(error instanceof Failure) || error.reason !== 'secondFactorNeeded') throw error
        onSecondStep(error.data as SecondFactorChallenge)
      }
    },
    (error) => {
      if (!showFieldErrors(form, error)) setRefusal(errorMessageOf(error))
      return true
    },
  )

  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      onFinish={submit}
      onFinishFailed={focusFirstError(form)}
      onValuesChange={() => setRefusal('')}
    >
      <Form.Item name="username" label="账号" rules={requiredTextRules('请输入账号')}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={60} />
      </Form.Item>
      <Form.Item name="password" label="密码" rules={requiredRules('请输入密码')}>
        <Input.Password autoComplete="current-password" maxLength={limits.maxPasswordLength} />
      </Form.Item>
      <div aria-live="assertive">
        {refusal && <Alert type="error" showIcon title={refusal} className="login-refusal" />}
      </div>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {isProving ? '正在进行安全验证…' : '登录'}
      </Button>
      <p className="login-note">
        忘记密码？可在网站 <a href="/login/forget">用短信重置密码</a>，或联系管理员重设。
      </p>
    </Form>
  )
}

function SecondStepForm({ step, onBack }: { step: SecondFactorChallenge; onBack: () => void }) {
  const { enter } = useSession()
  return (
    <>
      <StaffFactorForm
        options={step.options}
        acceptsCode={step.acceptsCode}
        label="登录"
        send={async (proof) => {
          const reply = await plainApi('POST /auth/secondFactor', { ticket: step.ticket, ...proof })
          await enter(reply.user.user)
        }}
      />
      <Button type="link" block onClick={onBack}>
        返回重新输入密码
      </Button>
      <p className="login-note">手机和恢复码都不在身边？请联系其他管理员核实身份后恢复。</p>
    </>
  )
}

const restrictionWays = {
  changePassword: { title: '请先修改初始密码', label: '去修改密码', tab: 2 },
  addFactor: { title: '请先启用两步验证', label: '去启用两步验证', tab: 5 },
} as const

function RestrictedNotice({ restriction }: { restriction: AccountRestriction }) {
  const { full, path, params } = useRouterLocation()
  const { title, label, tab } = restrictionWays[restriction]
  const target = path === '/login' ? (params.get('from') ?? '/') : full
  const from = target.startsWith('/') ? target : '/'
  return (
    <>
      <Alert type="warning" showIcon title={title} description="完成后会自动回到管理后台。" />
      <div className="login-actions">
        <Button
          type="primary"
          size="large"
          block
          href={withQuery(routes.setting, { tab, next: `${serverRoutes.console}${from}` })}
        >
          {label}
        </Button>
      </div>
    </>
  )
}

function NotStaffNotice({ name }: { name: string }) {
  const { leave } = useSession()
  const { message } = App.useApp()
  const [switchAccount, busy] = useAction(async () => {
    await leave()
    message.success('退出成功')
  })
  return (
    <>
      <Alert type="warning" showIcon title="您的账号没有后台权限" description={`当前登录账号：${name}`} />
      <div className="login-actions">
        <Button type="primary" size="large" href="/" block>
          前往网站首页
        </Button>
        <Button size="large" block loading={busy} onClick={switchAccount}>
          换一个账号登录
        </Button>
      </div>
    </>
  )
}

export function LoginPage() {
  const { session } = useSession()
  const [step, setStep] = useState<SecondFactorChallenge | null>(null)
  return (
    <main className="login">
      <div className="login-card">
        <img src={mark} alt="" width={56} height={56} />
        <h1>心桥管理后台</h1>
        <p className="login-lead">{step ? '密码正确，请完成第二步验证' : '请使用协会工作人员账号登录'}</p>
        {session.state === 'notStaff' && <NotStaffNotice name={session.user.username} />}
        {session.state === 'restricted' && <RestrictedNotice restriction={session.restriction} />}
        {session.state === 'signedOut' && step && <SecondStepForm step={step} onBack={() => setStep(null)} />}
        {session.state === 'signedOut' && !step && <LoginForm onSecondStep={setStep} />}
      </div>
      <div className="login-hotline">
        <Hotline />
      </div>
      <a href="/" className="login-back">
        返回网站首页
      </a>
    </main>
  )
}
