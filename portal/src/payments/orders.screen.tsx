// List of the user's orders: price, status and actions.
import { Fragment } from 'react'
import type { OwnOrder, OrderRefund } from '@xinqiao/contract/http/payments/orders.ts'
import {
  orderKindTitles,
  orderStates,
  paymentPurposes,
  paymentReceiptKinds,
  paymentReceiptStates,
  refundWays,
  formatYuan,
  type OrderState,
} from '@xinqiao/contract/orders.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { formatMinute } from '../frame/format-time.ts'
import { OrderActions } from './OrderActions.tsx'

export type OrdersProps = { orders: OwnOrder[]; total: number }

const tones: Record<OrderState, string> = {
  open: 'bg-warm-tint text-warm-ink',
  paid: 'bg-success-tint text-success',
  closed: 'bg-page text-muted',
  refunded: 'bg-page text-muted',
}

export function Screen({ orders }: OrdersProps) {
  if (orders.length === 0) {
    return (
      <Card>
        <EmptyState
          picture="/art/empty.svg"
          title="还没有订单"
          text="缴纳会费、参会费等之后，可以在这里查看支付结果与票据"
        >
          <ButtonLink href={routes.member}>了解会员服务</ButtonLink>
        </EmptyState>
      </Card>
    )
  }
  return (
    <ul className="grid gap-4">
      {orders.map((order) => (
        <li key={order.orderNo}>
          <Card as="article" labelledBy={`order-${order.id}`} className="px-5 py-5 sm:px-7">
            <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-60">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span className={`rounded-full px-2.5 py-0.5 text-sm ${tones[order.state]}`}>
                    {orderStates[order.state]}
                  </span>
                  <span className="text-sm text-muted">{orderKindTitles[order.kind]}</span>
                </p>
                <h2 id={`order-${order.id}`} className="mt-1.5 text-lg font-bold text-ink">
                  {order.title}
                </h2>
              </div>
              {/* the price may have changed, so the amount due now is charged */}
              <p className="text-xl font-bold text-ink tabular-nums">
                {formatYuan(order.due?.amountCents ?? order.amountCents)}元
              </p>
            </div>
            <OrderFacts order={order} />
            <OrderActions order={order} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

const OrderFacts = ({ order }: { order: OwnOrder }) => (
  <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-compact">
    <dt className="text-muted">订单号</dt>
    <dd className="break-all tabular-nums">{order.orderNo}</dd>
    <dt className="text-muted">下单时间</dt>
    <dd className="tabular-nums">{formatMinute(order.createTime)}</dd>
    {order.payTime && (
      <>
        <dt className="text-muted">支付时间</dt>
        <dd className="tabular-nums">{order.payTime}</dd>
      </>
    )}
    {order.due && (
      <>
        <dt className="text-muted">请于</dt>
        <dd className="tabular-nums">{formatMinute(order.expiresTime)} 前支付</dd>
      </>
    )}
    {order.receipt && (
      <>
        <dt className="text-muted">{paymentReceiptKinds[order.receiptKind]}</dt>
        <dd className="break-all">
          {paymentReceiptStates[order.receipt.state]}
          {order.receipt.number && `，号码 ${order.receipt.number}`}
          {order.receipt.number && order.receiptKind === 'dues' && (
            <a
              href={withQuery('/prod-api/order/receipt/pdf', { orderNo: order.orderNo })}
              className="ml-3 inline-block text-brand-deep underline underline-offset-4 hover:text-brand"
            >
              下载会费收据
            </a>
          )}
        </dd>
      </>
    )}
    {order.refunds.map((refund) => (
      <Fragment key={`${refund.doneTime} ${refund.amountCents}`}>
        <dt className="text-muted">退款</dt>
        <dd className="tabular-nums">
          {formatYuan(refund.amountCents)}元，{describeRefundState(refund)}
        </dd>
      </Fragment>
    ))}
    {order.strayPayments.map((stray) => (
      <StrayPayment key={`${stray.payTime} ${stray.amountCents}`} stray={stray} />
    ))}
  </dl>
)

const StrayPayment = ({
  stray: { purpose, amountCents, payTime, refund },
}: {
  stray: OwnOrder['strayPayments'][number]
}) => (
  <>
    <dt className="text-muted">另收到</dt>
    <dd className="tabular-nums">
      {formatYuan(amountCents)}元（{paymentPurposes[purpose]}），{formatMinute(payTime)}支付，
      {refund ? describeRefundState(refund) : '工作人员正在核对'}
    </dd>
  </>
)

function describeRefundState({ state, way, doneTime }: OrderRefund): string {
  if (state === 'failed') return '退回时遇到问题，工作人员正在处理'
  if (state !== 'done') return '正在退回'
  if (doneTime) return `已于${formatMinute(doneTime)}${refundWays[way]}`
  return '未能退回您的支付账户，将由财务人员汇给您'
}
