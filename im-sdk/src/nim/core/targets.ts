// Reads the target of a conversation from the options of a page.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { targetOfSession, type Scene, type Target } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimMessage } from '../present/messages.ts'

/** Pages with p2p chats only omit the scene. The server refuses an unknown scene. */
export const readTarget = ({ scene = 'p2p', to }: { scene?: string; to: string }): Target => ({
  scene: scene as Scene,
  to,
})

export const readMessageTarget = ({ scene, target }: Pick<NimMessage, 'scene' | 'target'>): Target =>
  readTarget({ scene, to: target })

/** @throws ImFailure 414 for an invalid session id or an unsupported scene */
export function requireSessionId(sessionId: string): string {
  try {
    targetOfSession(sessionId)
  } catch {
    throw imFail('invalid', `没有这样的会话：${sessionId}`)
  }
  return sessionId
}
