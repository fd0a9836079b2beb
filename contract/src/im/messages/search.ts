// Search over the caller's conversations. Bodies are encrypted, so the server decrypts them, newest first, and stops
// after a number of messages (docs/decisions/006).
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import { chatMessageTypes, WireMessage } from './messages.ts'
import { command, service } from '../command.ts'
import { Target, Timestamp } from './scene.ts'
import { TeamId } from '../team/team-model.ts'

const Keyword = z.string('keyword必须是字符串').trim().min(1, 'keyword不能为空').max(100, 'keyword不能超过100个字符')
const Types = z.array(z.union(Object.values(chatMessageTypes).map((code) => z.literal(code)))).max(20)
const Limit = z.number().int().min(1, 'limit不能小于1').max(100, 'limit不能超过100')

const keywordInput = {
  keyword: Keyword,
  fromTime: Timestamp.default(0),
  /** End of the period; 0 means until now. */
  toTime: Timestamp.default(0),
  order: z.enum(['ASC', 'DESC'], 'order只能是ASC或DESC').default('DESC'),
  /** Conversations to search, as accounts and teams. Two empty lists mean all. */
  p2pList: z.array(Accid).max(100).default([]),
  teamList: z.array(TeamId).max(100).default([]),
  /** Senders to search; an empty list means all. */
  senderList: z.array(Accid).max(100).default([]),
  /** Types of messages to search; an empty list means all. */
  msgTypeList: Types.default([]),
  /** Subtypes of messages to search; an empty list means all. */
  msgSubTypeList: z.array(z.number().int()).max(20).default([]),
}
type SearchSpan = { fromTime: number; toTime: number }
const isSpan = ({ fromTime, toTime }: SearchSpan) => toTime === 0 || toTime >= fromTime
const wrongSpan = 'toTime不能早于fromTime'
const SearchHits = z.object({
  msgs: z.array(WireMessage),
  /** True when the search stopped at a limit before it had read all requested messages. */
  isIncomplete: z.boolean().default(false),
})
const maxResults = { times: 6, seconds: 10 }

export const search = service(
  25,
  {
    /** Returns some messages per conversation, starting with the latest conversation. */
    msgFtsInServer: command(1, {
      who: 'chat',
      input: z
        .object({ ...keywordInput, sessionLimit: Limit.default(10), msgLimit: Limit.default(5) })
        .refine(isSpan, wrongSpan),
      output: SearchHits,
      maxFrequency: maxResults,
    }),
    /** Returns messages of all conversations, by time. */
    msgFtsInServerByTiming: command(2, {
      who: 'chat',
      input: z.object({ ...keywordInput, msgLimit: Limit.default(20) }).refine(isSpan, wrongSpan),
      output: SearchHits,
      maxFrequency: maxResults,
    }),
    searchHistoryMsgs: command(3, {
      who: 'chat',
      input: Target.extend({
        keyword: Keyword,
        beginTime: Timestamp.default(0),
        endTime: Timestamp.default(0),
        limit: Limit.default(100),
        reverse: z.boolean().default(false),
      }),
      output: SearchHits,
      maxFrequency: maxResults,
    }),
  },
  {},
)

/** Ignores width, case and composition: ＡＢＣ equals abc. */
export const normaliseText = (text: string): string => text.normalize('NFKC').toLowerCase()
