// One refund of the list, as a table row for desktops and as a card for phones.
import { Button, type TableColumnsType } from 'antd'
import { closedAccountName } from '@xinqiao/contract/closed-account.ts'
import type { StaffRefund } from '@xinqiao/contract/http/payments/staff.ts'
import {
  canRedirectRefunds,
  isManual,
  payProviders,
  refundFilters,
  type RefundFilter,
} from '@xinqiao/contract/orders.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { Link } from '../kit/navigation/router.tsx'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'
import { Money, formatMoney } from './money.tsx'

const tones: Record<RefundFilter, Tone> = {
  asked: 'warm',
  refused: 'calm',
  approved: 'warm',
  sent: 'warm',
  done: 'good',
  failed: 'bad',
  toPayOut: 'warm',
}
type RefundAction = (refund: StaffRefund) => void
export type RefundActions = { decide: RefundAction; payOut: RefundAction; redirect: RefundAction }

/** True for a refund that came back to the merchant account and has not reached its payer. */
const isToPayOut = ({ state, redirectedTo, paidOut }: StaffRefund) =>
  state === 'done' && redirectedTo === 'merchant' && paidOut === null

export function RefundTag({ refund }: { refund: StaffRefund }) {
  const shownState = isToPayOut(refund) ? 'toPayOut' : refund.state
  return <ToneTag tone={tones[shownState]}>{refundFilters[shownState]}</ToneTag>
}

/** Says where a redirected refund goes. */
export function describeRefundChannel({ redirectedTo, paidOut }: StaffRefund): string {
  if (paidOut)
    return `${paidOut.by || closedAccountName} ${formatMinuteOrDash(paidOut.time)} 登记已付${paidOut.reference && `：${paidOut.reference}`}`
  return redirectedTo ? { payer: '退至付款人的银行卡', merchant: '退至本会账户，须另行汇给付款人' }[redirectedTo] : ''
}

export const RefundFacts = ({ refund }: { refund: StaffRefund }) => (
  <dl className="payments-facts">
    <dt>订单</dt>
    <dd>{refund.title}</dd>
    <dt>付款人</dt>
    <dd>{refund.payer}</dd>
    <dt>退款金额</dt>
    <dd>
      <strong>{formatMoney(refund.amountCents)}元</strong>
    </dd>
    <dt>原因</dt>
    <dd>{refund.reason}</dd>
    <dt>申请人</dt>
    <dd>{refund.asker || '系统'}</dd>
  </dl>
)

function RefundButton({ refund, actions }: { refund: StaffRefund; actions: RefundActions }) {
  if (refund.state === 'asked') {
    const button = (
      <Button
        type="link"
        disabled={refund.isOwn}
        aria-label={`审批：${refund.orderNo}`}
        onClick={() => actions.decide(refund)}
      >
        审批
      </Button>
    )
    // shows the explanation as text, because a phone has no hover
    return refund.isOwn ? (
      <>
        {button}
        <span className="hint">您提交的申请须由另一人审批</span>
      </>
    ) : (
      button
    )
  }
  if (isToPayOut(refund) || (refund.state === 'approved' && isManual(refund.provider))) {
    const label = refund.provider === 'cash' ? '登记现金已退' : '登记已汇出'
    return (
      <>
        {refund.redirectedTo && <span className="hint">{describeRefundChannel(refund)}</span>}
        <Button type="link" aria-label={`${label}：${refund.orderNo}`} onClick={() => actions.payOut(refund)}>
          {label}
        </Button>
      </>
    )
  }
  if (refund.state === 'failed' && canRedirectRefunds(refund.provider)) {
    return (
      <>
        <span className="payments-fault">{refund.failure}</span>
        <Button type="link" aria-label={`处理异常退款：${refund.orderNo}`} onClick={() => actions.redirect(refund)}>
          处理
        </Button>
      </>
    )
  }
  const note = describeRefundChannel(refund)
  return note ? <span className="hint">{note}</span> : <span className="payments-fault">{refund.failure}</span>
}

export const refundColumns = (actions: RefundActions): TableColumnsType<StaffRefund> => [
  { title: '状态', key: 'state', width: 100, render: (_, refund) => <RefundTag refund={refund} /> },
  {
    title: '订单',
    key: 'order',
    render: (_, refund) => (
      <>
        <Link to={`/orders/${refund.orderId}`}>{refund.title}</Link>
        <div className="hint">
          {refund.payer} · {payProviders[refund.provider].title}
        </div>
      </>
    ),
  },
  {
    title: '金额（元）',
    key: 'amount',
    width: 110,
    align: 'right',
    render: (_, refund) => <Money cents={refund.amountCents} />,
  },
  { title: '原因', dataIndex: 'reason' },
  { title: '申请人', key: 'asker', width: 110, render: (_, refund) => refund.asker || '系统' },
  { title: '审批人', key: 'decider', width: 110, render: (_, refund) => refund.decider || '—' },
  {
    title: '时间',
    key: 'time',
    width: 150,
    className: 'nowrap',
    render: (_, refund) => formatMinuteOrDash(refund.doneTime ?? refund.createTime),
  },
  {
    title: '操作',
    key: 'actions',
    width: 180,
    render: (_, refund) => <RefundButton refund={refund} actions={actions} />,
  },
]

export const RefundCard = ({ refund, actions }: { refund: StaffRefund; actions: RefundActions }) => (
  <>
    <Link to={`/orders/${refund.orderId}`}>{refund.title}</Link>
    <div className="cards-facts">
      <RefundTag refund={refund} />
      <span>{formatMoney(refund.amountCents)}元</span>
      <span>{refund.payer}</span>
      <span>{refund.reason}</span>
      <span>申请：{refund.asker || '系统'}</span>
      <span>{formatMinuteOrDash(refund.doneTime ?? refund.createTime)}</span>
    </div>
    <RefundButton refund={refund} actions={actions} />
  </>
)
