// Rights of the visitors of a chatroom.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ImCtx, ImRoom } from '../../kit/chat/im-ctx.ts'
import type { VisitorStanding } from './store.ts'

/** The parts of the context that commands of a room use. */
export type RoomCtx = Pick<ImCtx, 'sql' | 'secrets' | 'config' | 'viewer' | 'connectionId' | 'rooms' | 'room'>

/** @throws ImFailure 403 for a connection that has left its room */
export function requireRoom({ room }: Pick<ImCtx, 'room'>): ImRoom {
  if (!room) throw imFail('forbidden', '请先进入聊天室')
  return room
}

/** @throws ImFailure 403 for an anonymous visitor, who may only read */
export function expectAccount({ viewer }: Pick<ImCtx, 'viewer'>): void {
  if (viewer.imId === 0) throw imFail('forbidden', '匿名访客只能阅读')
}

/** True for the creator and the managers. */
export const isModerator = ({ is_owner, role }: Pick<VisitorStanding, 'is_owner' | 'role'>): boolean =>
  is_owner || role === 'manager'

/** @throws ImFailure 13002 closed, 13003 blocked, 13004 muted, 13006 muted for all but the creator and managers */
export function expectMayWrite(standing: VisitorStanding, now: number): void {
  if (!standing.is_open) throw imFail('roomClosed')
  if (standing.is_owner) return
  if (standing.is_blacked) throw imFail('roomBlacked')
  if (standing.is_gagged) throw imFail('roomGagged')
  if (standing.role === 'manager') return
  if (standing.muted_until !== null) {
    const seconds = Math.ceil((standing.muted_until - now) / 1000)
    throw imFail('roomGagged', `您已被临时禁言，还剩${seconds}秒`, { seconds })
  }
  if (standing.is_muted) throw imFail('roomMuted')
}
