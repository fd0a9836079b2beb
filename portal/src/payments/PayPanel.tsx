// Steps of a payment (portal.md 4): a code or a link, then paid or failed. Shared by all payments.
import type { ReactNode } from 'react'
import {
  paidMessages,
  payProviders,
  paymentMessages,
  formatYuan,
  type OnlineProvider,
  type OrderKindName,
} from '@xinqiao/contract/orders.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import type { PaymentProgress, usePayment } from './use-payment.ts'
import type { PaymentOnDevice } from './start-payment.ts'
import { PaymentChoiceField } from './PaymentChoiceField.tsx'

type PayPanelProps = ReturnType<typeof usePayment> & {
  kind: OrderKindName
  /** Payer and subject, shown above the code. */
  children?: ReactNode
  /** Opens the bank transfer; absent where none is possible. */
  onTransfer?: () => void
  /** `h1` if the panel is the whole page. */
  as?: 'h1' | 'p'
  /** Content after the payment. */
  done: ReactNode
  /** Link beside the retry button. */
  back?: ReactNode
}

export const PayPanel = ({
  kind,
  state,
  choices,
  provider,
  again,
  choose,
  children,
  onTransfer,
  as: Heading = 'p',
  done,
  back,
}: PayPanelProps) => {
  const shownChoices = onTransfer ? choices : choices.filter((choice) => choice !== 'bank')
  return (
    <div aria-live="polite" className="text-center">
      {(state.step === 'starting' || state.step === 'waiting') && (
        <>
          {children}
          {shownChoices.length > 1 && (
            <PaymentChoiceField
              choices={shownChoices}
              chosen={provider}
              onChoose={(choice) => (choice === 'bank' ? onTransfer?.() : choose(choice))}
            />
          )}
          <WaitingView state={state} provider={provider} />
        </>
      )}
      {state.step === 'paid' && (
        <>
          <StateIcon icon="check" className="bg-success-tint text-success" />
          <Heading className="mt-4 text-xl font-bold text-ink">{paidMessages[kind]}</Heading>
          <dl className="mx-auto mt-5 grid max-w-xs grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-left">
            <dt className="text-muted">支付金额</dt>
            <dd className="font-semibold text-ink tabular-nums">{formatYuan(state.order.amountCents)}元</dd>
            {state.order.payTime && (
              <>
                <dt className="text-muted">支付时间</dt>
                <dd className="tabular-nums">{state.order.payTime}</dd>
              </>
            )}
            {state.order.orderNo && (
              <>
                <dt className="text-muted">订单号</dt>
                <dd className="break-all">{state.order.orderNo}</dd>
              </>
            )}
          </dl>
          <p className="mt-6">{done}</p>
        </>
      )}
      {state.step === 'failed' && (
        <>
          <StateIcon icon="alert" className="bg-danger-tint text-danger" />
          <div role="alert" className="mt-4">
            <Heading className="text-xl font-bold text-ink">{state.message}</Heading>
          </div>
          <p className="mx-auto mt-2 max-w-sm text-compact text-muted">{paymentMessages.paidAlready}</p>
          <p className="mt-6 flex flex-wrap justify-center gap-3">
            <Button look="accent" className="px-10" onClick={again}>
              重新支付
            </Button>
            {back}
          </p>
        </>
      )}
    </div>
  )
}

const StateIcon = ({ icon, className }: { icon: 'check' | 'alert'; className: string }) => (
  <span className={`mx-auto grid size-16 place-items-center rounded-full ${className}`}>
    <Icon name={icon} className="size-9" />
  </span>
)

type WaitingViewProps = {
  state: Extract<PaymentProgress, { step: 'starting' | 'waiting' }>
  provider: OnlineProvider
}
function WaitingView({ state, provider }: WaitingViewProps) {
  const payment = state.step === 'waiting' ? state.started : null
  return (
    <>
      <p className="mt-3 text-3xl font-bold text-ink tabular-nums">
        {payment ? `${formatYuan(payment.amountCents)}元` : '\u00A0'}
      </p>
      {payment && payment.method.kind !== 'qr' ? (
        <PaymentWithoutCode started={payment} />
      ) : (
        <PaymentCode started={payment} provider={provider} />
      )}
    </>
  )
}

const PaymentCode = ({ started, provider }: { started: PaymentOnDevice | null; provider: OnlineProvider }) => (
  <>
    <div className="mx-auto mt-4 grid size-60 place-items-center rounded-lg border border-line bg-white p-2">
      {started ? (
        <img
          // the code of the other provider must disappear
          key={provider}
          src={`/prod-api/order/qr?orderNo=${started.orderNo}&t=${provider}`}
          alt="支付二维码"
          width="480"
          height="480"
        />
      ) : (
        <span className="text-muted">正在生成二维码…</span>
      )}
    </div>
    <p className="mt-3 text-compact text-muted">{`请使用${payProviders[provider].app}扫描二维码，支付完成后本页会自动更新`}</p>
  </>
)

function PaymentWithoutCode({ started: { method, provider } }: { started: PaymentOnDevice }) {
  if (method.kind === 'none') {
    return (
      <div className="mx-auto mt-5 max-w-sm text-left">
        <Notice tone="error">{method.message}</Notice>
      </div>
    )
  }
  return (
    <>
      {method.kind === 'link' && (
        <p className="mt-5">
          <ButtonLink href={method.url} look="accent" className="min-h-12 px-8">
            {payProviders[provider].openLabel}
          </ButtonLink>
        </p>
      )}
      <p className="mt-4 text-compact text-muted">支付完成后请回到本页，结果会自动更新</p>
    </>
  )
}
