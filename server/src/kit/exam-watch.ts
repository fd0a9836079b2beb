// Whoever watches over an examination is told over a socket that something has moved. The portal's half calls after the
// change, the socket half of each node tells those who watch there; what has moved they ask for themselves, so a lost
// call costs a few seconds. A ticket says who may watch what: the socket half need not know who is an examiner.
import type { Bus } from './bus/bus.ts'
import { isSame, type Secrets } from './secrets.ts'

const channel = 'exam-moved'
/** From asking for it to the handshake: short, since it stands in the browser's memory alone. */
const lifeMs = 60_000
const purpose = 'exam-watch'

export const callExamMoved = (bus: Bus, examId: number): void => bus.publish(channel, `${examId}`)

/** @returns what ends it */
export function hearExamMoved(bus: Bus, listener: (examId: number) => void): () => void {
  void bus.subscribe(channel, (text) => listener(Number(text)))
  return () => bus.unsubscribe(channel)
}

export type ExamWatcher = { examId: number; sessionId: number }

const sign = (secrets: Secrets, text: string) => secrets.index(purpose, text).toString('base64url')

export function makeWatchTicket(secrets: Secrets, { examId, sessionId }: ExamWatcher, now = Date.now()): string {
  const text = `${examId}.${sessionId}.${now + lifeMs}`
  return `${text}.${sign(secrets, text)}`
}

/** Null for what is forged, old or no ticket at all. */
export function readWatchTicket(secrets: Secrets, ticket: unknown, now = Date.now()): ExamWatcher | null {
  const found =
    typeof ticket === 'string' ? /^((\d{1,15})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{20,100})$/.exec(ticket) : null
  if (!found) return null
  const [, text = '', examId, sessionId, until, signature = ''] = found
  if (Number(until) < now || !isSame(Buffer.from(sign(secrets, text)), Buffer.from(signature))) return null
  return { examId: Number(examId), sessionId: Number(sessionId) }
}
