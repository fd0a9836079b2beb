// Setup of an authenticator app: scan or type the secret, then confirm it with one code.
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { api } from '../../session/api.ts'
import type { WithStepUp } from './use-step-up.tsx'

export type TotpSetupOptions = EndpointOutput<Contract, 'POST /auth/factor/totp/options'>

type TotpSetupProps = {
  start: TotpSetupOptions
  withStepUp: WithStepUp
  onAdded: (recoveryCodes: string[]) => void
  onCancel: () => void
}

const groupLetters = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

export function TotpSetup({ start, withStepUp, onAdded, onCancel }: TotpSetupProps) {
  const form = useForm({
    check: (values) => findEmptyFields(values, { code: '请输入验证码' }),
    async send({ code = '' }) {
      const { recoveryCodes } = await withStepUp(() => api('POST /auth/factor/totp', { code: code.trim() }))
      onAdded(recoveryCodes)
    },
    fieldOf: { wrongFactor: 'code' },
  })
  return (
    <div className="grid gap-5 rounded-card border border-line p-4.5 sm:grid-cols-[12rem_1fr] sm:gap-7">
      <img src={start.qr} alt="动态验证码的二维码" width="192" height="192" className="mx-auto size-48" />
      <div className="grid min-w-0 gap-5">
        <ol className="grid list-decimal gap-1.5 pl-5">
          <li>在手机上打开身份验证器应用（如微软或谷歌的 Authenticator），选择添加账号。</li>
          <li>
            扫描二维码，或手动输入密钥：
            <code className="mt-1 block font-mono break-words text-ink select-all">{groupLetters(start.secret)}</code>
          </li>
          <li>把应用显示的6位数字填在下面。</li>
        </ol>
        <form {...form.formProps} className="grid gap-5">
          <Field
            name="code"
            label="验证码"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            error={form.errors['code']}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton form={form} label="启用" busyLabel="正在验证…" className="px-8" />
            <Button look="ghost" className="min-h-12" onClick={onCancel}>
              取消
            </Button>
          </div>
        </form>
      </div>
    </div>
  )
}
