// One payment on the screen: begun, waited for, paid or failed. It only asks how the order stands; that it stops asking
// changes nothing about the order, which is settled whenever the money comes.
import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Order } from '@xinqiao/contract/http/orders.ts'
import { payPoll, payWords, type OrderKindName } from '@xinqiao/contract/orders.ts'
import { api } from '../accounts/api.ts'
import { endSession } from '../accounts/leaving.ts'
import { startPaying, type Started } from './startPaying.ts'

export type Paying =
  | { at: 'starting' }
  | { at: 'waiting'; started: Started }
  | { at: 'paid'; order: Order }
  | { at: 'failed'; sentence: string }

export type PayFor = { kind: OrderKindName; given?: string | undefined }

function failureOf(error: unknown): Paying {
  if (error instanceof Failure && error.status === 401) void endSession()
  return { at: 'failed', sentence: error instanceof Failure ? error.message : payWords.failed }
}

export function usePaying({ kind, given }: PayFor) {
  const [state, setState] = useState<Paying>({ at: 'starting' })
  // a new one is a new try, though it asks for the same
  const [asked, setAsked] = useState<PayFor>({ kind, given })
  const orderNo = state.at === 'waiting' ? state.started.orderNo : null

  useEffect(() => {
    let isCurrent = true
    startPaying(asked)
      .then((started) => isCurrent && setState({ at: 'waiting', started }))
      .catch((error: unknown) => isCurrent && setState(failureOf(error)))
    return () => {
      isCurrent = false
    }
  }, [asked])

  const ask = useEffectEvent(async (no: string, isCurrent: () => boolean) => {
    try {
      const { outcome, order } = await api('GET /order/standing', { orderNo: no })
      if (!isCurrent()) return
      if (outcome === 1) setState({ at: 'paid', order })
      else if (outcome === -1) setState({ at: 'failed', sentence: payWords.failed })
    } catch (error) {
      // one question without an answer is followed by the next
      if (error instanceof Failure && error.status === 401) void endSession()
    }
  })
  useEffect(() => {
    if (!orderNo) return
    let isCurrent = true
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      if (tries <= payPoll.times) void ask(orderNo, () => isCurrent)
      else setState({ at: 'failed', sentence: payWords.failed })
    }, payPoll.everyMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [orderNo])

  /** Takes up the live order again. */
  const again = () => {
    setState({ at: 'starting' })
    setAsked({ kind, given })
  }
  return { state, again }
}
