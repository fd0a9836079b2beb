// SMS code input with its request button: checks the phone number, solves a proof of work on demand, counts down.
import { type MouseEvent, useState } from 'react'
import { limits } from '@xinqiao/contract/limits.ts'
import { phoneMessages, phonePattern } from '@xinqiao/contract/phone.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { type FormState, readFormValues } from '../../forms/use-form.ts'
import { replies } from '../../session/api.ts'
import { withChallenge } from './challenge.ts'
import { useCountdown } from './countdown.ts'

type SmsCodeEndpoint = 'GET /auth/registerSendSms' | 'GET /auth/loginSendSms'

type SmsCodeFieldProps = { form: FormState; call: SmsCodeEndpoint }

export function SmsCodeField({ form, call }: SmsCodeFieldProps) {
  const countdown = useCountdown()
  const [isSending, setSending] = useState(false)
  const [isSolving, setSolving] = useState(false)

  const sendCode = async (event: MouseEvent<HTMLButtonElement>) => {
    const element = event.currentTarget.form
    const phone = element ? (readFormValues(element)['phone']?.trim() ?? '') : ''
    const wrong = phone === '' ? phoneMessages.empty : phonePattern.test(phone) ? null : phoneMessages.malformed
    form.setMessage(null)
    form.showFieldErrors(wrong ? { phone: wrong } : {})
    if (wrong) return
    setSending(true)
    try {
      const { msg } = await withChallenge((altcha) => replies(call, { phone, altcha }), setSolving)
      showToast(msg)
      countdown.startCountdown(limits.smsCountdownSeconds)
    } catch (error) {
      form.showFailure(error)
    } finally {
      setSending(false)
    }
  }

  const isResting = countdown.secondsLeft > 0
  const label = isResting ? `${countdown.secondsLeft}秒` : countdown.hasRun ? '重新获取' : '获取验证码'
  return (
    <>
      <Field
        name="validateCode"
        label="验证码"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        error={form.errors['validateCode']}
        beside={
          <Button
            look="ghost"
            className="min-w-31 shrink-0 rounded-lg px-3 tabular-nums"
            onClick={sendCode}
            disabled={isResting}
            data-resting={isResting || undefined}
            busy={isSending}
            busyText="请稍候…"
          >
            {label}
          </Button>
        }
      />
      <output className="-mt-3 text-sm text-brand-deep empty:hidden">{isSolving ? '正在进行安全验证…' : ''}</output>
    </>
  )
}
