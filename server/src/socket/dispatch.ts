// The one way from a packet to a reply: which command, who, how often, what.
import { z } from 'zod'
import { handlingOf, ImFailure, imErrors, imFail } from '@xinqiao/contract/im/errors.ts'
import { commandNumbered, type CommandEntry } from '@xinqiao/contract/im/table.ts'
import { lastSequence, success, type RequestPacket } from '@xinqiao/contract/im/wire.ts'
import type { Kit } from '../kit/ctx.ts'
import { isOverloaded } from '../kit/db.ts'
import type { ImCtx } from '../kit/im-ctx.ts'
import type { Connection } from './connection.ts'
import { makeEntryHandlers } from './entry.ts'
import type { Frequency } from './frequency.ts'
import type { Registry } from './registry.ts'
import { makeChangeReaders, makeChatHandlers } from './services.ts'

const Packet: z.ZodType<RequestPacket> = z.tuple([
  z.number(),
  z.number(),
  z.number().int().min(1).max(lastSequence),
  z.unknown(),
])

export type Fault = (command: string, connection: Connection) => Promise<void> | void

type Options = {
  registry: Registry
  frequency: Frequency | null
  /** For tests: between a command's commit and its reply. */
  beforeReply?: Fault | undefined
}

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair in a text, and no reader can show them. */
function hasBadText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBadText)
}

/** Answers when the work is done, or with 408 when the row's time is over; writing work goes on, reading work ends. */
function within<T>(work: Promise<T>, timeoutMs: number, cancel: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      cancel()
      reject(imFail('timedOut'))
    }, timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function toFailure(error: unknown): ImFailure {
  if (error instanceof ImFailure) return error
  return isOverloaded(error) ? imFail('timedOut', '现在使用的人较多，请稍等几秒再试') : imFail('internal')
}

const refuseLogin = (connection: Connection, { code, message }: ImFailure): void =>
  handlingOf(code) === 'ends'
    ? connection.end('notAllowed', { message, refusal: code as number })
    : connection.end('noLogin', { message })

export function makeDispatch(kit: Kit, { registry, frequency, beforeReply }: Options) {
  const entry = makeEntryHandlers(kit, registry)
  const chat = makeChatHandlers(kit)
  const readers = makeChangeReaders(kit)

  async function run(
    found: CommandEntry,
    raw: unknown,
    connection: Connection,
    isCancelled: () => boolean,
  ): Promise<unknown> {
    const { name, row } = found
    const { viewer } = connection
    if (row.who === 'chat' && !viewer) throw imFail('forbidden', '请先登录')
    frequency?.count(viewer?.accid ?? connection.id, found)
    const parsed = row.input.safeParse(raw)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw imFail('invalid', issue?.message, { field: issue?.path.join('.') ?? '' })
    }
    if (hasBadText(parsed.data)) throw imFail('invalid', '内容中含有无效字符')
    if (name in entry) return entry[name as keyof typeof entry](parsed.data as never, connection)
    const ctx: ImCtx = {
      config: kit.config,
      sql: kit.sql,
      bodies: kit.bodies,
      secrets: kit.secrets,
      readers,
      viewer: viewer!,
      connectionId: connection.id,
      deliver: (...what) => registry.deliver(...what),
      isCancelled,
    }
    return chat[name as keyof typeof chat](parsed.data as never, ctx)
  }

  return async (packet: unknown, connection: Connection): Promise<void> => {
    const parsed = Packet.safeParse(packet)
    // without a sequence there is nobody to answer
    if (!parsed.success) return connection.end('notAllowed', { message: '无法识别的数据' })
    const [serviceId, id, sequence, input] = parsed.data
    const found = commandNumbered(serviceId, id)
    if (!found) return connection.reply([sequence, imErrors.notFound.code, null, '命令不存在'])
    try {
      let isLate = false
      const work = run(found, input, connection, () => isLate || !connection.isOpen())
      const data = await within(work, found.row.timeoutMs, () => (isLate = true))
      // costs as much as a small command, so only where faults are looked for
      const output = kit.config.isProduction ? data : found.row.output.parse(data)
      await beforeReply?.(found.name, connection)
      connection.reply([sequence, success, output])
    } catch (error) {
      const failure = toFailure(error)
      if (failure !== error) kit.log.error({ err: error, command: found.name }, 'command failed')
      connection.reply([sequence, failure.code as number, failure.data, failure.message])
      // nobody may try tokens one after the other on one connection
      if (found.name === 'auth.login') refuseLogin(connection, failure)
    }
  }
}
