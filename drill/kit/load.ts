// Load of a drill: pairs of people who write to each other, and visitors who read pages and call the API.
import { setTimeout as wait } from 'node:timers/promises'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { createArticle } from '../../server/db/fixtures/article.ts'
import { createChatPeople } from '../../server/db/fixtures/chat-people.ts'
import { connect } from '../../server/src/kit/db/db.ts'
import { openDevice, type Device } from './devices.ts'
import { onCleanUp } from './processes.ts'

export type SentMessage = { idClient: string; from: Device; to: Device; ackedAt: number | null }

export type MessageLoad = {
  devices: readonly Device[]
  sent: readonly SentMessage[]
  /** Number of errors by kind. */
  errors: ReadonlyMap<string, number>
  /** Times of successful reads that needed the database. */
  readTimes: readonly number[]
  /** Stops the visitors and new messages; resolves when each message is acknowledged, or after a minute. */
  stop: () => Promise<void>
}

export type LoadOptions = { people?: number; messagesPerSecond?: number; readsPerSecond?: number }

const articleCount = 50

async function fill(databaseUrl: string, people: number) {
  const sql = connect(databaseUrl, 2)
  try {
    const articles: number[] = []
    for (let i = 0; i < articleCount; i += 1) articles.push(await createArticle(sql, { title: `文章 ${i}` }))
    return { articles, people: await createChatPeople(sql, people) }
  } finally {
    await sql.end()
  }
}

const nameError = (error: unknown): string => {
  const { code, name, cause } = error as { code?: string | number; name?: string; cause?: { code?: string } }
  return `${cause?.code ?? code ?? name ?? 'unknown'}`
}

/** Repeats the send with the same idClient until it is acknowledged. */
async function sendSurely(message: SentMessage, isEnding: () => boolean, note: (kind: string) => void): Promise<void> {
  const { idClient, from, to } = message
  const content = { type: chatMessageTypes.text, text: `你好 ${idClient}` }
  while (message.ackedAt === null && !isEnding()) {
    try {
      await from.client().send({ scene: 'p2p', to: to.accid, idClient, content })
      message.ackedAt = performance.now()
    } catch (error) {
      note(`send ${nameError(error)}`)
      await wait(100)
    }
  }
}

export async function startLoad(
  siteUrl: string,
  databaseUrl: string,
  { people: count = 20, messagesPerSecond = 100, readsPerSecond = 20 }: LoadOptions = {},
): Promise<MessageLoad> {
  const { articles, people } = await fill(databaseUrl, count)
  const devices = await Promise.all(people.map((person) => openDevice(siteUrl, person)))
  const sent: SentMessage[] = []
  const errors = new Map<string, number>()
  const readTimes: number[] = []
  const countError = (kind: string) => void errors.set(kind, (errors.get(kind) ?? 0) + 1)
  const state = { isStopping: false, isEnding: false }
  const runSender = async (from: Device, index: number) => {
    const to = devices[index ^ 1]!
    const intervalMs = (1000 * count) / messagesPerSecond
    await wait((intervalMs * index) / count)
    while (!state.isStopping) {
      const next = performance.now() + intervalMs
      const message: SentMessage = { idClient: crypto.randomUUID(), from, to, ackedAt: null }
      sent.push(message)
      await sendSurely(message, () => state.isEnding, countError)
      await wait(Math.max(0, next - performance.now()))
    }
  }
  const readPage = async (path: string, needsDatabase: boolean) => {
    try {
      const reply = await fetch(`${siteUrl}${path}`, { signal: AbortSignal.timeout(10_000) })
      await reply.arrayBuffer()
      if (reply.status !== 200) countError(`read ${reply.status}`)
      else if (needsDatabase) readTimes.push(performance.now())
    } catch (error) {
      countError(`read ${nameError(error)}`)
    }
  }
  const reads: Promise<void>[] = []
  const visitors = setInterval(() => {
    const isPage = reads.length % 2 === 0
    const id = articles[reads.length % articles.length]
    reads.push(readPage(isPage ? '/' : `/prod-api/psychologyArticle/getById?id=${id}`, !isPage))
  }, 1000 / readsPerSecond)
  const senders = devices.map(runSender)
  const stopLoad = async () => {
    clearInterval(visitors)
    state.isStopping = true
    const end = setTimeout(() => (state.isEnding = true), 60_000)
    await Promise.all([...senders, ...reads])
    clearTimeout(end)
  }
  onCleanUp(() => {
    clearInterval(visitors)
    state.isStopping = state.isEnding = true
    for (const device of devices) device.close()
  })
  return { devices, sent, errors, readTimes, stop: stopLoad }
}
