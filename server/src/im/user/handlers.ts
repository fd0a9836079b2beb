// Handlers of user and relation commands.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { getBlacklist, getMutelist, getRelations, setRelation } from './relations.ts'
import { getUsers, updateDonnop, updateMyInfo } from './users.ts'

/** `../device` handles the device commands. */
type DeviceCommandName = 'user.updatePushToken' | 'user.appBackground' | 'user.getLoginRecords'

export const userHandlers: ImHandlers<Exclude<Extract<CommandName, `user.${string}`>, DeviceCommandName>> = {
  'user.getUsers': getUsers,
  'user.updateMyInfo': updateMyInfo,
  'user.updateDonnop': updateDonnop,
  'user.markInBlacklist': setRelation('is_blacked'),
  'user.markInMutelist': setRelation('is_muted'),
  'user.getBlacklist': getBlacklist,
  'user.getMutelist': getMutelist,
  'user.getRelations': getRelations,
}
