// One's own registration: how it stands, the ticket, and what may still be changed.
import { type ReactNode, useState } from 'react'
import type { MeetingPage, OwnRegistration } from '@xinqiao/contract/http/meetings.ts'
import {
  type AttendType,
  attendTypeTitle,
  registrationStates,
  requestKinds,
  requestStates,
} from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm, Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { TextArea } from '@xinqiao/ui/TextArea.tsx'
import { api } from '../accounts/api.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { requireFields, useForm, useReady } from '../forms/useForm.ts'
import { checkReceipt, ReceiptFields, readReceipt } from './ReceiptFields.tsx'

type OwnPlaceProps = {
  own: OwnRegistration
  page: MeetingPage
  units: readonly { id: number; unitName: string }[]
  onChanged: () => Promise<void>
  onFailed: (error: unknown) => void
}
type Open = 'none' | 'ticket' | 'change' | 'cancel' | 'transfer' | 'people'

const minute = (time: string) => time.slice(0, 16)

export function OwnPlace({ own, page, units, onChanged, onFailed }: OwnPlaceProps) {
  const [open, setOpen] = useState<Open>('none')
  const isReady = useReady()
  const close = () => setOpen('none')
  const { receipt } = own
  const done = async (sentence: string) => {
    close()
    showToast(sentence)
    await onChanged()
  }
  const cancel = async () => {
    try {
      const { isAsked } = await api('POST /activityUser/cancel', { id: own.id })
      await done(isAsked ? '已提交取消申请，请等待会务组处理' : '已取消参会')
    } catch (error) {
      close()
      onFailed(error)
    }
  }
  return (
    <Card as="section" labelledBy="own" className="border-2 border-tint px-5 py-7 sm:p-10">
      <BlockHeading
        id="own"
        end={
          <span className="rounded-full bg-tint px-3 py-1 text-sm text-brand-deep">
            {registrationStates[own.state]}
          </span>
        }
      >
        我的报名
      </BlockHeading>
      <div className="mt-4">
        <StateNotice own={own} />
      </div>
      <dl className="mt-5 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact label="参会身份">{attendTypeTitle(own.activityAttendTypeId)}</Fact>
        <Fact label="会务费">{(own.fee / 100).toFixed(2)} 元</Fact>
        <Fact label="姓名与单位">{[receipt.name, receipt.companyName].filter(Boolean).join('，')}</Fact>
        {receipt.unitName && <Fact label="专业委员会">{receipt.unitName}</Fact>}
        <Fact label="到达与离开">{`${minute(receipt.arrivalTime)} 至 ${minute(receipt.leaveTime)}`}</Fact>
        <Fact label="住宿">
          {receipt.dorm > 0
            ? `会务组安排，标准间${receipt.dorm}间${own.roomName && `，房间${own.roomName}`}`
            : '自行安排'}
        </Fact>
        {own.checkedInTime && <Fact label="签到">{minute(own.checkedInTime)}</Fact>}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        {own.state === 'pending' && (
          <ButtonLink href={withQuery(routes.paymentChannel, { activityUserId: own.id })} look="accent">
            去缴费
          </ButtonLink>
        )}
        {own.state === 'paid' && (
          <>
            <Button disabled={!isReady} onClick={() => setOpen('ticket')}>
              签到码
            </Button>
            <Button look="ghost" disabled={!isReady} onClick={() => setOpen('people')}>
              参会者名单
            </Button>
            <Button look="ghost" disabled={!isReady} onClick={() => setOpen('transfer')}>
              转让名额
            </Button>
          </>
        )}
        <Button look="ghost" disabled={!isReady} onClick={() => setOpen('change')}>
          {own.mayChange ? '修改回执' : '申请变更'}
        </Button>
        <Button look="plain" disabled={!isReady} onClick={() => setOpen('cancel')}>
          取消参会
        </Button>
      </div>
      {own.requests.length > 0 && (
        <ul className="mt-6 divide-y divide-line border-t border-line text-[0.9375rem]">
          {own.requests.map((request) => (
            <li key={request.id} className="py-3">
              <strong className="text-ink">{requestKinds[request.kind]}</strong>：{requestStates[request.state]}
              {request.answer && `，${request.answer}`}
              <span className="ml-2 text-sm text-muted">{minute(request.time)}</span>
            </li>
          ))}
        </ul>
      )}
      {open === 'ticket' && <TicketDialog own={own} onClose={close} />}
      {open === 'people' && <PeopleDialog meetingId={page.meeting.id} onClose={close} onFailed={onFailed} />}
      {open === 'change' && <ChangeDialog own={own} units={units} onClose={close} onDone={done} />}
      {open === 'transfer' && <TransferDialog own={own} onClose={close} onDone={done} />}
      {open === 'cancel' && (
        <Confirm
          title="取消参会"
          text={cancelText(own)}
          yes="确认取消"
          no="再想想"
          onYes={() => void cancel()}
          onNo={close}
        />
      )}
    </Card>
  )
}

