// Setup of a conference: a secretariat, and people who register, pay and fill in their receipts.
import { beforeAll } from 'vitest'
import { makeMeeting, makeStay } from '../db/fixtures/meeting.ts'
import type { TestServer } from './test-server.ts'

export type Person = { id: number; token: string }
export type Place = { person: Person; id: number }

export const receipt = { companyName: '县人民医院', address: '县城1号', ...makeStay(0.5), name: '钱来' }

export function useConference(server: () => TestServer) {
  let meetingId = 0
  let staff: Person
  beforeAll(async () => {
    meetingId = (await makeMeeting(server().kit.sql, { title: '学术年会', daysFromNow: 0.5, registrationDays: 1 })).id
    await server().kit.sql`update meeting set change_deadline = starts_at where id = ${meetingId}`
    staff = await server().enter('administrator')
  })
  const call = (caller: Person, method: string, path: string, input?: object) =>
    server().call(method, path, input, { token: caller.token })
  return {
    meetingId: () => meetingId,
    staff: () => staff,
    call,
    register: async (invoice: object = {}): Promise<Place> => {
      const person = await server().enter('user')
      const input = { ...receipt, ...invoice, activityAttendTypeId: 2, activityId: meetingId }
      const { data } = await call(person, 'POST', '/activityUser/addPerson', input)
      return { person, id: data.activityUser.id as number }
    },
    /** @returns the order number */
    startPaying: async ({ person, id }: Place): Promise<string> => {
      await call(person, 'GET', '/wxPay/pay', { activityUserId: id })
      return (await call(person, 'GET', '/order/mine')).data.content[0].orderNo
    },
    payFor: (orderNo: string) =>
      server().app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload: { result: 'success' } }),
  }
}
