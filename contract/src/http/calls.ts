// Calls of the site: relay servers for the two sides of a call. Ringing and hanging up are commands of the chat.
import { z } from 'zod'
import { Accid } from '../im/accounts/auth.ts'
import { ChannelId } from '../im/signalling/signalling-model.ts'
import { callRoutes } from '../calls.ts'
import { keysOf } from '../keys.ts'
import { endpoint } from './endpoint.ts'

const callers = ['counsellor', 'user'] as const

const IceServer = z.object({
  urls: z.array(z.string()),
  /** Name and password of a relay server, valid for some minutes. */
  username: z.string().optional(),
  credential: z.string().optional(),
})
export const IceConfiguration = z.object({
  iceServers: z.array(IceServer),
  /** `relay` as soon as a relay server is configured, so that neither side learns the address of the other. */
  policy: z.enum(['all', 'relay']),
})
export type IceConfiguration = z.output<typeof IceConfiguration>

const CallIceConfiguration = IceConfiguration.extend({
  /** Time until the server ends the call, unless a page prolongs it. */
  secondsLeft: z.number(),
})
export type CallIceConfiguration = z.output<typeof CallIceConfiguration>

const count = (max: number) => z.number('数字不正确').int('数字不正确').min(0, '数字不正确').max(max, '数字过大')
const CallReport = z.object({
  channelId: ChannelId,
  route: z.enum(keysOf(callRoutes), '线路不正确'),
  /** Samples since the last report, and how many of them showed a poor line. */
  samples: count(100),
  poorSamples: count(100),
  /** Means of the samples of this report: round trip and lost packets. */
  rttMs: count(60_000),
  lossPermille: count(1000),
  /** True when the line was lost, before the page ends the call. */
  isLost: z.boolean('请说明线路是否中断'),
  /** Time in milliseconds since something arrived from the other side, when the line was lost. */
  silentMs: count(43_200_000).default(0),
})
export type CallReport = z.input<typeof CallReport>

export const calls = {
  'GET /call/policy': endpoint({
    who: callers,
    summary: '通话经中继还是直接连接，供通话前说明',
    input: z.object({}),
    output: IceConfiguration.pick({ policy: true }),
    errors: [],
  }),
  'POST /call/pause': endpoint({
    who: callers,
    summary: '对方拒绝或多次没有接听后，什么时候可以再呼叫',
    input: z.object({ accid: Accid }),
    output: z.object({
      /** Says why a ring is refused and until when, such as 15:41; null when the caller may ring now. */
      message: z.string().nullable(),
    }),
    errors: ['notFound', 'tooManyRequests'],
  }),
  'GET /call/contact': endpoint({
    quick: true,
    who: ['counsellor'],
    summary: '来访者有没有在当前或以后的预约里写紧急联系人；姓名和电话由 POST /booking/contact 查看',
    input: z.object({ accid: Accid }),
    output: z
      .object({
        bookingId: z.number(),
        /** True for the guardian of a minor. */
        isGuardian: z.boolean(),
      })
      .nullable(),
  }),
  'POST /call/booking': endpoint({
    who: callers,
    summary: '一次通话所属的预约，结束后还有时长，只给通话双方',
    input: z.object({ channelId: ChannelId }),
    output: z.object({
      bookingId: z.number().nullable(),
      /** Seconds of the record; null before the end. */
      seconds: z.number().nullable(),
    }),
    errors: ['notFound', 'tooManyRequests'],
  }),
  'POST /call/ice': endpoint({
    who: callers,
    summary: '通话的中继服务器与几分钟内有效的凭据，只给通话双方',
    input: z.object({ channelId: ChannelId }),
    output: CallIceConfiguration,
    errors: ['notFound', 'tooManyRequests'],
  }),
  'POST /call/report': endpoint({
    who: callers,
    summary: '通话线路的情况，只有数字；通话双方每半分钟报一次',
    input: CallReport,
    output: z.object({
      /** Time since both sides were connected; null before. */
      talkMs: z.number().nullable(),
    }),
    errors: ['notFound', 'tooManyRequests'],
  }),
}
