// The commands of what hangs on sessions: a row of the contract, a rule, a reply.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/im-ctx.ts'
import { addStickTop, deleteStickTop, getStickTops, updateStickTop } from './stick-top.ts'

/** Messages by id are read where messages are. */
export const extendHandlers: ImHandlers<
  Exclude<Extract<CommandName, `msgExtend.${string}`>, 'msgExtend.getMsgsByIdServer'>
> = {
  'msgExtend.addStickTopSession': addStickTop,
  'msgExtend.updateStickTopSession': updateStickTop,
  'msgExtend.deleteStickTopSession': deleteStickTop,
  'msgExtend.getStickTopSessions': getStickTops,
}
