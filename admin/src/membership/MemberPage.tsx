// One member: card, terms, seats and reminders; reveal data with a reason, correct it, end the membership.
import { App, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { MemberForStaff } from '@xinqiao/contract/http/membership/members.ts'
import { memberKinds, reminderKinds } from '@xinqiao/contract/membership.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { Link } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useStaff } from '../session/session.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { CorrectMemberDialog } from './CorrectMemberDialog.tsx'
import './membership.css'
import { SeatsPanel } from './SeatsPanel.tsx'
import { LevelChangeAlert } from './LevelChangeAlert.tsx'
import { MemberTag } from './tags.tsx'

const ending = {
  ok: '终止会籍',
  label: '终止理由',
  note: '会籍立即终止，会员证书同时撤销。已缴会费的退还请在订单中办理。理由记入审计日志。',
  isDanger: true,
}

type RevealedContact = { idNumber: string; phone: string; email: string }

/** @param full the contact without masks, once it was revealed */
function listFacts(member: MemberForStaff, full: RevealedContact | null): [string, ReactNode][] {
  return [
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
}

function TermsPanel({ terms }: Pick<MemberForStaff, 'terms'>) {
  return (
    <section className="panel">
      <h2>缴费与会期</h2>
      {terms.length === 0 && <p className="hint">没有缴费记录</p>}
      <ul className="member-lines">
        {terms.map((term) => (
          <li key={term.id}>
            <span>
              {term.from} 至 {term.until}
            </span>
            <span>
              {term.cents > 0 ? `${formatYuan(term.cents)}元` : '线下登记'}
              {term.orderNo && <span className="hint"> 订单 {term.orderNo}</span>}
              {term.isCancelled && <span className="hint"> 已退款</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemindersPanel({ reminders }: Pick<MemberForStaff, 'reminders'>) {
  return (
    <section className="panel">
      <h2>续费提醒</h2>
      {reminders.length === 0 && <p className="hint">还没有发过提醒</p>}
      <ul className="member-lines">
        {reminders.map((reminder) => (
          <li key={reminder.id}>
            <span>{formatMinuteOrDash(reminder.time)}</span>
            <span>
              {reminder.kind === 'reminder' ? '' : `${reminderKinds[reminder.kind]}，`}
              {reminder.days >= 0 ? `到期前${reminder.days}天` : `到期后${-reminder.days}天`}
              {reminder.byPhone && '，短信'}
              {reminder.people > 0 && `，席位使用人${reminder.people}人`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function MemberPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { role } = useStaff()
  const loaded = useApi('GET /admin/member', { id })
  const [full, setFull] = useState<RevealedContact | null>(null)
  const [isRevealing, setRevealing] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const { message } = App.useApp()
  const { data: member, error, reload } = loaded
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/members">返回列表</Link>} />
  if (!member) return <LoadingView />
  const showSaved = () => {
    setCorrecting(false)
    setEnding(false)
    setFull(null)
    reload()
  }
  const isSecretariat = role === 'administrator'
  return (
    <>
      <ScreenHead title={member.name} lead={`${member.levelTitle} ${member.number}`}>
        {isSecretariat && member.state !== 'left' && (
          <>
            <Button onClick={() => setCorrecting(true)}>更正资料</Button>
            <Button danger onClick={() => setEnding(true)}>
              终止会籍
            </Button>
          </>
        )}
      </ScreenHead>
      {member.levelChange && isSecretariat && (
        <LevelChangeAlert id={id} levelChange={member.levelChange} onAnswered={showSaved} />
      )}
      <section className="panel">
        <h2>会员资料</h2>
        <p>
          <MemberTag state={member.state} />
        </p>
        <dl className="member-facts">
          {listFacts(member, full).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="member-tags">
          {!full && role !== 'finance' && <Button onClick={() => setRevealing(true)}>查看完整号码</Button>}
          {member.applicationId !== null && role !== 'finance' && (
            <Link to={`/member-applications/${member.applicationId}`}>入会申请</Link>
          )}
        </p>
      </section>
      <TermsPanel terms={member.terms} />
      {member.kind === 'unit' && (
        <SeatsPanel member={member} mayChange={isSecretariat && member.state !== 'left'} onChanged={showSaved} />
      )}
      <RemindersPanel reminders={member.reminders} />
      <ReasonDialog
        title={isRevealing ? '查看完整号码' : null}
        onClose={() => setRevealing(false)}
        onConfirm={async (reason) => {
          setFull(await api('POST /admin/member/reveal', { id, reason }))
          setRevealing(false)
        }}
      />
      {isCorrecting && <CorrectMemberDialog member={member} onClose={() => setCorrecting(false)} onDone={showSaved} />}
      <ReasonDialog
        title={isEnding ? `终止“${member.name}”的会籍` : null}
        labels={ending}
        onClose={() => setEnding(false)}
        onConfirm={async (reason) => {
          await api('POST /admin/member/end', { id, reason })
          message.success('会籍已终止')
          showSaved()
        }}
      />
    </>
  )
}
