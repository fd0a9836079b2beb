// Handlers of what accounts add to sessions and messages: pinned sessions, comments, pins, and collected items.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { collectHandlers } from './collects.ts'
import { commentHandlers } from './comments.ts'
import { pinHandlers } from './pins.ts'
import { addStickTop, deleteStickTop, getStickTops, updateStickTop } from './stick-top.ts'

/** `../msg` handles reading messages by id and by thread. */
export const markHandlers: ImHandlers<
  Exclude<Extract<CommandName, `msgExtend.${string}`>, 'msgExtend.getMsgsByIdServer' | 'msgExtend.getThreadMsgs'>
> = {
  'msgExtend.addStickTopSession': addStickTop,
  'msgExtend.updateStickTopSession': updateStickTop,
  'msgExtend.deleteStickTopSession': deleteStickTop,
  'msgExtend.getStickTopSessions': getStickTops,
  ...commentHandlers,
  ...pinHandlers,
  ...collectHandlers,
}
