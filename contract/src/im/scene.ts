// Where a message goes: the scene and the other side, and the name of the session that they make.
import { z } from 'zod'
import { Accid } from './auth.ts'

export const Scene = z.literal('p2p', 'scene 目前只能是 p2p')
export const Peer = z.object({ scene: Scene, to: Accid })
export const Time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** messaging.md 3: scene, dash, target. */
export const SessionId = z.string('会话id必须是字符串').regex(/^p2p-.{1,32}$/, '会话id不正确')
export const sessionIdOf = (to: string): string => `p2p-${to}`
/** @throws RangeError for what is no session id of a scene that is served */
export function peerOfSession(sessionId: string): string {
  if (!sessionId.startsWith('p2p-')) throw new RangeError(`没有这样的会话：${sessionId}`)
  return sessionId.slice(4)
}