function cancelText(own: OwnRegistration): string {
  if (own.state !== 'paid' || own.fee === 0) return '取消后名额将释放，如需参会请重新报名。'
  if (own.refundPercent === 0) return '已过退费时间，按规则不退会务费。提交后由会务组根据情况处理。'
  const back = ((own.fee * own.refundPercent) / 10_000).toFixed(2)
  return `按规则退还会务费的${own.refundPercent}%，即${back}元，经财务审核后原路退回。取消后名额将释放。`
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="break-words text-ink">{children}</dd>
  </div>
)

function StateNotice({ own }: { own: OwnRegistration }) {
  if (own.state === 'waiting')
    return <Notice>{`您在候补名单中排第${own.waitingPlace ?? 1}位，有名额时会通过站内消息和短信通知您。`}</Notice>
  if (own.state === 'pending')
    return (
      <Notice tone="warm">
        {own.payUntil ? `名额为您保留至${minute(own.payUntil)}，请在此之前缴费。` : '报名已提交，请完成缴费。'}
      </Notice>
    )
  return <Notice>报名和缴费均已完成，报到时请出示签到码。</Notice>
}

type PartProps = { own: OwnRegistration; onClose: () => void }

const TicketDialog = ({ own, onClose }: PartProps) => (
  <Dialog title="签到码" onClose={onClose}>
    <div className="text-center">
      <img
        src={`/prod-api/activityUser/ticket?id=${own.id}`}
        alt="签到二维码"
        width="480"
        height="480"
        className="mx-auto size-60 rounded-lg bg-white"
      />
      <p className="mt-3 font-semibold text-ink">{own.receipt.name || own.receipt.companyName}</p>
      <p className="text-[0.9375rem] text-muted">报到时出示此码；也可以截图保存，没有网络时同样有效</p>
      <p className="mt-2 text-sm break-all text-muted" data-testid="ticket">
        {own.ticket}
      </p>
    </div>
  </Dialog>
)

type PeopleProps = { meetingId: number; onClose: () => void; onFailed: (error: unknown) => void }

function PeopleDialog({ meetingId, onClose, onFailed }: PeopleProps) {
  const [people, setPeople] = useState<{ name: string; companyName: string }[] | null>(null)
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) {
    setAsked(true)
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
              <span className="ml-3 text-[0.9375rem] text-muted">{person.companyName}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type FormProps = PartProps & { onDone: (sentence: string) => Promise<void> }

function ChangeDialog({ own, units, onClose, onDone }: FormProps & Pick<OwnPlaceProps, 'units'>) {
  const type = own.activityAttendTypeId as AttendType
  const form = useForm({
    check: (values) => checkReceipt(values, type),
    async send(values) {
      const { isAsked } = await api('PUT /activityUser/receipt', { ...readReceipt(values), id: own.id })
      await onDone(isAsked ? '已提交变更申请，请等待会务组处理' : '修改成功')
    },
  })
  return (
    <Dialog title={own.mayChange ? '修改回执' : '申请变更'} width="wide" onClose={onClose} closesLightly={false}>
      <form {...form.formProps} className="grid gap-6">
        {!own.mayChange && <Notice tone="warm">已过自行修改的时间，提交后由会务组核对住宿与用餐后处理。</Notice>}
        <ReceiptFields type={type} units={units} errors={form.errors} initial={own.receipt} />
        {!own.mayChange && <TextArea name="reason" label="变更说明" maxLength={300} error={form.errors['reason']} />}
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

function TransferDialog({ own, onClose, onDone }: FormProps) {
  const form = useForm({
    check: (values) =>
      requireFields(values, { username: '请输入对方的账号', name: '请输入对方的姓名', phone: '请输入对方的手机号' }),
    async send({ username = '', name = '', phone = '', reason = '' }) {
      await api('POST /activityUser/transfer', { id: own.id, username, name, phone, reason })
      await onDone('已提交转让申请，请等待会务组处理')
    },
  })
  return (
    <Dialog title="转让名额" onClose={onClose} closesLightly={false}>
      <form {...form.formProps} className="grid gap-5">
        <Notice>
          对方须先在本站注册；会员名额只能转让给本会会员。核准后，签到码归对方使用，会务费由双方自行结算。
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
