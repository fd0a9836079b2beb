// Booking dialog: slot, reason and consent, then the payment if there is a price.
import { bookingModes, holdMinutes, type BookingMode } from '@xinqiao/contract/counselling.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field, FieldError } from '@xinqiao/ui/Field.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import type { FormState } from '../forms/use-form.ts'
import { PayDialog } from '../payments/PayDialog.tsx'
import { DraftHelpCard } from '../crisis/DraftHelpCard.tsx'
import { HelpDialog } from '../crisis/WriterHelpCard.tsx'
import { formatMoment } from './format-slot.ts'
import { LateSlotNote } from './LateSlotNote.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { goToOwnBookings, useBookingForm, type BookingConsent } from './use-booking-form.ts'

type BookingDialogProps = { counsellor: { id: number; nickname: string; price: number }; onClose: () => void }

export function BookingDialog({ counsellor, onClose }: BookingDialogProps) {
  const { form, slots, consent, consentLoading, isMinor, setMinor, paying, crisisLevel, closeCard } = useBookingForm(
    counsellor.id,
  )
  const { slot, chosenMode } = slots
  const isFree = chosenMode === 'online' && (consent?.isMember ?? false)
  if (crisisLevel) return <HelpDialog level={crisisLevel} onClose={closeCard} />
  if (paying !== null && slot)
    return (
      <PayDialog
        title="支付咨询费"
        about={`${counsellor.nickname}，${formatMoment(slot.start)}。时段为您保留${holdMinutes}分钟。`}
        kind="booking"
        reference={`${paying}`}
        onClose={(isPaid) => goToOwnBookings(isPaid ? '预约成功' : `时段为您保留${holdMinutes}分钟，请尽快完成支付`)}
      />
    )
  return (
    <Dialog title={`预约${counsellor.nickname}`} onClose={onClose} closesLightly={false} width="wide">
      <form {...form.formProps} className="grid grid-cols-1 gap-5">
        <div tabIndex={-1} data-invalid={!slot && form.errors['start'] ? '' : undefined}>
          <SlotPicker
            key={slots.round}
            counsellorId={counsellor.id}
            chosen={slot?.start ?? null}
            onChoose={slots.setSlot}
          />
        </div>
        <FieldError id="field-start-error" error={slot ? undefined : form.errors['start']} />
        <ModeField
          modes={slots.modes}
          chosen={chosenMode}
          priceOf={(mode) =>
            mode === 'online' && consent?.isMember ? '会员免费' : `${formatYuan(counsellor.price)}元`
          }
          onChoose={slots.setMode}
        />
        <TopicField counsellorName={counsellor.nickname} error={form.errors['topic']} />
        <DraftHelpCard note="预约可以照常提交，咨询师会看到。" />
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
        {isMinor ? <GuardianFields errors={form.errors} /> : <ContactFields errors={form.errors} />}
        {consentLoading.hasFailed && <ConsentFailure onRetry={consentLoading.retry} />}
        {consent && <ConsentDetails consent={consent} />}
        <AgreementField error={form.errors['agreed']} />
        {slot && (
          <p className="text-ink">
            {formatMoment(slot.start)}，{bookingModes[chosenMode]}，
            <strong className="text-warm-deep">{isFree ? '会员免费' : `${formatYuan(counsellor.price)}元`}</strong>
          </p>
        )}
        {slot && (
          <LateSlotNote
            key={slot.start}
            start={slot.start}
            consequence={isFree ? '提交后不能改期或取消' : '支付后不能改期或取消，费用不予退还'}
          />
        )}
        <SubmitButton form={form} label="提交预约" busyLabel="正在提交…" className="justify-self-start px-10" />
      </form>
    </Dialog>
  )
}

type ModeFieldProps = {
  modes: readonly BookingMode[]
  chosen: BookingMode
  priceOf: (mode: BookingMode) => string
  onChoose: (mode: BookingMode) => void
}

