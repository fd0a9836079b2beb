// What of an account can change besides its conversations. A change travels whole, as the state that now holds, with
// the account's version: the higher one wins. A later service adds a kind here and nothing else (docs/sync.md).
import { z } from 'zod'
import { StickTop } from './extend.ts'
import { Friend } from './friend.ts'
import { GoneMessage } from './gone.ts'
import { WireMessage } from './messages.ts'
import { SystemMessage } from './notify.ts'
import { Relation, Settings, User } from './user.ts'

const change = <K extends string, S extends z.ZodType>(kind: K, state: S) =>
  z.object({ kind: z.literal(kind), key: z.string(), version: z.number(), state })

export const Change = z.discriminatedUnion('kind', [
  /** Somebody whom this account knows, or itself. The key is the account. */
  change('user', User),
  change('relation', Relation),
  change('friend', Friend),
  /** The key is the server's id. */
  change('sysMsg', SystemMessage),
  /** The key is the session's id. */
  change('stickTop', StickTop),
  /** Concerns a message that a device may hold. The key is its server's id. */
  change('goneMsg', GoneMessage),
  /** A message as it reads since its sender changed it. The key is its server's id. */
  change('modifiedMsg', WireMessage),
  /** There is one, without a key. */
  change('settings', Settings),
])
export type Change = z.output<typeof Change>
export type ChangeKind = Change['kind']
export type StateOf<K extends ChangeKind> = Extract<Change, { kind: K }>['state']
