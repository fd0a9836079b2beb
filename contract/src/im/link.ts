// The connection: heartbeat and the server's clock. Numbers that messaging.md does not define are our own.
import { z } from 'zod'
import { command, service } from './command.ts'

export const link = service(
  1,
  {
    heartbeat: command(2, {
      who: 'connected',
      input: z.object({}),
      output: z.object({ serverTime: z.number() }),
      timeoutMs: 5_000,
      maxFrequency: { times: 30, seconds: 10 },
    }),
  },
  {},
)
