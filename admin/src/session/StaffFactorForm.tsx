// One proof of identity of staff: a passkey, a code, or the password of an account without a second factor.
import { Alert, Button, Divider, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { limits } from '@xinqiao/contract/limits.ts'
import { errorMessageOf, useAction } from '../kit/api/hooks.ts'
import { focusFirstError, showFieldErrors, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { signWithPasskey, type FactorProof } from '@xinqiao/ui/passkey.ts'

type FactorConfirmationFields = { code?: string; password?: string }

type StaffFactorFormProps = {
  options: Record<string, unknown> | null
  acceptsCode: boolean
  acceptsPassword?: boolean
  label: string
  send: (proof: FactorProof) => Promise<void>
}

export function StaffFactorForm({ options, acceptsCode, acceptsPassword = false, label, send }: StaffFactorFormProps) {
  const [form] = Form.useForm<FactorConfirmationFields>()
  const [refusal, setRefusal] = useState('')
  useEffect(() => form.focusField(acceptsPassword ? 'password' : 'code'), [form, acceptsPassword])
  const showRefusal = (error: unknown) => {
    if (!showFieldErrors(form, error)) setRefusal(errorMessageOf(error))
    return true
  }
  const [submit, busy] = useAction(async ({ code, password }: FactorConfirmationFields) => {
    setRefusal('')
    await send(acceptsPassword ? { password: password ?? '' } : { code: code?.trim() ?? '' })
  }, showRefusal)
  const [signIn, isSigning] = useAction(async () => {
    setRefusal('')
    if (options) await send({ passkey: await signWithPasskey(options) })
  }, showRefusal)

  return (
    <Form
      form={form}
      name="factor"
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      onFinishFailed={focusFirstError(form)}
      onValuesChange={() => setRefusal('')}
    >
      {options && (
        <>
          <Button type="primary" block size="large" loading={isSigning} onClick={signIn}>
            使用通行密钥
          </Button>
          {acceptsCode && <Divider plain>或者输入验证码</Divider>}
        </>
      )}
      {acceptsPassword && (
        <Form.Item name="password" label="登录密码" rules={requiredRules('请输入密码')}>
          <Input.Password autoComplete="current-password" maxLength={limits.maxPasswordLength} />
        </Form.Item>
      )}
      {acceptsCode && (
        <Form.Item
          name="code"
          label="验证码"
          extra="身份验证器应用里的6位数字；手机不在身边时，可以输入一个恢复码"
          rules={requiredTextRules('请输入验证码')}
        >
          <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={40} />
        </Form.Item>
      )}
      <div aria-live="assertive">
        {refusal && <Alert type="error" showIcon title={refusal} className="login-refusal" />}
      </div>
      <Button type={options ? 'default' : 'primary'} htmlType="submit" block size="large" loading={busy}>
        {label}
      </Button>
    </Form>
  )
}
