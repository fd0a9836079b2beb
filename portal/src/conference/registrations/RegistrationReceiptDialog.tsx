// The receipt form of a registration. If the type is full, it offers the waiting list.
import { useState } from 'react'
import type { Meeting, OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { type AttendType, attendTypeTitle, meetingMessages } from '@xinqiao/contract/meetings.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { api } from '../../session/api.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { useForm, readFormValues } from '../../forms/use-form.ts'
import { saveReceiptDraft, readReceiptDraft } from './receipt-draft.ts'
import { checkRegistrationReceipt, ReceiptFields, toRegistrationReceipt } from './ReceiptFields.tsx'

type RegistrationReceiptDialogProps = {
  meeting: Meeting
  type: AttendType
  units: readonly { id: number; unitName: string }[]
  /** Data already known of the person. */
  known: Partial<OwnRegistration['receipt']>
  onClose: () => void
  /** @param message the server's message, which also says whether to pay next */
  onDone: (id: number, message: string) => void
}

export function RegistrationReceiptDialog({
  meeting,
  type,
  units,
  known,
  onClose,
  onDone,
}: RegistrationReceiptDialogProps) {
  const [isFull, setFull] = useState(false)
  const [draft] = useState(() => readReceiptDraft(meeting.id))
  const form = useForm({
    check: (values) => checkRegistrationReceipt(values, type),
    async send(values) {
      const reply = await api('POST /activityUser/addPerson', {
        ...toRegistrationReceipt(values),
        activityAttendTypeId: type,
        activityId: meeting.id,
        waiting: isFull,
      })
      if (reply.activityUser) {
        saveReceiptDraft(meeting.id, null)
        onDone(reply.activityUser.id, reply.message)
        return
      }
      setFull(reply.isFull)
      form.setMessage(reply.message || meetingMessages.failed)
    },
  })
  return (
    <Dialog title={`参会回执（${attendTypeTitle(type)}）`} width="wide" onClose={onClose} closesLightly={false}>
      <form
        {...form.formProps}
        className="grid gap-6"
        onChange={(event) => saveReceiptDraft(meeting.id, toRegistrationReceipt(readFormValues(event.currentTarget)))}
      >
        <p className="text-compact text-muted">{meeting.title}</p>
        <ReceiptFields type={type} units={units} errors={form.errors} initial={draft ?? known} />
        {isFull && (
          <Notice tone="warm">
            登记候补后，有名额时会按登记先后通知您，请在通知的时限内缴费；也可以返回选择其他参会身份。
          </Notice>
        )}
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button look="ghost" className="min-h-12" onClick={onClose}>
            取消
          </Button>
          <SubmitButton form={form} label={isFull ? '登记候补' : '提交回执'} busyLabel="正在提交…" className="px-8" />
        </div>
      </form>
    </Dialog>
  )
}
