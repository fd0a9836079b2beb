// Local port of the stand-in. It can simulate faults on request, because our clients must handle them.
import { once } from 'node:events'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fault of the next replies: a bad signature, or no reply. */
export type Misbehaviour =
  | 'wrongKey'
  | 'unknownSerial'
  | 'skew'
  | 'unsigned'
  | 'error500'
  | 'error429'
  | 'hangUp'
  | 'tooSlow'
  | 'abnormalRefund'
  | 'paidWhileClosing'
  | 'wrongHash'

export type Door = {
  url: string
  /** Adds a fault to the next reply. */
  misbehave: (how: Misbehaviour) => void
  /** Removes all pending faults. */
  calm: () => void
  /** True once for each requested fault. */
  takes: (how: Misbehaviour) => boolean
  close: () => Promise<void>
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export async function openDoor(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Door> {
  const mischief: Misbehaviour[] = []
  const takes = (how: Misbehaviour) => {
    const at = mischief.indexOf(how)
    if (at !== -1) mischief.splice(at, 1)
    return at !== -1
  }
  const refuse = (response: ServerResponse, status: number, code: string, message: string) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ code, message }))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (takes('hangUp')) return void request.socket.destroy()
    if (takes('error500')) return void refuse(response, 500, 'SYSTEM_ERROR', '系统错误')
    if (takes('error429')) return void refuse(response, 429, 'FREQUENCY_LIMITED', '频率超限')
    // the request is executed, but its reply is lost
    await handle(request, takes('tooSlow') ? new ServerResponse(request) : response)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, 500, 'SYSTEM_ERROR', `${error as Error}`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // the stand-in does not keep the process alive
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    misbehave: (how) => void mischief.push(how),
    calm: () => void mischief.splice(0),
    takes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
