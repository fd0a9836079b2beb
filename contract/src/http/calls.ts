// Calls of the site: relay servers for the two sides of a call. Ringing and hanging up are commands of the chat.
import { z } from 'zod'
import { ChannelId } from '../im/signalling-model.ts'
import { endpoint } from './endpoint.ts'

const callers = ['counsellor', 'user'] as const

const IceServer = z.object({
  urls: z.array(z.string()),
  /** Name and password of a relay server, valid for some minutes. */
  username: z.string().optional(),
  credential: z.string().optional(),
})
const IceServers = z.object({
  iceServers: z.array(IceServer),
  /** `relay` as soon as a relay server is configured, so that neither side learns the address of the other. */
  policy: z.enum(['all', 'relay']),
})
export type IceServers = z.output<typeof IceServers>

export const calls = {
  'POST /call/ice': endpoint({
    who: callers,
    summary: '通话的中继服务器与几分钟内有效的凭据，只给通话双方',
    input: z.object({ channelId: ChannelId }),
    output: IceServers,
    errors: ['notFound', 'tooManyRequests'],
  }),
}
