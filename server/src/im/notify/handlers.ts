// The commands of system messages: a row of the contract, a rule, a reply.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/im-ctx.ts'
import { markNoticesRead, sendCustomNotice } from './notices.ts'

export const notifyHandlers: ImHandlers<Extract<CommandName, `notify.${string}`>> = {
  'notify.sendCustomSysMsg': sendCustomNotice,
  'notify.batchMarkRead': markNoticesRead,
}
