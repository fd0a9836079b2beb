// Requests of pages to HTTP services that the operator has listed, through the server.
import { z } from 'zod'
import { command, service } from './command.ts'
import { namedText } from './named-text.ts'

export const proxyLimits = { path: 2_048, headers: 4_096, body: 65_536, reply: 262_144 } as const
export const proxyMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const

export const proxy = service(
  22,
  {
    httpProxy: command(1, {
      who: 'chat',
      input: z.object({
        /** Name under which the operator has listed the service. */
        zone: z.string('zone必须是字符串').regex(/^[\w-]{1,32}$/, 'zone不正确'),
        path: namedText(proxyLimits.path, 'path').regex(
          /^\/(?!\/)[\w\-./~!$&'()*+,;=:@%?]*$/,
          'path必须以一个/开头，其他字符须编码',
        ),
        method: z.literal([...proxyMethods], `method只能是${proxyMethods.join('、')}`).default('GET'),
        /** Headers of the request as a JSON object. */
        header: namedText(proxyLimits.headers, 'header').default(''),
        body: namedText(proxyLimits.body, 'body').default(''),
      }),
      /** `code`: the status of the service's reply. `header`: its headers as JSON. */
      output: z.object({ code: z.number(), header: z.string(), body: z.string() }),
      errors: ['notFound', 'invalid', 'unavailable', 'timedOut'],
      timeoutMs: 12_000,
      maxFrequency: { times: 30, seconds: 60 },
    }),
  },
  {},
)
