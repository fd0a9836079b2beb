// The server's session list in pages, with the account's notes about each.
import { z } from 'zod'
import { WireMessage } from './messages.ts'
import { SessionSummary } from './msg.ts'
import { command, service } from '../command.ts'
import { Target, Timestamp } from './scene.ts'

const Listed = z.object({ session: SessionSummary, lastMsg: WireMessage.nullable() })

export const serverSession = service(
  24,
  {
    getServerSessions: command(1, {
      who: 'chat',
      input: z
        .object({
          /** Period of the last messages; 0 means unlimited, and the bounds are exclusive. */
          minTimestamp: Timestamp.default(0),
          maxTimestamp: Timestamp.default(0),
          limit: z.number().int().min(1, 'limit不能小于1').max(100, 'limit不能超过100').default(100),
          needLastMsg: z.boolean().default(true),
        })
        .refine(
          ({ minTimestamp: min, maxTimestamp: max }) => max === 0 || max > min,
          'maxTimestamp必须晚于minTimestamp',
        ),
      output: z.object({
        sessionList: z.array(Listed),
        hasMore: z.boolean(),
        /** Time of the oldest listed session, the exclusive end of the next page. */
        minTimestamp: z.number(),
      }),
    }),
    getServerSession: command(2, { who: 'chat', input: Target, output: Listed, errors: ['notFound'] }),
    updateServerSession: command(3, {
      who: 'chat',
      texts: ['extra'],
      input: Target.extend({ extra: z.string('extra必须是字符串').max(2_000, 'extra不能超过2000个字符') }),
      output: z.null(),
      errors: ['notFound', 'notInTeam'],
    }),
  },
  {},
)
