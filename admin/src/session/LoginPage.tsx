// The console's own sign-in page: account and password, with a silent proof of work when the server wants one.
import { Alert, App, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { sentenceOf, useAction } from '../frame/calls.ts'
import { focusFirstError, showFieldErrors } from '../frame/forms.ts'
import mark from '../frame/mark.svg'
import { plainApi } from './api.ts'
import { solveProof } from './challenge.ts'
import { useSession } from './Session.tsx'

type Fields = { username: string; password: string }
const login = (fields: Fields, altcha?: string) => plainApi('POST /auth/mh/login', { ...fields, altcha })

function LoginForm() {
  const { enter } = useSession()
  const [form] = Form.useForm<Fields>()
  const [refusal, setRefusal] = useState('')
  const [isProving, setProving] = useState(false)

  useEffect(() => form.focusField('username'), [form])

  const signIn = async (fields: Fields) => {
    try {
      return await login(fields)
    } catch (error) {
      if (!(error instanceof Failure) || error.reason !== 'challengeNeeded') throw error
      setProving(true)
      return await login(fields, await solveProof())
    } finally {
      setProving(false)
    }
  }
  const [submit, busy] = useAction(
    async (fields: Fields) => {
      setRefusal('')
      const reply = await signIn(fields)
      await enter(reply.user.user)
    },
    (error) => {
      if (!showFieldErrors(form, error)) setRefusal(sentenceOf(error))
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
      <Form.Item name="username" label="账号" rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={60} />
      </Form.Item>
      <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={limits.passwordMax} />
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

function NotStaff({ name }: { name: string }) {
  const { leave } = useSession()
  const { message } = App.useApp()
  const [switchAccount, busy] = useAction(async () => {
    await leave()
    message.success('退出成功')
  })
  return (
    <>
      <Alert type="warning" showIcon title="您的账号没有后台权限" description={`当前登录账号：${name}`} />
      <div className="login-ways">
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
  return (
    <main className="login">
      <div className="login-card">
        <img src={mark} alt="" width={56} height={56} />
        <h1>心桥管理后台</h1>
        <p className="login-lead">请使用协会工作人员账号登录</p>
        {session.state === 'notStaff' ? <NotStaff name={session.user.username} /> : <LoginForm />}
      </div>
      <a href="/" className="login-back">
        返回网站首页
      </a>
    </main>
  )
}
