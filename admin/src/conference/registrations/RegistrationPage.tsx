// One registration: person, type, fee, receipt, room, check-ins, changes, certificate; and corrections of the receipt.
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { StaffRegistrationDetail } from '@xinqiao/contract/http/conference/registrations.ts'
import { attendTypeTitle, registrationStates, requestKinds, requestStates } from '@xinqiao/contract/meetings.ts'
import { paymentReceiptStates, formatYuan } from '@xinqiao/contract/orders.ts'
import { formatMinuteOrDash } from '../../kit/format-time.ts'
import { ReasonDialog } from '../../kit/forms/ReasonDialog.tsx'
import { Link } from '../../kit/navigation/router.tsx'
import type { ScreenProps } from '../../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../../kit/states.tsx'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'
import { CorrectRegistrationDialog } from './CorrectRegistrationDialog.tsx'
import { type RegistrantContact, contactLabels } from './contact-labels.ts'
import '../conference.css'

const RegistrationFacts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="registration-facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value || '—'}</dd>
      </div>
    ))}
  </dl>
)

function describePayment(row: StaffRegistrationDetail): string {
  const feeText = row.paidCents === null ? `应缴${formatYuan(row.feeCents)}元` : `实缴${formatYuan(row.paidCents)}元`
  if (row.refundedCents > 0) return `${feeText}，已退${formatYuan(row.refundedCents)}元`
  return row.refundCents > 0 ? `${feeText}，待退${formatYuan(row.refundCents)}元` : feeText
}

const RequestsPanel = ({ requests }: Pick<StaffRegistrationDetail, 'requests'>) => (
  <section className="panel">
    <h2>变更申请</h2>
    {requests.length === 0 ? (
      <p className="hint">没有申请</p>
    ) : (
      <ul className="cards">
        {requests.map((request) => (
          <li key={request.id}>
            <strong>{requestKinds[request.kind]}</strong>
            <div className="cards-facts">
              <span>{requestStates[request.state]}</span>
              <span>{formatMinuteOrDash(request.time)}</span>
              {request.isOverdue && <span className="request-overdue">已逾期</span>}
            </div>
            {request.reason}
            {request.answer && <p className="hint">答复：{request.answer}</p>}
          </li>
        ))}
      </ul>
    )}
  </section>
)

export function RegistrationPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { data: row, error, reload } = useApi('GET /admin/registration', { id })
  const [open, setOpen] = useState<'none' | 'reveal' | 'correct'>('none')
  const [contact, setContact] = useState<RegistrantContact | null>(null)
  const close = () => setOpen('none')
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/registrations">返回列表</Link>} />
  if (!row) return <LoadingView />
  const contactLines: readonly (readonly [string, ReactNode])[] = contact
    ? (Object.keys(contactLabels) as (keyof RegistrantContact)[]).map(
        (name) => [contactLabels[name], contact[name]] as const,
      )
    : [
        ['手机', row.phone],
        ['邮箱', row.email],
        ['发票抬头', row.hasInvoice ? '已填写' : '未填写'],
      ]
  return (
    <>
      <ScreenHead
        title={row.name || row.companyName}
        lead={`${row.meetingTitle}，${attendTypeTitle(row.activityAttendTypeId)}，${registrationStates[row.state]}`}
      >
        <Link to={`/registrations?meeting=${row.meetingId}`}>返回列表</Link>
        {row.mayCorrect && (
          <Button type="primary" onClick={() => setOpen('correct')}>
            更正回执
          </Button>
        )}
      </ScreenHead>
      <section className="panel">
        <h2>报名与缴费</h2>
        <RegistrationFacts
          facts={[
            ['账号', row.username || (row.isWalkIn ? '现场登记，无账号' : '无账号')],
            ['参会身份', [attendTypeTitle(row.activityAttendTypeId), row.unitName].filter(Boolean).join('，')],
            ['状态', registrationStates[row.state] + (row.endReason && `：${row.endReason}`)],
            ['会务费', describePayment(row)],
            ['订单号', row.orderNo],
            ['发票', row.isPaidByOther ? '由缴费人申请' : row.invoiceState && paymentReceiptStates[row.invoiceState]],
            ['报名时间', formatMinuteOrDash(row.createTime)],
            ['缴费截止', row.payUntil && formatMinuteOrDash(row.payUntil)],
          ]}
        />
      </section>
      <section className="panel">
        <h2>回执</h2>
        {row.needsReceipt && <p className="request-overdue">名额由他人转让，回执待本人完善</p>}
        <RegistrationFacts
          facts={[
            ['单位', row.companyName],
            ['性别', row.sex],
            ['职务或职称', row.profess],
            ['到达与离开', `${formatMinuteOrDash(row.arrivalTime)} 至 ${formatMinuteOrDash(row.leaveTime)}`],
            ['住宿', row.dorm > 0 ? `标准间${row.dorm}间，${row.roomName || '待安排'}` : '自行安排'],
            ['合住意愿', row.shareWith],
            ['参会者名单', row.listed ? '同意列入' : '未列入'],
            ...contactLines,
          ]}
        />
        {!contact && <Button onClick={() => setOpen('reveal')}>查看联系方式</Button>}
      </section>
      <section className="panel">
        <h2>签到与证明</h2>
        <RegistrationFacts
          facts={[
            ...(row.checkIns.length > 0
              ? row.checkIns.map(
                  ({ title, time, entrance }) =>
                    [title || '会议签到', `${formatMinuteOrDash(time)}，${entrance}`] as const,
                )
              : [['会议签到', '未签到'] as const]),
            ['参会证明', row.certificate],
          ]}
        />
      </section>
      <RequestsPanel requests={row.requests} />
      <ReasonDialog
        title={open === 'reveal' ? '查看联系方式' : null}
        onClose={close}
        onConfirm={async (reason) => {
          setContact(await api('POST /admin/registration/reveal', { id, reason }))
          close()
        }}
      />
      {open === 'correct' && (
        <CorrectRegistrationDialog
          registration={row}
          onClose={close}
          onDone={() => {
            close()
            setContact(null)
            reload()
          }}
        />
      )}
    </>
  )
}
