// The commands of users and relations: a row of the contract, a rule, a reply.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/im-ctx.ts'
import { getBlacklist, getMutelist, getRelations, markIn } from './relations.ts'
import { getUsers, updateDonnop, updateMyInfo } from './users.ts'

export const userHandlers: ImHandlers<Extract<CommandName, `user.${string}`>> = {
  'user.getUsers': getUsers,
  'user.updateMyInfo': updateMyInfo,
  'user.updateDonnop': updateDonnop,
  'user.markInBlacklist': markIn('is_blacked'),
  'user.markInMutelist': markIn('is_muted'),
  'user.getBlacklist': getBlacklist,
  'user.getMutelist': getMutelist,
  'user.getRelations': getRelations,
}
