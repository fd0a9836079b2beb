// All methods of a `NIM`, composed of groups. Each group is a function of the core and reads it only when it is called.
import type { NimCore } from './core.ts'
import { filesApi } from './files.ts'
import { friendsApi } from './friends.ts'
import { listsApi } from './lists.ts'
import { localApi } from './local.ts'
import { messagesApi } from './messages.ts'
import { recallApi } from './recall.ts'
import { relationsApi } from './relations.ts'
import { roamingApi } from './roaming.ts'
import { searchApi } from './search.ts'
import { sendFileApi } from './send-file.ts'
import { sessionsApi } from './sessions.ts'
import { stickTopApi } from './stick-top.ts'
import { sysMsgsApi } from './sysmsgs.ts'
import { unsupportedApi, unsupportedNim } from './unsupported.ts'

export const createApi = (core: NimCore) => ({
  // first, so that a group replaces what it supports
  ...unsupportedApi(unsupportedNim),
  ...messagesApi(core),
  ...sendFileApi(core),
  ...filesApi(core),
  ...recallApi(core),
  ...sessionsApi(core),
  ...roamingApi(core),
  ...stickTopApi(core),
  ...relationsApi(core),
  ...friendsApi(core),
  ...sysMsgsApi(core),
  ...localApi(core),
  ...searchApi(core),
  ...listsApi(core),
})
export type NimApi = ReturnType<typeof createApi>
