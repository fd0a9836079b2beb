// All services of the messaging layer.
import type { z } from 'zod'
import { ai } from './robots/ai.ts'
import { auth } from './accounts/auth.ts'
import { chatroom } from './chatroom/chatroom.ts'
import { event } from './accounts/event.ts'
import { file } from './files/file.ts'
import { msgExtend } from './messages/extend.ts'
import { friend } from './accounts/friend.ts'
import { link } from './link.ts'
import { misc } from './misc.ts'
import { msg } from './messages/msg.ts'
import { notify } from './accounts/notify.ts'
import { proxy } from './proxy.ts'
import { search } from './messages/search.ts'
import { serverSession } from './messages/server-sessions.ts'
import { signalling } from './signalling/signalling.ts'
import { sync } from './sync.ts'
import { team } from './team/team.ts'
import { user } from './accounts/user.ts'

export const imServices = {
  link,
  auth,
  user,
  notify,
  sync,
  file,
  msg,
  msgExtend,
  serverSession,
  search,
  misc,
  friend,
  team,
  event,
  chatroom,
  proxy,
  signalling,
  ai,
}
export type ImServices = typeof imServices
export type ServiceName = keyof ImServices

type QualifiedDefinitions<Kind extends 'commands' | 'pushes'> = {
  [S in ServiceName]: { [K in keyof ImServices[S][Kind] & string as `${S}.${K}`]: ImServices[S][Kind][K] }
}
type IntersectionOfValues<T> = T[keyof T] extends infer U
  ? (U extends U ? (x: U) => void : never) extends (x: infer I) => void
    ? I
    : never
  : never

/** A command with its service, such as `'msg.sendMsg'`. */
export type ImCommands = IntersectionOfValues<QualifiedDefinitions<'commands'>>
export type CommandName = keyof ImCommands
export type CommandInput<K extends CommandName> = ImCommands[K] extends { input: infer I extends z.ZodType }
  ? z.input<I>
  : never
export type ParsedInput<K extends CommandName> = ImCommands[K] extends { input: infer I extends z.ZodType }
  ? z.output<I>
  : never
export type CommandOutput<K extends CommandName> = ImCommands[K] extends { output: infer O extends z.ZodType }
  ? z.output<O>
  : never

type ImPushes = IntersectionOfValues<QualifiedDefinitions<'pushes'>>
export type PushName = keyof ImPushes
export type PushData<K extends PushName> = ImPushes[K] extends { push: infer S extends z.ZodType } ? z.output<S> : never
