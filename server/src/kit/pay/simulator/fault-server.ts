// Local port of the stand-in. It can simulate faults on request, because our clients must handle them.
import { once } from 'node:events'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fault of one later reply or trade: signature, HTTP error, lost or late reply, failed refund, wrong hash. */
export type GatewayFaultKind =
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

export type FaultServer = {
  url: string
  /** Adds a fault to the next reply. */
  injectFault: (how: GatewayFaultKind) => void
  /** Removes all pending faults. */
  clearFaults: () => void
  /** Returns true once for each requested fault. */
  takeFault: (how: GatewayFaultKind) => boolean
  close: () => Promise<void>
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export async function openFaultServer(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<FaultServer> {
  const pendingFaults: GatewayFaultKind[] = []
  const claimFault = (how: GatewayFaultKind) => {
    const at = pendingFaults.indexOf(how)
    if (at !== -1) pendingFaults.splice(at, 1)
    return at !== -1
  }
  const refuse = (response: ServerResponse, status: number, code: string, message: string) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ code, message }))

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (claimFault('hangUp')) return void request.socket.destroy()
    if (claimFault('error500')) return void refuse(response, 500, 'SYSTEM_ERROR', '系统错误')
    if (claimFault('error429')) return void refuse(response, 429, 'FREQUENCY_LIMITED', '频率超限')
    // the request is executed, but its reply is lost
    await handle(request, claimFault('tooSlow') ? new ServerResponse(request) : response)
  }

  const server = createServer((request, response) => {
    answerRequest(request, response).catch((error: unknown) =>
      refuse(response, 500, 'SYSTEM_ERROR', `${error as Error}`),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // the port does not keep the process alive
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    injectFault: (how) => void pendingFaults.push(how),
    clearFaults: () => void pendingFaults.splice(0),
    takeFault: claimFault,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
