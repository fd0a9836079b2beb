// Functions of other features of the chat that robots call. Features do not import each other, so that
// commands/robots.ts fills this port in.
import type { StoredContent, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { Kit } from '../../../kit/ctx.ts'
import type { RobotReply } from './texts.ts'

export type RobotMessageRef = { to: string; idServer: string }

export type RobotPort = {
  kit: Pick<Kit, 'sql' | 'config' | 'secrets' | 'bodies' | 'bus' | 'askModel' | 'log'>
  /** Stores a message of the robot. The same client id returns the first message. */
  send: (message: { to: string; idClient: string; content: StoredContent }, ctx: ImCtx) => Promise<WireMessage>
  /**
   * Changes a message of the robot, at any time after it was sent.
   * @param change returns null to keep the content
   * @returns the message
   * @throws ImFailure 404 for a message that was removed
   */
  rewrite: (
    place: RobotMessageRef,
    change: (content: StoredContent) => StoredContent | null,
    ctx: ImCtx,
  ) => Promise<WireMessage>
  recall: (place: RobotMessageRef, ctx: ImCtx) => Promise<unknown>
  /** The text with masked words, or null for one that sounds like danger or has a refused word. */
  checkText: (text: string) => string | null
  /** Answers from the published pages of the site. */
  answerFromSite: (question: string) => Promise<RobotReply>
}
