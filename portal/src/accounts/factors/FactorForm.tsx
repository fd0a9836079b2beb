// One proof of identity: a passkey, a code, or the password of an account without a second factor.
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { PasswordField } from '@xinqiao/ui/PasswordField.tsx'
import { useState } from 'react'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { signWithPasskey, type FactorProof } from '@xinqiao/ui/passkey.ts'

type FactorFormProps = {
  options: Record<string, unknown> | null
  acceptsCode: boolean
  acceptsPassword?: boolean
  label: string
  send: (proof: FactorProof) => Promise<void>
}

export function FactorForm({ options, acceptsCode, acceptsPassword = false, label, send }: FactorFormProps) {
  const [isSigning, setSigning] = useState(false)
  const form = useForm({
    check: (values) => findEmptyFields(values, acceptsPassword ? { password: '请输入密码' } : { code: '请输入验证码' }),
    send: ({ code, password }) => send(acceptsPassword ? { password: password ?? '' } : { code: code?.trim() ?? '' }),
    fieldOf: { wrongOwnPassword: 'password' },
  })
  const usePasskey = async () => {
    if (!options || isSigning) return
    setSigning(true)
    form.setMessage(null)
    try {
      await send({ passkey: await signWithPasskey(options) })
    } catch (error) {
      form.showFailure(error)
    } finally {
      setSigning(false)
    }
  }
  return (
    <div className="grid gap-5">
      {options && (
        <Button className="min-h-12" busy={isSigning} busyText="请按设备的提示操作…" onClick={usePasskey}>
          使用通行密钥
        </Button>
      )}
      <form {...form.formProps} className="grid gap-5">
        {options && acceptsCode && <p className="text-center text-sm text-muted">或者输入验证码</p>}
        {acceptsPassword && (
          <PasswordField
            name="password"
            label="登录密码"
            autoComplete="current-password"
            error={form.errors['password']}
          />
        )}
        {acceptsCode && (
          <Field
            name="code"
            label="验证码"
            required
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            hint="身份验证器应用里的6位数字；手机不在身边时，可以输入一个恢复码"
            error={form.errors['code']}
          />
        )}
        <SubmitButton form={form} label={label} busyLabel="正在验证…" />
      </form>
    </div>
  )
}
