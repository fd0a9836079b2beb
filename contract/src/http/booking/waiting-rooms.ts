// Waiting rooms of online consultations, the calls that began there, and contacts for emergencies.
import { z } from 'zod'
import { callOutcomes, callRoutes } from '../../calls.ts'
import { keysOf } from '../../keys.ts'
import { endpoint, Id, optional, staffReason, Time } from '../endpoint.ts'

const WaitingRoom = z.object({
  id: z.number(),
  /** True for the counsellor of the booking. */
  isCounsellor: z.boolean(),
  /** The chat account of the other side. */
  accid: z.string(),
  state: z.enum(['early', 'open', 'over']),
  opensTime: Time,
  startTime: Time,
  endTime: Time,
  /** True while the other side has the waiting room open. */
  isPeerHere: z.boolean(),
  /** True while the client is there with an open microphone; always true for the counsellor's side. */
  isPeerReady: z.boolean(),
  /**
   * True for a counsellor who can open a contact by `POST /booking/contact`: the guardian of a minor, or the person
   * whom an adult named.
   */
  hasContact: z.boolean(),
  isContactGuardian: z.boolean(),
})
export type WaitingRoom = z.output<typeof WaitingRoom>

/** The call of an online consultation, without content. */
export const BookingCall = z.object({
  beginTime: Time,
  outcome: z.enum(keysOf(callOutcomes)),
  seconds: z.number(),
  route: z.enum(keysOf(callRoutes)).nullable(),
  /** Mean delay; null without samples. */
  rttMs: z.number().nullable(),
  /** Share of samples with a poor line; null without samples. */
  poorPercent: z.number().nullable(),
})
export type BookingCall = z.output<typeof BookingCall>

export const waitingRooms = {
  'POST /booking/waiting': endpoint({
    who: ['counsellor', 'user'],
    summary: '在线咨询的等候室：是否开放、对方是否已到；页面每隔几秒询问一次，同时表示本人在场',
    polled: true,
    input: z.object({
      id: Id,
      /** True with an open microphone. Absent when the page only looks, without being present in the room. */
      isReady: z.boolean('请说明设备是否就绪').optional(),
    }),
    output: WaitingRoom,
    errors: ['notFound'],
  }),
  'POST /booking/contact': endpoint({
    who: ['counsellor'],
    summary: '查看来访者的紧急联系人或监护人；等候室开放期间不必填理由，每次查看记入审计日志',
    input: z.object({ id: Id, reason: optional(staffReason('请填写查看理由')) }),
    output: z.object({
      /** Name and phone number. */
      contact: z.string(),
      isGuardian: z.boolean(),
    }),
    errors: ['notFound'],
  }),
}
