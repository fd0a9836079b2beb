// Carriers of SMS and mail that record what they would send.
import type { Kit } from '../src/kit/ctx.ts'

type SentMessage = { to: string; words: string }

/**
 * The kit with recording carriers.
 * @param fail returns the error of the next message, if any
 */
export function recordCarriers(services: Kit, fail?: () => Error | null): { kit: Kit; sent: SentMessage[] } {
  const sent: SentMessage[] = []
  const recordMessage = (message: SentMessage) => {
    const error = fail?.() ?? null
    if (error) return Promise.reject(error)
    sent.push(message)
    return Promise.resolve()
  }
  const kit: Kit = {
    ...services,
    sms: { send: (message) => recordMessage({ to: message.phone, words: JSON.stringify(message) }) },
    mail: { send: (mail) => recordMessage({ to: mail.to, words: JSON.stringify(mail) }), close: () => {} },
  }
  return { kit, sent }
}
