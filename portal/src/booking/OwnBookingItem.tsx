// The caller's appointment and its actions.
import { useState } from 'react'
import type { OwnBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm, Dialog } from '@xinqiao/ui/Dialog.tsx'
import { HelpDialog } from '../crisis/WriterHelpCard.tsx'
import { replies } from '../session/api.ts'
import { PayDialog } from '../payments/PayDialog.tsx'
import { formatMoment } from './format-slot.ts'
import { LateSlotNote } from './LateSlotNote.tsx'
import { OwnBookingButtons, type BookingDialogName } from './OwnBookingButtons.tsx'
import { OwnBookingFacts } from './OwnBookingFacts.tsx'
import { isSlotLost, SlotPicker } from './SlotPicker.tsx'
import { reloadWithToast, useBookingAction } from './use-booking-action.ts'
import { TextDialog } from './TextDialog.tsx'

export function OwnBookingItem({ booking }: { booking: OwnBooking }) {
  const { id, state } = booking
  const [dialogName, setDialogName] = useState<BookingDialogName | null>(null)
  const [start, setStart] = useState<number | null>(null)
  const [round, setRound] = useState(0)
  const close = () => setDialogName(null)
  const { isBusy, send, cardLevel, closeCard } = useBookingAction(close)
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
  return (
    <li className="py-5">
      <OwnBookingFacts booking={booking} />
      <OwnBookingButtons booking={booking} onOpenDialog={setDialogName} />
      {cardLevel && <HelpDialog level={cardLevel} onClose={closeCard} />}
      {dialogName === 'pay' && (
        <PayDialog
          title="支付咨询费"
          about={`${booking.counsellorName}，${formatMoment(booking.start)}`}
          kind="booking"
          reference={`${id}`}
          onClose={(isPaid) => (isPaid ? reloadWithToast('预约成功') : close())}
        />
      )}
      {dialogName === 'cancel' && (
        <Confirm
          title="取消预约"
          text={`确定取消 ${formatMoment(booking.start)} 的预约吗？${state === 'booked' && booking.priceCents > 0 ? '费用将原路退回。' : ''}`}
          yes="取消预约"
          no="再想想"
          onYes={() => send(() => replies('POST /booking/cancel', { id }))}
          onNo={close}
        />
      )}
      {dialogName === 'change' && (
        <Dialog title="改期" onClose={close} width="wide">
          <SlotPicker
            key={round}
            counsellorId={booking.counsellorId}
            chosen={start}
            mode={booking.mode}
            onChoose={(slot) => setStart(slot.start)}
          />
          {start !== null && <LateSlotNote key={start} start={start} consequence="改期后不能再改期或取消" />}
          <Button className="mt-5" busy={isBusy} busyText="正在提交…" disabled={start === null} onClick={change}>
            {start === null ? '请选择时间' : `改到 ${formatMoment(start)}`}
          </Button>
        </Dialog>
      )}
      {dialogName === 'rate' && (
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
      {dialogName === 'complain' && (
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
