// A client's appointment for the counsellor: the booking note, the outcome, and private notes.
import { useState } from 'react'
import { describeBookingCall } from '@xinqiao/contract/calls.ts'
import { bookingModes, bookingStates } from '@xinqiao/contract/counselling.ts'
import type { BookingNote, CounsellorBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { formatMinute } from '../frame/format-time.ts'
import { SecretariatLink } from '../frame/SecretariatLink.tsx'
import { api, replies } from '../session/api.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { ClientContact } from './ClientContact.tsx'
import { EnterRoomButton } from './EnterRoomButton.tsx'
import { formatMoment } from './format-slot.ts'
import { TextDialog } from './TextDialog.tsx'

const contactLooks = {
  line: 'flex flex-wrap items-center gap-2 text-muted',
  action: 'inline-flex min-h-11 items-center font-semibold text-brand-deep underline underline-offset-4',
}
const kinds = { note: '咨询记录', referral: '转介' } as const

export function CounsellorBookingItem({ booking }: { booking: CounsellorBooking }) {
  const { id, state, intake } = booking
  const [notes, setNotes] = useState<BookingNote[] | null>(null)
  const [openForm, setOpenForm] = useState<'note' | 'referral' | null>(null)
  const { isBusy, run } = useExclusiveTask()
  const settle = (outcome: 'done' | 'noShow') =>
    run(async () => {
      const { msg } = await replies('POST /booking/settle', { id, outcome })
      toastOnNextPage(msg)
      location.reload()
    })
  const open = () => run(async () => setNotes(notes ? null : await api('GET /booking/notes', { id })))
  const write = (text: string) =>
    run(async () => {
      const { data, msg } = await replies('POST /booking/note', { id, kind: openForm ?? 'note', text })
      setNotes([data, ...(notes ?? [])])
      setOpenForm(null)
      showToast(msg)
    })
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg font-semibold text-ink">{formatMoment(booking.start)}</h2>
        <span className="rounded-full bg-tint px-2.5 py-0.5 text-sm text-brand-deep">
          {state === 'booked' && booking.isOver ? '待记录结果' : bookingStates[state]}
        </span>
      </div>
      {state === 'cancelled' && booking.cancelReason && (
        <p className="text-sm text-muted">取消原因：{booking.cancelReason}</p>
      )}
      <p className="mt-1 text-muted">
        {booking.clientName}，{bookingModes[booking.mode]}
        {intake.minor && '，未成年人'}
      </p>
      {intake.hasContact && <ClientContact bookingId={id} isGuardian={intake.minor} looks={contactLooks} />}
      <p className="mt-2 whitespace-pre-line">主要困扰：{intake.topic}</p>
      {intake.history && <p className="whitespace-pre-line">既往情况：{intake.history}</p>}
      {booking.stars !== null && (
        <p className="mt-2 whitespace-pre-line">
          来访者评价：{booking.stars}分{booking.ratingText && `，${booking.ratingText}`}
        </p>
      )}
      {booking.calls.map((call) => (
        <p key={call.beginTime} className="mt-1 text-sm text-muted">
          {describeBookingCall(call)}
        </p>
      ))}
      <div className="mt-3 flex flex-wrap gap-2">
        {booking.accid && <EnterRoomButton booking={booking} />}
        {booking.canSettle && (
          <>
            <Button look="ghost" busy={isBusy} onClick={() => settle('done')}>
              已完成
            </Button>
            <Button look="ghost" busy={isBusy} onClick={() => settle('noShow')}>
              未到
            </Button>
          </>
        )}
        <Button look="plain" aria-expanded={notes !== null} onClick={open}>
          {notes ? '收起记录' : '查看记录'}
        </Button>
        <Button look="plain" onClick={() => setOpenForm('note')}>
          写记录
        </Button>
        <Button look="plain" onClick={() => setOpenForm('referral')}>
          记录转介
        </Button>
      </div>
      {state === 'booked' && !booking.hasBegun && (
        <p className="mt-2 text-sm text-muted">
          来不了时，请
          <SecretariatLink />
          代为取消：来访者会收到通知，费用全额退回。
        </p>
      )}
      {notes && (
        <ul className="mt-3 grid gap-2 rounded-card bg-page p-4">
          {notes.length === 0 && <li className="text-muted">还没有记录。记录加密保存，只有您能看到。</li>}
          {notes.map((note) => (
            <li key={note.id}>
              <span className="text-sm text-muted">
                {kinds[note.kind]} · {formatMinute(note.time)}
              </span>
              <p className="whitespace-pre-line">{note.text}</p>
            </li>
          ))}
        </ul>
      )}
      {openForm && (
        <TextDialog
          title={kinds[openForm]}
          label={`${openForm === 'referral' ? '去向与原因' : '内容'}（加密保存，只有您能看到）`}
          maxLength={5000}
          missing={openForm === 'referral' ? '请填写转介去向与原因' : '请填写记录'}
          isProfessional
          onClose={() => setOpenForm(null)}
          onSend={write}
        />
      )}
    </li>
  )
}
