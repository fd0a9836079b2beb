// The annual conference: the latest meeting, special committees, registration.
import { z } from 'zod'
import { call, filled, Id, Nothing, optional, text, Time } from './row.ts'

const Meeting = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  location: z.string(),
  registrationDeadline: Time,
  meetingStartTime: Time,
  meetingEndTime: Time,
})
const ActivityUser = z.object({
  id: z.number(),
  status: z.number(),
  activityAttendTypeId: z.number(),
  activityId: z.number(),
})
const incomplete = '请完善信息'

export const meetings = {
  'GET /meeting/getNewOne': call({ who: 'anyone', summary: '最新会议', input: Nothing, output: Meeting.nullable() }),
  'GET /activityUnit/getAllUnit': call({
    who: 'anyone',
    summary: '专业委员会',
    input: Nothing,
    output: z.array(z.object({ id: z.number(), unitName: z.string(), name: z.string() })),
  }),
  'GET /activityUser/isExist': call({
    who: 'user',
    summary: '本人是否已报名',
    input: z.object({ activityId: Id }),
    output: z.object({ exist: z.boolean(), activityUser: ActivityUser.nullable() }),
  }),
  'GET /activityUser/identity': call({
    who: 'user',
    summary: '核验会员身份；不是会员时 code 为 500',
    input: Nothing,
    output: z.null(),
  }),
  'POST /activityUser/addPerson': call({
    who: 'user',
    summary: '参会报名',
    input: z.object({
      companyName: filled(100, incomplete),
      unitId: optional(Id),
      address: filled(200, incomplete),
      email: optional(text(100)),
      postCode: optional(text(10)),
      arrivalTime: filled(19, incomplete),
      leaveTime: filled(19, incomplete),
      dorm: optional(z.coerce.number().int().min(0).max(20)),
      name: optional(text(40)),
      sex: optional(text(10)),
      profess: optional(text(60)),
      phone: optional(text(20)),
      activityAttendTypeId: Id,
      activityId: Id,
    }),
    output: z.object({ success: z.boolean(), exist: z.boolean(), activityUser: ActivityUser.nullable() }),
  }),
  'GET /activityUser/getById': call({
    who: 'user',
    summary: '本人的一份报名',
    input: z.object({ id: Id }),
    output: z.object({ activityAttendTypeId: z.number() }),
  }),
}
