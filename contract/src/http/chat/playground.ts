// The playground of the developer documentation: two accounts that chat with each other in one page.
import { z } from 'zod'
import { limits } from '../../limits.ts'
import { EmptyInput, endpoint } from '../endpoint.ts'

/** Pairs of accounts of the playground that one person may request within an hour. */
export const maxPairsPerHour = 10

const Account = z.object({ account: z.string(), token: z.string() })
const PlaygroundPair = z.object({ appKey: z.string(), accounts: z.tuple([Account, Account]) })
export type PlaygroundPair = z.output<typeof PlaygroundPair>

export const playground = {
  'GET /im/playground': endpoint({
    who: 'anyone',
    summary: '即时通讯试用页是否开放',
    input: EmptyInput,
    output: z.object({ isOpen: z.boolean() }),
  }),
  'POST /im/playground/accounts': endpoint({
    who: 'user',
    summary: `试用页的两个账号，${limits.playgroundHours}小时后失效，消息随之删除`,
    input: EmptyInput,
    output: PlaygroundPair,
    errors: ['playgroundClosed'],
  }),
}
