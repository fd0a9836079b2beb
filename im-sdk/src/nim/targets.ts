// The conversation that a page names in its options.
import { targetOf, type Scene, type Target } from '@xinqiao/contract/im/scene.ts'
import type { NimMessage } from './present.ts'

/** Pages with one-to-one chats only leave the scene out. An unknown scene is refused by the server. */
export const readTarget = ({ scene = 'p2p', to }: { scene?: string; to: string }): Target => ({
  scene: scene as Scene,
  to,
})

export const readMessageTarget = ({ scene, target }: Pick<NimMessage, 'scene' | 'target'>): Target =>
  readTarget({ scene, to: target })

/** @throws RangeError for an invalid session id or an unsupported scene */
export function checkSessionId(sessionId: string): string {
  targetOf(sessionId)
  return sessionId
}
