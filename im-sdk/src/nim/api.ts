// All methods of a `NIM`, composed of groups. A group is a function of the instance's core, or an object of helpers.
import type { NimCore } from './core.ts'
import { fileAddressHelpers, filesApi } from './files.ts'
import { friendsApi } from './friends.ts'
import { listHelpers, localSearchApi } from './lists.ts'
import { localApi } from './local.ts'
import { loginApi } from './login.ts'
import { messagesApi } from './messages.ts'
import { recallApi } from './recall.ts'
import { relationsApi } from './relations.ts'
import { roamingApi } from './roaming.ts'
import { searchApi } from './search.ts'
import { sendFileApi } from './send-file.ts'
import { sessionsApi } from './sessions.ts'
import { stickTopApi } from './stick-top.ts'
import { sysMsgsApi } from './sysmsgs.ts'
import { teamChangesApi } from './team-changes.ts'
import { teamListsApi } from './team-lists.ts'
import { teamsApi } from './teams.ts'
import { unsupportedApi, unsupportedNim } from './unsupported.ts'

/** Methods that need no instance. */
export const helpers = { ...unsupportedApi(unsupportedNim), ...fileAddressHelpers, ...listHelpers }

export const createApi = (core: NimCore) => ({
  ...loginApi(core),
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
  ...localSearchApi(core),
  ...teamsApi(core),
  ...teamChangesApi(core),
  ...teamListsApi(core),
})
export type InstanceApi = ReturnType<typeof createApi>
export type NimApi = InstanceApi & typeof helpers
