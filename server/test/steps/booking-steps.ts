// Steps of booking tests: find an hour, book it, pay for it.
import { beforeAll, expect } from 'vitest'
import { minHoursBeforeChange } from '@xinqiao/contract/counselling.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { createCounsellor, createDomain } from '../../db/fixtures/counsellor.ts'
import type { RequestInput } from '../api-requests.ts'
import { useTestServer, type Caller } from '../test-server.ts'
import { inTransaction } from '../../src/kit/ctx.ts'
import { completeRefunds } from './refund-steps.ts'
import { bookingConsentText } from '../../src/portal/booking/rules/consent.ts'
import { bookingOrderKind } from '../../src/portal/booking/bookings/booking-order.ts'

type BookingInput = RequestInput<'POST /booking/add'>
type BookingChanges = Partial<BookingInput>

/** Starts a server with one counsellor who has hours on every day. */
export function useBooking() {
  const server = useTestServer()
  const doctor: Caller = { id: 0, token: '', username: '', phone: '' }
  const doctorsEntry = { counsellorId: 0 }
  beforeAll(async () => {
    const { sql } = server().kit
    await createDomain(sql, '情绪困扰')
    Object.assign(doctor, await server().enter('counsellor'))
    doctorsEntry.counsellorId = await createCounsellor(sql, { accountId: doctor.id, priceCents: 30_000 })
    const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440, mode: 'both' }))
    const reply = await server().requestAs(doctor, 'PUT /booking/schedule', { rules, exceptions: [] })
    expect(reply.data.rules).toHaveLength(7)
  })

  const listSlots = async () => (await server().request('GET /booking/slots', doctorsEntry)).data.slots
  /** A free hour more than a day ahead. */
  const findLaterStart = async (index = 0) =>
    (await listSlots()).filter(({ start }) => start * 60_000 > Date.now() + (minHoursBeforeChange + 4) * hourMs)[index]!
      .start
  const draft = (start: number, over: BookingChanges = {}): BookingInput => ({
    ...doctorsEntry,
    start,
    mode: 'offline',
    topic: '睡眠不好',
    history: '',
    consentVersion: bookingConsentText.version,
    consentHash: bookingConsentText.hash,
    ...over,
  })

  const book = (caller: Caller, start: number, over: BookingChanges = {}) =>
    server().requestAs(caller, 'POST /booking/add', draft(start, over))
  /** Delivers the order, as the order core does after a payment. */
  const pay = (id: number, accountId: number, orderNo: string | null = null) =>
    inTransaction(server().kit, (scope) =>
      bookingOrderKind.paid(scope, {
        id: 1,
        orderNo: orderNo ?? `T${id}`,
        accountId,
        subject: { type: 'booking', id },
        amountCents: 30_000,
        paidAt: new Date(),
      }),
    )
  /**
   * Pays as the payer who scans the code.
   * @returns the order number
   */
  const payByCode = async (id: number, caller: Caller): Promise<string> => {
    const payment = await server().requestAs(caller, 'POST /order/pay', { kind: 'booking', reference: `${id}` })
    const { orderNo } = payment.data
    await server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } })
    return orderNo
  }

  const orderOf = async (orderNo: string, caller: Caller) => {
    const { content } = (await server().requestAs(caller, 'GET /order/mine')).data
    return (content as { orderNo: string }[]).find((item) => item.orderNo === orderNo)
  }

  const stateOf = async (id: number) =>
    (await server().kit.sql<{ state: string }[]>`select state from booking where id = ${id}`)[0]!.state

  return {
    server,
    doctor,
    doctorsEntry,
    listSlots,
    findLaterStart,
    book,
    pay,
    payByCode,
    orderOf,
    completeRefunds: () => completeRefunds(server()),
    stateOf,
  }
}