const ModeField = ({ modes, chosen, priceOf, onChoose }: ModeFieldProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 text-compact font-semibold text-ink">方式</legend>
    <div className="flex flex-wrap gap-3">
      {modes.map((mode) => (
        <label
          key={mode}
          className="flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-control px-4 text-ink has-checked:border-brand has-checked:bg-tint"
        >
          <input
            type="radio"
            name="mode"
            checked={mode === chosen}
            onChange={() => onChoose(mode)}
            className="size-4.5 accent-brand"
          />
          {bookingModes[mode]}
          <span className="text-sm text-muted">{priceOf(mode)}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

const TopicField = ({ counsellorName, error }: { counsellorName: string; error: string | undefined }) => (
  <div>
    <label htmlFor="field-topic" className="mb-1.5 block text-compact font-semibold text-ink">
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
      aria-invalid={error ? true : undefined}
      aria-describedby="field-topic-hint field-topic-error"
      className={`w-full rounded-lg border bg-surface px-3.5 py-2.5 text-base text-ink ${error ? 'border-danger' : 'border-control'}`}
    />
    <p id="field-topic-hint" className="text-sm text-muted">
      加密保存，只有{counsellorName}能看到；写到伤害自己或他人的念头时，协会值班人员也会收到提醒
    </p>
    <FieldError id="field-topic-error" error={error} />
  </div>
)

const GuardianFields = ({ errors }: { errors: FormState['errors'] }) => (
  <div className="grid gap-4 rounded-card bg-page p-4 sm:grid-cols-2">
    <Field name="guardianName" label="监护人姓名" required maxLength={20} error={errors['guardianName']} />
    <Field
      name="guardianPhone"
      label="监护人电话"
      required
      type="tel"
      inputMode="tel"
      maxLength={20}
      error={errors['guardianPhone']}
    />
    <label className="flex items-center gap-2.5 text-ink sm:col-span-2">
      <input
        type="checkbox"
        name="guardianAgreed"
        data-invalid={errors['guardianAgreed'] ? '' : undefined}
        className="size-4.5 accent-brand"
      />
      监护人已知情并同意本次咨询
    </label>
    <FieldError id="field-guardianAgreed-error" error={errors['guardianAgreed']} />
    <p className="text-sm text-muted sm:col-span-2">
      监护人的姓名和电话加密保存，平时不显示，只在情况紧急时使用；每次查看都有记录
    </p>
  </div>
)

const ContactFields = ({ errors }: { errors: FormState['errors'] }) => (
  <fieldset className="grid gap-4 rounded-card bg-page p-4 sm:grid-cols-2" aria-describedby="contact-hint">
    <legend className="sr-only">紧急联系人</legend>
    <Field name="contactName" label="紧急联系人姓名（选填）" maxLength={20} error={errors['contactName']} />
    <Field
      name="contactPhone"
      label="紧急联系人电话（选填）"
      type="tel"
      inputMode="tel"
      maxLength={20}
      error={errors['contactPhone']}
    />
    <p id="contact-hint" className="text-sm text-muted sm:col-span-2">
      您信任的家人或朋友。加密保存，平时不显示，只在情况紧急、联系不上您时使用；每次查看都有记录
    </p>
  </fieldset>
)

const ConsentFailure = ({ onRetry }: { onRetry: () => void }) => (
  <div className="grid justify-items-start gap-2">
    <Notice tone="error" role="alert">
      知情同意书加载失败，暂时不能提交预约。
    </Notice>
    <Button look="ghost" onClick={onRetry}>
      重新加载
    </Button>
  </div>
)

const ConsentDetails = ({ consent }: { consent: BookingConsent }) => (
  <details className="rounded-card border border-line px-4 py-3">
    <summary className="font-semibold text-brand-deep">{consent.title}（点击阅读）</summary>
    <dl className="mt-2 grid gap-2 text-compact">
      {consent.sections.map(({ heading, text }) => (
        <div key={heading}>
          <dt className="font-semibold text-ink">{heading}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </details>
)

const AgreementField = ({ error }: { error: string | undefined }) => (
  <div>
    <label className="flex min-h-10 cursor-pointer items-center gap-2.5 text-ink">
      <input type="checkbox" name="agreed" data-invalid={error ? '' : undefined} className="size-4.5 accent-brand" />
      我已阅读并同意《心理咨询预约知情同意书》
    </label>
    <FieldError id="field-agreed-error" error={error} />
  </div>
)
