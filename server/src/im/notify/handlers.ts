// Handlers of system message commands.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { markNoticesRead, sendCustomNotice } from './notices.ts'

export const notifyHandlers: ImHandlers<Extract<CommandName, `notify.${string}`>> = {
  'notify.sendCustomSysMsg': sendCustomNotice,
  'notify.batchMarkRead': markNoticesRead,
}
