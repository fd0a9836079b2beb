// Passes a packet to its handler after checking the command, the account, its rate limit and the input.
import { z } from 'zod'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { errors } from '@xinqiao/contract/errors.ts'
import { describeIssue, endsLogin, ImFailure, imErrors, imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandName, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { teamSendRate } from '@xinqiao/contract/im/messages/msg.ts'
import { findCommandByNumber, type CommandEntry } from '@xinqiao/contract/im/table.ts'
import { lastSequence, success, type RequestPacket } from '@xinqiao/contract/im/wire.ts'
import { callWithParsed } from '../kit/call-with-parsed.ts'
import type { Kit } from '../kit/ctx.ts'
import type { GenerationWatch } from '../kit/generation.ts'
import { isOverloaded, isUnreachable, isUnwritable } from '../kit/db/db.ts'
import { logDatabaseFailure } from '../kit/db/failure-log.ts'
import { StorageUnavailableError } from '../kit/files/files.ts'
import { chatCommands, chatFailures, chatLogins } from '../kit/metrics.ts'
import { developerInput } from '../kit/text/input-faults.ts'
import { hasUnstorableText, unstorableText } from '../kit/text/storable.ts'
import type { ImCtx, ImViewer } from '../kit/chat/im-ctx.ts'
import { createCommandContexts } from './command-context.ts'
import type { Connection } from './connection.ts'
import { createEntryHandlers } from './entry.ts'
import type { FrequencyLimit } from './frequency.ts'
import type { PresenceWriter } from './presence.ts'
import type { ConnectionRegistry } from './registry/registry.ts'
import { requireVisitor } from './token-owner.ts'
import { createChatHandlers, readsRefusedTexts } from '../modules.ts'

const Packet: z.ZodType<RequestPacket> = z.tuple([
  z.number(),
  z.number(),
  z.number().int().min(1).max(lastSequence),
  z.unknown(),
])

type CommandReply = { data: unknown; crisisLevel?: CrisisLevel | undefined }

export type InjectFault = (command: string, connection: Connection) => Promise<void> | void

type DispatchOptions = {
  registry: ConnectionRegistry
  presence: PresenceWriter
  generation: GenerationWatch
  frequency: FrequencyLimit | null
  /** Runs between the commit of a command and its reply; for tests. */
  beforeReply?: InjectFault | undefined
}

/**
 * Replies when the handler is done, or with 408 after the timeout of the command. Then writes continue, and reads stop.
 */
function withTimeout<T>(work: Promise<T>, timeoutMs: number, cancel: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      cancel()
      reject(imFail('timedOut'))
    }, timeoutMs)
    const afterClearing =
      <Value>(settle: (value: Value) => void) =>
      (value: Value): void => {
        clearTimeout(timer)
        settle(value)
      }
    work.then(afterClearing<T>(resolve), afterClearing<unknown>(reject))
  })
}

function toFailure(error: unknown): ImFailure {
  if (error instanceof ImFailure) return error
  if (isOverloaded(error)) return imFail('timedOut', errors.busy.message)
  if (isUnreachable(error) || error instanceof StorageUnavailableError) return imFail('unavailable')
  return isUnwritable(error) ? imFail('unavailable', errors.readOnly.message) : imFail('internal')
}

/** Failures of database and storage are not logged per command, because they come in great numbers. */
function logFailure({ log }: Kit, error: unknown, command: string): void {
  if (isOverloaded(error) || isUnreachable(error) || isUnwritable(error))
    logDatabaseFailure(log, error, 'commands fail without the database')
  else if (error instanceof StorageUnavailableError) logDatabaseFailure(log, error, 'file storage unreachable')
  else log.error({ err: error, command }, 'command failed')
}

const refuseLogin = (connection: Connection, { code, message }: ImFailure): void =>
  endsLogin(code)
    ? connection.end('notAllowed', { message, refusal: code as number })
    : connection.end('noLogin', { message })

/**
 * The team to which an account of the site writes. Apps decide themselves how much their pages send.
 * @returns null for private messages and for accounts of apps
 */
const findTeamOfSitesMessage = ({ scene, to }: ParsedInput<'msg.sendMsg'>, { roleId }: ImViewer): string | null =>
  scene === 'p2p' || roleId === null ? null : `${scene} ${to}`

const loginCommands: ReadonlySet<string> = new Set<CommandName>(['auth.login', 'chatroom.login'])

/** @throws ImFailure 403 for a command that this connection may not send */
function expectAccess({ name, command }: CommandEntry, { viewer, room }: Connection, isSigningIn: boolean): void {
  if (loginCommands.has(name) && (isSigningIn || room)) throw imFail('invalid', '这个连接已登录')
  if (name === 'chatroom.login' && viewer) throw imFail('invalid', '这个连接已登录')
  if (isSigningIn && command.who !== 'connected') throw imFail('forbidden', '请先登录')
  if (command.who === 'chat' && (!viewer || room)) throw imFail('forbidden', '请先登录')
  if (command.who === 'room' && !room) throw imFail('forbidden', '请先进入聊天室')
  if (command.who === 'account' && !viewer?.imId) throw imFail('forbidden', '请先登录')
}

function recordCommand(command: string, code: string | number, beganAt: number): void {
  chatCommands.observe({ command }, (performance.now() - beganAt) / 1000)
  if (code !== success) chatFailures.inc({ command, code })
  if (loginCommands.has(command)) chatLogins.inc({ code })
}

