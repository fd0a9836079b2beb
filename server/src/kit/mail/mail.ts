// Mail over SMTP. Without a configured server nothing is sent, which the delivery log records.
import type { Config } from '../config.ts'

export type MailSender = {
  /** @throws Error with the server's reply when the server refuses; the queue tries again */
  send: (letter: { to: string; subject: string; text: string }) => Promise<void>
  close: () => void
}

export async function createMail({ MAIL_URL, MAIL_FROM }: Config): Promise<MailSender | null> {
  if (!MAIL_URL) return null
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: MAIL_URL,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(letter) {
      await transport.sendMail({ from: MAIL_FROM, ...letter })
    },
    close: () => transport.close(),
  }
}
