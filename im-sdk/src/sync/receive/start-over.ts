// Starts over when the server's database has lost recent history. The server assigns the lost numbers again, so this
// device must not compare them with those that it holds. Data that only this device has stays.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { createTouchedKeys, type Store } from '../../store/store.ts'

/** Messages from the minute before the last held one are fetched again: the clock of another server may be behind. */
const overlapMs = 60_000

const createShownKey = ({ idServer, time }: WireMessage): string => `${idServer} ${time}`

/** True for a message that is not announced: an imported one, or one announced before this device started over. */
export const isAlreadyAnnounced = (store: Store, msg: WireMessage): boolean =>
  msg.isImported === true || store.shown.has(createShownKey(msg))

/**
 * Resets the marks, so that the next sync fetches all states, and all messages from about the last held one of each
 * conversation.
 */
export function startOver(store: Store, generation: number): void {
  for (const [sessionId, { time, msgs }] of store.conversations) {
    if (time === 0) continue
    const resumeTime = Math.max(1, time - overlapMs)
    store.resumeTimes.set(sessionId, resumeTime)
    for (const msg of msgs) if (msg.time > resumeTime) store.shown.add(createShownKey(msg))
  }
  store.generation = generation
  store.syncMark = 0
  store.broadcastMark = 0
  for (const name of ['conversations', 'teams', 'users', 'lastChanges', 'removedIds', 'modified'] as const)
    store[name].clear()
  if (!store.touched) return
  const { localFields, unsent, notify } = store.touched
  store.touched = { ...createTouchedKeys(notify), localFields, unsent }
}
