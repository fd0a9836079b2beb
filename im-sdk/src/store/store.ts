// In-memory store of a device's conversations. Changed keys are recorded as touched, for persistence (persistence.ts).
import type { Change } from '@xinqiao/contract/im/accounts/changes.ts'
import type { MessageDraft, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import type { OwnTeamMembership, Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'

/** A conversation on this device, which has received all messages from `from` to `seq`. */
export type Conversation = {
  session: SessionState
  lastMsg: WireMessage | null
  /** Version of the session state that named the last message. Session states that name none may be newer. */
  lastMsgVersion?: number
  /** First position received without a gap up to `seq`. */
  from: number
  /** Position and time of the last message received without a gap before it. */
  seq: number
  time: number
  /** The last message from before the page opened, and those since, up to a limit; oldest first. */
  msgs: WireMessage[]
}

/** A team of this account. Its session is derived from this record. */
export type TeamRecord = {
  team: Team
  /** The version of the team at the last change of `team`. */
  infoVersion: number
  /** The highest version of the team that this device has received. */
  version: number
  lastSeq: number
  lastTime: number
  /** Numbers of readable messages so far: all, and the account's own. */
  lastReadable: number
  ownReadable: number
  own: OwnTeamMembership
  /** Times of recalled messages after the ack, which do not count as unread. */
  recalledTimes?: number[]
  /** Versions up to which the last sync was complete. */
  mark: { version: number; ownVersion: number }
}

/** A message of the account that is not confirmed as stored. */
export type UnsentMessage = { draft: MessageDraft; time: number; status: 'sending' | 'fail'; isInBlackList?: boolean }
/** Fields of a message, session or system message that only this device has. */
export type LocalFields = {
  localCustom?: string
  state?: string
  isDeleted?: boolean
  /** For a session: time at which the page inserted it before its first message. */
  insertedAt?: number
  /** For a session: hidden until a message after this time. */
  hiddenAt?: number
  /** For a session: the server has more messages before this time, as the page recorded; 0: none. */
  moreBefore?: number
}

export type Store = {
  /** Generation of the server's database from which this data comes; 0 before the first sync. */
  generation: number
  /** Sync mark of the sessions. */
  syncMark: number
  /** The last broadcast that this device has. */
  broadcastMark: number
  /** True once a first sync has completed: only the first sync may start conversations at their last message. */
  hasSynced: boolean
  /** Conversations by session id. */
  conversations: Map<string, Conversation>
  /** Teams by session id. */
  teams: Map<string, TeamRecord>
  users: Map<string, ChatUser>
  /** The latest state of all other objects, by kind and key. */
  lastChanges: Map<string, Change>
  /** Server ids of removed messages, so that a late push does not restore them. */
  removedIds: Set<string>
  /** Changed messages by server id, so that a late push does not restore the old text. */
  modified: Map<string, WireMessage>
  /** Fields that the page set on this device, by kind and key; never sent to the server. */
  localFields: Map<string, LocalFields>
  /** Unsent messages by idClient. */
  unsent: Map<string, UnsentMessage>
  /** After starting over: the time from which each conversation is fetched again, by session id. */
  resumeTimes: Map<string, number>
  /** After starting over: the messages that were announced before. */
  shown: Set<string>
  /** Keys of changed rows that are not written yet; null without persistence. */
  touched: TouchedKeys | null
}

export const watchedNames = [
  'conversations',
  'teams',
  'users',
  'lastChanges',
  'removedIds',
  'localFields',
  'unsent',
] as const
type WatchedName = (typeof watchedNames)[number]

/** Keys that changed since the last write. */
export type TouchedKeys = Record<WatchedName, Set<string>> & {
  /** Changed messages by server id. */
  msgs: Map<string, { sessionId: string; msg: WireMessage }>
  /** Conversations cleared up to a time, by session id. */
  cleared: Map<string, number>
  notify: () => void
}

class WatchedMap<V> extends Map<string, V> {
  private readonly watch: (key: string) => void
  constructor(watch: (key: string) => void) {
    super()
    this.watch = watch
  }
  override set(key: string, value: V): this {
    this.watch(key)
    return super.set(key, value)
  }
  override delete(key: string): boolean {
    this.watch(key)
    return super.delete(key)
  }
}
class WatchedSet extends Set<string> {
  private readonly watch: (key: string) => void
  constructor(watch: (key: string) => void) {
    super()
    this.watch = watch
  }
  override add(key: string): this {
    this.watch(key)
    return super.add(key)
  }
}

export const createTouchedKeys = (notify: () => void): TouchedKeys => ({
  ...(Object.fromEntries(watchedNames.map((name) => [name, new Set()])) as Record<WatchedName, Set<string>>),
  msgs: new Map(),
  cleared: new Map(),
  notify,
})

/** @param notify called after each change; null without persistence */
export function createStore(notify: (() => void) | null): Store {
  const watch = (name: WatchedName) => (key: string) => {
    store.touched?.[name].add(key)
    notify?.()
  }
  const store: Store = {
    generation: 0,
    syncMark: 0,
    broadcastMark: 0,
    hasSynced: false,
    conversations: new WatchedMap(watch('conversations')),
    teams: new WatchedMap(watch('teams')),
    users: new WatchedMap(watch('users')),
    lastChanges: new WatchedMap(watch('lastChanges')),
    removedIds: new WatchedSet(watch('removedIds')),
    modified: new Map(),
    resumeTimes: new Map(),
    shown: new Set(),
    localFields: new WatchedMap(watch('localFields')),
    unsent: new WatchedMap(watch('unsent')),
    touched: notify && createTouchedKeys(notify),
  }
  return store
}

/** A store without persistence. */
export const createMemoryStore = (): Store => createStore(null)

/** Marks a conversation as changed, after it was changed in place. */
export function touchConversation(store: Store, sessionId: string): void {
  store.touched?.conversations.add(sessionId)
  store.touched?.notify()
}

/** Marks all rows of a store with a database as changed, because a new one has none. */
export function touchAll(store: Store): void {
  for (const name of watchedNames) for (const key of store[name].keys()) store.touched![name].add(key)
}

/** Merges `change` into the fields of the key. */
export function updateLocalFields({ localFields }: Store, key: string, change: LocalFields): void {
  localFields.set(key, { ...localFields.get(key), ...change })
}
