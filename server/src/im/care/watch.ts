// After a user's message is stored and before its sender is answered: does it sound like somebody in danger? The
// message itself is neither held nor altered. Because the alert stands before the answer, a crash in between is made
// good by the sender's own retry.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { messageTypes, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { detectCrisis } from '../../kit/crisis/detect.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import { raiseAlert } from './store.ts'

/** Counsellors speak of these things because it is their work. */
const isWatched = ({ viewer }: ImCtx) => viewer.roleId === roles.user

export async function watchMessage(
  { to, content }: Pick<ParsedInput<'msg.sendMsg'>, 'to' | 'content'>,
  { msg }: { msg: WireMessage },
  ctx: ImCtx,
): Promise<CrisisLevel | null> {
  if (content.type !== messageTypes.text || !isWatched(ctx)) return null
  const level = detectCrisis(content.text)
  if (level === 'plan' || level === 'thought') {
    await raiseAlert(ctx.sql, { imId: ctx.viewer.imId, to, level, time: msg.time })
  }
  return level
}
