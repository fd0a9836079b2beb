// Seats of a unit: its representative invites people by phone, and they accept.
import { useState } from 'react'
import { applicationMessages, mobilePattern } from '@xinqiao/contract/membership.ts'
import type { OwnMember, OwnMembership } from '@xinqiao/contract/http/membership/own.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../forms/use-form.ts'
import { useAction } from '../forms/use-action.ts'

type SeatChangeProps = { onChanged: () => Promise<void> }

export const OwnSeats = ({ seats, onChanged }: SeatChangeProps & Pick<OwnMembership, 'seats'>) => (
  <Card as="section" labelledBy="own-seats">
    <BlockHeading id="own-seats">单位会员席位</BlockHeading>
    <ul className="mt-3 divide-y divide-line">
      {seats.map((seat) => (
        <OwnSeat key={seat.id} seat={seat} onChanged={onChanged} />
      ))}
    </ul>
  </Card>
)

function OwnSeat({ seat, onChanged }: SeatChangeProps & { seat: OwnMembership['seats'][number] }) {
  const answerInvitation = (accept: boolean, message: string) => async () => {
    await api('POST /membership/seat/answer', { id: seat.id, accept })
    showToast(message)
    await onChanged()
  }
  const [accept, isAccepting] = useAction(answerInvitation(true, '已接受，您可享受单位会员的活动与服务待遇'))
  const [decline, isDeclining] = useAction(answerInvitation(false, seat.isTaken ? '已退出席位' : '已谢绝'))
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <p className="min-w-0 flex-1 basis-56">
        <strong className="text-ink">{seat.unitName}</strong>
        {seat.isTaken ? ' 为您分配了席位' : ' 邀请您使用单位会员席位'}
      </p>
      {!seat.isTaken && (
        <Button busy={isAccepting} onClick={accept}>
          接受
        </Button>
      )}
      <Button look="ghost" busy={isDeclining} onClick={decline}>
        {seat.isTaken ? '退出席位' : '谢绝'}
      </Button>
    </li>
  )
}

export function UnitSeats({ member, onChanged }: SeatChangeProps & { member: OwnMember }) {
  const { people, seats } = member
  const seatsLeft = seats - 1 - people.length
  const form = useForm({
    check(values) {
      const errors = findEmptyFields(values, { name: applicationMessages.name, phone: applicationMessages.mobilePhone })
      if (!errors['phone'] && !mobilePattern.test(values['phone'] ?? ''))
        errors['phone'] = applicationMessages.mobilePhoneWrong
      return errors
    },
    async send({ name = '', phone = '' }) {
      await api('POST /membership/seat/ask', { name, phone })
      showToast('邀请已发出，请提醒对方登录后在“我的会籍”中接受')
      form.formProps.ref.current?.reset()
      await onChanged()
    },
    fieldOf: { seatTaken: 'phone' },
  })
  return (
    <Card as="section" labelledBy="seats">
      <BlockHeading id="seats">本单位席位</BlockHeading>
      <p className="mt-3 text-muted">
        共{seats}个席位，会员代表占1个，还可分配{Math.max(0, seatsLeft)}
        个。席位使用人与个人会员享受同等的活动与服务待遇。
      </p>
      {people.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {people.map((person) => (
            <UnitSeat key={person.id} person={person} unit={member.name} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {seatsLeft > 0 && (
        <form {...form.formProps} className="mt-5 grid gap-4 sm:grid-cols-[1fr_1fr_auto] sm:items-start">
          <Field name="name" label="姓名" required maxLength={40} error={form.errors['name']} />
          <Field
            name="phone"
            label="手机号码"
            required
            type="tel"
            inputMode="tel"
            maxLength={11}
            error={form.errors['phone']}
          />
          <SubmitButton form={form} label="邀请" busyLabel="正在邀请…" className="sm:mt-8" />
        </form>
      )}
    </Card>
  )
}

type UnitSeatProps = SeatChangeProps & { person: OwnMember['people'][number]; unit: string }

function UnitSeat({ person, unit, onChanged }: UnitSeatProps) {
  const [isConfirming, setConfirming] = useState(false)
  const [remove, isBusy] = useAction(async () => {
    await api('POST /membership/seat/remove', { id: person.id })
    showToast('已收回席位')
    await onChanged()
  })
  const [passOn, isPassing] = useAction(async () => {
    await api('POST /membership/seat/represent', { id: person.id })
    showToast('会员代表已交接')
    await onChanged()
  })
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <p className="min-w-0 flex-1 basis-56">
        <strong className="text-ink">{person.name}</strong>
        <span className="ml-3 text-muted tabular-nums">{person.phone}</span>
        <span className="ml-3 text-sm text-muted">{person.isTaken ? '使用中' : '等待对方接受'}</span>
      </p>
      {person.isTaken && (
        <Button look="ghost" busy={isPassing} busyText="正在交接…" onClick={() => setConfirming(true)}>
          交接会员代表
        </Button>
      )}
      <Button look="ghost" busy={isBusy} onClick={remove}>
        收回
      </Button>
      {isConfirming && (
        <Confirm
          title={`由${person.name}接任会员代表吗？`}
          text={`交接后“${unit}”的会费、证书与席位由${person.name}管理，您改用其席位。会员名录中的介绍须由新代表重新同意公开。`}
          yes="交接"
          no="取消"
          onYes={() => {
            setConfirming(false)
            passOn()
          }}
          onNo={() => setConfirming(false)}
        />
      )}
    </li>
  )
}
