// Handlers of session extensions, such as pinned sessions.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { addStickTop, deleteStickTop, getStickTops, updateStickTop } from './stick-top.ts'

/** `../msg` handles reading messages by id. */
export const extendHandlers: ImHandlers<
  Exclude<Extract<CommandName, `msgExtend.${string}`>, 'msgExtend.getMsgsByIdServer'>
> = {
  'msgExtend.addStickTopSession': addStickTop,
  'msgExtend.updateStickTopSession': updateStickTop,
  'msgExtend.deleteStickTopSession': deleteStickTop,
  'msgExtend.getStickTopSessions': getStickTops,
}
