// Runs commands of the chat for calls of the server API, as if an account of the app had sent them.
import { randomUUID } from 'node:crypto'
import { describeIssue } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { Scene, Target } from '@xinqiao/contract/im/messages/scene.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import {
  ServerApiFailure,
  type ServerCallInput,
  type ServerCallName,
  type ServerCallOutput,
} from '@xinqiao/contract/server-api/server-api.ts'
import {
  requireManagedAccount,
  requireSendingAccount,
  signAccessibleFiles,
  type ManagedAccount,
} from '../../im/chat.ts'
import type { ChatCommand, ImCtx } from '../../kit/chat/im-ctx.ts'
import { createServerContext } from '../../kit/chat/server-context.ts'
import { callWithParsed } from '../../kit/call-with-parsed.ts'
import type { Kit } from '../../kit/ctx.ts'
import { developerInput } from '../../kit/text/input-faults.ts'
import { hasUnstorableText, unstorableText } from '../../kit/text/storable.ts'
import { createChangeReaders, createChatHandlers } from '../../modules.ts'
import { presentBody } from './contents.ts'

export type ServerNotice = { attach: string; save: number }
export type ServerHistoryInput = { begintime: number; endtime: number; limit: number; reverse: number }

/** Handlers of the calls whose names begin with this word. */
export type CallsOf<Word extends string> = {
  [K in Extract<ServerCallName, `${Word}/${string}`>]: (
    input: ServerCallInput<K>,
    appId: number,
  ) => Promise<ServerCallOutput<K>>
}

export type CallRunner = {
  kit: Kit
  /** @throws ImFailure 404 for an account that is unknown in the app */
  contextFor: (appId: number, accid: string) => Promise<ImCtx>
  /** @throws ImFailure 404 as `contextFor`, 422 for a blocked account */
  senderContextFor: (appId: number, accid: string) => Promise<ImCtx>
  /** Checks the input against the contract of the command, as for a device. */
  runCommand: <K extends ChatCommand>(name: K, input: CommandInput<K>, ctx: ImCtx) => Promise<CommandOutput<K>>
  sendMessage: (ctx: ImCtx, to: string, content: object, scene?: Scene) => Promise<CommandOutput<'msg.sendMsg'>>
  sendNotice: (ctx: ImCtx, to: string, notice: ServerNotice, scene?: Scene) => Promise<unknown>
  queryHistory: (
    ctx: ImCtx,
    target: Target,
    page: ServerHistoryInput,
  ) => Promise<ServerCallOutput<'history/querySessionMsg'>>
  contextOf: (account: Pick<ManagedAccount, 'id' | 'accid'>, appId: number) => ImCtx
  /**
   * Checks the input against the contract of the command.
   * @throws ServerApiFailure
   */
  parseCommand: <K extends ChatCommand>(name: K, input: CommandInput<K>) => unknown
}

/** By command of the chat: its fields, and the names that a backend's form gives them in errors. */
const formNames: Partial<Record<ChatCommand, Record<string, string>>> = {
  'msg.sendMsg': {
    text: 'msg',
    tip: 'msg',
    content: 'body',
    custom: 'ext',
    attach: 'body',
    pushContent: 'pushcontent',
    pushPayload: 'payload',
  },
  'user.updateMyInfo': { nick: 'name', avatar: 'icon', tel: 'mobile', custom: 'ex' },
}
function describeFormIssue(name: ChatCommand, { path, message }: Parameters<typeof describeIssue>[0]): string {
  const field = String(path.at(-1))
  const formName = formNames[name]?.[field]
  if (!formName) return describeIssue({ path, message })
  return describeIssue({ path: [formName], message: message?.replace(field, formName) })
}

export function createCallRunner(kit: Kit, generation: () => number): CallRunner {
  const { sql } = kit
  const commands = createChatHandlers(kit)
  const readers = createChangeReaders(kit)

  const contextOf: CallRunner['contextOf'] = (account, appId) =>
    createServerContext({ kit, readers, generation: generation() }, account, appId)
  async function contextFor(appId: number, accid: string): Promise<ImCtx> {
    return contextOf(await requireManagedAccount(sql, appId, accid), appId)
  }
  async function senderContextFor(appId: number, accid: string): Promise<ImCtx> {
    return contextOf(await requireSendingAccount(sql, appId, accid), appId)
  }
  function parseCommand<K extends ChatCommand>(name: K, input: CommandInput<K>): unknown {
    const parsed = getCommand(name).command.input.safeParse(input, developerInput)
    // JSON in a form may contain such characters as escapes
    if (parsed.success && hasUnstorableText(parsed.data)) throw new ServerApiFailure('invalid', unstorableText)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new ServerApiFailure('invalid', issue && describeFormIssue(name, issue))
  }
  function runCommand<K extends ChatCommand>(
    name: K,
    input: CommandInput<K>,
    ctx: ImCtx,
  ): ReturnType<(typeof commands)[K]> {
    return callWithParsed(commands[name], parseCommand(name, input), ctx) as ReturnType<(typeof commands)[K]>
  }
  const sendMessage = (ctx: ImCtx, to: string, content: object, scene: Scene = 'p2p') =>
    runCommand('msg.sendMsg', { scene, to, idClient: randomUUID(), content } as CommandInput<'msg.sendMsg'>, ctx)
  const sendNotice = (ctx: ImCtx, to: string, { attach, save }: ServerNotice, scene: Scene = 'p2p') =>
    runCommand('notify.sendCustomSysMsg', { scene, to, content: attach, sendToOnlineUsersOnly: save === 1 }, ctx)
  async function queryHistory(ctx: ImCtx, target: Target, page: ServerHistoryInput) {
    const { begintime, endtime, limit, reverse } = page
    const query = { beginTime: begintime, endTime: endtime, limit, reverse: reverse === 1 }
    const { msgs } = await runCommand('msg.getHistoryMsgs', { ...target, ...query }, ctx)
    // a backend has no login, so the addresses of files open by a signature for an hour
    const contents = await signAccessibleFiles(
      kit,
      ctx.viewer.imId,
      msgs.map(({ content }) => content),
    )
    const presentedMsgs = msgs.map(({ idServer, time, content, from: sender }, i) => ({
      from: sender,
      msgid: Number(idServer),
      sendtime: time,
      type: content.type,
      body: presentBody(contents[i]!),
      ...(content.custom !== undefined && { ext: content.custom }),
    }))
    return { size: presentedMsgs.length, msgs: presentedMsgs }
  }

  return {
    kit,
    contextOf,
    contextFor,
    senderContextFor,
    parseCommand,
    runCommand,
    sendMessage,
    sendNotice,
    queryHistory,
  }
}
