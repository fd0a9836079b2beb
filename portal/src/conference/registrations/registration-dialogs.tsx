// Dialogs of a registration: ticket, list of participants, changes, transfer.
import { useState } from 'react'
import type { OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import type { AttendType } from '@xinqiao/contract/meetings.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { TextArea } from '@xinqiao/ui/TextArea.tsx'
import { api } from '../../session/api.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { checkRegistrationReceipt, ReceiptFields, toRegistrationReceipt } from './ReceiptFields.tsx'

type RegistrationDialogProps = { registration: OwnRegistration; onClose: () => void }

export const TicketDialog = ({ registration, onClose }: RegistrationDialogProps) => (
  <Dialog title="签到码" onClose={onClose}>
    <div className="text-center">
      <img
        src={`/prod-api/activityUser/ticket?id=${registration.id}`}
        alt="签到二维码"
        width="480"
        height="480"
        className="mx-auto size-60 rounded-lg bg-white"
      />
      <p className="mt-3 font-semibold text-ink">{registration.receipt.name || registration.receipt.companyName}</p>
      <p className="text-compact text-muted">报到时出示此码；也可以截图保存，没有网络时同样有效</p>
      <p className="mt-2 text-sm break-all text-muted" data-testid="ticket">
        {registration.ticket}
      </p>
    </div>
  </Dialog>
)

type PeopleDialogProps = { meetingId: number; onClose: () => void; onFailed: (error: unknown) => void }

export function PeopleDialog({ meetingId, onClose, onFailed }: PeopleDialogProps) {
  const [people, setPeople] = useState<{ name: string; companyName: string }[] | null>(null)
  const [hasStarted, setStarted] = useState(false)
  if (!hasStarted) {
    setStarted(true)
    api('GET /meeting/participants', { activityId: meetingId }).then(setPeople, (error: unknown) => {
      onClose()
      onFailed(error)
    })
  }
  return (
    <Dialog title="参会者名单" onClose={onClose}>
      {people === null ? (
        <p className="text-muted">正在加载…</p>
      ) : people.length === 0 ? (
        <p className="text-muted">还没有人同意公开姓名。</p>
      ) : (
        <ul className="divide-y divide-line">
          {people.map((person, index) => (
            <li key={index} className="py-2">
              <strong className="text-ink">{person.name}</strong>
              <span className="ml-3 text-compact text-muted">{person.companyName}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type RegistrationFormProps = RegistrationDialogProps & { onDone: (message: string) => Promise<void> }

export function ChangeDialog({
  registration,
  units,
  onClose,
  onDone,
}: RegistrationFormProps & { units: readonly { id: number; unitName: string }[] }) {
  const type = registration.activityAttendTypeId as AttendType
  const form = useForm({
    check: (values) => checkRegistrationReceipt(values, type),
    async send(values) {
      const { isRequested, invoice } = await api('PUT /activityUser/receipt', {
        ...toRegistrationReceipt(values),
        id: registration.id,
      })
      await onDone(isRequested ? '已提交变更申请，请等待会务组处理' : ['修改成功', invoice].filter(Boolean).join('，'))
    },
  })
  return (
    <Dialog
      title={registration.needsReceipt ? '完善回执' : registration.mayChange ? '修改回执' : '申请变更'}
      width="wide"
      onClose={onClose}
      closesLightly={false}
    >
      <form {...form.formProps} className="grid gap-6">
        {!registration.mayChange && (
          <Notice tone="warm">已过自行修改的时间，提交后由会务组核对住宿与用餐后处理。</Notice>
        )}
        <ReceiptFields
          type={type}
          units={units}
          errors={form.errors}
          initial={registration.receipt}
          isPaidByOther={registration.isPaidByOther}
        />
        {!registration.mayChange && (
          <TextArea name="reason" label="变更说明" maxLength={300} error={form.errors['reason']} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="ghost" className="min-h-12" onClick={onClose}>
            取消
          </Button>
          <SubmitButton form={form} label="提交" busyLabel="正在提交…" className="px-8" />
        </div>
      </form>
    </Dialog>
  )
}

export function PassOnPlaceDialog({ registration, onClose, onDone }: RegistrationFormProps) {
  const form = useForm({
    check: (values) =>
      findEmptyFields(values, { username: '请输入对方的账号', name: '请输入对方的姓名', phone: '请输入对方的手机号' }),
    async send({ username = '', name = '', phone = '', reason = '' }) {
      await api('POST /activityUser/transfer', { id: registration.id, username, name, phone, reason })
      await onDone('已提交转让申请，请等待会务组处理')
    },
  })
  return (
    <Dialog title="转让名额" onClose={onClose} closesLightly={false}>
      <form {...form.formProps} className="grid gap-5">
        <Notice>
          对方须先在本站注册；会员名额只能转让给本会会员。核准后，签到码归对方使用，会务费由双方自行结算，发票仍开给缴费人。
        </Notice>
        <Field name="username" label="对方的账号" required maxLength={60} error={form.errors['username']} />
        <Field name="name" label="对方的姓名" required maxLength={40} error={form.errors['name']} />
        <Field
          name="phone"
          label="对方的手机号"
          required
          type="tel"
          inputMode="tel"
          maxLength={20}
          error={form.errors['phone']}
        />
        <TextArea name="reason" label="说明" rows={3} maxLength={300} error={form.errors['reason']} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="ghost" className="min-h-12" onClick={onClose}>
            取消
          </Button>
          <SubmitButton form={form} label="提交申请" busyLabel="正在提交…" className="px-8" />
        </div>
      </form>
    </Dialog>
  )
}
