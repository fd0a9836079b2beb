// Booking dialog: slot, reason and consent; then the payment, if there is a price.
import { useEffect, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import { bookingModes, holdMinutes, type BookingMode } from '@xinqiao/contract/counselling.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { Slot } from '@xinqiao/contract/http/bookings.ts'
import type { Output } from '@xinqiao/contract/http/row.ts'
import { yuan } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field, FieldError } from '@xinqiao/ui/Field.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { api } from '../accounts/api.ts'
import { useFormDraft } from '../forms/drafts.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { requireFields, useForm } from '../forms/use-form.ts'
import { PayDialog } from '../orders/PayDialog.tsx'
import { CareDialog } from '../care/CareNote.tsx'
import { useSavedLevel } from '../care/saved-levels.ts'
import { momentOf } from './hours.ts'
import { isSlotLost, SlotPicker } from './SlotPicker.tsx'

type Consent = Output<Contract, 'GET /booking/consent'>
type BookDialogProps = { counsellor: { id: number; nickname: string; price: number }; onClose: () => void }

const goToOwn = (sentence: string) => {
  toastOnNextPage(sentence)
  location.assign(routes.booking)
}

export function BookDialog({ counsellor, onClose }: BookDialogProps) {
  const [slot, setSlot] = useState<Slot | null>(null)
  const [round, setRound] = useState(0)
  const [mode, setMode] = useState<BookingMode>('offline')
  const [consent, setConsent] = useState<Consent | null>(null)
  const [consentTry, setConsentTry] = useState({ number: 1, hasFailed: false })
  const [isMinor, setMinor] = useState(false)
  const [paying, setPaying] = useState<number | null>(null)
  const [care, setCare] = useState<CrisisLevel | null>(null)
  const [, saveLevel] = useSavedLevel('booking')
  const { number } = consentTry
  useEffect(() => {
    api('GET /booking/consent', {}).then(setConsent, () => setConsentTry({ number, hasFailed: true }))
  }, [number])
  const modes: BookingMode[] = !slot || slot.mode === 'both' ? ['offline', 'online'] : [slot.mode]
  const chosenMode = modes.includes(mode) ? mode : modes[0]!
  const isFree = chosenMode === 'online' && (consent?.isMember ?? false)
  const form = useForm({
    fieldOf: { slotTaken: 'start', slotPast: 'start', slotGone: 'start', noSuchSlot: 'start' },
    check: (values) => ({
      ...(slot === null && { start: '请选择时间' }),
      ...requireFields(values, { topic: '请填写主要困扰', agreed: '请先阅读并同意知情同意书' }),
      // no consent to a text that could not be shown
      ...(!consent && { agreed: '知情同意书还没有加载出来，请稍候或重新加载' }),
      ...(isMinor && requireFields(values, { guardianName: '请填写监护人姓名', guardianPhone: '请填写监护人电话' })),
      ...(isMinor && requireFields(values, { guardianAgreed: '需要监护人知情并同意' })),
    }),
    async send({ topic = '', history = '', guardianName = '', guardianPhone = '', guardianAgreed }) {
      if (!slot || !consent) return
      const booked = await api('POST /booking/add', {
        ...{ counsellorId: counsellor.id, start: slot.start, mode: chosenMode, topic, history },
        ...{ minor: isMinor, guardianName, guardianPhone, guardianAgreed: guardianAgreed === 'on' },
        ...{ consentVersion: consent.version, consentHash: consent.hash },
      }).catch((error: unknown) => {
        // the slot was taken meanwhile: show the remaining ones and keep the input
        if (isSlotLost(error)) {
          setSlot(null)
          setRound(round + 1)
        }
        throw error
      })
      draft.discard()
      if (booked.care) setCare(booked.care)
      if (booked.care) saveLevel(booked.care)
      if (booked.state === 'held') setPaying(booked.id)
      else if (!booked.care) goToOwn('预约成功')
    },
  })
  const draft = useFormDraft(`booking ${counsellor.id}`, form.formProps.ref, ['topic', 'history'])
  const closeCard = () => {
    saveLevel(null)
    if (paying === null) goToOwn('预约成功')
    else setCare(null)
  }
  if (care) return <CareDialog level={care} onClose={closeCard} />
  if (paying !== null && slot)
    return (
      <PayDialog
        title="支付咨询费"
        about={`${counsellor.nickname}，${momentOf(slot.start)}。时段为您保留${holdMinutes}分钟。`}
        kind="booking"
        given={`${paying}`}
        onClose={(isPaid) => goToOwn(isPaid ? '预约成功' : '时段为您保留15分钟，请尽快完成支付')}
      />
    )
  return (
    <Dialog title={`预约${counsellor.nickname}`} onClose={onClose} closesLightly={false} width="wide">
      <form {...form.formProps} className="grid grid-cols-1 gap-5">
        <div tabIndex={-1} data-invalid={!slot && form.errors['start'] ? '' : undefined}>
          <SlotPicker key={round} counsellorId={counsellor.id} chosen={slot?.start ?? null} onChoose={setSlot} />
        </div>
        <FieldError id="field-start-error" error={slot ? undefined : form.errors['start']} />
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-[0.9375rem] font-semibold text-ink">方式</legend>
          <div className="flex flex-wrap gap-3">
            {modes.map((item) => (
              <label
                key={item}
                className="flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-control px-4 text-ink has-checked:border-brand has-checked:bg-tint"
              >
                <input
                  type="radio"
                  name="mode"
                  checked={item === chosenMode}
                  onChange={() => setMode(item)}
                  className="size-4.5 accent-brand"
                />
                {bookingModes[item]}
                <span className="text-sm text-muted">
                  {item === 'online' && consent?.isMember ? '会员免费' : `${yuan(counsellor.price)}元`}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div>
          <label htmlFor="field-topic" className="mb-1.5 block text-[0.9375rem] font-semibold text-ink">
            主要困扰
            <span className="ml-1 text-danger" aria-hidden="true">
              *
            </span>
          </label>
          <textarea
            id="field-topic"
            name="topic"
            rows={3}
            maxLength={300}
            aria-required
            aria-invalid={form.errors['topic'] ? true : undefined}
            aria-describedby="field-topic-hint field-topic-error"
            className={`w-full rounded-lg border bg-surface px-3.5 py-2.5 text-base text-ink ${form.errors['topic'] ? 'border-danger' : 'border-control'}`}
          />
          <p id="field-topic-hint" className="text-sm text-muted">
            加密保存，只有{counsellor.nickname}能看到；写到伤害自己或他人的念头时，协会值班人员也会收到提醒
          </p>
          <FieldError id="field-topic-error" error={form.errors['topic']} />
        </div>
        <Field name="history" label="既往咨询、就诊或用药情况（选填）" maxLength={300} />
        <label className="flex min-h-10 cursor-pointer items-center gap-2.5 text-ink">
          <input
            type="checkbox"
            checked={isMinor}
            onChange={(event) => setMinor(event.target.checked)}
            className="size-4.5 accent-brand"
          />
          来访者未满18周岁
        </label>
        {isMinor && (
          <div className="grid gap-4 rounded-card bg-page p-4 sm:grid-cols-2">
            <Field name="guardianName" label="监护人姓名" required maxLength={20} error={form.errors['guardianName']} />
            <Field
              name="guardianPhone"
              label="监护人电话"
              required
              type="tel"
              inputMode="tel"
              maxLength={20}
              error={form.errors['guardianPhone']}
            />
            <label className="flex items-center gap-2.5 text-ink sm:col-span-2">
              <input
                type="checkbox"
                name="guardianAgreed"
                data-invalid={form.errors['guardianAgreed'] ? '' : undefined}
                className="size-4.5 accent-brand"
              />
              监护人已知情并同意本次咨询
            </label>
            <FieldError id="field-guardianAgreed-error" error={form.errors['guardianAgreed']} />
          </div>
        )}
        {consentTry.hasFailed && (
          <div className="grid justify-items-start gap-2">
            <Notice tone="error" role="alert">
              知情同意书加载失败，暂时不能提交预约。
            </Notice>
            <Button look="ghost" onClick={() => setConsentTry({ number: number + 1, hasFailed: false })}>
              重新加载
            </Button>
          </div>
        )}
        {consent && (
          <details className="rounded-card border border-line px-4 py-3">
            <summary className="font-semibold text-brand-deep">{consent.title}（点击阅读）</summary>
            <dl className="mt-2 grid gap-2 text-[0.9375rem]">
              {consent.sections.map(({ heading, text }) => (
                <div key={heading}>
                  <dt className="font-semibold text-ink">{heading}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
        <div>
          <label className="flex min-h-10 cursor-pointer items-center gap-2.5 text-ink">
            <input
              type="checkbox"
              name="agreed"
              data-invalid={form.errors['agreed'] ? '' : undefined}
              className="size-4.5 accent-brand"
            />
            我已阅读并同意《心理咨询预约知情同意书》
          </label>
          <FieldError id="field-agreed-error" error={form.errors['agreed']} />
        </div>
        {slot && (
          <p className="text-ink">
            {momentOf(slot.start)}，{bookingModes[chosenMode]}，
            <strong className="text-warm-deep">{isFree ? '会员免费' : `${yuan(counsellor.price)}元`}</strong>
          </p>
        )}
        <SubmitButton form={form} label="提交预约" busyLabel="正在提交…" className="justify-self-start px-10" />
      </form>
    </Dialog>
  )
}
