// What a device remembers of its conversations. All of it is in memory, where everything reads it at once; what
// changes is written down as touched, for whoever keeps it beyond the page (kept.ts).
import type { Change } from '@xinqiao/contract/im/changes.ts'
import type { MessageDraft, WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { User } from '@xinqiao/contract/im/user.ts'

/** A conversation on this device. All messages up to `seq` since the device first saw it are held, in order. */
export type Conversation = {
  session: SessionState
  lastMsg: WireMessage | null
  /** The first place held without a gap up to `seq`. */
  from: number
  /** Place and time of the last message held without a gap before it. */
  seq: number
  time: number
  /** The latest of those held: what came since the page was opened, and the last one before that. */
  msgs: WireMessage[]
}

/** A message of one's own that is not known to be stored. */
export type Unsent = { draft: MessageDraft; time: number; status: 'sending' | 'fail'; isInBlackList?: boolean }
export type Note = {
  localCustom?: string
  state?: string
  isDeleted?: boolean
  /** Of a session: made on this device before anything was said in it, and hidden until it goes on after this time. */
  insertedAt?: number
  hiddenAt?: number
  /** Of a session: the server has more before this time, as the page has noted; 0: it has not. */
  moreBefore?: number
}

export type Store = {
  /** How far the sessions are known. */
  mark: number
  /** The last broadcast that this device has. */
  broadcastMark: number
  /** Whether a first sync ever ended: only that one may start conversations at their last message. */
  hasSynced: boolean
  conversations: Map<string, Conversation>
  users: Map<string, User>
  /** The last state of everything else, under its kind and key. */
  things: Map<string, Change>
  /** Server ids of messages that are no more, which a late push might bring back. */
  gone: Set<string>
  /** Messages as they read since they were changed, by their server's id: a late push might bring the old words. */
  modified: Map<string, WireMessage>
  /** What the page itself notes about a thing, under its kind and key; the server never hears of it. */
  notes: Map<string, Note>
  /** By idClient. */
  unsent: Map<string, Unsent>
  /** null where nothing is kept. */
  touched: Touched | null
}

/** Keys of what is another now since it was last kept. */
export type Touched = {
  conversations: Set<string>
  users: Set<string>
  things: Set<string>
  gone: Set<string>
  notes: Set<string>
  unsent: Set<string>
  /** By the server's id, with the other side. */
  msgs: Map<string, { peer: string; msg: WireMessage }>
  /** Conversations cleared up to a time. */
  cleared: Map<string, number>
  tell: () => void
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

export const makeTouched = (tell: () => void): Touched => ({
  conversations: new Set(),
  users: new Set(),
  things: new Set(),
  gone: new Set(),
  notes: new Set(),
  unsent: new Set(),
  msgs: new Map(),
  cleared: new Map(),
  tell,
})

/** @param tell said after each change; null where nothing is kept */
export function makeStore(tell: (() => void) | null): Store {
  type Watched = 'conversations' | 'users' | 'things' | 'gone' | 'notes' | 'unsent'
  const watch = (name: Watched) => (key: string) => {
    store.touched?.[name].add(key)
    tell?.()
  }
  const store: Store = {
    mark: 0,
    broadcastMark: 0,
    hasSynced: false,
    conversations: new WatchedMap(watch('conversations')),
    users: new WatchedMap(watch('users')),
    things: new WatchedMap(watch('things')),
    gone: new WatchedSet(watch('gone')),
    modified: new Map(),
    notes: new WatchedMap(watch('notes')),
    unsent: new WatchedMap(watch('unsent')),
    touched: tell && makeTouched(tell),
  }
  return store
}

/** Nothing of it is kept beyond the page. */
export const makeMemoryStore = (): Store => makeStore(null)

/** Says that a conversation changed in its place. */
export function touch(store: Store, to: string): void {
  store.touched?.conversations.add(to)
  store.touched?.tell()
}
