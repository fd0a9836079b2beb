// A stand-in for a language model, which speaks the chat-completions protocol over HTTP.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type ModelBehaviour = {
  /** The parts of the answer; a request for a whole answer receives them joined. */
  parts: string[]
  /** Time before each part in milliseconds. */
  everyMs?: number
  /** `hang`: no reply at all. `break`: the connection ends after the parts. */
  fault?: 'hang' | 'break' | 'error' | 'garbage' | 'huge' | 'redirect'
}
export type ModelRequest = {
  messages: { role: string; content: string }[]
  stream: boolean
  key: string | undefined
  isAborted: boolean
}

export async function startLanguageModel() {
  const requests: ModelRequest[] = []
  const state: { behaviour: ModelBehaviour } = { behaviour: { parts: ['好的。'] } }

  async function reply({ parts, everyMs = 0, fault }: ModelBehaviour, stream: boolean, response: ServerResponse) {
    if (fault === 'hang') return
    if (fault === 'error') return void response.writeHead(500).end('no')
    if (fault === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (fault === 'garbage') return void response.end('data: {not json\n\n')
    if (fault === 'huge') {
      const chunk = `: ${'x'.repeat(100_000)}\n`
      for (let i = 0; i < 40 && !response.destroyed; i += 1) {
        response.write(chunk)
        await wait(1)
      }
      return void response.end()
    }
    if (!stream) {
      await wait(everyMs)
      const choices = [{ message: { role: 'assistant', content: parts.join('') } }]
      return void response.end(JSON.stringify({ choices }))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const content of parts) {
      if (response.destroyed) return
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
      await wait(everyMs)
    }
    if (fault === 'break') return void response.destroy()
    response.end('data: [DONE]\n\n')
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { messages, stream } = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest
      const entry = { messages, stream, key: request.headers.authorization, isAborted: false }
      requests.push(entry)
      response.on('close', () => (entry.isAborted = !response.writableFinished))
      void reply(state.behaviour, stream, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    behave: (behaviour: ModelBehaviour) => void (state.behaviour = behaviour),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
