// Types for calls of the server API. A call runs a command of the chat, as if an account of the app had sent it.
import type { CommandInput, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { Scene, Target } from '@xinqiao/contract/im/messages/scene.ts'
import type { ServerCallOutput } from '@xinqiao/contract/server-api/server-api.ts'
import type { ChatCommand, ImCtx } from '../../kit/chat/im-ctx.ts'
import type { Kit } from '../../kit/ctx.ts'

export type ServerNotice = { attach: string; save: number }
export type ServerHistoryInput = { begintime: number; endtime: number; limit: number; reverse: number }

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
}
