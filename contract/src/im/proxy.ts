// Requests of pages to HTTP services that the operator has listed, through the server.
import { z } from 'zod'
import { command, service } from './command.ts'

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
        path: z
          .string('path必须是字符串')
          .max(proxyLimits.path, `path不能超过${proxyLimits.path}个字符`)
          .regex(/^\/(?!\/)[\w\-./~!$&'()*+,;=:@%?]*$/, 'path必须以一个/开头，其他字符须编码'),
        method: z.literal([...proxyMethods], `method只能是${proxyMethods.join('、')}`).default('GET'),
        /** Headers as JSON. */
        header: z
          .string('header必须是字符串')
          .max(proxyLimits.headers, `header不能超过${proxyLimits.headers}个字符`)
          .default(''),
        body: z.string('body必须是字符串').max(proxyLimits.body, `body不能超过${proxyLimits.body}个字符`).default(''),
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
