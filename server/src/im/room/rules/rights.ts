// Rights of the visitors of a chatroom.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { ImCtx, ImRoom } from '../../../kit/chat/im-ctx.ts'
import { selectVisitorRights, type VisitorRights } from '../records/room-store.ts'

/** The parts of the context that commands of a room use. */
export type RoomCtx = Pick<ImCtx, 'sql' | 'secrets' | 'config' | 'viewer' | 'connectionId' | 'rooms' | 'room'>

/** @throws ImFailure 403 for a connection that has left its room */
export function requireRoom({ room }: Pick<ImCtx, 'room'>): ImRoom {
  if (!room) throw imFail('forbidden', '请先进入聊天室')
  return room
}

/** @throws ImFailure 13002 closed, 13003 blocked */
export function expectMayStay(rights: VisitorRights | null): asserts rights is VisitorRights {
  if (!rights?.is_open) throw imFail('roomClosed')
  if (rights.is_blacked) throw imFail('roomBlacked')
}

/**
 * The visit of the caller with its present rights. A connection may outlive a block, because the bus may lose the
 * message that ends it.
 * @throws ImFailure 403 outside of rooms, 13002 closed, 13003 blocked
 */
export async function requireRoomVisit(
  ctx: Pick<RoomCtx, 'sql' | 'viewer' | 'room'>,
  now = Date.now(),
): Promise<ImRoom & { rights: VisitorRights }> {
  const { roomId, visit } = requireRoom(ctx)
  const rights = await selectVisitorRights(ctx.sql, { roomId, imId: ctx.viewer.imId, tags: visit.tags }, now)
  expectMayStay(rights)
  return { roomId, visit, rights }
}

/** @throws ImFailure 403 for an anonymous visitor, who may only read */
export function expectNotAnonymous({ viewer }: Pick<ImCtx, 'viewer'>): void {
  if (viewer.imId === 0) throw imFail('forbidden', '匿名访客只能阅读')
}

/** True for the creator and the managers. A manager's rights rest during a gag. */
export const isModerator = ({
  is_owner,
  role,
  is_gagged,
}: Pick<VisitorRights, 'is_owner' | 'role' | 'is_gagged'>): boolean => is_owner || (role === 'manager' && !is_gagged)

/**
 * The reason why a visitor may not write, or null: 403 anonymous, 2002 muted by staff, 13002 closed, 13003 blocked,
 * 13004 muted, 13006 muted for all but the creator and managers.
 */
export function findWriteRefusal(
  { viewer }: Pick<ImCtx, 'viewer'>,
  rights: VisitorRights,
  now: number,
): ImFailure | null {
  if (viewer.imId === 0) return imFail('forbidden', '匿名访客只能阅读')
  if (viewer.isMuted) return imFail('muted')
  if (!rights.is_open) return imFail('roomClosed')
  if (rights.is_owner) return null
  if (rights.is_blacked) return imFail('roomBlacked')
  if (rights.is_gagged) return imFail('roomGagged')
  if (rights.role === 'manager') return null
  if (rights.muted_until !== null) {
    const seconds = Math.ceil((rights.muted_until - now) / 1000)
    return imFail('roomGagged', `您已被临时禁言，还剩${seconds}秒`, { seconds })
  }
  return rights.is_muted ? imFail('roomMuted') : null
}
