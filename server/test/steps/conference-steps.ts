// Steps of conference tests: register for a meeting, pay, fill in receipts.
import { attendTypeIds } from '@xinqiao/contract/meetings.ts'
import { beforeAll } from 'vitest'
import { createMeeting, createStay } from '../../db/fixtures/meeting.ts'
import type { RequestInput } from '../api-requests.ts'
import type { TestServer, Caller } from '../test-server.ts'

export type PersonWithRegistration = { person: Caller; id: number }
type ReceiptForm = RequestInput<'POST /activityUser/addPerson'>
type ReceiptChanges = Partial<ReceiptForm>

/** A receipt form for a meeting that begins in so many days. */
export const createReceipt = (daysFromNow?: number) => ({
  companyName: '省第一人民医院',
  address: '文化路1号',
  name: '林静安',
  ...createStay(daysFromNow),
})

/** Steps of attendees at any meeting. */
export function createRegistrationSteps(server: () => TestServer) {
  /**
   * Sends the receipt form of a person who is no member.
   * @returns the reply
   */
  const sendReceipt = (person: Caller, activityId: number, changes: ReceiptChanges = {}) =>
    server().requestAs(person, 'POST /activityUser/addPerson', {
      ...createReceipt(),
      activityAttendTypeId: attendTypeIds.nonMember,
      activityId,
      ...changes,
    })
  /** @returns the id of the registration */
  const register = async (person: Caller, activityId: number, changes?: ReceiptChanges) =>
    (await sendReceipt(person, activityId, changes)).data.activityUser!.id
  const registerNewPerson = async (activityId: number, changes?: ReceiptChanges): Promise<PersonWithRegistration> => {
    const person = await server().enter('user')
    return { person, id: await register(person, activityId, changes) }
  }
  /** Marks a registration as paid, without an order. */
  const markPaid = (id: number) => server().kit.sql`
    update registration set state = 'paid', paid_at = now(), paid_cents = 80000 where id = ${id}`
  /**
   * Shows the payment code of a registration.
   * @returns the order number
   */
  const startPaying = async ({ person, id }: PersonWithRegistration): Promise<string> => {
    await server().requestAs(person, 'GET /wxPay/pay', { activityUserId: id })
    return (await server().requestAs(person, 'GET /order/mine')).data.content[0]!.orderNo
  }
  /**
   * Pays as the payer who scans the code.
   * @returns the order number
   */
  const pay = async (registration: PersonWithRegistration): Promise<string> => {
    const orderNo = await startPaying(registration)
    await server().actOnPayment(orderNo, 'success')
    return orderNo
  }
  return { sendReceipt, register, registerNewPerson, markPaid, startPaying, pay }
}

export const receipt = { ...createReceipt(0.5), companyName: '县人民医院', address: '县城1号', name: '钱来' }

/** Opens a meeting tomorrow, with a secretariat. */
export function useConference(server: () => TestServer) {
  const registrations = createRegistrationSteps(server)
  let meetingId = 0
  let staff: Caller
  beforeAll(async () => {
    const { sql } = server().kit
    meetingId = (await createMeeting(sql, { title: '学术年会', daysFromNow: 0.5, registrationDays: 1 })).id
    await sql`update meeting set change_deadline = starts_at where id = ${meetingId}`
    staff = await server().enter('administrator')
  })
  return {
    meetingId: () => meetingId,
    staff: () => staff,
    register: (changes: ReceiptChanges = {}) => registrations.registerNewPerson(meetingId, { ...receipt, ...changes }),
    startPaying: registrations.startPaying,
    pay: registrations.pay,
  }
}
