// Removes the transient elements of a queue when their owner has left the room.
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { ImRoom } from '../../../kit/chat/im-ctx.ts'
import type { RoomPort } from '../../../kit/chat/rooms.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { createBatch } from '../../../kit/db/batch.ts'
import { transaction } from '../../../kit/db/db.ts'
import { logDatabaseFailure } from '../../../kit/db/failure-log.ts'
import { storeMessage } from '../messages/messages.ts'
import { createNotice, toActor, type RoomActor } from '../rules/notices.ts'
import * as queueStore from './queue-store.ts'
import * as store from '../records/room-store.ts'

type EndedVisit = queueStore.QueueOwnerRef & {
  /** The owner in the notice. */
  actor: RoomActor
  /** Elements that the owner offered later belong to a new visit. */
  until: number
}
type CleanerContext = Pick<Kit, 'sql' | 'secrets'> & { rooms: RoomPort }

export const removeTransientElements = (
  { sql, secrets, rooms }: CleanerContext,
  { actor, until, ...owner }: EndedVisit,
): Promise<void> =>
  transaction(sql, async (tx, afterCommit) => {
    const { roomId, ownerId } = owner
    await store.lockRoom(tx, roomId)
    const rows = await queueStore.deleteTransientElements(tx, owner, until)
    if (rows.length === 0) return
    const open = ({ key, value_sealed }: queueStore.ElementRow): string =>
      secrets.open(value_sealed, sealBindings.roomElement(`${roomId} ${key}`))
    const elementKv = Object.fromEntries(rows.map((row) => [row.key, open(row)]))
    const notice = createNotice(roomId, actor, {
      type: 'batchUpdateQueue',
      to: [actor.account],
      toNick: [actor.nick],
      queueChange: { type: 'PARTCLEAR', elementKv },
    })
    const priority = 'normal'
    const { msg } = await storeMessage(tx, secrets, { roomId, senderId: ownerId, msg: notice, priority })
    afterCommit(() => rooms.deliver(roomId, { msg, priority }))
  })

const maxBatchSize = 1_000
/**
 * The sweep leaves younger elements in place: their owner may be on another node, of which this node does not know yet.
 */
const minSweepAgeMs = 60_000

/** Receives the visits that end on this node, and looks for elements of visits that ended unseen. */
export function createTransientElements({ sql, secrets, log }: Pick<Kit, 'sql' | 'secrets' | 'log'>, rooms: RoomPort) {
  const pending = new Set<Promise<unknown>>()
  let sweptRoomIds: ReadonlySet<number> = new Set()

  // thousands of visitors may leave in a moment, and few of them own elements
  const endVisit = createBatch(async (visits: EndedVisit[]) => {
    const owners = await queueStore.selectTransientOwners(sql, visits)
    const isOwner = ({ roomId, ownerId }: EndedVisit): boolean =>
      owners.some(({ room_id, owner_id }) => room_id === roomId && owner_id === ownerId)
    for (const visit of visits.filter(isOwner)) await removeTransientElements({ sql, secrets, rooms }, visit)
    return visits.map(() => null)
  }, maxBatchSize)

  return {
    /** Call it when the last connection of an account has left the room. */
    endVisit({ roomId, visit }: ImRoom): void {
      if (visit.imId === 0) return
      const work = endVisit({ roomId, ownerId: visit.imId, actor: toActor(visit), until: Date.now() })
        .catch((error: unknown) => logDatabaseFailure(log, error, 'elements of a queue not removed'))
        .finally(() => pending.delete(work))
      pending.add(work)
    },
    /**
     * Removes elements whose owner was on a node that has died. A room counts from the second call on, when this node
     * knows the visits on the others.
     * @param roomIds the rooms with connections on this node
     */
    async sweep(roomIds: readonly number[]): Promise<void> {
      const knownRoomIds = roomIds.filter((roomId) => sweptRoomIds.has(roomId))
      sweptRoomIds = new Set(roomIds)
      if (knownRoomIds.length === 0) return
      const until = Date.now() - minSweepAgeMs
      const owners = await queueStore.selectTransientElementsUntil(sql, knownRoomIds, until)
      for (const { room_id: roomId, owner_id: ownerId, accid } of owners) {
        if (rooms.visitsOf(roomId, accid).length > 0) continue
        const profile = await store.selectProfile(sql, ownerId)
        const actor = { account: accid, nick: profile?.nick || accid }
        await removeTransientElements({ sql, secrets, rooms }, { roomId, ownerId, actor, until })
      }
    },
    async close(): Promise<void> {
      await Promise.all(pending)
    },
  }
}
