// Setup of a conference: a secretariat, and people who register, pay and fill in their receipts.
import { beforeAll } from 'vitest'
import { createMeeting, createStay } from '../db/fixtures/meeting.ts'
import type { TestServer, Caller } from './test-server.ts'

export type PersonWithRegistration = { person: Caller; id: number }

export const receipt = { companyName: '县人民医院', address: '县城1号', ...createStay(0.5), name: '钱来' }

export function useConference(server: () => TestServer) {
  let meetingId = 0
  let staff: Caller
  beforeAll(async () => {
    meetingId = (await createMeeting(server().kit.sql, { title: '学术年会', daysFromNow: 0.5, registrationDays: 1 })).id
    await server().kit.sql`update meeting set change_deadline = starts_at where id = ${meetingId}`
    staff = await server().enter('administrator')
  })
  return {
    meetingId: () => meetingId,
    staff: () => staff,
    register: async (invoice: object = {}): Promise<PersonWithRegistration> => {
      const person = await server().enter('user')
      const input = { ...receipt, ...invoice, activityAttendTypeId: 2, activityId: meetingId }
      const { data } = await server().callAs(person, 'POST /activityUser/addPerson', input)
      return { person, id: data.activityUser!.id }
    },
    /** @returns the order number */
    startPaying: async ({ person, id }: PersonWithRegistration): Promise<string> => {
      await server().callAs(person, 'GET /wxPay/pay', { activityUserId: id })
      return (await server().callAs(person, 'GET /order/mine')).data.content[0]!.orderNo
    },
    payFor: (orderNo: string) =>
      server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } }),
  }
}
