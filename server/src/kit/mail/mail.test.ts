// Tests of mail over the network, with a server that speaks SMTP.
import { afterEach, expect, test } from 'vitest'
import { openMailServer, decodeLetter, type MailServer } from '../../../test/stand-ins/smtp.ts'
import { readConfig } from '../config.ts'
import { createMail, type MailSender } from './mail.ts'

let server: MailServer | undefined
let mail: MailSender | null = null
afterEach(() => {
  mail?.close()
  server?.close()
})

/** @param replies replace the usual replies to commands */
async function openServer(replies: Record<string, string> = {}) {
  server = await openMailServer(replies)
  mail = await createMail(readConfig({ MAIL_URL: server.url, MAIL_FROM: '心桥 <notice@xinqiao.test>' }))
  return server.letters
}
const letter = { to: 'wang@example.test', subject: '您有一条新的回复', text: '请登录查看。' }

test('delivers a mail with sender, recipient and text', async () => {
  const letters = await openServer()
  await mail!.send(letter)
  const [head = ''] = letters[0]!.split('\n\n')
  expect(head).toContain('<notice@xinqiao.test>')
  expect(head).toContain('wang@example.test')
  expect(head).toMatch(/Subject: =\?UTF-8\?/i)
  expect(decodeLetter(letters[0]!)).toContain('请登录查看。')
})

test('reports a refusal of the server as an error', async () => {
  await openServer({ RCPT: '550 no such person' })
  await expect(mail!.send(letter)).rejects.toThrow('550')
})

test('sends no mail without a server', async () => {
  expect(await createMail(readConfig({}))).toBe(null)
})
