// Mail over the wire, to a server that speaks SMTP.
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { makeMail, type Mail } from './mail.ts'

let server: Server | undefined
let mail: Mail | null = null
afterEach(() => {
  mail?.close()
  server?.close()
})

/** @param answers replaces the usual reply to a command */
async function openServer(answers: Record<string, string> = {}) {
  const letters: string[] = []
  server = createServer((socket) => {
    let letter: string | null = null
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.test')
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (letter !== null) {
          if (line === '.') {
            letters.push(letter)
            letter = null
            say('250 taken')
          } else letter += `${line}\n`
          continue
        }
        const command = line.slice(0, 4).toUpperCase()
        if (command === 'DATA') letter = ''
        say(answers[command] ?? (command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 mail.test'))
      }
    })
  })
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  mail = await makeMail(readConfig({ MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: '心桥 <notice@xinqiao.test>' }))
  return letters
}
const letter = { to: 'wang@example.test', subject: '您有一条新的回复', text: '请登录查看。' }

test('a letter arrives with its sender, its receiver and its words', async () => {
  const letters = await openServer()
  await mail!.send(letter)
  const [head = '', body = ''] = letters[0]!.split('\n\n')
  expect(head).toContain('<notice@xinqiao.test>')
  expect(head).toContain('wang@example.test')
  expect(head).toMatch(/Subject: =\?UTF-8\?/i)
  const isPlain = !head.includes('base64')
  expect(isPlain ? decodeURIComponent(body.replaceAll('=\n', '').replaceAll('=', '%')) : atobText(body)).toContain(
    '请登录查看。',
  )
})
const atobText = (text: string) => Buffer.from(text, 'base64').toString()

test('what the server refuses is an error', async () => {
  await openServer({ RCPT: '550 no such person' })
  await expect(mail!.send(letter)).rejects.toThrow('550')
})

test('without a server there is no mail', async () => {
  expect(await makeMail(readConfig({}))).toBe(null)
})
