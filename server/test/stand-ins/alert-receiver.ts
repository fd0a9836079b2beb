// The backend of an app that receives crisis alerts or notices: checks their signature, and answers as the test says.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import { AppAlert } from '@xinqiao/contract/server-api/alert.ts'

export async function startReceiver<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const receivedCalls: { body: z.output<z.ZodObject<Shape>>; nonce: string; isSigned: boolean }[] = []
  const settings = { secret: '', appKey: '', status: 200 }
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { appkey, nonce, curtime, checksum } = request.headers as Record<string, string>
      const expected = createHash('sha1').update(`${settings.secret}${nonce}${curtime}`).digest('hex')
      const isFresh = Math.abs(Date.now() / 1000 - Number(curtime)) < 300
      const isSigned = appkey === settings.appKey && checksum === expected && isFresh
      // strict, because an unexpected field could disclose personal data
      receivedCalls.push({
        body: schema.strict().parse(JSON.parse(Buffer.concat(chunks).toString())),
        nonce: nonce!,
        isSigned,
      })
      reply.writeHead(settings.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/receive?from=xinqiao`,
    received: receivedCalls,
    settings,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export const startAlertReceiver = () => startReceiver(AppAlert)
