// The virus scanner: clamd over TCP, or none. Files of people pass it before they are kept.
import { connect } from 'node:net'
import { fail } from '@xinqiao/contract/errors.ts'
import type { Config } from './config.ts'

export type Antivirus = {
  /** @throws Failure unavailable when the scanner does not answer: an unseen file is not let in */
  isClean: (bytes: Uint8Array) => Promise<boolean>
}

/** The harmless text that every scanner takes for a virus, so that refusal can be tried (eicar.org). */
const testSignature = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('')

/** Stands in where no scanner is set: knows the test text alone. */
export const noScanner: Antivirus = {
  isClean: (bytes) => Promise.resolve(!Buffer.from(bytes).includes(testSignature)),
}

const mostWaitMs = 20_000
const pieceBytes = 1024 * 1024

/** clamd's INSTREAM: pieces with their length in front, an empty one at the end, one line as the answer. */
export const clamd = (host: string, port: number): Antivirus => ({
  isClean: (bytes) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, timeout: mostWaitMs })
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
      socket.write('zINSTREAM\0')
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const piece = bytes.subarray(at, at + pieceBytes)
        const length = Buffer.alloc(4)
        length.writeUInt32BE(piece.length)
        socket.write(length)
        socket.write(piece)
      }
      socket.write(Buffer.alloc(4))
    }),
})

export function makeAntivirus({ ANTIVIRUS_URL: url }: Pick<Config, 'ANTIVIRUS_URL'>): Antivirus {
  if (!url) return noScanner
  const { hostname, port } = new URL(url)
  return clamd(hostname, Number(port || 3310))
}
