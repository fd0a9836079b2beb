// Composes the methods of a `NIM` (methods.ts). A group is a function of the instance's core, or an object of helpers.
import type { NimCore } from './core/core.ts'
import { fileAddressHelpers } from './messages/picture-addresses.ts'
import { friendsApi } from './people/friends.ts'
import { listHelpers, localSearchApi } from './local/lists.ts'
import { localApi } from './local/local.ts'
import { loginApi } from './core/login.ts'
import { messagesApi } from './messages/messages.ts'
import { removalApi } from './messages/removal.ts'
import { relationsApi } from './people/relations.ts'
import { roamingApi } from './sessions/roaming.ts'
import { searchApi } from './messages/search.ts'
import { sendFileApi } from './messages/send-file.ts'
import { sessionsApi } from './sessions/sessions.ts'
import { lateApi } from './late-api.ts'
import { stickTopApi } from './sessions/stick-top.ts'
import { sysMsgsApi } from './people/sysmsgs.ts'
import { teamChangesApi } from './teams/team-changes.ts'
import { teamsApi } from './teams/teams.ts'
import { unsupportedApi, unsupportedNim } from './unsupported.ts'

/** Methods that need no instance. */
export const helpers = { ...unsupportedApi(unsupportedNim), ...fileAddressHelpers, ...listHelpers }

export const createApi = (core: NimCore) => ({
  ...loginApi(core),
  ...messagesApi(core),
  ...sendFileApi(core),
  ...removalApi(core),
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
  ...lateApi(core),
})
export type InstanceApi = ReturnType<typeof createApi>
