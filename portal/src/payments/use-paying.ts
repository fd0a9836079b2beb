// One payment on the screen: started, waiting, paid or failed. The screen only polls the order. When polling stops, the
// order remains open and is settled whenever the money arrives.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Order } from '@xinqiao/contract/http/payments/orders.ts'
import {
  onlineProviders,
  paymentPolling,
  paymentMessages,
  type OnlineProvider,
  type OrderKindName,
  type PayChoice,
} from '@xinqiao/contract/orders.ts'
import { api } from '../accounts/api.ts'
import { endSession } from '../accounts/leaving.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { startPaying, type StartedPayment } from './start-paying.ts'

type PaidOrder = Pick<Order, 'orderNo' | 'amountCents' | 'payTime'>
export type Paying =
  | { at: 'starting' }
  | { at: 'waiting'; started: StartedPayment }
  | { at: 'paid'; order: PaidOrder }
  | { at: 'failed'; message: string }

export type PayFor = { kind: OrderKindName; reference?: string | undefined }
type PayOptions = {
  /** Number of polls, and the message after the last one (portal.md 9). */
  times?: number
  timedOut?: string
  /** Set if the order is already paid. */
  paid?: PaidOrder | undefined
}

function failureOf(error: unknown): Paying {
  if (error instanceof Failure && error.status === 401) void endSession()
  return { at: 'failed', message: error instanceof Failure ? error.message : paymentMessages.failed }
}

const isMethodRefused = (error: unknown) => error instanceof Failure && error.reason === 'wrongState'

/** A retry after the screen's timeout may find the order paid, which is not a failure. */
async function isAlreadyPaid(error: unknown, orderNo: string): Promise<Paying | null> {
  // alreadyPaid, or nothingToPay if the subject has been delivered
  if (!(error instanceof Failure) || error.status !== 409 || orderNo === '') return null
  try {
    const { outcome, order } = await api('GET /order/status', { orderNo })
    return outcome === 1 ? { at: 'paid', order } : null
  } catch {
    return null
  }
}

export function usePaying(
  { kind, reference }: PayFor,
  { times = paymentPolling.times, timedOut = paymentMessages.failed, paid }: PayOptions = {},
) {
  const [state, setState] = useState<Paying>(paid ? { at: 'paid', order: paid } : { at: 'starting' })
  // the effect below depends on the identity of this object: setting an equal one starts a new attempt
  const [request, setRequest] = useState<(PayFor & { provider?: OnlineProvider }) | null>(
    paid ? null : { kind, reference },
  )
  const lastNo = useRef('')
  const lastProvider = useRef<OnlineProvider | null>(null)
  const [choices, setChoices] = useState<readonly PayChoice[]>([])
  const orderNo = state.at === 'waiting' ? state.started.orderNo : null

  useEffect(() => {
    if (!request) return
    let isCurrent = true
    startPaying(request)
      .then((started) => {
        if (!isCurrent) return null
        setChoices(started.choices)
        lastNo.current = started.orderNo
        lastProvider.current = started.provider
        setState({ at: 'waiting', started })
        return null
      })
      .catch(async (error: unknown) => {
        const isPaid = await isAlreadyPaid(error, lastNo.current)
        if (!isCurrent) return
        const other = lastProvider.current
        // too late to switch the provider: shows the earlier code again, which is still valid
        if (!isPaid && isMethodRefused(error) && other && request.provider && request.provider !== other) {
          lastProvider.current = null
          showToast((error as Failure).message, 'bad')
          setRequest({ ...request, provider: other })
        } else setState(isPaid ?? failureOf(error))
      })
    return () => {
      isCurrent = false
    }
  }, [request])

  const ask = useEffectEvent(async (no: string, isCurrent: () => boolean) => {
    try {
      const { outcome, order } = await api('GET /order/status', { orderNo: no })
      if (!isCurrent()) return
      if (outcome === 1) setState({ at: 'paid', order })
      else if (outcome === -1) setState({ at: 'failed', message: paymentMessages.failed })
    } catch (error) {
      // after a poll without a reply, the next one follows
      if (error instanceof Failure && error.status === 401) void endSession()
    }
  })
  useEffect(() => {
    if (!orderNo) return
    let isCurrent = true
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      if (tries <= times) void ask(orderNo, () => isCurrent)
      else setState({ at: 'failed', message: timedOut })
    }, paymentPolling.everyMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [orderNo, times, timedOut])

  const begin = (provider: OnlineProvider | undefined) => {
    setState({ at: 'starting' })
    setRequest({ kind, reference, ...(provider && { provider }) })
  }
  const provider = request?.provider ?? (state.at === 'waiting' ? state.started.provider : onlineProviders[0])
  return {
    state,
    choices,
    provider,
    /** Continues the open order. */
    again: () => begin(request?.provider),
    /** The code of one provider is closed before that of another is shown. */
    choose: (wanted: OnlineProvider) => begin(wanted),
  }
}
