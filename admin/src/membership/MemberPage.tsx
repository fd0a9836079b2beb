// One member: card, terms, seats, reminders; opened with a reason, corrected, ended.
import { App, Button, Form, Input } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { memberKinds } from '@xinqiao/contract/membership.ts'
import type { StaffMember } from '@xinqiao/contract/http/staff-members.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ReasonDialog } from '../care/ReasonDialog.tsx'
import { useLoaded } from '../frame/calls.ts'
import { FormDialog } from '../frame/FormDialog.tsx'
import { useFormAction } from '../frame/forms.ts'
import { Link } from '../frame/router.tsx'
import type { ScreenProps } from '../frame/screens.tsx'
import { LoadFailed, ScreenHead, Waiting } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { useStaff } from '../session/Session.tsx'
import './membership.css'
import { MemberTag, minutes, yuan } from './tags.tsx'

type Revealed = { idNumber: string; phone: string; email: string }

export function MemberPage({ id: given }: ScreenProps) {
  const id = Number(given)
  const { role } = useStaff()
  const loaded = useLoaded(`member ${id}`, () => api('GET /admin/member', { id }))
  const [full, setFull] = useState<Revealed | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [changing, setChanging] = useState<'correct' | 'end' | null>(null)
  const { data: member, error, reload } = loaded
  if (error) return <LoadFailed sentence={error} onRetry={reload} extra={<Link to="/members">返回列表</Link>} />
  if (!member) return <Waiting />
  const isSecretariat = role === 'administrator'
  const facts: [string, ReactNode][] = [
    ['会员编号', member.number],
    ['类别', `${member.levelTitle}（${memberKinds[member.kind]}）`],
    [member.kind === 'unit' ? '会员代表' : '所在单位', member.organization || '—'],
    ...(member.gender ? [['性别', member.gender] as [string, string]] : []),
    [member.kind === 'unit' ? '统一社会信用代码' : '身份证号码', full?.idNumber || member.idNumber || '—'],
    ['手机号', full?.phone ?? member.phone],
    ['邮箱', full?.email || member.email || '—'],
    ['账号', member.username || '尚未登录关联'],
    ['入会日期', member.joinedOn],
    ['会期', `${member.termFrom} 至 ${member.termUntil}`],
    [
      '证书',
      member.certificateNumber ? (
        <a href={withQuery(routes.certificate, { no: member.certificateNumber })} target="_blank" rel="noreferrer">
          {member.certificateNumber}
        </a>
      ) : (
        '—'
      ),
    ],
    ['会员名录', member.inDirectory ? `公开${member.introduction && `：${member.introduction}`}` : '不公开'],
    ...(member.leftOn ? [['退会', `${member.leftOn} ${member.leftReason}`] as [string, string]] : []),
  ]
  return (
    <>
      <ScreenHead title={member.name} lead={`${member.levelTitle} ${member.number}`}>
        {isSecretariat && member.state !== 'left' && (
          <>
            <Button onClick={() => setChanging('correct')}>更正资料</Button>
            <Button danger onClick={() => setChanging('end')}>
              终止会籍
            </Button>
          </>
        )}
      </ScreenHead>
      <section className="panel">
        <h2>会员资料</h2>
        <p>
          <MemberTag state={member.state} />
        </p>
        <dl className="member-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="member-tags">
          {!full && role !== 'finance' && <Button onClick={() => setAsking(true)}>查看完整号码</Button>}
          {member.applicationId !== null && role !== 'finance' && (
            <Link to={`/member-applications/${member.applicationId}`}>入会申请</Link>
          )}
        </p>
      </section>
      <section className="panel">
        <h2>缴费与会期</h2>
        {member.terms.length === 0 && <p className="hint">没有缴费记录</p>}
        <ul className="member-lines">
          {member.terms.map((term) => (
            <li key={term.id}>
              <span>
                {term.from} 至 {term.until}
              </span>
              <span>
                {term.cents > 0 ? `${yuan(term.cents)}元` : '线下登记'}
                {term.orderNo && <span className="hint"> 订单 {term.orderNo}</span>}
                {term.isCancelled && <span className="hint"> 已退款</span>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {member.kind === 'unit' && (
        <section className="panel">
          <h2>席位</h2>
          {member.people.length === 0 && <p className="hint">还没有分配席位</p>}
          <ul className="member-lines">
            {member.people.map((person) => (
              <li key={person.id}>
                <span>{person.name}</span>
                <span>
                  {person.phone} {person.isTaken ? '使用中' : '待接受'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="panel">
        <h2>续费提醒</h2>
        {member.reminders.length === 0 && <p className="hint">还没有发过提醒</p>}
        <ul className="member-lines">
          {member.reminders.map((one) => (
            <li key={one.id}>
              <span>{minutes(one.time)}</span>
              <span>{one.days >= 0 ? `到期前${one.days}天` : `到期后${-one.days}天`}</span>
            </li>
          ))}
        </ul>
      </section>
      <ReasonDialog
        title={isAsking ? '查看完整号码' : null}
        onClose={() => setAsking(false)}
        onGiven={async (reason) => {
          setFull(await api('POST /admin/member/reveal', { id, reason }))
          setAsking(false)
        }}
      />
      <ChangeDialog
        changing={changing}
        member={member}
        onClose={() => setChanging(null)}
        onDone={() => {
          setChanging(null)
          reload()
        }}
      />
    </>
  )
}

type Fields = { name: string; organization: string; reason: string }
type ChangeProps = {
  changing: 'correct' | 'end' | null
  member: StaffMember
  onClose: () => void
  onDone: () => void
}

function ChangeDialog({ changing, member, onClose, onDone }: ChangeProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  useEffect(() => {
    if (changing) form.setFieldsValue({ name: member.name, organization: member.organization, reason: '' })
  }, [changing, form, member])
  const [save, busy] = useFormAction(form, async ({ name, organization, reason }: Fields) => {
    if (changing === 'correct')
      await api('PUT /admin/member', { id: member.id, version: member.version, name, organization, reason })
    else await api('POST /admin/member/end', { id: member.id, reason })
    message.success(changing === 'correct' ? '已更正，证书同步更新' : '会籍已终止')
    onDone()
  })
  const isEnd = changing === 'end'
  return (
    <FormDialog
      form={form}
      open={changing !== null}
      title={isEnd ? `终止“${member.name}”的会籍` : '更正资料'}
      okText={isEnd ? '终止会籍' : '保存'}
      okButtonProps={{ danger: isEnd }}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      {isEnd && <p>会籍立即终止，会员证书同时撤销。已缴会费的退还请在订单中办理。</p>}
      <Form.Item
        name="name"
        label={member.kind === 'unit' ? '单位名称' : '姓名'}
        hidden={isEnd}
        rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="organization" label={member.kind === 'unit' ? '会员代表' : '所在单位'} hidden={isEnd}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item
        name="reason"
        label={isEnd ? '终止理由' : '更正理由'}
        extra="记入审计日志"
        rules={[{ required: true, whitespace: true, message: '请填写理由' }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
