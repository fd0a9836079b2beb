// Account changes other than conversations. A change carries the complete new state and the account's version; the
// higher version wins. A new service only adds a kind here (docs/guides/chat-changes.md).
import { z } from 'zod'
import { StickTop } from '../messages/extend.ts'
import { Friend } from './friend.ts'
import { RemovedMessage } from '../messages/gone.ts'
import { WireMessage } from '../messages/messages.ts'
import { SystemMessage } from './notify.ts'
import { Relation, UserSettings, ChatUser } from './user.ts'

const change = <K extends string, S extends z.ZodType>(kind: K, state: S) =>
  z.object({ kind: z.literal(kind), key: z.string(), version: z.number(), state })

export const Change = z.discriminatedUnion('kind', [
  /** A user that this account knows, or the account itself. The key is the account. */
  change('user', ChatUser),
  change('relation', Relation),
  change('friend', Friend),
  /** A system message. The key is its server id. */
  change('sysMsg', SystemMessage),
  /** A pinned session. The key is the session id. */
  change('stickTop', StickTop),
  /** The removal of a message that a device may hold. The key is the server id of the message. */
  change('goneMsg', RemovedMessage),
  /** The new state of a changed message. The key is its server id. */
  change('modifiedMsg', WireMessage),
  /** An object that exists once per account, without a key. */
  change('settings', UserSettings),
])
export type Change = z.output<typeof Change>
export type ChangeKind = Change['kind']
export type ChangedState<K extends ChangeKind> = Extract<Change, { kind: K }>['state']
