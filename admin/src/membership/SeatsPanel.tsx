// The seats of a unit, and the change of its representative.
import { Alert, App, Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import type { MemberForStaff } from '@xinqiao/contract/http/membership/members.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

type MemberSeat = MemberForStaff['people'][number]
type SeatsPanelProps = { member: MemberForStaff; mayChange: boolean; onChanged: () => void }

export function SeatsPanel({ member, mayChange, onChanged }: SeatsPanelProps) {
  const [next, setNext] = useState<MemberSeat | null>(null)
  return (
    <section className="panel">
      <h2>席位</h2>
      {member.excess && (
        <Alert
          className="note-above"
          type="warning"
          showIcon
          title="已用席位超过级别名额"
          description={`“${member.levelTitle}”有${member.excess.seats}个席位，已用${member.excess.used}个（含会员代表与待接受的邀请）。请联系单位收回多出的席位，或改为席位更多的级别。`}
        />
      )}
      {member.people.length === 0 && <p className="hint">还没有分配席位</p>}
      <ul className="member-lines">
        {member.people.map((person) => (
          <li key={person.id}>
            <span>{person.name}</span>
            <span>
              {person.phone} {person.isTaken ? '使用中' : '待接受'}
              {mayChange && person.isTaken && (
                <Button type="link" aria-label={`设为会员代表：${person.name}`} onClick={() => setNext(person)}>
                  设为会员代表
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {next && (
        <RepresentativeDialog
          member={member}
          next={next}
          onClose={() => setNext(null)}
          onDone={() => {
            setNext(null)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

type RepresentativeDialogProps = { member: MemberForStaff; next: MemberSeat; onClose: () => void; onDone: () => void }
type RepresentativeFields = { reason: string; keepsSeat: boolean }

function RepresentativeDialog({ member, next, onClose, onDone }: RepresentativeDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<RepresentativeFields>()
  const [save, busy] = useFormAction(form, async (fields: RepresentativeFields) => {
    await api('POST /admin/member/representative', { ...fields, id: member.id, seatId: next.id })
    message.success('会员代表已更换，双方已收到通知')
    onDone()
  })
  return (
    <FormDialog
      form={form}
      initialValues={{ keepsSeat: false }}
      open
      title={`由${next.name}接任会员代表`}
      okText="更换"
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Alert
        className="note-above"
        type="warning"
        showIcon
        title={`“${member.name}”的会费、证书与席位改由${next.name}的账号管理，此前的订单仍在原代表${member.organization}的账号中。`}
      />
      <Form.Item name="keepsSeat" valuePropName="checked">
        <Checkbox>原代表仍在本单位，改用空出的席位</Checkbox>
      </Form.Item>
      <Form.Item name="reason" label="更换理由" extra="记入审计日志" rules={requiredTextRules('请填写更换理由')}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
