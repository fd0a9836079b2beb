// Tickets for live updates of an examination over a socket. The portal issues them, so that the socket server need not
// know the examiners. A watcher reads the changes over HTTP, so a lost message of the bus costs only a few seconds.
import { isEqualSecret, type Secrets } from '../../kit/auth/secrets.ts'

/** Time from issue to handshake. Short, because the ticket exists only in the browser's memory. */
const ticketLifetimeMs = 60_000
const purpose = 'exam-watch'

export type ExamWatcher = { examId: number; signInSessionId: number }

const signTicket = (secrets: Secrets, text: string) => secrets.index(purpose, text).toString('base64url')

export function createWatchTicket(
  secrets: Secrets,
  { examId, signInSessionId }: ExamWatcher,
  now = Date.now(),
): string {
  const text = `${examId}.${signInSessionId}.${now + ticketLifetimeMs}`
  return `${text}.${signTicket(secrets, text)}`
}

/** @returns null when the ticket is forged or expired */
export function readWatchTicket(secrets: Secrets, ticket: unknown, now = Date.now()): ExamWatcher | null {
  const match =
    typeof ticket === 'string' ? /^((\d{1,15})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{20,100})$/.exec(ticket) : null
  if (!match) return null
  const [, text = '', examId, signInSessionId, until, signature = ''] = match
  if (Number(until) < now || !isEqualSecret(Buffer.from(signTicket(secrets, text)), Buffer.from(signature))) return null
  return { examId: Number(examId), signInSessionId: Number(signInSessionId) }
}
