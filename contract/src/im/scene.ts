// Target of a message: scene and other side, and the resulting session id.
import { z } from 'zod'
import { Accid } from './auth.ts'

export const Scene = z.literal('p2p', 'scene 目前只能是 p2p')
export const Peer = z.object({ scene: Scene, to: Accid })
export const Time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** messaging.md 3: scene, dash, target. */
export const SessionId = z.string('会话id必须是字符串').regex(/^p2p-.{1,32}$/, '会话id不正确')
export const sessionIdOf = (to: string): string => `p2p-${to}`
/** @throws RangeError for an invalid session id or an unsupported scene */
export function peerOfSession(sessionId: string): string {
  if (!sessionId.startsWith('p2p-')) throw new RangeError(`没有这样的会话：${sessionId}`)
  return sessionId.slice(4)
}
