// One order: payments, refunds, attempts, and ledger entries.
import { App, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { StaffOrderDetail, StaffPayment } from '@xinqiao/contract/http/payments/staff.ts'
import {
  attemptStates,
  orderKindTitles,
  payMethodTitles,
  paymentPurposes,
  paymentSources,
  payProviders,
} from '@xinqiao/contract/orders.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { useAction } from '../kit/api/hooks.ts'
import { Link } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './payments.css'
import { OrderTag } from './OrdersPage.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { RefundTag, describeRefundChannel } from './refund-rows.tsx'
import { labelOfLedgerAccount, formatMoney } from './money.tsx'

function OrderListPanel({ title, empty, children }: { title: string; empty: string | null; children: ReactNode }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {empty ? <p className="hint">{empty}</p> : <ul className="payments-lines">{children}</ul>}
    </section>
  )
}

const OrderFacts = ({ children }: { children: ReactNode }) => <div className="cards-facts">{children}</div>

const BasicPanel = ({ order }: { order: StaffOrderDetail }) => (
  <section className="panel">
    <h2>基本情况</h2>
    <dl className="payments-facts">
      <dt>状态</dt>
      <dd>
        <OrderTag order={order} />
      </dd>
      <dt>项目</dt>
      <dd>{orderKindTitles[order.kind]}</dd>
      <dt>付款人</dt>
      <dd>{order.payer}</dd>
      <dt>应付</dt>
      <dd>{formatMoney(order.amountCents)}元</dd>
      <dt>已退</dt>
      <dd>{formatMoney(order.refundedCents)}元</dd>
      <dt>下单时间</dt>
      <dd>{formatMinuteOrDash(order.createTime)}</dd>
      <dt>支付时间</dt>
      <dd>{formatMinuteOrDash(order.payTime)}</dd>
    </dl>
  </section>
)

const RefundsPanel = ({ refunds }: Pick<StaffOrderDetail, 'refunds'>) => (
  <OrderListPanel title="退款" empty={refunds.length === 0 ? '没有退款' : null}>
    {refunds.map((refund) => (
      <li key={refund.id}>
        <strong>{formatMoney(refund.amountCents)}元</strong>
        <OrderFacts>
          <RefundTag refund={refund} />
          <span>{refund.reason}</span>
          <span>申请：{refund.asker || '系统'}</span>
          {refund.decider && <span>审批：{refund.decider}</span>}
          {refund.note && <span>意见：{refund.note}</span>}
          <span>{formatMinuteOrDash(refund.doneTime ?? refund.createTime)}</span>
          <span className="payments-no">{refund.refundNo}</span>
          {describeRefundChannel(refund) && <span>{describeRefundChannel(refund)}</span>}
          {refund.failure && <span className="payments-fault">{refund.failure}</span>}
        </OrderFacts>
      </li>
    ))}
  </OrderListPanel>
)

const AttemptsPanel = ({ attempts }: Pick<StaffOrderDetail, 'attempts'>) => (
  <OrderListPanel title="支付尝试" empty={attempts.length === 0 ? '没有发起过支付' : null}>
    {attempts.map((attempt) => (
      <li key={attempt.id}>
        <strong>{payMethodTitles[attempt.method]}</strong>
        <OrderFacts>
          <ToneTag tone={attempt.state === 'paid' ? 'good' : attempt.state === 'failed' ? 'bad' : 'calm'}>
            {attemptStates[attempt.state]}
          </ToneTag>
          <span>{formatMinuteOrDash(attempt.createTime)} 发起</span>
          <span>{formatMinuteOrDash(attempt.expiresTime)} 失效</span>
          <span>已查询{attempt.queries}次</span>
          <span className="payments-no">{attempt.attemptNo}</span>
          {attempt.failure && <span className="payments-fault">{attempt.failure}</span>}
        </OrderFacts>
      </li>
    ))}
  </OrderListPanel>
)

export function OrderPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { message } = App.useApp()
  const { data: order, error, reload } = useApi('GET /admin/order', { id })
  const [refundedPayment, setRefundedPayment] = useState<StaffPayment | null>(null)
  const [query, busy] = useAction(async () => {
    await api('POST /admin/order/query', { id }).finally(reload)
    message.success('已向支付渠道查询')
  })
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/orders">返回列表</Link>} />
  if (!order) return <LoadingView />
  return (
    <>
      <ScreenHead title={order.title} lead={`订单号 ${order.orderNo}`}>
        {order.state === 'open' && (
          <Button size="large" loading={busy} onClick={() => query()}>
            查询支付结果
          </Button>
        )}
      </ScreenHead>
      <BasicPanel order={order} />
      <OrderListPanel title="收款" empty={order.payments.length === 0 ? '还没有收到款项' : null}>
        {order.payments.map((payment) => (
          <li key={payment.id}>
            <strong>{formatMoney(payment.amountCents)}元</strong>
            <OrderFacts>
              <ToneTag tone={payment.purpose === 'order' ? 'good' : 'bad'}>{paymentPurposes[payment.purpose]}</ToneTag>
              <span>{payProviders[payment.provider].title}</span>
              <span>{payment.payTime}</span>
              <span>由{paymentSources[payment.source]}得知</span>
              <span className="payments-no">{payment.transactionId}</span>
            </OrderFacts>
            {payment.leftCents > 0 && (
              <Button
                onClick={() => setRefundedPayment(payment)}
                aria-label={`申请退款：${formatMoney(payment.amountCents)}元`}
              >
                申请退款
              </Button>
            )}
          </li>
        ))}
      </OrderListPanel>
      <RefundsPanel refunds={order.refunds} />
      <AttemptsPanel attempts={order.attempts} />
      <OrderListPanel title="记账" empty={order.entries.length === 0 ? '还没有记账' : null}>
        {order.entries.map((entry) => (
          <li key={entry.id}>
            <strong>{formatMoney(entry.cents)}元</strong>
            <OrderFacts>
              <span>
                借：{labelOfLedgerAccount(entry.debit)}　贷：{labelOfLedgerAccount(entry.credit)}
              </span>
              <span>{entry.time}</span>
            </OrderFacts>
          </li>
        ))}
      </OrderListPanel>
      <RefundDialog
        payment={refundedPayment}
        onClose={() => setRefundedPayment(null)}
        onRequested={() => {
          setRefundedPayment(null)
          reload()
        }}
      />
    </>
  )
}
