// An own appointment and its actions.
import { useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { bookingModes, bookingStates } from '@xinqiao/contract/counselling.ts'
import type { OwnBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { yuan } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Confirm, Dialog } from '@xinqiao/ui/Dialog.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { CareDialog, careOf } from '../crisis/CareNote.tsx'
import { saveLevel } from '../crisis/saved-levels.ts'
import { replies } from '../accounts/api.ts'
import { PayDialog } from '../payments/PayDialog.tsx'
import { useActing } from '../qa/acting.ts'
import { counsellorHref } from '../qa/asking.ts'
import { EnterButton } from './EnterButton.tsx'
import { momentOf } from './hours.ts'
import { isSlotLost, SlotPicker } from './SlotPicker.tsx'
import { TextDialog } from './TextDialog.tsx'

type Step = 'pay' | 'cancel' | 'change' | 'rate' | 'complain' | null

export function OwnItem({ booking }: { booking: OwnBooking }) {
  const { id, state } = booking
  const [step, setStep] = useState<Step>(null)
  const [start, setStart] = useState<number | null>(null)
  const [round, setRound] = useState(0)
  const { isBusy, act } = useActing(true)
  const finish = (message: string) => {
    toastOnNextPage(message)
    location.reload()
  }
  const [cared, setCared] = useState<{ level: CrisisLevel; message: string } | null>(null)
  const send = (work: () => Promise<{ msg: string; data: object }>) =>
    act(async () => {
      const show = (level: CrisisLevel, message: string) => {
        setStep(null)
        setCared({ level, message })
        saveLevel('booking', level)
      }
      try {
        const { msg, data } = await work()
        const level = 'care' in data ? (data.care as CrisisLevel | null) : null
        if (level) show(level, msg)
        else finish(msg)
      } catch (error) {
        const level = careOf(error)
        if (!level) throw error
        show(level, (error as Error).message)
      }
    })
  const closeCard = () => {
    saveLevel('booking', null)
    finish(cared?.message ?? '')
  }
  const change = () =>
    send(() =>
      replies('POST /booking/change', { id, start: start ?? 0 }).catch((error: unknown) => {
        if (isSlotLost(error)) {
          setStart(null)
          setRound(round + 1)
        }
        throw error
      }),
    )
  const close = () => setStep(null)
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg font-semibold text-ink">{momentOf(booking.start)}</h2>
        <span className="rounded-full bg-tint px-2.5 py-0.5 text-sm text-brand-deep">{bookingStates[state]}</span>
      </div>
      <p className="mt-1">
        <a
          href={counsellorHref({ id: booking.counsellorId, userId: booking.counsellorUserId })}
          className="text-brand-deep underline"
        >
          {booking.counsellorName}
        </a>
        ，{bookingModes[booking.mode]}，{booking.priceCents > 0 ? `${yuan(booking.priceCents)}元` : '会员免费'}
      </p>
      {state === 'held' && booking.holdUntil && (
        <p className="text-sm text-warm-ink">请在 {booking.holdUntil.slice(11, 16)} 之前完成支付，逾期自动释放</p>
      )}
      {state === 'cancelled' && booking.cancelReason && (
        <p className="text-sm text-muted">取消原因：{booking.cancelReason}</p>
      )}
      {state === 'cancelled' && booking.isPaid && (
        <p className="text-sm text-muted">
          费用原路退回，到账进度见
          <a href={routes.orders} className="text-brand-deep underline">
            我的订单
          </a>
        </p>
      )}
      {state === 'booked' && !booking.canChange && (
        <p className="text-sm text-muted">距开始不足24小时，不能改期或取消；如有紧急情况请联系秘书处</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {booking.accid && <EnterButton accid={booking.accid} />}
        {state === 'held' && <Button onClick={() => setStep('pay')}>去支付</Button>}
        {booking.canChange && (
          <Button look="ghost" onClick={() => setStep('change')}>
            改期
          </Button>
        )}
        {(booking.canChange || state === 'held') && (
          <Button look="ghost" onClick={() => setStep('cancel')}>
            取消预约
          </Button>
        )}
        {state === 'booked' && (
          <ButtonLink href={`/prod-api/booking/ics?id=${id}`} look="ghost">
            加入日历
          </ButtonLink>
        )}
        {booking.canRate && (
          <Button look="ghost" onClick={() => setStep('rate')}>
            {booking.stars === null ? '评价' : `修改评价（${booking.stars}分）`}
          </Button>
        )}
        {booking.hasBegun && (state === 'done' || state === 'noShow' || state === 'booked') && (
          <Button look="plain" onClick={() => setStep('complain')}>
            投诉
          </Button>
        )}
      </div>
      {cared && <CareDialog level={cared.level} onClose={closeCard} />}
      {step === 'pay' && (
        <PayDialog
          title="支付咨询费"
          about={`${booking.counsellorName}，${momentOf(booking.start)}`}
          kind="booking"
          reference={`${id}`}
          onClose={(isPaid) => (isPaid ? finish('预约成功') : close())}
        />
      )}
      {step === 'cancel' && (
        <Confirm
          title="取消预约"
          text={`确定取消 ${momentOf(booking.start)} 的预约吗？${state === 'booked' && booking.priceCents > 0 ? '费用将原路退回。' : ''}`}
          yes="取消预约"
          no="再想想"
          onYes={() => send(() => replies('POST /booking/cancel', { id }))}
          onNo={close}
        />
      )}
      {step === 'change' && (
        <Dialog title="改期" onClose={close} width="wide">
          <SlotPicker
            key={round}
            counsellorId={booking.counsellorId}
            chosen={start}
            mode={booking.mode}
            onChoose={(slot) => setStart(slot.start)}
          />
          <Button className="mt-5" busy={isBusy} busyText="正在提交…" disabled={start === null} onClick={change}>
            {start === null ? '请选择时间' : `改到 ${momentOf(start)}`}
          </Button>
        </Dialog>
      )}
      {step === 'rate' && (
        <TextDialog
          title="评价这次咨询"
          label="想说的话（选填），加密保存，只有您和咨询师能看到"
          maxLength={200}
          stars={booking.stars ?? 5}
          written={booking.ratingText}
          onClose={close}
          onSend={(text, stars) => send(() => replies('POST /booking/rate', { id, text, stars }))}
        />
      )}
      {step === 'complain' && (
        <TextDialog
          title="投诉"
          label="投诉内容"
          maxLength={500}
          missing="请填写投诉内容"
          onClose={close}
          onSend={(text) => send(() => replies('POST /booking/complain', { id, text }))}
        />
      )}
    </li>
  )
}
