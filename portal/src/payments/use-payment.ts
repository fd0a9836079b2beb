// One payment on the screen: started, waiting, paid or failed. The screen only polls the order. When polling stops, the
// order remains open and is settled whenever the money arrives.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Order } from '@xinqiao/contract/http/payments/orders.ts'
import {
  type OnlineProvider,
  onlineProviders,
  type OrderKindName,
  type PayChoice,
  paymentMessages,
  paymentOutcomes,
  paymentPolling,
} from '@xinqiao/contract/orders.ts'
import { api } from '../session/api.ts'
import { signOutIfExpired } from '../session/request-failures.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { startPayment, type PaymentOnDevice } from './start-payment.ts'

type PaidOrder = Pick<Order, 'orderNo' | 'amountCents' | 'payTime'>
export type PaymentProgress =
  | { step: 'starting' }
  | { step: 'waiting'; started: PaymentOnDevice }
  | { step: 'paid'; order: PaidOrder }
  | { step: 'failed'; message: string }

export type PaymentSubject = { kind: OrderKindName; reference?: string | undefined }
type PayOptions = {
  /** Number of polls, and the message after the last one (portal.md 9). */
  times?: number
  timedOut?: string
  /** The order, if it is already paid. */
  paid?: PaidOrder | undefined
}

function failOrSignOut(error: unknown): PaymentProgress {
  signOutIfExpired(error)
  return { step: 'failed', message: error instanceof Failure ? error.message : paymentMessages.failed }
}

const isTooLateToSwitchProvider = (error: unknown) => error instanceof Failure && error.reason === 'wrongState'

/** A retry after the screen's timeout may find the order paid, which is not a failure. */
async function findPaidProgress(error: unknown, orderNo: string): Promise<PaymentProgress | null> {
  // the error is alreadyPaid, or nothingToPay if the subject has been delivered
  if (!(error instanceof Failure) || error.status !== 409 || orderNo === '') return null
  try {
    const { outcome, order } = await api('GET /order/status', { orderNo })
    return outcome === paymentOutcomes.paid ? { step: 'paid', order } : null
  } catch {
    return null
  }
}

export function usePayment(
  { kind, reference }: PaymentSubject,
  { times = paymentPolling.times, timedOut = paymentMessages.failed, paid }: PayOptions = {},
) {
  const [state, setState] = useState<PaymentProgress>(paid ? { step: 'paid', order: paid } : { step: 'starting' })
  // the effect below depends on the identity of this object: setting an equal one starts a new attempt
  const [request, setRequest] = useState<(PaymentSubject & { provider?: OnlineProvider }) | null>(
    paid ? null : { kind, reference },
  )
  const lastNo = useRef('')
  const lastProvider = useRef<OnlineProvider | null>(null)
  const [choices, setChoices] = useState<readonly PayChoice[]>([])
  const orderNo = state.step === 'waiting' ? state.started.orderNo : null

  useEffect(() => {
    if (!request) return
    let isCurrent = true
    startPayment(request)
      .then((started) => {
        if (!isCurrent) return null
        setChoices(started.choices)
        lastNo.current = started.orderNo
        lastProvider.current = started.provider
        setState({ step: 'waiting', started })
        return null
      })
      .catch(async (error: unknown) => {
        const paidProgress = await findPaidProgress(error, lastNo.current)
        if (!isCurrent) return
        const other = lastProvider.current
        // too late to switch the provider: shows the earlier code again, which is still valid
        if (
          !paidProgress &&
          isTooLateToSwitchProvider(error) &&
          other &&
          request.provider &&
          request.provider !== other
        ) {
          lastProvider.current = null
          showToast((error as Failure).message, 'bad')
          setRequest({ ...request, provider: other })
        } else setState(paidProgress ?? failOrSignOut(error))
      })
    return () => {
      isCurrent = false
    }
  }, [request])

  const pollOrder = useEffectEvent(async (no: string, isCurrent: () => boolean) => {
    try {
      const { outcome, order } = await api('GET /order/status', { orderNo: no })
      if (!isCurrent()) return
      if (outcome === paymentOutcomes.paid) setState({ step: 'paid', order })
      else if (outcome === paymentOutcomes.failed) setState({ step: 'failed', message: paymentMessages.failed })
    } catch (error) {
      // after a poll without a reply, the next one follows
      signOutIfExpired(error)
    }
  })
  useEffect(() => {
    if (!orderNo) return
    let isCurrent = true
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      if (tries <= times) void pollOrder(orderNo, () => isCurrent)
      else setState({ step: 'failed', message: timedOut })
    }, paymentPolling.everyMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [orderNo, times, timedOut])

  const beginAttempt = (provider: OnlineProvider | undefined) => {
    setState({ step: 'starting' })
    setRequest({ kind, reference, ...(provider && { provider }) })
  }
  const provider = request?.provider ?? (state.step === 'waiting' ? state.started.provider : onlineProviders[0])
  return {
    state,
    choices,
    provider,
    /** Begins another attempt to pay the open order. */
    again: () => beginAttempt(request?.provider),
    /** The code of one provider is closed before that of another is shown. */
    choose: (wanted: OnlineProvider) => beginAttempt(wanted),
  }
}