/** A visitor of a chatroom who goes on after so many refusals by the rate limits is disconnected. */
const maxRefusals = 100

/** Limits the log, because a newer SDK may send some commands that this server does not know. */
const maxUnknownCommands = 100

export function createDispatch(kit: Kit, { registry, presence, generation, frequency, beforeReply }: DispatchOptions) {
  const entry = createEntryHandlers(kit, { registry, presence, generation })
  const chat = createChatHandlers(kit)
  const createCtx = createCommandContexts(kit, registry, generation)
  const unknownCommandsOf = new WeakMap<Connection, number>()
  const refusalsOf = new WeakMap<Connection, number>()
  /** Connections whose login runs: a second one would mix two accounts. */
  const signingIn = new WeakSet<Connection>()

  function countRefusal(connection: Connection): void {
    const count = (refusalsOf.get(connection) ?? 0) + 1
    refusalsOf.set(connection, count)
    if (count > maxRefusals) connection.end('notAllowed', { message: '操作过于频繁，连接已断开' })
  }

  function refuseUnknown(connection: Connection, sequence: number): void {
    const count = (unknownCommandsOf.get(connection) ?? 0) + 1
    unknownCommandsOf.set(connection, count)
    if (count > maxUnknownCommands) connection.end('notAllowed', { message: '无法识别的命令过多' })
    else connection.reply([sequence, imErrors.notFound.code, null, '命令不存在'])
  }

  function runCommand(
    commandEntry: CommandEntry,
    raw: unknown,
    connection: Connection,
    isCancelled: () => boolean,
  ): Promise<CommandReply> {
    const { name } = commandEntry
    expectAccess(commandEntry, connection, signingIn.has(connection))
    if (!loginCommands.has(name)) return handleCommand(commandEntry, raw, connection, isCancelled)
    signingIn.add(connection)
    return handleCommand(commandEntry, raw, connection, isCancelled).finally(() => signingIn.delete(connection))
  }

  async function handleCommand(
    commandEntry: CommandEntry,
    raw: unknown,
    connection: Connection,
    isCancelled: () => boolean,
  ): Promise<CommandReply> {
    const { name, command } = commandEntry
    const callerId = connection.viewer?.imId
    const callerKey = callerId ? `${callerId}` : connection.id
    let refusal = frequency?.count(`${callerKey} ${name}`, command.maxFrequency) ?? null
    if (refusal && connection.room) countRefusal(connection)
    if (refusal && !readsRefusedTexts(name)) throw refusal
    const parsed = command.input.safeParse(raw, developerInput)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw imFail('invalid', issue && describeIssue(issue), { field: issue?.path.join('.') ?? '' })
    }
    if (hasUnstorableText(parsed.data)) throw imFail('invalid', unstorableText)
    if (name === 'chatroom.login') {
      await generation.ready()
      connection.viewer = await requireVisitor(kit, connection, parsed.data as ParsedInput<'chatroom.login'>)
    }
    if (name in entry)
      return {
        data: await callWithParsed<[Connection], Promise<unknown>>(
          entry[name as keyof typeof entry],
          parsed.data,
          connection,
        ),
      }
    const startedIn = generation.current()
    const viewer = connection.viewer!
    const team =
      name === 'msg.sendMsg' ? findTeamOfSitesMessage(parsed.data as ParsedInput<'msg.sendMsg'>, viewer) : null
    if (team !== null) refusal ??= frequency?.count(`${callerKey} ${team}`, teamSendRate) ?? null
    const ctx = createCtx(connection, viewer, { startedIn, refusal, isCancelled })
    const data = await callWithParsed<[ImCtx], Promise<unknown>>(chat[name as keyof typeof chat], parsed.data, ctx)
    return { data, crisisLevel: ctx.crisisLevel }
  }

  return async (packet: unknown, connection: Connection): Promise<void> => {
    const parsed = Packet.safeParse(packet)
    // without a sequence number no reply is possible
    if (!parsed.success) return connection.end('notAllowed', { message: '无法识别的数据' })
    const [serviceId, id, sequence, input] = parsed.data
    const commandEntry = findCommandByNumber(serviceId, id)
    if (!commandEntry) return refuseUnknown(connection, sequence)
    const beganAt = performance.now()
    try {
      let isLate = false
      const work = runCommand(commandEntry, input, connection, () => isLate || !connection.isOpen())
      const { data, crisisLevel } = await withTimeout(work, commandEntry.command.timeoutMs, () => (isLate = true))
      // only at this log level, because it costs as much as a small command
      const output = kit.config.isProduction ? data : commandEntry.command.output.parse(data)
      await beforeReply?.(commandEntry.name, connection)
      connection.reply(crisisLevel ? [sequence, success, output, '', crisisLevel] : [sequence, success, output])
      recordCommand(commandEntry.name, success, beganAt)
    } catch (error) {
      const failure = toFailure(error)
      recordCommand(commandEntry.name, failure.code, beganAt)
      if (failure !== error) logFailure(kit, error, commandEntry.name)
      connection.reply([sequence, failure.code as number, failure.data, failure.message])
      // one login attempt per connection, against guessing of tokens
      if (loginCommands.has(commandEntry.name)) refuseLogin(connection, failure)
    }
  }
}
