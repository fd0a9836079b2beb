// Payment of a registration: scan, paid, failed or timed out (portal.md 2, 4), in the same steps as every payment.
import { identityTitle, meetingPoll, meetingMessages } from '@xinqiao/contract/meetings.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { PayPanel } from '../../payments/PayPanel.tsx'
import { usePayment } from '../../payments/use-payment.ts'

type CashierState = { status: number; orderCode: string | null; payTime: string | null }
export type CashierProps = { id: number; meetingId: number; type: number; fee: number; state: CashierState }

export function Screen({ id, meetingId, type, fee, state: { status, orderCode, payTime } }: CashierProps) {
  const meetingPage = withQuery(routes.payment, { id: meetingId })
  const paidOrder = status === 1 ? { orderNo: orderCode ?? '', amountCents: fee, payTime } : undefined
  const wait = { times: meetingPoll.times, timedOut: meetingMessages.payTimedOut }
  const paying = usePayment({ kind: 'conference', reference: `${id}` }, { ...wait, paid: paidOrder })
  const { state } = paying
  const isByCode = state.step !== 'waiting' || state.started.method.kind === 'qr'
  return (
    <Card className="px-5 py-8 text-center sm:px-12 sm:py-12">
      <PayPanel
        {...paying}
        kind="conference"
        as="h1"
        // portal.md 2: a retry reloads the page, which then also shows a payment that has arrived
        again={() => location.reload()}
        done={<ButtonLink href={meetingPage}>返回</ButtonLink>}
        back={
          <ButtonLink href={meetingPage} look="ghost">
            返回
          </ButtonLink>
        }
      >
        <h1 className="text-2xl font-bold text-ink">{isByCode ? '请扫码支付' : '请支付会务费'}</h1>
        <p className="mt-2 text-lg">{`您是${identityTitle(type)}，应缴费用${formatYuan(fee)}元`}</p>
      </PayPanel>
      {(state.step === 'starting' || state.step === 'waiting') && (
        <p className="mt-6">
          <ButtonLink href={meetingPage} look="ghost">
            返回
          </ButtonLink>
        </p>
      )}
    </Card>
  )
}
