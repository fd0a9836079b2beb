// Confirmation of the profile's e-mail address with a mailed code. Only confirmed addresses receive mail.
import { useState } from 'react'
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { type FormState, findEmptyFields, useForm } from '../../forms/use-form.ts'
import { replies } from '../../session/api.ts'
import { useCountdown } from '../fields/countdown.ts'

export type EmailConfirmationForm = {
  form: FormState
  isSending: boolean
  secondsLeft: number
  hasSent: boolean
  sendCode: () => Promise<void>
}

export function useEmailConfirmation(onConfirmed: (user: User) => void): EmailConfirmationForm {
  const countdown = useCountdown()
  const [isSending, setSending] = useState(false)
  const form = useForm({
    check: (values) => findEmptyFields(values, { code: '请输入验证码' }),
    async send({ code = '' }) {
      const { data, msg } = await replies('POST /api/users/email/confirm', { code })
      showToast(msg)
      onConfirmed(data)
    },
    fieldOf: { wrongCode: 'code' },
  })
  const sendCode = async () => {
    setSending(true)
    form.setMessage(null)
    form.showFieldErrors({})
    try {
      const { msg } = await replies('POST /api/users/email/code', {})
      showToast(msg)
      countdown.startCountdown(limits.smsCountdownSeconds)
    } catch (error) {
      form.showFailure(error)
    } finally {
      setSending(false)
    }
  }
  return { form, isSending, secondsLeft: countdown.secondsLeft, hasSent: countdown.hasRun, sendCode }
}

type EmailPanelProps = { user: User; confirmation: EmailConfirmationForm }

export function EmailPanel({ user: { email, emailConfirmed }, confirmation }: EmailPanelProps) {
  const { form, isSending, secondsLeft, hasSent, sendCode } = confirmation
  if (email === '') return null
  return (
    <section aria-labelledby="email-heading" className="mt-9 grid max-w-lg gap-4 border-t border-line pt-7">
      <h2 id="email-heading" className="flex flex-wrap items-center gap-2.5 text-lg font-bold text-ink">
        邮箱验证
        <span
          className={`rounded-full px-3 py-0.5 text-sm font-semibold ${emailConfirmed ? 'bg-tint text-brand-deep' : 'bg-warm-tint text-warm-ink'}`}
        >
          {emailConfirmed ? '已验证' : '待验证'}
        </span>
      </h2>
      {emailConfirmed ? (
        <p className="text-muted">
          消息提醒会发送到 <span className="break-all text-ink">{email}</span>。
        </p>
      ) : (
        <form {...form.formProps} className="grid gap-4">
          <Notice tone="warm">
            验证之前不会向 <span className="break-all">{email}</span>{' '}
            发送消息提醒。请获取验证码，在收到的邮件中查看后填写。
          </Notice>
          <Field
            name="code"
            label="邮件中的验证码"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            error={form.errors['code']}
            hint={hasSent ? '没有收到？请查看垃圾邮件，或稍后重新发送。' : undefined}
            beside={
              <Button
                look="ghost"
                className="min-w-31 shrink-0 rounded-lg px-3 tabular-nums"
                onClick={() => void sendCode()}
                disabled={secondsLeft > 0}
                busy={isSending}
                busyText="正在发送…"
              >
                {secondsLeft > 0 ? `${secondsLeft}秒` : hasSent ? '重新发送' : '发送验证邮件'}
              </Button>
            }
          />
          <SubmitButton form={form} label="验证邮箱" busyLabel="正在验证…" className="justify-self-start px-10" />
        </form>
      )}
    </section>
  )
}
