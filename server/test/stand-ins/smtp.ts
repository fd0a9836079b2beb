// A mail server for tests: accepts every mail, or replies as the test says.
import { createServer, type AddressInfo } from 'node:net'

export type MailServer = { url: string; letters: string[]; close: () => void }

/** @param replies replace the usual replies to commands */
export async function openMailServer(replies: Record<string, string> = {}): Promise<MailServer> {
  const letters: string[] = []
  const server = createServer((socket) => {
    let letter: string | null = null
    let rest = ''
    const reply = (line: string) => socket.write(`${line}\r\n`)
    reply('220 mail.test')
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (letter !== null) {
          if (line === '.') {
            letters.push(letter)
            letter = null
            reply('250 taken')
          } else letter += `${line}\n`
          continue
        }
        const command = line.slice(0, 4).toUpperCase()
        if (command === 'DATA') letter = ''
        reply(replies[command] ?? (command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 mail.test'))
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, letters, close: () => void server.close() }
}

/** The text of a mail, decoded from quoted-printable or base64. */
export function decodeLetter(letter: string): string {
  const [head = '', ...body] = letter.split('\n\n')
  const text = body.join('\n\n')
  return head.includes('base64')
    ? Buffer.from(text, 'base64').toString()
    : decodeURIComponent(text.replaceAll('=\n', '').replaceAll('%', '%25').replaceAll('=', '%'))
}
