// Virus scanner: clamd over TCP, or a stand-in. It scans private files before they are stored.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { fail } from '@xinqiao/contract/errors.ts'
import type { Config } from '../config.ts'
import type { FileBody } from './uploads.ts'

export type Antivirus = {
  /** @throws Failure unavailable when the scanner does not reply, because no file is stored unscanned */
  isClean: (body: FileBody) => Promise<boolean>
}

/** The harmless EICAR test file, which every scanner reports as a virus (eicar.org). */
const testSignature = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('')

const maxChunkBytes = 1024 * 1024

async function* splitBody(body: FileBody): AsyncGenerator<Buffer> {
  if (!(body instanceof Uint8Array)) {
    for await (const chunk of createReadStream(body.path, { highWaterMark: maxChunkBytes })) yield chunk as Buffer
    return
  }
  for (let at = 0; at < body.length; at += maxChunkBytes) yield Buffer.from(body.subarray(at, at + maxChunkBytes))
}

/** Waits when the file is sent faster than the scanner reads it. */
async function sendChunks(socket: Socket, body: FileBody): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const piece of splitBody(body)) {
    if (socket.destroyed) return
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    socket.write(length)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  socket.write(Buffer.alloc(4))
}

/** Stand-in without a scanner, which reports only the EICAR test file. */
export const noScanner: Antivirus = {
  async isClean(body) {
    let end = ''
    for await (const piece of splitBody(body)) {
      const text = end + piece.toString('latin1')
      if (text.includes(testSignature)) return false
      end = text.slice(-testSignature.length)
    }
    return true
  },
}

const maxWaitMs = 20_000

/** clamd's INSTREAM protocol: chunks with a length prefix, an empty chunk at the end, one line as the reply. */
export const createClamdScanner = (host: string, port: number): Antivirus => ({
  isClean: (body) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, timeout: maxWaitMs })
      const giveUp = () => {
        socket.destroy()
        reject(fail('unavailable', '文件安全检查暂时不可用，请稍后再试'))
      }
      let answer = ''
      socket.setEncoding('utf8')
      socket.on('timeout', giveUp)
      socket.on('error', giveUp)
      socket.on('data', (text: string) => {
        answer += text
      })
      socket.on('end', () => {
        if (/: OK\0?\s*$/.test(answer)) resolve(true)
        else if (/ FOUND\0?\s*$/.test(answer)) resolve(false)
        else giveUp()
      })
      void sendChunks(socket, body).catch(giveUp)
    }),
})

export function createAntivirus({ ANTIVIRUS_URL: url }: Pick<Config, 'ANTIVIRUS_URL'>): Antivirus {
  if (!url) return noScanner
  const { hostname, port } = new URL(url)
  return createClamdScanner(hostname, Number(port || 3310))
}
