// Carriers of SMS and mail that record what they would send.
import type { Kit } from '../../src/kit/ctx.ts'

type SentMessage = { to: string; text: string }

/**
 * The kit with recording carriers.
 * @param fail returns the error of the next message, if any
 */
export function recordCarriers(services: Kit, fail?: () => Error | null): { kit: Kit; sent: SentMessage[] } {
  const sentMessages: SentMessage[] = []
  const recordMessage = (message: SentMessage) => {
    const error = fail?.() ?? null
    if (error) return Promise.reject(error)
    sentMessages.push(message)
    return Promise.resolve()
  }
  const kit: Kit = {
    ...services,
    sms: { send: (message) => recordMessage({ to: message.phone, text: JSON.stringify(message) }) },
    mail: { send: (mail) => recordMessage({ to: mail.to, text: JSON.stringify(mail) }), close: () => {} },
  }
  return { kit, sent: sentMessages }
}
